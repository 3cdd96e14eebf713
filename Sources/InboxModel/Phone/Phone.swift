import Foundation

/// The phone as a machine: it decides what is shown, holds the list and carries out the user's
/// actions (`ARCHITECTURE.md`, "Machines").
public struct Phone: Equatable, Sendable {
  /// The effective settings: those of the files with the user's changes over them.
  public internal(set) var settings: PhoneSettings
  /// The notification list.
  public internal(set) var inbox = Inbox()
  /// The badges, 1 or more; an app without a badge has no entry.
  public internal(set) var badges: [BundleID: Int] = [:]
  /// The number of background pushes.
  public internal(set) var silentCount = 0
  /// The moment of the last event.
  public internal(set) var now = Date(timeIntervalSince1970: 0)

  /// The settings of the files, without the user's changes.
  var files: PhoneSettings
  /// The user's changes over the files.
  public internal(set) var changes = SettingChanges()
  /// The mutes of apps and their ends.
  var mutes: [BundleID: Term] = [:]
  var focusClock = FocusClock()
  var summaryClock = SummaryClock()
  var waiting = HeldPushes()
  var fetches = BackgroundFetches()
  var extensions = ExtensionLines()
  /// The Live Activities.
  public internal(set) var activities = Activities()
  /// The state of other push systems in the phone.
  var guests = Guests.PhoneState()
  /// The notification that was presented last. A banner need not be in the list and still accepts
  /// actions. Nil if none was presented.
  var lastPresented: DeliveredNotification?
  /// The text that replaces the banner's own if it stands for several pushes; nil otherwise.
  var catchUpBanner: String?
  var undoHistory = UndoHistory()
  var sharedStrings = SharedStrings()
  /// Whether stores or event listeners exist. Otherwise the records and events for them are not
  /// made.
  var hasListeners = true
  /// The ordinal of the last push that reached the phone.
  var lastArrival: Arrival = 0

  /// An event that the phone handles.
  public enum Event: Equatable, Sendable {
    /// A push arrived.
    case delivered(Delivery)
    /// An app's service extension ended.
    indirect case extensionEnded(NotificationID, ExtensionAnswer)
    /// The stored message of a broadcast channel was delivered to new followers.
    indirect case storedBroadcast(Delivery, ChannelFollowing)
    /// An event of another push system.
    indirect case guest(Guests.PhoneEvent)
    /// The user used an action, `open` and `dismiss` included.
    indirect case acted(on: NotificationID, ActionIdentifier, text: String?)
    /// The user dismissed entries together, in this order.
    case dismissed([NotificationID])
    /// The user snoozed entries until a moment.
    case snoozed([NotificationID], until: Date)
    /// The user undid the last action on each of these entries.
    case undone([NotificationID])
    /// The user marked entries.
    case marked([NotificationID], read: Bool)
    /// The user removed entries without the dismiss action (`rm`).
    case removed([NotificationID])
    /// The user changed a setting.
    indirect case changed(SettingChange)
    /// The user changed settings together, each with another key.
    case settingsChanged([SettingChange])
    /// The settings were replaced, by a file or a scenario step. The user's changes remain in
    /// force.
    indirect case configured(PhoneSettings)
    /// The user's changes of these keys were dropped; the values of the files are in force again.
    case reset([String])
    /// The number of entries was limited; the oldest are removed.
    case limited(to: Int)
    /// Time passed: schedules, summaries and deadlines may be due.
    case timePassed
  }

  /// An effect that a phone requests. Large values are indirect, since effects are passed on
  /// several times.
  public enum Effect: Equatable, Sendable {
    /// An event to emit.
    case emit(InboxEvent)
    /// A change to store.
    case store(Change)
    /// A notification to present: a banner, or an entry on the lit lock screen.
    case present(NotificationID)
    /// The number of times to ring the bell.
    case ring(Int)
    /// A service extension to run; its result is ``Event/extensionEnded(_:_:)``.
    indirect case runExtension(ExtensionRun)
    /// An effect of another push system.
    indirect case guest(Guests.PhoneEffect)
    /// An action that requires the user to unlock the phone first.
    indirect case askToUnlock(NotificationID, ActionIdentifier, text: String?)
  }

  /// Handles an event at a moment and returns its effects, in the order in which they are to be
  /// carried out.
  ///
  /// Events that are due up to that moment happen first. The cost does not depend on the number of
  /// entries, except for regrouping, clearing an app, and a summary that is due.
  public mutating func handle(_ event: Event, at moment: Date) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: moment, &effects)
    return effects
  }

  /// Handles an event at a moment and appends its effects.
  mutating func handle(_ event: Event, at moment: Date, _ effects: inout [Effect]) {
    advance(to: moment, &effects)
    switch event {
    case .delivered(let push): receive(push, &effects)
    case .extensionEnded(let id, let answer): extensionEnded(id, answer, &effects)
    case .storedBroadcast(let push, let following): receive(push, for: following, &effects)
    case .guest(let event): Guests.handle(event, in: &self, &effects)
    case .acted(let id, let action, let text):
      remember(action == .dismiss ? .dismissed : .acted, of: [id], &effects) {
        $0.act(on: id, action, text: text, &$1)
      }
    case .dismissed(let ids):
      remember(.dismissed, of: ids, &effects) { phone, effects in
        for id in ids { phone.act(on: id, .dismiss, text: nil, &effects) }
      }
    case .snoozed(let ids, let until):
      remember(.snoozed, of: ids, &effects) { $0.snooze(ids, until: until.wholeMilliseconds, &$1) }
    case .undone(let ids): undo(ids, &effects)
    case .marked(let ids, let isRead):
      remember(isRead ? .read : .unread, of: ids, &effects) { phone, effects in
        for id in ids { phone.setRead(isRead, id, &effects) }
      }
    case .removed(let ids):
      remember(.removed, of: ids, &effects) { phone, effects in
        for id in ids { phone.remove(id, by: .user, &effects) }
      }
    case .changed(let change): self.change(change.starting(at: moment), &effects)
    case .settingsChanged(let changes): change(settings: changes, &effects)
    case .configured(let files): configure(files, &effects)
    case .reset(let keys): reset(keys, &effects)
    case .limited(let most): limit(to: most, &effects)
    case .timePassed: break
    }
    storeActivities(&effects)
    for app in fetches.drainUnstored() { effects.append(.store(.fetches(app, fetches[app]))) }
  }
}
