import Foundation

/// The phone as a machine: decides what is shown, keeps the list, carries out what the person does
/// (`ARCHITECTURE.md`, "Machines").
public struct Phone: Equatable, Sendable {
  /// The settings in force: those of the files with the person's changes over them.
  public internal(set) var settings: PhoneSettings
  /// The list.
  public internal(set) var inbox = Inbox()
  /// The icons' numbers, 1 or more; an app without one has no badge.
  public internal(set) var badges: [BundleID: Int] = [:]
  /// The number of background pushes.
  public internal(set) var silentCount = 0
  /// The moment of the last event.
  public internal(set) var now = Date(timeIntervalSince1970: 0)

  /// The settings of the files, without the person's changes.
  var files: PhoneSettings
  /// The person's changes over the files.
  public internal(set) var changes = SettingChanges()
  /// Until when apps are muted.
  var mutes: [BundleID: Term] = [:]
  var focusClock = FocusClock()
  var summaryClock = SummaryClock()
  var waiting = HeldPushes()
  var fetches = BackgroundFetches()
  var extensions = ExtensionLines()
  /// The state of other push systems in the phone.
  var guests = Guests.PhoneState()
  /// The notification presented last: a banner need not be in the list, and accepts actions all the
  /// same.
  var lastPresented: DeliveredNotification?
  /// The text of its banner in place of its own, where it stands for several.
  var catchUpBanner: String?
  var undoHistory = UndoHistory()
  var sharedStrings = SharedStrings()
  /// Whether anybody stores and hears of what becomes of pushes; else the records and events about
  /// them, which only they need, are not made.
  var hasListeners = true
  /// The ordinal of the push that reached the phone last.
  var lastArrival: Arrival = 0

  /// An event that the phone handles.
  public enum Event: Equatable, Sendable {
    /// A push arrived.
    case delivered(Delivery)
    /// An app's service extension ended.
    indirect case extensionEnded(NotificationID, ExtensionAnswer)
    /// An event of another push system.
    indirect case guest(Guests.PhoneEvent)
    /// The person used an action, `open` and `dismiss` included.
    indirect case acted(on: NotificationID, ActionIdentifier, text: String?)
    /// The person swiped entries away together, in this order.
    case dismissed([NotificationID])
    /// The person put entries off until a moment.
    case snoozed([NotificationID], until: Date)
    /// The person undoes the last action on each of these.
    case undone([NotificationID])
    /// The person marked entries.
    case marked([NotificationID], read: Bool)
    /// The person removed entries without the dismiss action (`rm`).
    case removed([NotificationID])
    /// The person changed a setting.
    indirect case changed(SettingChange)
    /// Settings came whole, from a file or a scenario step; what the person changed stays in force.
    indirect case configured(PhoneSettings)
    /// The person's changes of these keys are dropped: what the files say is in force again.
    case reset([String])
    /// Only so many entries may stay; the oldest go.
    case limited(to: Int)
    /// The clock went on: schedules, summaries.
    case timePassed
  }

  /// An effect that a phone requests. Large values are indirect: effects are handed on several
  /// times.
  public enum Effect: Equatable, Sendable {
    /// Tell the world.
    case emit(InboxEvent)
    /// Keep this.
    case store(Change)
    /// Show the banner, or the entry on the lit lock screen.
    case present(NotificationID)
    /// Ring the bell so many times.
    case ring(Int)
    /// Run this program; its answer is ``Event/extensionEnded(_:_:)``.
    indirect case runExtension(ExtensionRun)
    /// An effect of another push system.
    indirect case guest(Guests.PhoneEffect)
    /// The action needs an unlocked phone: ask the person.
    indirect case askToUnlock(NotificationID, ActionIdentifier, text: String?)
  }

  /// Handles one event of a moment and returns its effects, in the order in which they are to be
  /// carried out.
  ///
  /// Everything due up to that moment happens first. No event costs more the more entries there
  /// are, but for regrouping, clearing an app, and a summary that comes.
  public mutating func handle(_ event: Event, at moment: Date) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: moment, &effects)
    return effects
  }

  /// The same, adding to effects already there.
  mutating func handle(_ event: Event, at moment: Date, _ effects: inout [Effect]) {
    advance(to: moment, &effects)
    switch event {
    case .delivered(let push): receive(push, &effects)
    case .extensionEnded(let id, let answer): extensionEnded(id, answer, &effects)
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
    case .configured(let files): configure(files, &effects)
    case .reset(let keys): reset(keys, &effects)
    case .limited(let most): limit(to: most, &effects)
    case .timePassed: break
    }
    for app in fetches.drainUnstored() { effects.append(.store(.fetches(app, fetches[app]))) }
  }
}
