import Foundation

/// `clock=real|+5m|ISO-TIME` of `set`. The program carries it out, since machines have no clock.
public enum ClockChange: Equatable, Sendable {
  /// Resets to the system's clock.
  case real
  /// Advances by a number of seconds.
  case advance(TimeInterval)
  /// Sets to a moment.
  case moment(Date)

  /// The values for a clock that is virtual already, as a regular expression (ECMA-262), without
  /// anchors.
  static let virtualPattern = #"\+\#(TimeSpan.pattern)|\#(Timestamp.pattern)"#

  /// Parses a value.
  ///
  /// - Throws: ``SettingsError`` for an invalid value.
  public init(_ text: String) throws(SettingsError) {
    if text == "real" {
      self = .real
    } else if text.hasPrefix("+"), let seconds = TimeSpan.seconds(String(text.dropFirst())) {
      self = .advance(seconds)
    } else if let date = Timestamp.date(text) {
      self = .moment(date)
    } else {
      throw SettingsError(
        .wrongValue(
          expected: "`real`, a span such as `+5m` or a time such as `2026-04-14T18:58:00Z`",
          found: "`\(text)`"), path: "clock")
    }
  }
}
