import Foundation

/// The position of a push among numbered pushes, and the facts of its transit that follow from it.
public struct QueueTransit: Equatable, Sendable {
  /// The provider whose numbered feed delivered it; nil for other pushes.
  public var provider: ProviderID?
  /// Its position among the pushes of that provider; nil for other pushes.
  public var streamOffset: StreamOffset?
  /// Whether its app had subscribed to its folder while the phone was offline, so that the provider
  /// did not know yet.
  public var awaitsSubscription = false
  /// Its sequence number, from 1; nil if this gateway did not number it.
  public var position: Int?
  /// The number of times that it was sent again.
  public var repeats = 0
  /// Whether it is a duplicate that the link made.
  public var isCopy = false
  /// The moment of its arrival while it is in transit; nil otherwise.
  public var arrivesAt: Date?
  /// The result of comparing its sequence number with those that arrived before it; nil until it
  /// arrives.
  public var finding: GapFinding?
  /// The provider's reaction to the request for missing pushes; nil if there was no request, or no
  /// reaction yet.
  public var asking: Asking?

  /// A provider's reaction to a request.
  public enum Asking: String, Sendable {
    /// The provider named the pushes that it sends again.
    case answered
    /// The provider did not respond in time.
    case unanswered
  }

  /// Makes the transit of a push without a sequence number.
  public init() {}

  /// Whether it repeats a push that was sent before.
  var isExtra: Bool { isCopy || repeats > 0 }
  /// Whether it was sent again on request, by this gateway or by another provider.
  var isSentAgain: Bool { repeats > 0 || streamOffset?.isRepeat == true }

  /// Reads or writes its fields among those of ``TransitInfo``.
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("provider", &provider)
    fields.field("feed", &streamOffset)
    fields.field("awaited", &awaitsSubscription, unless: false)
    fields.field("position", &position)
    fields.field("repeats", &repeats, unless: 0)
    fields.field("copy", &isCopy, unless: false)
    fields.field("arrivesAt", &arrivesAt)
    fields.field("finding", &finding)
    fields.field("asking", &asking)
  }
}

extension QueueTransit.Asking: JSONField {}
