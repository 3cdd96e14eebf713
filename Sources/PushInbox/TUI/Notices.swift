import Foundation
import InboxModel

/// The temporary message, banner and announcement of rejected pushes.
struct Notices: Equatable, Sendable {
  /// A visible banner.
  struct Banner: Equatable, Sendable {
    var id: NotificationID
    /// The time at which it disappears; nil for one that stays until it is dismissed.
    var until: Date?
  }

  /// A message in the last line, and the time at which it disappears.
  struct Message: Equatable, Sendable {
    var content: ScreenMessage
    var until: Date

    var text: String { content.text }
    var isFailure: Bool { content.isFailure }
  }

  var message: Message?
  var banner: Banner?
  /// The announced rejection; nil once the list of rejected pushes was shown.
  var rejection: RejectionNotice?

  /// Seconds that a temporary banner stays, as on the phone.
  static let bannerTime: TimeInterval = 5
  /// Seconds that a message stays, and that one about a failure stays.
  static let messageTime: TimeInterval = 4
  static let failureTime: TimeInterval = 10
  /// The longest time between two ticks in seconds; a longer one means that the clock was set.
  private static let maximumTick: TimeInterval = 60

  var isEmpty: Bool { message == nil && banner == nil && rejection == nil }

  /// Shows a message.
  mutating func show(_ message: ScreenMessage, at now: Date) {
    let time = message.isFailure ? Self.failureTime : Self.messageTime
    self.message = Message(content: message, until: now + time)
  }

  /// Shows a banner, unless banners are off. The alert box of 2012 stays until it is dismissed.
  mutating func present(_ notification: DeliveredNotification, at date: Date, _ device: Phone) {
    let isModal = device.settings.device.era == .year2012
    guard isModal || device.settings.banner == .on else { return }
    let stays = isModal || device.settings.app(notification.app).bannerStyle == .persistent
    banner = Banner(id: notification.id, until: stays ? nil : date + Self.bannerTime)
  }

  /// Announces rejected pushes, together with earlier ones that are still announced.
  mutating func announce(_ rejected: [RejectedRequest], at now: Date) {
    guard let last = rejected.max(by: { $0.at < $1.at }) else { return }
    let until = last.at + RejectionNotice.time
    guard until > now else { return }
    let count = rejected.count + (rejection?.count ?? 0)
    rejection = RejectionNotice(push: last.row, count: count, until: until)
  }

  /// Adjusts the notices to a clock that may have been set. If it was set back, all notices end; if
  /// it was set ahead, a message keeps its remaining time, so that the answer to the command that
  /// set the clock can be read.
  mutating func moveClock(from old: Date, to new: Date) {
    if new < old - 1 { self = Notices() }
    if new > old + Self.maximumTick { message?.until += new.timeIntervalSince(old) }
  }

  /// Removes the notices whose time is over, and a banner whose push was read or removed.
  mutating func settle(at now: Date, _ device: Phone) {
    if let shown = banner {
      let isOff = device.settings.banner == .off && device.settings.device.era != .year2012
      let isOver = isOff || shown.until.map { $0 <= now } ?? false
      if isOver || Self.isDone(shown.id, device) { banner = nil }
    }
    if let shown = message, shown.until <= now { message = nil }
    if let shown = rejection, shown.until <= now { rejection = nil }
  }

  /// Whether a push was read or removed.
  private static func isDone(_ id: NotificationID, _ device: Phone) -> Bool {
    guard let notification = device.notification(id) else { return true }
    let isGone = notification.presented.contains(.list) && device.inbox[id] == nil
    return isGone || notification.isRead
  }
}
