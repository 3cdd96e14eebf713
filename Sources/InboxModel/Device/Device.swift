import Foundation

/// The phone as a machine: decides what is shown, keeps the list, carries out what the person does
/// (`design/architecture.md`, "Three machines").
public struct Device: Equatable, Sendable {
  /// What is in force: the files with the person's changes over them.
  public internal(set) var settings: PhoneSettings
  /// The list.
  public internal(set) var inbox = Inbox()
  /// The icons' numbers; an app without one has no badge.
  public internal(set) var badges: [BundleID: Int] = [:]
  /// How many background pushes there were.
  public internal(set) var silentCount = 0
  /// The moment of the last event.
  public internal(set) var now = Date(timeIntervalSince1970: 0)

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
