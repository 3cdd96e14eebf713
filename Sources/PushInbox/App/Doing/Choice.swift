import Foundation
import InboxModel

/// A menu of a few things, each with a key of its own.
struct Choice: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// How long to put these off.
    case snooze([NotificationID])
    /// What to copy of a push.
    case copy(NotificationID)
  }

  /// What a key stands for.
  struct Row: Equatable, Sendable {
    var key: Character
    var title: String
    var remark = ""
    var meaning: Meaning
  }

  enum Meaning: Equatable, Sendable {
    case snooze(until: Date)
    /// A time to be typed.
    case otherTime
    case copy(CopiedPart)
  }

  let subject: Subject

  /// The rows at a moment.
  func rows(at now: Date, in zone: TimeZone) -> [Row] {
    switch subject {
    case .snooze: Self.snoozing(at: now, in: zone)
    case .copy:
      CopiedPart.allCases.map {
        Row(key: $0.key, title: $0.title, remark: $0.remark, meaning: .copy($0))
      }
    }
  }

  private static func snoozing(at now: Date, in zone: TimeZone) -> [Row] {
    let clock = ScreenClock(timeZone: zone, now: now)
    let evening = SnoozeTime.moment("evening", after: now, in: zone)
    let wall = WallClock(zone: zone)
    let isToday = evening.map { wall.day(of: $0) == wall.day(of: now) } ?? false
    let times = [
      ("15 minutes", SnoozeTime.moment("15m", after: now, in: zone)),
      ("1 hour", SnoozeTime.moment("1h", after: now, in: zone)),
      (isToday ? "this evening" : "tomorrow evening", evening),
      ("tomorrow morning", SnoozeTime.moment("tomorrow", after: now, in: zone)),
    ]
    let rows = times.enumerated().compactMap { number, time in
      time.1.map { until in
        Row(
          key: Character(String(number + 1)), title: time.0, remark: clock.shortly(until),
          meaning: .snooze(until: until))
      }
    }
    let other = Row(
      key: "5", title: "another time", remark: "45m, 17:30, a moment", meaning: .otherTime)
    return rows + [other]
  }
}

/// A part of a push that can be copied.
enum CopiedPart: CaseIterable, Sendable {
  case payload, id, token, curl, curlWithToken, text

  var key: Character {
    switch self {
    case .payload: "p"
    case .id: "i"
    case .token: "t"
    case .curl: "c"
    case .curlWithToken: "C"
    case .text: "v"
    }
  }

  var title: String {
    switch self {
    case .payload: "payload"
    case .id: "apns-id"
    case .token: "device token"
    case .curl: "curl line"
    case .curlWithToken: "curl, with token"
    case .text: "visible text"
    }
  }

  var remark: String {
    switch self {
    case .payload: "byte for byte"
    case .id, .token: ""
    case .curl: "sends it again; $TOKEN for the token"
    case .curlWithToken: "the same, the token in it"
    case .text: "title, subtitle and body as on the screen"
    }
  }
}
