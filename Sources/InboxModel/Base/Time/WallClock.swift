import Foundation

/// The wall clock of a time zone, computed with seconds: no calendar, no locale.
public struct WallClock: Equatable, Sendable {
  /// The time zone.
  public let zone: TimeZone

  /// Makes the clock of a time zone.
  public init(zone: TimeZone) { self.zone = zone }

  /// Returns a moment as text: `2026-04-14T21:58:02.004`.
  public func text(_ moment: Date) -> Substring {
    // UTF-8, since dropping a character would search for its boundary.
    Substring(Timestamp.text(moment + Double(zone.secondsFromGMT(for: moment))).utf8.dropLast())
  }

  /// Returns the whole days from 1970-01-01 to the day that the wall clock shows.
  public func day(of moment: Date) -> Int {
    let local = moment.clamped.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    return Int((local / 86_400).rounded(.down))
  }

  /// Returns the weekday of a day: 1 = Monday … 7 = Sunday.
  public static func weekday(ofDay day: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let rest = (day + 3) % 7
    return (rest < 0 ? rest + 7 : rest) + 1
  }

  /// Returns the first moment at which the wall clock has reached a time of a day.
  ///
  /// Of a time that occurs twice, in autumn, it returns the first moment. A time that is skipped,
  /// in spring, is reached when the clock jumps over it (`docs/rules.md` §5.3, wall clock).
  public func moment(day: Int, minute: Int) -> Date {
    let local = Double(day * 86_400 + minute * 60)
    let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
    let (early, late) = (local - max(before, after), local - min(before, after))
    if offset(at: local - before) == before {
      return Date(timeIntervalSince1970: local - before)
    }
    if offset(at: local - after) == after {
      return Date(timeIntervalSince1970: local - after)
    }
    return jump(between: early, and: late)
  }

  /// Returns the moment at which the offset changes, to the second.
  private func jump(between early: Double, and late: Double) -> Date {
    let old = offset(at: early)
    var (low, high) = (early, late)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if offset(at: middle) == old { low = middle } else { high = middle }
    }
    return Date(timeIntervalSince1970: high)
  }

  private func offset(at seconds: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
  }
}
