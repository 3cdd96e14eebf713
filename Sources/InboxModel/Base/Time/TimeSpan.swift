import Foundation

/// A span of time as text: `200ms`, `10s`, `30m`, `1h`, `2d`.
public enum TimeSpan {
  /// The maximum span, in seconds. A virtual clock stops at every scheduled moment on its way, so
  /// the span must be limited.
  public static let century: TimeInterval = 36_525 * 86_400

  /// The texts of spans as a regular expression (ECMA-262), without anchors.
  static let pattern = #"([0-9]+\.?[0-9]*|\.[0-9]+)(ms|s|m|h|d)"#

  /// The texts of spans greater than 0 seconds as a regular expression.
  static let patternAboveZero = "(?=[0-9.]*[1-9])" + pattern

  /// Parses a span; returns seconds, at most ``century``; nil for any other text, including
  /// negative and empty spans.
  public static func seconds(_ text: String) -> TimeInterval? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let value = Double(digits) else { return nil }
    let unit: Double
    switch text.dropFirst(digits.count) {
    case "ms": unit = 0.001
    case "s": unit = 1
    case "m": unit = 60
    case "h": unit = 3600
    case "d": unit = 86_400
    default: return nil
    }
    let seconds = value * unit
    return seconds <= century ? seconds : nil
  }

  /// Returns seconds in the largest unit without a fraction: `30s`, `2m`, `1500ms`.
  public static func text(_ seconds: TimeInterval) -> String {
    let units: [(name: String, milliseconds: Int)] = [
      ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ]
    let milliseconds = Int((seconds * 1000).rounded())
    let unit = units.first { milliseconds > 0 && milliseconds.isMultiple(of: $0.milliseconds) }
    guard let unit else { return milliseconds == 0 ? "0s" : "\(milliseconds)ms" }
    return "\(milliseconds / unit.milliseconds)\(unit.name)"
  }
}

extension TimeSpan {
  /// Returns seconds for people in the two largest units that are not zero, truncated: `2 d 3 h`,
  /// `3 h`, `1 min 30 s`; below ten seconds with one decimal place: `1.5 s`.
  public static func words(_ seconds: TimeInterval) -> String {
    let tenths = Int((min(max(seconds, 0), century) * 10 + 0.001).rounded(.down))
    guard tenths >= 100 else {
      return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " s"
    }
    let units: [(name: String, seconds: Int)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    let first = units.firstIndex { tenths / 10 >= $0.seconds } ?? 3
    var rest = tenths / 10
    let parts = units[first...].prefix(2).compactMap { unit -> String? in
      let count = rest / unit.seconds
      rest -= count * unit.seconds
      return count > 0 ? "\(count) \(unit.name)" : nil
    }
    return parts.joined(separator: " ")
  }
}

/// A time of day as text: `07:00`, `23:59`.
public enum TimeOfDay {
  /// The texts of times of day as a regular expression (ECMA-262), without anchors.
  static let pattern = "([01][0-9]|2[0-3]):[0-5][0-9]"

  /// Parses `HH:MM`; returns minutes after midnight, 0 to 1439; nil for any other text.
  public static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isDigits = parts.allSatisfy { part in
      part.count == 2 && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard parts.count == 2, isDigits, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      (0..<24).contains(hours), (0..<60).contains(minutes)
    else { return nil }
    return hours * 60 + minutes
  }

  /// Returns minutes after midnight as `HH:MM`.
  public static func text(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return (hours < 10 ? "0" : "") + String(hours) + (rest < 10 ? ":0" : ":") + String(rest)
  }
}

extension TimeZone {
  /// Makes a time zone from its name or from `±hh:mm`, which Foundation does not accept in that
  /// spelling.
  public init?(named name: String) {
    if let first = name.first, first == "+" || first == "-" {
      guard let minutes = TimeOfDay.minutes(String(name.dropFirst())) else { return nil }
      self.init(secondsFromGMT: (first == "-" ? -60 : 60) * minutes)
    } else {
      self.init(identifier: name)
    }
  }
}
