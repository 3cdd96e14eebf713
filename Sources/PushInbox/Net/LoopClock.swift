import Foundation

/// The two clocks the feeds look at; tests put their own in.
struct IntakeClock: Sendable {
  /// Seconds since some fixed moment, never going back: for time limits.
  var seconds: @Sendable () -> Double
  /// The time of day: for ``PushRequest/receivedAt``.
  var date: @Sendable () -> Date

  /// The machine's clocks.
  static let system = IntakeClock(
    seconds: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    },
    date: { Date() })
}
