import Foundation
import InboxModel

/// What the feeds hand to the runtime, in the order in which it came.
indirect enum FeedItem: Equatable, Sendable {
  /// A push; the answer goes to `reply`, nil if nobody waits for one.
  case push(PushRequest, reply: ReplyAddress?)
  /// Something the ICQ server is asked; the answer goes to `reply`.
  case icq(ICQRequest, reply: ReplyAddress)
  /// Something that never became a push.
  case refused(Refusal)
  /// A connection that brought provider tokens is closed.
  case connectionEnded(Int, at: Date)
  /// A line feed changed its state.
  case state(FeedState)
  /// A line feed has found a provider, by its identifier, to which the phone can subscribe.
  case offered(FeedSource, provider: String)
  /// A provider says what it has given at most, where the phone believes to have more.
  case setBack(FeedSource, FeedID, to: [BundleID: Int])
  /// A provider was asked for pushes that did not come: these come again; nil when it did not answer.
  case repeatsAnswered(RepeatRequest, coming: [Int]?)
  /// A phone that feeds on us wants something.
  case offer(OfferRequest)
  /// Somebody wants the feedback list, and may have shown a certificate.
  case feedbackAsked(ReplyAddress, by: Origin, Boxed<ClientCertificate>?)
  /// Somebody has it.
  case feedbackTold([FeedbackEntry])

  /// What it weighs in the queue: the body and a fixed share for everything around it, in bytes.
  var weight: Int {
    switch self {
    case .push(let request, _): 1024 + request.body.count
    case .icq(let request, _): 1024 + request.body.count
    case .refused(let refusal): 1024 + refusal.body.count
    case .connectionEnded: 64
    case .state, .offered, .setBack, .repeatsAnswered, .offer, .feedbackAsked, .feedbackTold: 1024
    }
  }

  /// Whether somebody waits for what is known by now.
  var isQuestion: Bool {
    switch self {
    case .feedbackAsked: true
    case .offer(let request): request.isSubscription
    default: false
    }
  }
}

/// The one queue between the feeds and the runtime, bounded by bytes.
///
/// It never refuses what it is offered: a feed looks at ``hasRoom`` before it reads its socket, so that
/// the senders and not memory wait, and nothing that was accepted is lost (`design/contract.md` §11).
final class Intake: @unchecked Sendable {
  private let lock = NSLock()
  private let limit: Int
  private let wakeUp: @Sendable () -> Void
  private var items: [FeedItem] = []
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

  /// Whether feeds may read on. False from the moment the limit is reached until ``drain()``.
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
    let weight = batch.reduce(0) { $0 + $1.weight }
    let wasEmpty = lock.withLock {
      let wasEmpty = items.isEmpty
      if wasEmpty { items = batch } else { items.append(contentsOf: batch) }
      bytes += weight
      if bytes >= limit { isFull = true }
      return wasEmpty
    }
    if wasEmpty { wakeUp() }
  }

  /// Takes all that waits, oldest first; empty if nothing does.
  func drain() -> [FeedItem] {
    let (taken, resumed) = lock.withLock {
      let taken = items
      let resumed = isFull ? roomWatchers : []
      items = []
      bytes = 0
      isFull = false
      return (taken, resumed)
    }
    for watcher in resumed { watcher() }
    return taken
  }

  /// Asks to be told when there is room again; called on the thread that drains.
  func whenRoomReturns(_ watcher: @escaping @Sendable () -> Void) {
    lock.withLock { roomWatchers.append(watcher) }
  }
}
