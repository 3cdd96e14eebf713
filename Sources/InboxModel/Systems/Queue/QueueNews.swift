/// An event of a numbered queue or of the link, one line of the event stream.
public struct QueueNews: Equatable, Sendable {
  /// The kind of an event.
  public enum Kind: String, Sendable, CaseIterable {
    /// The push was lost on the network.
    case lost
    /// Pushes before this one are missing and were requested.
    case gap
    /// The push is sent again.
    case `repeat`
    /// The push arrived after a later one.
    case late
    /// The number of missing pushes replaced the text of the push.
    case replaced
  }

  /// The kind of the event.
  public var kind: Kind
  /// The sequence number of the push; nil for none.
  public var position: Int?
  /// The number of missing pushes before it; nil for none.
  public var missed: Int?
  /// The reason of the loss; nil for none.
  public var reason: ReasonCode?

  /// Makes an event.
  public init(_ kind: Kind, position: Int?, missed: Int? = nil, reason: ReasonCode? = nil) {
    self.kind = kind
    self.position = position
    self.missed = missed
    self.reason = reason
  }
}

extension Delivery {
  /// Makes an event about the push, with its sequence number.
  func news(
    _ kind: QueueNews.Kind, missed: Int? = nil, reason: ReasonCode? = nil
  ) -> QueueNews {
    var place = self.transit.queue.position
    if case .position(let position, _) = self.payload.queueMark { place = position }
    return QueueNews(kind, position: place, missed: missed, reason: reason)
  }
}

extension QueueNews {
  /// Returns the additional keys of the event about a push.
  func fields(
    _ app: BundleID?, thread: ThreadID?, _ id: NotificationID?
  ) -> [(key: String, value: JSONValue)] {
    [
      ("kind", .string(kind.rawValue)), ("app", JSONValue(app?.text)),
      ("thread", JSONValue(thread?.text)),
      ("id", id.map { JSONValue($0.rawValue) } ?? .null),
      ("position", position.map { JSONValue($0) } ?? .null),
      ("missed", missed.map { JSONValue($0) } ?? .null),
      ("reason", (reason?.rawValue).map(JSONValue.string) ?? .null),
    ]
  }

  /// Returns the spoken form of the event; nil if it is not spoken.
  func spoken(about push: String) -> String? {
    if kind == .gap, let missed { return "\(push): \(missed) missing before it, requested again." }
    return kind == .lost ? "\(push): lost on the way." : nil
  }
}
