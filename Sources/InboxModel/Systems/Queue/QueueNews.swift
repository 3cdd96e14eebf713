/// An event of a numbered queue or of the link: one line of the event stream.
public struct QueueNews: Equatable, Sendable {
  /// The kind of an event.
  public enum Kind: String, Sendable, CaseIterable {
    /// It was lost on the way.
    case lost
    /// Some are missing before it, and are asked for.
    case gap
    /// It is sent again.
    case `repeat`
    /// It came after a later one.
    case late
    /// The number of those missing stands in its place.
    case replaced
  }

  /// The kind of the event.
  public var kind: Kind
  /// The position of the push in its queue; nil for one that has none.
  public var position: Int?
  /// The number of pushes that are missing before it.
  public var missed: Int?
  /// The reason for which it was lost.
  public var reason: ReasonCode?

  /// Makes news.
  public init(_ kind: Kind, position: Int?, missed: Int? = nil, reason: ReasonCode? = nil) {
    self.kind = kind
    self.position = position
    self.missed = missed
    self.reason = reason
  }
}

extension Delivery {
  /// News about the push, with its place in its queue.
  func news(
    _ kind: QueueNews.Kind, missed: Int? = nil, reason: ReasonCode? = nil
  ) -> QueueNews {
    var place = self.transit.queue.position
    if case .position(let position, _) = self.payload.queueMark { place = position }
    return QueueNews(kind, position: place, missed: missed, reason: reason)
  }
}

extension QueueNews {
  /// The further keys of the event about a push.
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

  /// The event as it is spoken; nil for one that is not.
  func spoken(about push: String) -> String? {
    if kind == .gap, let missed { return "\(push): \(missed) missing before it, asked for again." }
    return kind == .lost ? "\(push): lost on the way." : nil
  }
}
