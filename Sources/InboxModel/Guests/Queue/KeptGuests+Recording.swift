// The numbered queues in a recorded snapshot.

extension Guests {
  static func parts(of kept: inout KeptGuests) -> [KeptGuests] {
    let retained = kept.retained
    kept.retained = []
    return retained.map { push in
      var part = KeptGuests()
      part.retained = [push]
      return part
    }
  }
}

extension KeptGuests {
  /// Reads or writes the stored state of the numbered queues.
  mutating func exchangeQueues(_ fields: inout JSONFields) {
    var positions = positions.sorted { $0.key < $1.key }
      .map { KeptQueue(queue: $0.key, last: $0.value) }
    var missed = missed.sorted { $0.key < $1.key }
      .map { KeptQueue(queue: $0.key, missed: $0.value) }
    var retained = retained.map(QueuedPush.init)
    fields.field("positions", &positions, unless: [])
    fields.field("missed", &missed, unless: [])
    fields.field("letters", &retained, unless: [])
    fields.field("link", &linkState)
    exchangeCounts(&fields)
    self.positions = positions.reduce(into: [:]) { $0[$1.queue] = $1.last }
    self.missed = missed.reduce(into: [:]) { $0[$1.queue] = $1.missed }
    self.retained = retained.map(\.delivery)
  }
}

extension KeptGuests {
  /// Reads or writes the counts of the local queues. Scenarios have no providers or phones in other
  /// processes.
  private mutating func exchangeCounts(_ fields: inout JSONFields) {
    var kept = counts.filter { $0.key.isLocal }.sorted { $0.key < $1.key }
      .map { KeptCounts(queue: $0.key, counts: $0.value) }
    var outstanding = outstanding.filter(\.queue.isLocal)
    fields.field("counts", &kept, unless: [])
    fields.field("outstanding", &outstanding, unless: [])
    self.counts = kept.reduce(into: [:]) { $0[$1.queue] = $1.counts }
    self.outstanding = outstanding
  }
}

extension CountedQueue {
  fileprivate var isLocal: Bool { if case .local = self { true } else { false } }
}

/// The stored outcomes of one queue.
private struct KeptCounts: JSONFieldList {
  var queue = CountedQueue.phone("", "")
  var counts = QueueCounts()

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("queue", &queue)
    fields.field("counts", &counts)
  }
}

/// A queue in its stored form, of the gateway or the phone.
private struct KeptQueue: JSONFieldList {
  var queue = QueueID(token: .local, app: "")
  var last: Int?
  var missed: GapDetector?

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("token", &queue.token, unless: .local)
    fields.field("app", &queue.app)
    fields.field("last", &last)
    fields.field("memory", &missed)
  }
}
