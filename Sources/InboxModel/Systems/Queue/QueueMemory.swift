import Foundation

/// The state of the apps' service extensions on a phone about numbered queues, and the sequence
/// numbers that they have requested (`docs/reference/queue.md`).
struct QueueMemory: Equatable, Sendable {
  /// The time limit for a provider's response, in seconds, after which the push is shown unchanged
  /// (XIV-36). A requested number is not requested again within this time.
  static let repeatLimit: TimeInterval = 30

  /// The result of a push at an extension.
  struct Result {
    /// The push with the finding.
    var push: Delivery
    /// The change for the store; nil for none.
    var change: QueueChange?
    /// The event about the push; nil for none.
    var news: QueueNews?
  }

  /// The detector of each queue.
  private(set) var detectors: [QueueID: GapDetector] = [:]
  /// The moment of the last request for each number. It is not stored, so that missing numbers are
  /// requested again after a restart.
  private var askedAt: [QueueID: [Int: Date]] = [:]

  /// Evaluates the sequence number of a push that arrived.
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
    // A duplicate of a push that shows the number of missing ones shows it too, but without an
    // event.
    case .late,
      .tooMany where memory.last == last:
      result.news = push.news(.late)
    case .tooMany(let missed): result.news = push.news(.replaced, missed: missed)
    default: break
    }
    return result
  }

  /// Returns the sequence numbers to request before a push is shown, ascending.
  func wanted(before push: Delivery, at now: Date) -> [Int] {
    guard let finding = push.transit.queue.finding,
      case .position(let position, _) = push.payload.queueMark
    else { return [] }
    let queue = QueueID(push)
    let wanted = detectors[queue]?.wanted(for: finding, at: position) ?? []
    // A number that was requested recently is already in transit.
    return wanted.filter { place in
      askedAt[queue]?[place].map { now.timeIntervalSince($0) >= Self.repeatLimit } ?? true
    }
  }

  /// Makes the request for pushes that are missing before a push; nil if there are none, or if they
  /// were requested already.
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

  /// Handles the response to a request: the push is shown, with its text or with the number of
  /// missing ones.
  ///
  /// - Parameter coming: The numbers that are sent again; nil if the request failed.
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

  /// Returns the newest burst that a repeated push belongs to; nil if it was not requested.
  func burst(of push: Delivery) -> GapDetector.Burst? {
    guard push.transit.queue.isSentAgain, case .position(let position, _) = push.payload.queueMark
    else { return nil }
    return detectors[QueueID(push)]?.burst(of: position)
  }

  /// Records that one of the pushes of a burst has alerted; returns the change for the store, nil
  /// for none.
  mutating func recordAlert(of push: Delivery) -> QueueChange? {
    guard case .position(let position, _) = push.payload.queueMark,
      var memory = detectors[QueueID(push)]
    else { return nil }
    memory.markAlerted(position)
    return store(memory, of: QueueID(push))
  }

  /// Removes the queues of an uninstalled app.
  mutating func forget(_ app: BundleID) -> [QueueChange] {
    detectors.keys.filter { $0.app == app }.sorted(by: <).map { queue in
      detectors[queue] = nil
      return .missed(queue, GapDetector())
    }
  }

  /// Restarts the counting of these apps' pushes, since a provider rewound its sequence.
  mutating func forget(
    _ apps: some Sequence<BundleID>, of provider: ProviderID
  ) -> [QueueChange] {
    guard let token = DeviceToken(hex: provider.text) else { return [] }
    return apps.compactMap { app in
      let queue = QueueID(token: token, app: app)
      return detectors[queue] == nil ? nil : store(GapDetector(), of: queue)
    }
  }

  /// Restores a stored state into the current one.
  mutating func restore(_ kept: [QueueID: GapDetector]) { detectors.merge(kept) { $1 } }

  private mutating func store(_ memory: GapDetector, of queue: QueueID) -> QueueChange? {
    guard memory != detectors[queue] else { return nil }
    detectors[queue] = memory
    return .missed(queue, memory)
  }
}
