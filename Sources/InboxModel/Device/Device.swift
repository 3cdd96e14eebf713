import Foundation

/// The phone as a machine: decides what is shown, keeps the list, carries out what the person does
/// (`design/architecture.md`, "Three machines").
public struct Device: Equatable, Sendable {
  /// What happens to a phone.
  public enum Event: Equatable, Sendable {
    /// A push arrived.
    case delivered(Delivery, at: Date)
    /// The person used an action, `open` and `dismiss` included.
    case acted(on: NotificationID, ActionIdentifier, text: String?, at: Date)
    /// The person marked entries.
    case marked([NotificationID], read: Bool, at: Date)
    /// The person removed entries without the dismiss action (`rm`, clear).
    case removed([NotificationID], at: Date)
    /// The person changed a setting.
    case changed(SettingChange, at: Date)
    /// Settings came whole, from a file or a scenario step; what the person changed stays in force.
    case configured(PhoneSettings, at: Date)
    /// Only so many entries may stay; the oldest go.
    case limited(to: Int, at: Date)
    /// The clock went on: schedules, summaries.
    case timePassed(Date)
  }

  /// What a phone wants done.
  public enum Effect: Equatable, Sendable {
    /// Tell the world.
    case emit(InboxEvent)
    /// Show the banner, or the entry on the lit lock screen.
    case present(NotificationID)
    /// Ring the bell so many times.
    case ring(Int)
    /// Keep this.
    case store(StoreChange)
    /// The action needs an unlocked phone: ask the person.
    case askToUnlock(NotificationID, ActionIdentifier, text: String?)
  }
}

/// What a store has to keep, as data.
public enum StoreChange: Equatable, Sendable {
  /// A push that was decided upon.
  case insert(PushRecord)
  /// An entry's state changed: read, acted, place.
  case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
  /// Gone for good, by the limit.
  case delete(NotificationID)
  /// A refused push.
  case refused(RefusedPush)
  /// A setting changed by the person; nil takes the change back.
  case setting(key: String, value: String?)
  /// An icon's number.
  case badge(BundleID, Int)
  /// A token seen for the first time.
  case token(DeviceToken, BundleID)
}

/// Where a push is now.
public enum Place: Equatable, Sendable {
  /// In the list.
  case listed
  /// Waiting until a moment.
  case held(until: Date)
  /// Taken out of the list by the person, a replacement or the app.
  case removed
  /// Never in the list: background pushes, badge only, not shown.
  case unlisted
}

/// Everything a store keeps of a push.
public struct PushRecord: Equatable, Sendable {
  /// As the list holds it.
  public var notification: DeliveredNotification
  /// Where it is.
  public var place: Place
  /// As it came.
  public var delivery: Delivery
  /// As the phone was when it came.
  public var circumstances: Circumstances

  /// Makes a record.
  public init(
    notification: DeliveredNotification, place: Place, delivery: Delivery,
    circumstances: Circumstances
  ) {
    self.notification = notification
    self.place = place
    self.delivery = delivery
    self.circumstances = circumstances
  }
}
