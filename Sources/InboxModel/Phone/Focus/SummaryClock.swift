import Foundation

/// The next time of the scheduled summary (`docs/rules.md` §5.4), cached with the interval in which
/// it holds.
struct SummaryClock: Equatable {
  private var next: Date?
  private var holdsFrom = Date.distantFuture

  /// Returns the first time of the summary after a moment; nil without times.
  mutating func next(after moment: Date, settings: PhoneSettings) -> Date? {
    guard moment < holdsFrom || next.map({ moment >= $0 }) ?? false else { return next }
    let clock = WallClock(zone: settings.device.timeZone)
    let today = clock.day(of: moment)
    next = (today...today + 2).lazy.flatMap { day in
      settings.summary.timesInForce.map { clock.moment(day: day, minute: $0) }
    }.filter { $0 > moment }.min()
    holdsFrom = moment
    return next
  }

  /// Discards the cached result after a change of the settings.
  mutating func reset() {
    self = SummaryClock()
  }
}
