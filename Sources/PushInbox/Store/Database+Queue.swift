import InboxModel

extension Database {
  /// Stores a change of the numbered queues.
  func apply(_ change: QueueChange) throws(DatabaseError) {
    switch change {
    case .numbered(let push):
      try insertRetained(push)
      try replacePosition(
        QueueID(token: push.token, app: push.app), push.transit.queue.position)
    case .retainedRemoved(let last): try run("DELETE FROM letters WHERE id <= ?", last.rawValue)
    case .missed(let queue, let memory):
      try run(
        "INSERT OR REPLACE INTO missed VALUES (?, ?, ?)", queue.token.hex, queue.app,
        StatementText(memory.stored))
    case .counts(let queue, let counts?):
      try run(
        "INSERT OR REPLACE INTO queue_counts VALUES (?, ?)", queue.stored,
        StatementText(counts.stored))
    case .counts(let queue, nil): try run("DELETE FROM queue_counts WHERE queue = ?", queue.stored)
    case .outstanding(let queue, let number, let push?):
      try run(
        "INSERT OR REPLACE INTO outstanding VALUES (?, ?, ?)", queue.stored, number,
        StatementText(push.stored))
    case .outstanding(let queue, let number, nil):
      try run("DELETE FROM outstanding WHERE queue = ? AND number = ?", queue.stored, number)
    }
  }

  private func insertRetained(_ push: Delivery) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO letters VALUES (?, ?, ?)", push.id.rawValue, push.payload.bytes,
      StatementText(push.stored))
  }

  private func replacePosition(_ queue: QueueID, _ position: Int?) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", queue.token.hex, queue.app, position)
  }

  /// Writes the state of the numbered queues over the stored one.
  func restoreQueues(_ kept: KeptGuests) throws(DatabaseError) {
    for push in kept.retained { try insertRetained(push) }
    for (queue, position) in kept.positions { try replacePosition(queue, position) }
    for (queue, memory) in kept.missed { try apply(.missed(queue, memory)) }
    for (queue, counts) in kept.counts { try apply(.counts(queue, counts)) }
    for push in kept.outstanding {
      try apply(.outstanding(push.queue, number: push.number, push))
    }
  }

  /// Reads the state of the numbered queues.
  func readQueues(into kept: inout KeptGuests) throws(DatabaseError) {
    kept.retained = try deliveries("payload, delivery FROM letters ORDER BY id")
    let positions = try select("token, app, last FROM positions")
    while try positions.step() {
      guard let queue = QueueID(positions) else { continue }
      kept.positions[queue] = positions.count(2)
    }
    let missed = try select("token, app, memory FROM missed")
    while try missed.step() {
      guard let queue = QueueID(missed), let memory = GapDetector(stored: missed.bytes(2))
      else { continue }
      kept.missed[queue] = memory
    }
    let counts = try select("queue, counts FROM queue_counts")
    while try counts.step() {
      guard let queue = CountedQueue(stored: counts.string(0)),
        let queueCounts = QueueCounts(stored: counts.bytes(1))
      else { continue }
      kept.counts[queue] = queueCounts
    }
    let pushes = try select("push FROM outstanding")
    while try pushes.step() {
      if let push = OutstandingPush(stored: pushes.bytes(0)) { kept.outstanding.append(push) }
    }
  }
}

extension QueueID {
  /// Reads the columns `token, app`; nil for an invalid token.
  fileprivate init?(_ row: borrowing Statement) {
    guard let token = DeviceToken(row.string(0)) else { return nil }
    self.init(token: token, app: row.identifier(1))
  }
}
