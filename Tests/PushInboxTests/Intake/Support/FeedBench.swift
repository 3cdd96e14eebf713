import Foundation
import InboxModel

@testable import PushInbox

/// A listener on a free port with a runtime that responds immediately, or on request.
final class FeedBench: @unchecked Sendable {
  let intake: Intake
  let loop: IntakeLoop
  let listener: Listener
  let clock: ManualClock

  /// The queue of the runtime, which retains the order of items.
  private let queue: DispatchQueue
  private let condition = NSCondition()
  private var taken: [FeedItem] = []
  private var isHolding: Bool
  /// The entries of the feedback service.
  private var feedback: [FeedbackEntry]
  private var answer: @Sendable (PushRequest) -> PushResponse

  init(
    identity: TLSIdentity? = nil, limits: ConnectionLimits = ConnectionLimits(),
    intakeLimit: Int = 64 << 20,
    isHolding: Bool = false, isLegacy: Bool = false, feedback: [FeedbackEntry] = [],
    proxy: ProxySettings = ProxySettings(), host: String = "127.0.0.1",
    inherited: [InheritedSocket] = [],
    answer: @escaping @Sendable (PushRequest) -> PushResponse = { .ok(to: $0) }
  ) throws {
    let queue = DispatchQueue(label: "runtime")
    self.queue = queue
    let relay = BatchRelay()
    clock = ManualClock()
    self.isHolding = isHolding
    self.feedback = feedback
    self.answer = answer
    intake = Intake(limit: intakeLimit) { queue.async { relay.bench?.wake() } }
    loop = try IntakeLoop(intake: intake, clock: clock.feedClock)
    let anyPort = HostPort(host: host, port: 0)
    listener = try Listener(
      Listener.Options(
        address: anyPort, allowsNetwork: true, legacy: isLegacy ? anyPort : nil,
        feedback: isLegacy ? anyPort : nil,
        inherited: inherited,
        identity: identity, limits: limits, proxy: proxy),
      on: loop)
    relay.bench = self
  }

  deinit {
    listener.stop(within: 0)
    loop.stop()
  }

  var port: UInt16 { listener.endpoint.port }
  var legacyPort: UInt16 { listener.legacy?.port ?? 0 }
  var feedbackPort: UInt16 { listener.feedback?.port ?? 0 }

  private func wake() {
    if condition.withLock({ !isHolding }) { drain() }
  }

  /// Lets the runtime process waiting items, and continue to do so.
  func resume() {
    condition.withLock { isHolding = false }
    queue.sync { drain() }
  }

  private func drain() {
    let items = intake.drain().flatMap(\.parts)
    listener.respond(
      with:
        items.compactMap { item in
          switch item {
          case .push(let request, let reply?): return (reply, answer(request))
          case .icq(let request, let reply):
            let size = request.body.count
            return (reply, PushResponse(status: 200, document: #"{"bytes":\#(size)}"#))
          default: return nil
          }
        })
    for item in items {
      switch item {
      case .feedbackAsked(let reply, _, _):
        listener.sendFeedback(condition.withLock { feedback }, to: reply)
      case .feedbackSent(let entries):
        condition.withLock { feedback.removeAll(where: entries.contains) }
      case .push, .icq, .rejected, .lines, .connectionEnded, .state, .offered, .setBack,
        .repeatsAnswered, .offer, .reported:
        break
      }
    }
    condition.withLock {
      taken += items
      condition.broadcast()
    }
  }

  /// Waits until the processed items satisfy a condition, at most `patience`.
  @discardableResult
  func items(until isEnough: ([FeedItem]) -> Bool) -> [FeedItem] {
    let limit = Date(timeIntervalSinceNow: patience)
    return condition.withLock {
      while !isEnough(taken), condition.wait(until: limit) {}
      return taken
    }
  }

  func pushes(_ count: Int = 1) -> [PushRequest] {
    items { $0.pushes.count >= count }.pushes
  }

  func rejections(_ count: Int = 1) -> [RejectedRequest] {
    items { $0.rejections.count >= count }.rejections
  }

  func states(until last: @escaping (FeedState.Condition) -> Bool) -> [FeedState.Condition] {
    items { $0.states.contains(where: last) }.states
  }

  /// Advances the clock of the time limits.
  func advance(_ seconds: Double) {
    clock.advance(seconds)
    loop.wake()
  }

  private final class BatchRelay: @unchecked Sendable {
    weak var bench: FeedBench?
  }
}

/// A clock that moves only on request.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 1000.0

  func advance(_ more: Double) {
    lock.withLock { seconds += more }
  }

  var feedClock: LoopClock {
    LoopClock(
      seconds: { self.lock.withLock { self.seconds } },
      date: { Date(timeIntervalSince1970: 1_776_193_082.004) })
  }
}

extension PushResponse {
  /// Returns the response to an accepted push.
  static func ok(to request: PushRequest) -> PushResponse {
    PushResponse(status: 200, apnsID: request.apnsID)
  }

  static func rejected(_ status: Int, _ reason: String, to request: PushRequest) -> PushResponse {
    PushResponse(status: status, apnsID: request.apnsID, reason: RejectionReason(rawValue: reason))
  }
}

extension PushRequest {
  var apnsID: APNSID {
    self.fields.first { $0.name == "apns-id" }.map { APNSID($0.value) } ?? self.freshID
  }

  var bodyText: String {
    String(decoding: self.body, as: UTF8.self)
  }
}

extension FeedItem {
  /// The items of one read, one by one, then the position reached.
  var parts: [FeedItem] {
    if case .lines(let items, let progress) = self {
      items + [.lines([], progress)]
    } else {
      [self]
    }
  }
}

extension [FeedItem] {
  var pushes: [PushRequest] {
    compactMap { if case .push(let request, _) = $0 { request } else { nil } }
  }

  var rejections: [RejectedRequest] {
    compactMap { if case .rejected(let rejected) = $0 { rejected } else { nil } }
  }

  var states: [FeedState.Condition] {
    compactMap { if case .state(let state) = $0 { state.condition } else { nil } }
  }
}
