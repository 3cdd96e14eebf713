import Foundation

/// The list for people without a screen (`ls`): a line for each Live Activity, then one for each
/// group, followed by one for each of its notifications.
public enum ListText {
  /// Returns the lines, newest first; a single line if there are no notifications. Each line is
  /// made when it is asked for.
  ///
  /// The text is that of the screen: hidden previews stay hidden.
  public static func lines(of device: Phone, filter: Filter = Filter()) -> some Sequence<String> {
    let inbox = filter.isEmpty ? device.inbox : device.inbox.narrowed(to: filter, on: device)
    let cards = device.activities.onLockScreen.filter { filter.matches($0, on: device) }
    let held = filter.isEmpty ? device.heldByRelevance : []
    let atExtension = filter.isEmpty ? device.atExtension : []
    let isEmpty = cards.isEmpty && inbox.count == 0 && held.isEmpty && atExtension.isEmpty
    // Behind a reference: closures that run for each line would copy the phone.
    let listing = Listing(device, inbox)
    let parts = [
      AnySequence(cards.lazy.map { ActivityLine.line(of: $0, on: listing.device) }),
      AnySequence(inbox.groups.lazy.flatMap { lines(of: $0, in: listing) }),
      AnySequence(held.lazy.flatMap { lines(of: $0, on: listing.device) }),
      AnySequence(
        atExtension.lazy.map { push in
          "#\(push.id.rawValue) waits for the service extension of "
            + PlainText.clean(listing.device.appName(push.app))
        }),
      AnySequence(isEmpty ? [filter.isEmpty ? "the list is empty" : noneMatches] : []),
    ]
    return parts.lazy.joined()
  }

  /// The line for a filter that matches nothing.
  public static let noneMatches = "no push matches"

  private final class Listing {
    let device: Phone
    let inbox: Inbox

    init(_ device: Phone, _ inbox: Inbox) {
      self.device = device
      self.inbox = inbox
    }
  }

  private static func lines(
    of group: NotificationGroup, in listing: Listing
  ) -> AnySequence<String> {
    let thread = group.key.thread.isEmpty ? "" : " / \(group.key.thread)"
    let first =
      PlainText.clean("\(listing.device.appName(group.key.app))\(thread)")
      + "  \(group.unread) new of \(group.count)"
    let others = listing.inbox.notifications(in: group.key).lazy.map {
      "  " + line(of: $0, on: listing.device)
    }
    return AnySequence([AnySequence([first]), AnySequence(others)].lazy.joined())
  }

  private static func lines(of held: HeldPush, on device: Phone) -> [String] {
    let timeZone = device.settings.device.timeZone
    return [
      "held until \(PlainText.moment(held.until, in: timeZone))  "
        + PlainText.clean(device.appName(held.notification.app)),
      "  " + line(of: held.notification, on: device),
    ]
  }

  /// Returns the lines of Live Activities, dismissed ones too; a single line if there are none.
  public static func lines(ofActivitiesOf device: Phone, filter: Filter) -> [String] {
    let lines = device.activities.newestFirst.filter { filter.matches($0, on: device) }.map {
      ActivityLine.line(of: $0, on: device)
    }
    return lines.isEmpty ? ["no such Live Activity"] : lines
  }

  /// Returns the line of one notification, and the name of its app.
  public static func lineWithApp(of notification: DeliveredNotification, on device: Phone) -> String
  {
    line(of: notification, on: device) + "  " + PlainText.clean(device.appName(notification.app))
  }

  /// Returns the line of one notification: number, unread mark, moment, text, outcome.
  public static func line(of notification: DeliveredNotification, on device: Phone) -> String {
    let timeZone = device.settings.device.timeZone
    let text = device.visibleText(of: notification)
    let words = [text.title, text.subtitle, text.body].compactMap(\.self).joined(separator: ": ")
    var facts = [notification.outcome.rawValue]
    if notification.outcome != .shown { facts.append(notification.reason.rawValue) }
    if let acted = notification.acted { facts.append("acted " + acted.word) }
    return "#\(notification.id.rawValue)  \(notification.isRead ? " " : "*")  "
      + PlainText.moment(notification.date, in: timeZone) + "  "
      + PlainText.clean(words) + "  [" + PlainText.clean(facts.joined(separator: ", ")) + "]"
  }
}

/// Rejected requests for people (`ls is:rejected`).
public enum RejectedText {
  /// Returns the line of one request: moment, origin, response, cause, correction.
  public static func line(_ rejected: RejectedRequest, in timeZone: TimeZone) -> String {
    var words = [
      "R\(rejected.number)", PlainText.moment(rejected.at, in: timeZone),
      rejected.origin.wire.rawValue,
      rejected.status.map { String($0) } ?? "-", rejected.reason,
    ]
    if let app = rejected.app { words.append(app.text) }
    return PlainText.clean((words + [rejected.because, rejected.fix]).joined(separator: "  "))
  }
}
