import Foundation

/// The rate limits of device tokens. For each token it counts the pushes since the first one of a
/// span; after the span the count restarts.
struct DeviceTokenRates: Equatable, Sendable {
  /// The maximum number of counted tokens. Beyond it all counts restart, so that pushes are
  /// accepted rather than rejected.
  static let limit = 100_000

  private struct Window: Equatable {
    var start: Date
    var count: Int
  }

  private var windows: [DeviceToken: Window] = [:]

  /// Counts a push.
  ///
  /// - Throws: `TooManyRequests`; the rejected push is not counted.
  mutating func count(
    _ token: DeviceToken, at now: Date, most rate: PushRate
  ) throws(Rejection) {
    guard let window = windows[token], now < window.start.addingTimeInterval(rate.span) else {
      if windows.count >= Self.limit { windows.removeAll() }
      windows[token] = Window(start: now, count: 1)
      return
    }
    guard window.count < rate.count else {
      throw Rejection(
        .tooManyRequests,
        because: "The device token had \(rate.count) pushes since \(Timestamp.text(window.start)), "
          + "the limit for \(TimeSpan.text(rate.span)).",
        fix: "Send fewer pushes to this token, and retry later; gateway.tokenRate sets the limit.")
    }
    windows[token]?.count += 1
  }
}
