import Foundation
import InboxModel

/// What the feeds hand to the runtime, in the order in which it came.
indirect enum FeedItem: Equatable, Sendable {
  /// A push; the answer goes to `reply`, nil if nobody waits for one.
  case push(PushRequest, reply: ResponseHandle?)
  /// Something the ICQ server is asked; the answer goes to `reply`.
  case icq(ICQRequest, reply: ResponseHandle)
  /// Something that never became a push.
  case refused(Refusal)
  /// The items of one read of a live feed, and the position reached: stored together.
  case lines([FeedItem], FeedProgress)
  /// A connection that brought provider tokens is closed.
  case connectionEnded(Int, at: Date)
  /// A line feed changed its state.
  case state(FeedState)
  /// A line feed has found a provider, by its identifier, to which the phone can subscribe.
  case offered(FeedSource, provider: String, readsReports: Bool = false)
  /// A provider says what it has given at most, where the phone believes to have more.
  case setBack(FeedSource, StreamID, to: [BundleID: Int])
  /// A provider was asked for pushes that did not come: these come again; nil when it did not answer.
  case repeatsAnswered(RepeatRequest, coming: [Int]?)
  /// A provider keeps the reports of how pushes arrived, up to this one.
  case reported(StreamID, through: Int)
  /// A phone that feeds on us wants something.
  case offer(RelayRequest)
  /// Somebody wants the feedback list, and may have shown a certificate.
  case feedbackAsked(ResponseHandle, by: Origin, Indirect<ClientCertificate>?)
  /// Somebody has it.
  case feedbackTold([FeedbackEntry])

  /// The memory it takes up, in bytes: at least as much as it does, but for small change.
  var weight: Int {
    switch self {
    case .push(let request, _): request.weight
    case .icq(let request, _): 1024 + request.body.capacity + request.origin.weight
    case .refused(let refusal):
      1024 + refusal.body.capacity + refusal.because.utf8.count + refusal.origin.weight
    case .lines(let items, _): items.reduce(256) { $0 + $1.weight }
    case .connectionEnded: 64
    case .offer(let request): 1024 + request.reportCount * 256
    case .state, .offered, .setBack, .repeatsAnswered, .reported, .feedbackAsked, .feedbackTold:
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

/// The one queue between the feeds and the runtime, bounded by bytes.
///
/// It never refuses what it is offered: a feed looks at ``hasRoom`` before it reads its socket, so that
/// the senders and not memory wait, and nothing that was accepted is lost (`design/contract.md` §11).
// Sendable: the variables are read and written under `lock` only; watchers and `wakeUp` are called outside of it.
final class Intake: @unchecked Sendable {
  private let lock = NSLock()
  private let limit: Int
  private let wakeUp: @Sendable () -> Void
  private var items: [(item: FeedItem, weight: Int)] = []
  private var bytes = 0
  private var isFull = false
  private var roomWatchers: [@Sendable () -> Void] = []

  /// - Parameters:
  ///   - limit: Bytes from which on the feeds stop reading.
  ///   - wakeUp: Called once for each change from empty to not empty, on the feeds' thread.
  init(limit: Int = 64 << 20, wakeUp: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.wakeUp = wakeUp
  }

  /// Whether feeds may read on. False from the moment the limit is reached until ``drain(most:bytes:)``
  /// has made room.
  var hasRoom: Bool {
    lock.withLock { !isFull }
  }

  /// Whether anything waits.
  var hasItems: Bool {
    lock.withLock { !items.isEmpty }
  }

  /// Adds what came in one round of reading.
  func offer(_ batch: [FeedItem]) {
    guard !batch.isEmpty else { return }
    let weighed = batch.map { (item: $0, weight: $0.weight) }
    let weight = weighed.reduce(0) { $0 + $1.weight }
    let wasEmpty = lock.withLock {
      let wasEmpty = items.isEmpty
      if wasEmpty { items = weighed } else { items.append(contentsOf: weighed) }
      bytes += weight
      if bytes >= limit { isFull = true }
      return wasEmpty
    }
    if wasEmpty { wakeUp() }
  }

  /// Removes and returns the oldest items; none if nothing waits. What stays goes on to weigh.
  ///
  /// - Parameters:
  ///   - count: The most items.
  ///   - bytes: The weight from which on no further item is returned.
  func drain(most count: Int = .max, bytes limit: Int = .max) -> [FeedItem] {
    let (drained, resumed) = lock.withLock {
      var weight = 0
      let drained = Array(
        items.prefix(count).prefix { item in
          defer { weight += item.weight }
          return weight < limit
        })
      items.removeFirst(drained.count)
      bytes -= drained.reduce(0) { $0 + $1.weight }
      let resumed = isFull && bytes < self.limit ? roomWatchers : []
      isFull = bytes >= self.limit
      return (drained, resumed)
    }
    for watcher in resumed { watcher() }
    return drained.map(\.item)
  }

  /// Asks to be told when there is room again; called on the thread that drains.
  func whenRoomReturns(_ watcher: @escaping @Sendable () -> Void) {
    lock.withLock { roomWatchers.append(watcher) }
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
    let head = fields.reduce(path.utf8.count) {
      $0 + 64 + $1.name.utf8.count + $1.value.utf8.count
    }
    let marks = body.withUnsafeBufferPointer { bytes in
      bytes.reduce(into: 0) { count, byte in
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"),
          UInt8(ascii: "\\"):
          count += 1
        default: break
        }
      }
    }
    return 1024 + head + body.capacity + body.count + 32 * marks
  }
}
