/// An event of the ICQ server about a user, one line of the event stream.
public struct ICQNews: Equatable, Sendable {
  /// The kind of an event.
  public enum Kind: String, Sendable, CaseIterable {
    /// The phone's session went online or offline.
    case online, offline
    /// The phone's client changed its parameters.
    case changed
    /// The phone's client logged out.
    case ended
    /// A client elsewhere started or ended.
    case otherClient, otherLeft
    /// The waiting events were delivered to a client that started.
    case handed
    /// An event was delivered to a running client.
    case delivered
    /// An event waits and is pushed.
    case pushed
    /// An event waits and only increases the count.
    case counted
    /// An event waits without a push.
    case stored

    /// The kind in one or two words.
    public var words: String {
      switch self {
      case .otherClient: "another client"
      case .otherLeft: "the other client left"
      default: rawValue
      }
    }
  }

  /// The kind of the event.
  public var kind: Kind
  /// The user.
  public var uin: UIN
  /// The sender; nil for none.
  public var from: UIN?
  /// The reason: half a sentence or a sentence, without a full stop.
  public var because: String

  /// Makes an event.
  public init(_ kind: Kind, of uin: UIN, from: UIN? = nil, because: String) {
    self.kind = kind
    self.uin = uin
    self.from = from
    self.because = because
  }
}

extension ICQNews {
  /// Returns the additional keys of the event.
  func fields(of app: BundleID?) -> [(key: String, value: JSONValue)] {
    [
      ("kind", .string(kind.rawValue)), ("uin", .string(uin.rawValue)),
      ("from", (from?.rawValue).map(JSONValue.string) ?? .null),
      ("app", (app?.text).map(JSONValue.string) ?? .null), ("because", .string(because)),
    ]
  }

  /// The spoken form of the event; nil for one about a message.
  var spoken: String? { from == nil ? "ICQ \(uin.rawValue): \(kind.words), \(because)." : nil }
}
