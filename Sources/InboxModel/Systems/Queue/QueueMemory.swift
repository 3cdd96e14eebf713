import Foundation

/// The memory of the apps' service extensions on a phone about the numbered queues, and the
/// positions that they have asked for (`docs/queue.md`).
struct QueueMemory: Equatable, Sendable {
  /// Seconds for which an extension may wait for an answer; then the push is shown as it came
  /// (XIV-36). So long what was asked for has time to come before it is asked for again.
  static let repeatLimit: TimeInterval = 30

  /// The outcome of a push at an extension.
  struct Result {
    /// The push with what was found.
    var push: Delivery
    /// The change that a store keeps, if there is one.
    var change: QueueChange?
    /// The event about the push, if there is one.
    var news: QueueNews?
  }

  /// The memory of each queue.
  private(set) var detectors: [QueueID: GapDetector] = [:]
  /// When the phone last asked for a missing position; not known after a restart, so that it asks
  /// at once.
  private var askedAt: [QueueID: [Int: Date]] = [:]

  /// Reads the position of a push that arrived.
  mutating func process(_ push: Delivery, _ settings: QueueSettings) -> Result {
    var memory = detectors[QueueID(push)] ?? GapDetector()
    let last = memory.last
    var push = push
    let finding = memory.process(
      push.payload.queueMark,
      GapDetector.Terms(
        deviceID: settings.deviceID, rule: settings.rule, most: settings.repeatMaxCount))
    push.transit.queue.finding = finding
    var result = Result(push: push, change: store(memory, of: QueueID(push)))
    switch finding {
    case .gap(let missed): result.news = push.news(.gap, missed: missed)
    // A copy of one that tells how many are missing does so too, but it is no news.
    case .late,
      .tooMany where memory.last == last:
      result.news = push.news(.late)
    case .tooMany(let missed): result.news = push.news(.replaced, missed: missed)
    default: break
    }
    return result
  }

  /// The positions to ask for before a push is shown, ascending.
  func wanted(before push: Delivery, at now: Date) -> [Int] {
    guard let finding = push.transit.queue.finding,
      case .position(let position, _) = push.payload.queueMark
    else { return [] }
    let queue = QueueID(push)
    let wanted = detectors[queue]?.wanted(for: finding, at: position) ?? []
    // What was asked for a moment ago is on its way.
    return wanted.filter { place in
      askedAt[queue]?[place].map { now.timeIntervalSince($0) >= Self.repeatLimit } ?? true
    }
  }

  /// Asks the provider for what is missing before a push; nil where nothing is, or where it was
  /// asked for.
  mutating func ask(
    before push: Delivery, at now: Date
  ) -> (request: RepeatRequest, change: QueueChange?)? {
    let wanted = wanted(before: push, at: now)
    guard !wanted.isEmpty, push.transit.queue.asking == nil else { return nil }
    let queue = QueueID(push)
    var memory = detectors[queue] ?? GapDetector()
    let missing = Set(memory.missing)
    askedAt[queue] = (askedAt[queue] ?? [:]).filter { missing.contains($0.key) }
    for place in wanted { askedAt[queue]?[place] = now }
    memory.beginBurst(push.id, wanted)
    let request = RepeatRequest(
      id: push.id, queue: queue, positions: wanted, provider: push.transit.queue.provider)
    return (request, store(memory, of: queue))
  }

  /// Takes the answer to a request: the push goes on its way, or the number of those missing takes
  /// its place.
  ///
  /// - Parameter coming: The positions that come again; nil where the request failed.
  mutating func settle(
    _ request: RepeatRequest, of push: Delivery, asked: [Int], coming: [Int]?,
    _ rule: QueueSettings.CountingRule
  ) -> Result? {
    guard let finding = push.transit.queue.finding,
      case .position(let position, _) = push.payload.queueMark
    else { return nil }
    var push = push
    push.transit.queue.asking = .answered
    var memory = detectors[request.queue] ?? GapDetector()
    let settled = memory.settle(finding, at: position, asked: asked, coming: coming, rule)
    memory.settleBurst(request.id, coming: coming)
    push.transit.queue.finding = settled
    return Result(
      push: push, change: store(memory, of: request.queue),
      news: settled.replacement.map { push.news(.replaced, missed: $0) })
  }

  /// The newest burst that a push sent again belongs to; nil where it was not asked for.
  func burst(of push: Delivery) -> GapDetector.Burst? {
    guard push.transit.queue.isSentAgain, case .position(let position, _) = push.payload.queueMark
    else { return nil }
    return detectors[QueueID(push)]?.burst(of: position)
  }

  /// Notes that one of the pushes of a burst has alerted.
  mutating func recordAlert(of push: Delivery) -> QueueChange? {
    guard case .position(let position, _) = push.payload.queueMark,
      var memory = detectors[QueueID(push)]
    else { return nil }
    memory.markAlerted(position)
    return store(memory, of: QueueID(push))
  }

  /// Forgets the queues of an app that was uninstalled.
  mutating func forget(_ app: BundleID) -> [QueueChange] {
    detectors.keys.filter { $0.app == app }.sorted(by: <).map { queue in
      detectors[queue] = nil
      return .missed(queue, GapDetector())
    }
  }

  /// Begins anew to count the pushes of these apps: a provider elsewhere went back.
  mutating func forget(
    _ apps: some Sequence<BundleID>, of provider: ProviderID
  ) -> [QueueChange] {
    guard let token = DeviceToken(hex: provider.text) else { return [] }
    return apps.compactMap { app in
      let queue = QueueID(token: token, app: app)
      return detectors[queue] == nil ? nil : store(GapDetector(), of: queue)
    }
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(_ kept: [QueueID: GapDetector]) { detectors.merge(kept) { $1 } }

  private mutating func store(_ memory: GapDetector, of queue: QueueID) -> QueueChange? {
    guard memory != detectors[queue] else { return nil }
    detectors[queue] = memory
    return .missed(queue, memory)
  }
}
