/// A report of the ICQ server about a user: one line of the event stream.
public struct ICQNews: Equatable, Sendable {
  /// The kind of the report.
  public enum Kind: String, Sendable, CaseIterable {
    /// The phone's session went online, or offline.
    case online, offline
    /// The client on the phone said something else of itself.
    case changed
    /// The client on the phone logged out.
    case ended
    /// A client elsewhere was started, or has left.
    case otherClient, otherLeft
    /// The waiting events were handed to the client that started.
    case handed
    /// An event reached a client that runs.
    case delivered
    /// An event waits, and is pushed.
    case pushed
    /// An event waits, and only raises the count.
    case counted
    /// An event waits.
    case stored

    /// In a word or two.
    public var words: String {
      switch self {
      case .otherClient: "another client"
      case .otherLeft: "the other client left"
      default: rawValue
      }
    }
  }

  /// The kind of the report.
  public var kind: Kind
  /// To whom.
  public var uin: UIN
  /// The sender of an event.
  public var from: UIN?
  /// Why, half a sentence or a whole one; without a full stop.
  public var because: String

  /// Makes news.
  public init(_ kind: Kind, of uin: UIN, from: UIN? = nil, because: String) {
    self.kind = kind
    self.uin = uin
    self.from = from
    self.because = because
  }
}

extension ICQNews {
  /// The further keys of the event.
  func fields(of app: BundleID?) -> [(key: String, value: JSONValue)] {
    [
      ("kind", .string(kind.rawValue)), ("uin", .string(uin.rawValue)),
      ("from", (from?.rawValue).map(JSONValue.string) ?? .null),
      ("app", (app?.text).map(JSONValue.string) ?? .null), ("because", .string(because)),
    ]
  }

  /// The event as it is spoken; nil for one about a message.
  var spoken: String? { from == nil ? "ICQ \(uin.rawValue): \(kind.words), \(because)." : nil }
}
