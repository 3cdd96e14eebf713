import Foundation

/// The two clocks of an event loop. Tests replace them.
struct LoopClock: Sendable {
  /// A monotonic clock in seconds, for time limits.
  var seconds: @Sendable () -> Double
  /// The time of day, for the time of arrival.
  var date: @Sendable () -> Date

  /// The clocks of the system.
  static let system = LoopClock(
    seconds: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    },
    date: { Date() })
}
