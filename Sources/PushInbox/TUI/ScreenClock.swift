import Foundation
import InboxModel

/// Moments as text in the phone's time zone. No formatter is used, because they are written once a
/// second for every row on the screen.
struct ScreenClock {
  let now: Date
  private let wall: WallClock
  private let today: Substring

  init(timeZone: TimeZone, now: Date) {
    self.now = now
    wall = WallClock(zone: timeZone)
    today = wall.text(now)
  }

  /// The time: `21:58:07`.
  var time: String { String(today.dropFirst(11).prefix(8)) }

  /// The date and time: `Tue 14 Apr 21:58:07`.
  var dateAndTime: String {
    "\(weekday(now).prefix(3)) \(Self.day(of: today)) \(time)"
  }

  /// Returns the weekday: `Tuesday`.
  private func weekday(_ date: Date) -> String {
    Self.days[WallClock.weekday(ofDay: wall.day(of: date)) - 1]
  }

  /// Returns the time in minutes: `21:58`.
  func minutes(_ date: Date) -> String { String(wall.text(date).dropFirst(11).prefix(5)) }

  /// Returns the time in seconds: `21:58:07`.
  func seconds(_ date: Date) -> String { String(wall.text(date).dropFirst(11).prefix(8)) }

  /// Returns the time in milliseconds, `21:58:07.123`; on other days the date and time, `13 Apr
  /// 21:58`.
  func precise(_ date: Date) -> String {
    let text = wall.text(date)
    let time = text.dropFirst(11)
    return text.prefix(10) == today.prefix(10)
      ? String(time) : "\(Self.day(of: text)) \(time.prefix(5))"
  }

  /// The day: `Tuesday 14 April`.
  var longDay: String { longDay(now) }

  /// Returns `TODAY`, `YESTERDAY`, otherwise `Monday 13 April`, in other years with the year.
  func heading(_ date: Date) -> String {
    let text = wall.text(date)
    switch wall.day(of: now) - wall.day(of: date) {
    case 0: return "TODAY"
    case 1: return "YESTERDAY"
    default: return longDay(date) + (text.prefix(4) == today.prefix(4) ? "" : " \(text.prefix(4))")
    }
  }

  private func longDay(_ date: Date) -> String {
    let text = wall.text(date)
    return "\(weekday(date)) \(Int(text.dropFirst(8).prefix(2)) ?? 1) \(Self.month(of: text))"
  }

  /// Returns `21:58` for today, `Wed 08:00` for the coming days, `5 May 2027 08:00` for others.
  func shortly(_ date: Date) -> String {
    let days = wall.day(of: date) - wall.day(of: now)
    switch days {
    case 0: return minutes(date)
    case 1...6: return "\(weekday(date).prefix(3)) \(minutes(date))"
    default:
      let text = wall.text(date)
      return "\(Self.day(of: text)) \(text.prefix(4)) \(minutes(date))"
    }
  }

  /// Returns the full date and time: `14 Apr 2026 21:58:07.123`.
  func full(_ date: Date) -> String {
    let text = wall.text(date)
    return "\(Self.day(of: text)) \(text.prefix(4)) \(text.dropFirst(11))"
  }

  /// Returns the time for a row of the list, at most six columns: `now` for a minute, then `21:58`;
  /// on other days `13 Apr`, in other years `2025`.
  func row(_ date: Date) -> String {
    let age = now.timeIntervalSince(date)
    if age >= 0, age < 60 { return "now" }
    let text = wall.text(date)
    if text.prefix(10) == today.prefix(10) { return String(text.dropFirst(11).prefix(5)) }
    return text.prefix(4) == today.prefix(4) ? Self.day(of: text) : String(text.prefix(4))
  }

  /// Returns the time for a row with room for eight columns: `21:58:07` today, otherwise as
  /// ``row(_:)``.
  func wideRow(_ date: Date) -> String {
    let text = wall.text(date)
    guard text.prefix(10) == today.prefix(10) else { return row(date) }
    return String(text.dropFirst(11).prefix(8))
  }

  /// Returns the time since a moment, at most six columns: `now` for a minute, then `5 min`, `2 h`,
  /// `3 d`.
  func age(of date: Date) -> String {
    switch Self.minutes(from: date, to: now) {
    case ..<1: "now"
    case let minutes where minutes < 60: "\(minutes) min"
    case let minutes where minutes < 1440: "\(minutes / 60) h"
    case let minutes: "\(minutes / 1440) d"
    }
  }

  /// Returns the whole minutes between two moments.
  static func minutes(from date: Date, to now: Date) -> Int {
    Int(max(0, min(now.timeIntervalSince(date), 1e9)) / 60)
  }

  /// Returns `14 Apr` of a local time.
  private static func day(of text: Substring) -> String {
    let day = text.dropFirst(8).prefix(2)
    return (day.hasPrefix("0") ? day.dropFirst() : day) + " " + month(of: text).prefix(3)
  }

  /// Returns `April` of a local time.
  private static func month(of text: Substring) -> String {
    months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
  }

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
