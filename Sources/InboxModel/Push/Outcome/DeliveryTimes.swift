import Foundation

/// The moments at which a push was accepted and delivered.
public struct DeliveryTimes: Equatable, Sendable {
  /// The moment at which the gateway accepted the push; for a relayed push, at which its provider's
  /// gateway did.
  public var receivedAt: Date
  /// The moment at which the push reached the phone; nil if it never did.
  public var deliveredAt: Date?

  /// Pairs the moments.
  public init(receivedAt: Date, deliveredAt: Date?) {
    self.receivedAt = receivedAt
    self.deliveredAt = deliveredAt
  }

  /// The moment that the list shows: of delivery, or of acceptance for a push that never reached
  /// the phone.
  public var date: Date { deliveredAt ?? receivedAt }

  /// The seconds from acceptance to delivery, 0 or more, in whole milliseconds; nil for a push that
  /// never reached the phone.
  public var lateBy: TimeInterval? {
    deliveredAt.map { delivered in
      let milliseconds = Timestamp.milliseconds(delivered) - Timestamp.milliseconds(receivedAt)
      return Double(max(0, milliseconds)) / 1000
    }
  }

  /// The delay for people, for instance `3 h`; nil for a second or less.
  public var delay: String? {
    guard let lateBy, lateBy > 1 else { return nil }
    return TimeSpan.words(lateBy)
  }
}
