import Foundation

/// Moments as text: RFC 3339 §5.6 in UTC with milliseconds, for instance
/// `2026-04-14T18:58:02.004Z`.
///
/// The conversion is implemented here because a Foundation formatter costs more than a whole push
/// may.
public enum Timestamp {
  /// The texts that ``date(_:)`` parses as a regular expression (ECMA-262), without anchors.
  static let pattern =
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:"
    + #"([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"#

  /// The texts that ``text(_:)`` returns as a regular expression (ECMA-262), without anchors.
  static let printedPattern =
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:"
    + #"[0-5][0-9]\.[0-9]{3}Z"#

  /// Returns a moment as text, rounded to the millisecond.
  public static func text(_ date: Date) -> String {
    String(unsafeUninitializedCapacity: length) { write(date, to: $0) }
  }

  /// Appends ``text(_:)``.
  static func append(_ date: Date, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { text in
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<write(date, to: text)]))
    }
  }

  private static let length = 24

  private static func write(_ date: Date, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let milliseconds = milliseconds(date)
    let (days, inDay) = milliseconds.quotientAndRemainder(dividingFloor: 86_400_000)
    let (year, month, day) = civil(daysSince1970: days)
    let (hours, inHour) = inDay.quotientAndRemainder(dividingBy: 3_600_000)
    let (minutes, inMinute) = inHour.quotientAndRemainder(dividingBy: 60_000)
    let (seconds, rest) = inMinute.quotientAndRemainder(dividingBy: 1000)
    var end = 0
    func write(_ value: Int, digits: Int, _ mark: Unicode.Scalar) {
      var rest = value
      for place in (end..<end + digits).reversed() {
        text[place] = UInt8(48 + rest % 10)
        rest /= 10
      }
      text[end + digits] = UInt8(ascii: mark)
      end += digits + 1
    }
    write(year, digits: 4, "-")
    write(month, digits: 2, "-")
    write(day, digits: 2, "T")
    write(hours, digits: 2, ":")
    write(minutes, digits: 2, ":")
    write(seconds, digits: 2, ".")
    write(rest, digits: 3, "Z")
    return end
  }

  /// Returns a moment for people, as the clocks of a time zone show it, with the offset:
  /// `2026-04-14T21:58:02.004+03:00`. Without an offset it is ``text(_:)``; ``date(_:)`` parses
  /// both.
  public static func text(_ date: Date, in zone: TimeZone) -> String {
    let minutes = zone.secondsFromGMT(for: date.clamped) / 60
    guard minutes != 0 else { return text(date) }
    let local = text(date + Double(minutes * 60)).dropLast()
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    return local + (minutes < 0 ? "-" : "+") + (hours < 10 ? "0" : "") + "\(hours):"
      + (rest < 10 ? "0" : "") + "\(rest)"
  }

  /// Returns whole milliseconds since 1970, rounded, the stored form of a moment.
  public static func milliseconds(_ date: Date) -> Int {
    Int((date.clamped.timeIntervalSince1970 * 1000).rounded())
  }

  /// Returns the moment this number of milliseconds after 1970.
  public static func date(milliseconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).clamped
  }

  /// Parses RFC 3339: `2026-04-14T19:58:00+03:00`, `…Z`, with or without a fraction; nil for any
  /// other text.
  public static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8(date)
  }

  /// Parses RFC 3339 in UTF-8; nil for any other text.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    var reader = TimestampReader(bytes: text[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2),
      reader.skip("T", or: "t") || reader.skip(" "), let hour = reader.number(2), reader.skip(":"),
      let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
      (1...12).contains(month), (1...daysInMonth(month, year: year)).contains(day), hour < 24,
      minute < 60, second <= 60, let fraction = reader.fraction(), let offset = reader.offset(),
      reader.bytes.isEmpty
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction).clamped
  }

  private static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the days from 1970-01-01 in the proleptic Gregorian calendar. Years are counted from
  /// March, so that the leap day is the last day of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.quotientAndRemainder(dividingFloor: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
    return era.quotient * 146_097 + dayOfEra - 719_468
  }

  private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingFloor: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Date? {
  /// Returns the earliest of the moments that are not nil. It makes no array, since it runs for
  /// each push.
  static func earliest(
    _ first: Date?, _ second: Date?, _ third: Date? = nil, _ fourth: Date? = nil,
    _ fifth: Date? = nil
  ) -> Date? {
    func earlier(_ left: Date?, _ right: Date?) -> Date? {
      guard let left, let right else { return left ?? right }
      return min(left, right)
    }
    return earlier(earlier(earlier(first, second), earlier(third, fourth)), fifth)
  }
}

extension Date {
  /// The nearest moment within the years 1 to 9999, UTC.
  ///
  /// Every computed or parsed moment is clamped: others have no RFC 3339 form, and converting their
  /// seconds to an integer may trap.
  public var clamped: Date { min(max(self, Self.first), Self.last) }

  /// The nearest whole millisecond, equal to its parsed text, so that a replay uses the same moment
  /// as the recording.
  public var wholeMilliseconds: Date { Timestamp.date(milliseconds: Timestamp.milliseconds(self)) }

  /// The first whole millisecond after this one.
  var nextMillisecond: Date { Timestamp.date(milliseconds: Timestamp.milliseconds(self) + 1) }

  /// Returns the date in whole milliseconds, at least one after another moment.
  func after(_ moment: Date) -> Date { max(wholeMilliseconds, moment.nextMillisecond) }

  private static let first = Date(timeIntervalSince1970: -62_135_596_800)
  private static let last = Date(timeIntervalSince1970: 253_402_300_799.999)
}

extension Int {
  fileprivate func quotientAndRemainder(dividingFloor divisor: Int) -> (
    quotient: Int, remainder: Int
  ) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// The unread rest of a moment's text.
private struct TimestampReader {
  private(set) var bytes: Slice<UnsafeBufferPointer<UInt8>>

  init(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    self.bytes = bytes
  }

  /// Parses a number with this number of digits; nil for any other text.
  mutating func number(_ count: Int) -> Int? {
    guard bytes.count >= count else { return nil }
    var value = 0
    for byte in bytes.prefix(count) {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    bytes.removeFirst(count)
    return value
  }

  /// Skips one of two characters; returns false if neither is next.
  mutating func skip(_ first: Unicode.Scalar, or second: Unicode.Scalar = "\0") -> Bool {
    guard let byte = bytes.first,
      byte == UInt8(ascii: first) || second != "\0" && byte == UInt8(ascii: second)
    else { return false }
    bytes.removeFirst()
    return true
  }

  /// Parses a fraction of a second, 0 if there is none; nil for a point without digits.
  mutating func fraction() -> Double? {
    guard skip(".") else { return 0 }
    let digits = bytes.prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { return nil }
    bytes.removeFirst(digits.count)
    guard digits.count <= 15 else {
      return Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
    }
    // Integers and powers of ten up to 10^15 are exact, so that the quotient is the nearest double.
    let (value, scale) = digits.reduce((0, 1)) { ($0.0 * 10 + Int($1 - 48), $0.1 * 10) }
    return Double(value) / Double(scale)
  }

  /// Parses the offset from UTC; returns seconds; nil for any other text.
  mutating func offset() -> Int? {
    if skip("Z", or: "z") { return 0 }
    guard let sign = bytes.first, skip("+", or: "-"), let hours = number(2), skip(":"),
      let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }
}
