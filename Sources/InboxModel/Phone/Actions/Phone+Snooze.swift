import Foundation

// Snoozed entries: they are held, like those of the summary, until a moment.

extension Phone {
  /// Holds entries until a future moment. They return like other held pushes: quietly, at their
  /// position, unread.
  mutating func snooze(_ ids: [NotificationID], until: Date, _ effects: inout [Effect]) {
    guard until > now else { return }
    for id in ids {
      guard var notification = inbox.remove(id) else { continue }
      forget(id)
      notification.outcome = .held
      notification.reason = .snoozed
      notification.presented.formIntersection(.badge)
      waiting.insert(HeldPush(notification: notification, until: until))
      effects.append(.store(.moved(notification, to: .held(until: until))))
      emitPresented(notification, &effects)
    }
  }
}

/// The end of a snooze as text.
public enum SnoozeTime {
  /// The forms that ``moment(_:after:in:)`` accepts, for sentences.
  public static let form =
    "a span such as `45m`, a time such as `17:30` or in RFC 3339, `evening`, or `tomorrow`"

  /// Parses a span (`45m`, `2h`), a time of day (`17:30`, the next one), `evening` (18:00),
  /// `tomorrow` (08:00 of the next day) or a moment of RFC 3339; nil for any other text and for
  /// moments that are not in the future.
  public static func moment(_ text: String, after now: Date, in zone: TimeZone) -> Date? {
    var moment: Date?
    let clock = WallClock(zone: zone)
    if text == "tomorrow" {
      moment = clock.moment(day: clock.day(of: now) + 1, minute: 8 * 60)
    } else if let minutes = text == "evening" ? 18 * 60 : TimeOfDay.minutes(text) {
      moment = TimeOfDay.next(minutes, after: now, in: zone)
    } else {
      moment = TimeSpan.seconds(text).map { now.addingTimeInterval($0) } ?? Timestamp.date(text)
    }
    guard let moment = moment?.clamped.wholeMilliseconds, moment > now,
      moment.timeIntervalSince(now) <= TimeSpan.century
    else { return nil }
    return moment
  }
}
