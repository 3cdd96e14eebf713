import Foundation

/// The two clocks of an event loop; tests put their own in.
struct LoopClock: Sendable {
  /// Seconds since some fixed moment, never going back: for time limits.
  var seconds: @Sendable () -> Double
  /// The time of day: for what is received.
  var date: @Sendable () -> Date

  /// The machine's clocks.
  static let system = LoopClock(
    seconds: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    },
    date: { Date() })
}
