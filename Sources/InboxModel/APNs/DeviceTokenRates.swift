import Foundation

/// The rate limits of device tokens and broadcast channels. For each it counts the pushes since the
/// first one of a span; after the span the count restarts.
struct DeviceTokenRates: Equatable, Sendable {
  /// The maximum number of counted addresses. Beyond it all counts restart, so that pushes are
  /// accepted rather than rejected.
  static let limit = 100_000

  /// The address of a push.
  enum Address: Hashable {
    case token(DeviceToken)
    case channel(BroadcastChannel.Key)

    /// The kind, for sentences.
    fileprivate var kind: String {
      switch self {
      case .token: "device token"
      case .channel: "channel"
      }
    }
  }

  private struct Window: Equatable {
    var start: Date
    var count: Int
  }

  private var windows: [Address: Window] = [:]

  /// Counts a push.
  ///
  /// - Throws: `TooManyRequests`; the rejected push is not counted.
  mutating func count(
    _ address: Address, at now: Date, most rate: PushRate
  ) throws(Rejection) {
    guard let window = windows[address], now < window.start.addingTimeInterval(rate.span) else {
      if windows.count >= Self.limit { windows.removeAll() }
      windows[address] = Window(start: now, count: 1)
      return
    }
    guard window.count < rate.count else {
      let kind = address.kind
      throw Rejection(
        .tooManyRequests,
        because: "The \(kind) had \(rate.count) pushes since \(Timestamp.text(window.start)), "
          + "the limit for \(TimeSpan.text(rate.span)).",
        fix: "Send fewer pushes to this \(kind == "channel" ? kind : "token"), and retry later; "
          + "gateway.tokenRate sets the limit.")
    }
    windows[address]?.count += 1
  }
}
