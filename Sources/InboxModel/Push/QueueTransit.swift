import Foundation

/// The place of a push among numbered pushes, and the facts of its way that follow from it.
public struct QueueTransit: Equatable, Sendable {
  /// The provider from which it came by a feed; nil for what came otherwise.
  public var provider: ProviderID?
  /// Its place among the pushes of that provider; nil for what came otherwise.
  public var streamOffset: StreamOffset?
  /// Whether its app had subscribed to its folder, and the provider did not know, since the phone was offline.
  public var awaitsSubscription = false
  /// Its position, from 1; nil when it was not numbered here.
  public var position: Int?
  /// The number of times that it was sent again.
  public var repeats = 0
  /// Whether the link has made it, beside the one that was sent.
  public var isCopy = false
  /// When it will be there, as long as it is on its way.
  public var arrivesAt: Date?
  /// The result of comparing its position with those that arrived before it; nil until it arrived.
  public var finding: GapFinding?
  /// The result of asking for those that are missing; nil while nothing was asked, or nothing came yet.
  public var asking: Asking?

  /// A provider's reaction to a request.
  public enum Asking: String, Sendable {
    /// It has said which come again.
    case answered
    /// It said nothing in time.
    case unanswered
  }

  /// A push that has no position.
  public init() {}

  /// Whether another of the same push was sent before it.
  var isExtra: Bool { isCopy || repeats > 0 }
  /// Whether it is the answer to a request for what was missing, here or at a provider elsewhere.
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
