import Foundation
import InboxModel

/// An item that the feeds hand to the runtime, in the order of arrival.
enum FeedItem: Equatable, Sendable {
  /// A push; the answer goes to `reply`, nil if nobody waits for one.
  case push(PushRequest, reply: ResponseHandle?)
  /// Something the ICQ server is asked; the answer goes to `reply`.
  indirect case icq(ICQRequest, reply: ResponseHandle)
  /// Something that never became a push.
  indirect case rejected(RejectedRequest)
  /// The items of one read of a live feed, and the position reached: stored together.
  indirect case lines([FeedItem], FeedProgress)
  /// A connection that brought provider tokens is closed.
  case connectionEnded(Int, at: Date)
  /// A line feed changed its state.
  indirect case state(FeedState)
  /// A line feed has found a provider, by its identifier, to which the phone can subscribe.
  indirect case offered(FeedSource, provider: ProviderID, readsReports: Bool = false)
  /// A provider says what it has given at most, where the phone believes to have more.
  indirect case setBack(FeedSource, StreamID, to: [BundleID: Int])
  /// A provider was asked for pushes that did not come: these come again; nil when it did not answer.
  indirect case repeatsAnswered(RepeatRequest, coming: [Int]?)
  /// A provider keeps the reports of how pushes arrived, up to this one.
  indirect case reported(StreamID, through: Int)
  /// A phone that feeds on us wants something.
  indirect case offer(RelayRequest)
  /// Somebody wants the feedback list, and may have shown a certificate.
  indirect case feedbackAsked(ResponseHandle, by: Origin, Indirect<ClientCertificate>?)
  /// Somebody has it.
  case feedbackSent([FeedbackEntry])

  /// The memory it takes up, in bytes: at least as much as it does, but for small change.
  var weight: Int {
    switch self {
    case .push(let request, _): request.weight
    case .icq(let request, _): 1024 + request.body.capacity + request.origin.weight
    case .rejected(let rejected):
      1024 + rejected.body.capacity + rejected.because.utf8.count + rejected.origin.weight
    case .lines(let items, _): items.reduce(256) { $0 + $1.weight }
    case .connectionEnded: 64
    case .offer(let request): 1024 + request.reportCount * 256
    case .state, .offered, .setBack, .repeatsAnswered, .reported, .feedbackAsked, .feedbackSent:
      1024
    }
  }

  /// Whether the items before it are handled and stored first: it asks about them, or reports the
  /// state that they have led to.
  var waitsForCommit: Bool {
    switch self {
    case .feedbackAsked, .state: true
    case .offer(let request): request.isSubscription
    default: false
    }
  }
}

extension Origin {
  /// The memory of the sender's `user-agent` or address, in bytes.
  fileprivate var weight: Int { client?.utf8.count ?? 0 }
}

extension PushRequest {
  /// The memory it takes up, in bytes.
  ///
  /// A header field is two strings, each 16 bytes and as many more as its text has and its place on the heap
  /// needs. What was read of the payload repeats its texts, and adds at most 32 bytes for each element,
  /// member or escape that is written with one byte or more.
  fileprivate var weight: Int {
    let head = self.fields.reduce(self.path.utf8.count) {
      $0 + 64 + $1.name.utf8.count + $1.value.utf8.count
    }
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
