/// An event of the push systems, for the event stream.
public enum GuestEvent: GuestNews {
  /// An event of the ICQ server.
  case icq(ICQNews)
  /// An event of a numbered queue or of the link.
  case queue(QueueNews)

  /// The value of `event`.
  public var name: String {
    switch self {
    case .icq: "icq"
    case .queue: "queue"
    }
  }

  /// Returns the additional keys of the event, in the order of an event line.
  public func fields(of event: InboxEvent) -> [(key: String, value: JSONValue)] {
    switch self {
    case .icq(let news): news.fields(of: event.app)
    case .queue(let news): news.fields(event.app, thread: event.thread, event.id)
    }
  }

  /// Returns the spoken form of the event; nil if it is not spoken.
  public func spoken(about push: String) -> String? {
    switch self {
    case .icq(let news): news.spoken
    case .queue(let news): news.spoken(about: push)
    }
  }

  /// Whether it is about a push.
  public var isAboutPush: Bool { if case .queue = self { true } else { false } }

  /// The values that `kind` has in events of this name.
  public var kinds: [String] {
    switch self {
    case .icq: ICQNews.Kind.allCases.map(\.rawValue)
    case .queue: QueueNews.Kind.allCases.map(\.rawValue)
    }
  }

  /// An event of each name, with all its keys.
  public static var examples: [GuestEvent] {
    [.icq(ICQNews(.online, of: .nobody, because: "")), .queue(QueueNews(.gap, position: nil))]
  }
}
