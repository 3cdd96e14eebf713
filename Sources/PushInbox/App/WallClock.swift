import Foundation
import InboxModel

/// Moments as a clock on the wall of the phone's time zone shows them, without a formatter: they are written
/// once a second for every row on the screen.
struct WallClock {
  let timeZone: TimeZone
  let now: Date
  private let today: String

  init(timeZone: TimeZone, now: Date) {
    self.timeZone = timeZone
    self.now = now
    today = Self.local(now, timeZone)
  }

  /// `21:58:07`
  var time: String { String(today.dropFirst(11).prefix(8)) }

  /// `Tue 14 Apr 21:58:07`
  var dateAndTime: String {
    let seconds =
      (now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))).rounded(.down)
    let day = (Int((seconds / 86_400).rounded(.down)) % 7 + 7 + 3) % 7
    return "\(Self.days[day]) \(Self.day(of: today)) \(time)"
  }

  /// `21:58`
  func minutes(_ date: Date) -> String { String(local(date).dropFirst(11).prefix(5)) }

  /// `14 Apr 2026 21:58:07.123`
  func full(_ date: Date) -> String {
    let text = local(date)
    return "\(Self.day(of: text)) \(text.prefix(4)) \(text.dropFirst(11).dropLast())"
  }

  /// The time of a row of the list, at most six columns: `now` for a minute, then `21:58`, on other days
  /// `13 Apr`, in other years `2025`.
  func row(_ date: Date) -> String {
    let age = now.timeIntervalSince(date)
    if age >= 0, age < 60 { return "now" }
    let text = local(date)
    if text.prefix(10) == today.prefix(10) { return String(text.dropFirst(11).prefix(5)) }
    return text.prefix(4) == today.prefix(4) ? Self.day(of: text) : String(text.prefix(4))
  }

  private func local(_ date: Date) -> String { Self.local(date, timeZone) }

  /// RFC 3339 of the local time, as if it were UTC.
  private static func local(_ date: Date, _ timeZone: TimeZone) -> String {
    Timestamp.text(date + Double(timeZone.secondsFromGMT(for: date)))
  }

  /// `14 Apr` of a local time.
  private static func day(of text: String) -> String {
    let day = text.dropFirst(8).prefix(2)
    let month = Int(text.dropFirst(5).prefix(2)) ?? 1
    return (day.hasPrefix("0") ? day.dropFirst() : day) + " " + months[month - 1]
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
