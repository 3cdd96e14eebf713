import Foundation

/// The recent rates of pushes to device tokens: for each the pushes since the first of a span,
/// after whose end the count begins anew.
struct DeviceTokenRates: Equatable, Sendable {
  /// The most tokens that are counted. Beyond it all counts begin anew, so that pushes are accepted
  /// rather than rejected.
  static let limit = 100_000

  private struct Window: Equatable {
    var start: Date
    var count: Int
  }

  private var windows: [DeviceToken: Window] = [:]

  /// Counts a push.
  ///
  /// - Throws: `TooManyRequests`; that push is then not counted.
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
          + "the most within \(TimeSpan.text(rate.span)).",
        fix: "Send less to this token, and later; gateway.tokenRate sets the limit.")
    }
    windows[token]?.count += 1
  }
}
