import Foundation
import InboxModel

/// An item that the intake passes to the runtime.
enum FeedItem: Equatable, Sendable {
  /// A push. The response goes to `reply`; nil if no client waits for one.
  case push(PushRequest, reply: ResponseHandle?)
  /// A request to the ICQ server. The response goes to `reply`.
  indirect case icq(ICQRequest, reply: ResponseHandle)
  /// A request that did not become a push.
  indirect case rejected(RejectedRequest)
  /// The items of one read of a live feed, and the position it reached. They are stored together.
  indirect case lines([FeedItem], FeedProgress)
  /// A connection that carried provider tokens was closed.
  case connectionEnded(Int, at: Date)
  /// A line feed changed its state.
  indirect case state(FeedState)
  /// A line feed has found a provider to which the phone can subscribe.
  indirect case offered(FeedSource, provider: ProviderID, readsReports: Bool = false)
  /// A provider's last positions, which are lower than those that the phone reported.
  indirect case setBack(FeedSource, StreamID, to: [BundleID: Int])
  /// The response to a request for missed pushes: the numbers that will be repeated; nil when the
  /// provider did not respond.
  indirect case repeatsAnswered(RepeatRequest, coming: [Int]?)
  /// A provider has stored the arrival reports up to this one.
  indirect case reported(StreamID, through: Int)
  /// A request of a phone that subscribes to this inbox.
  indirect case offer(RelayRequest)
  /// A request for the feedback list, with the client's certificate if it presented one.
  indirect case feedbackAsked(ResponseHandle, by: Origin, Indirect<ClientCertificate>?)
  /// The client received the feedback list.
  case feedbackSent([FeedbackEntry])

  /// The memory that the item uses, in bytes: an upper bound except for small fixed parts.
  var weight: Int {
    switch self {
    case .push(let request, _): request.weight
    case .icq(let request, _): 1024 + request.body.capacity + request.origin.weight
    case .rejected(let rejected):
      1024 + rejected.body.capacity + rejected.because.utf8.count + rejected.path.utf8.count
        + rejected.fields.weight + rejected.origin.weight
    case .lines(let items, _): items.reduce(256) { $0 + $1.weight }
    case .connectionEnded: 64
    case .offer(let request): 1024 + request.reportCount * 256
    case .state, .offered, .setBack, .repeatsAnswered, .reported, .feedbackAsked, .feedbackSent:
      1024
    }
  }

  /// The connection with whose items it stays in order; 0 for all that no sender's connection
  /// carried.
  var connection: Int {
    switch self {
    case .push(let request, _): request.origin.connection
    case .icq(let request, _): request.origin.connection
    case .rejected(let rejected): rejected.origin.connection
    case .connectionEnded(let number, _): number
    default: 0
    }
  }

  /// Whether the items before it must be handled and stored first: it queries them, or reports the
  /// state that they lead to.
  var waitsForCommit: Bool {
    switch self {
    case .feedbackAsked, .state: true
    case .offer(let request): request.isSubscription
    default: false
    }
  }
}

extension Origin {
  /// The size of the sender's `user-agent` or address in bytes.
  fileprivate var weight: Int { client?.utf8.count ?? 0 }
}

extension [HeaderField] {
  /// The memory in bytes: a field is two strings, each 16 bytes plus its text and the heap's
  /// overhead.
  fileprivate var weight: Int {
    reduce(0) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension PushRequest {
  /// The memory that the push uses, in bytes.
  ///
  /// The parsed payload repeats its texts, and adds at most 32 bytes for each element, member or
  /// escape, each of which has at least one byte of source.
  fileprivate var weight: Int {
    let head = self.path.utf8.count + self.fields.weight
    let marks = self.body.withUnsafeBufferPointer { bytes in
      bytes.reduce(into: 0) { count, byte in
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"),
          UInt8(ascii: "\\"):
          count += 1
        default: break
        }
      }
    }
    return 1024 + head + self.body.capacity + self.body.count + 32 * marks
  }
}
