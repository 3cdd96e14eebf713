import Foundation

/// `clock=real|+5m|ISO-TIME` of `set`. The program carries it out: no machine
/// has a clock of its own.
public enum ClockChange: Equatable, Sendable {
  /// The machine's clock again.
  case real
  /// So many seconds further than it is.
  case advance(TimeInterval)
  /// To this moment.
  case moment(Date)

  /// Reads a value.
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
          expected: "`real`, a span such as `+5m` or a moment such as `2026-04-14T18:58:00Z`",
          found: "`\(text)`"), path: "clock")
    }
  }
}
