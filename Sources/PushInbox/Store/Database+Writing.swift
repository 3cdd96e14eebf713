import InboxModel

extension Database {
  /// Stores changes inside the open transaction.
  func apply(
    _ changes: [StoreChange], counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    // The trimmed pushes have consecutive numbers: one statement deletes them.
    var gone = 0..<0
    for change in changes {
      if case .phone(.delete(let id)) = change {
        if id.rawValue == gone.upperBound {
          gone = gone.lowerBound..<id.rawValue + 1
        } else {
          try deletePushes(gone)
          gone = id.rawValue..<id.rawValue + 1
        }
      } else {
        try apply(change, counting: &counters)
      }
    }
    try deletePushes(gone)
  }

  private func apply(
    _ change: StoreChange, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .gateway(let change): try apply(change, counting: &counters)
    case .phone(let change): try apply(change, counting: &counters)
    case .guest(.icq(let change)): try apply(change)
    case .guest(.queue(let change)): try apply(change)
    case .guest(.relay(let change)): try apply(change, counting: &counters)
    case .feedProgress(let progress): try replace(progress)
    case .erased: try erase(counting: &counters)
    }
  }

  /// Deletes all rows except those about feeds, and sets the counters to zero.
  private func erase(counting counters: inout StoredCounters) throws(DatabaseError) {
    let tables = try Statement(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", on: connection)
    var names: [String] = []
    while try tables.step() { names.append(tables.string(0)) }
    for name in names where !Self.tablesOfFeeds.contains(name) {
      try connection.execute("DELETE FROM \(name)")
    }
    let old = counters
    counters = StoredCounters()
    (counters.identity, counters.lastReport) = (old.identity, old.lastReport)
  }

  /// The tables that ``StoreChange/erased`` does not change.
  private static let tablesOfFeeds: Set = [
    "counters", "feed_positions", "feed_progress", "reports",
  ]

  /// Writes a state over the stored one, after rows of it were lost. The counters are not a part of
  /// it.
  func restore(
    _ state: Snapshot, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    for push in state.queue { try insertQueued(push, counting: &counters) }
    try restore(state.phone, counting: &counters)
    for registration in state.gateway.tokens.registrations {
      try apply(.token(registration), counting: &counters)
    }
    for channel in state.gateway.channels.all {
      try apply(.channel(channel, isForgotten: false), counting: &counters)
    }
    try restoreQueues(state.guests)
    try restoreRelay(state.guests, counting: &counters)
    try restoreICQ(state.guests)
  }

  // MARK: Accepted pushes that wait

  /// Stores a push that waits for the phone, for its app's extension or for its transit, and
  /// replaces the row of an earlier wait.
  func insertQueued(
    _ push: Delivery, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    try deleteQueued(push.id, counting: &counters)
    try insertQueued.run(push.id.rawValue, push.payload.bytes, StatementText(push.stored))
    counters.lastID = max(counters.lastID, push.id.rawValue)
    counters.queued += 1
  }

  /// Deletes a push that no longer waits.
  func deleteQueued(
    _ id: NotificationID, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    guard counters.queued > 0 else { return }
    try deleteQueued.run(id.rawValue)
    counters.queued -= connection.changes
  }

  /// Reads the waiting pushes, oldest first.
  func queued() throws(DatabaseError) -> [Delivery] {
    try deliveries("payload, delivery FROM queued ORDER BY id")
  }

  /// Reads pushes from rows of payload and delivery; unreadable rows are skipped.
  func deliveries(_ rest: String) throws(DatabaseError) -> [Delivery] {
    var pushes: [Delivery] = []
    let rows = try select(rest)
    while try rows.step() {
      if let push = Delivery(stored: rows.bytes(1), payload: rows.bytes(0)) { pushes.append(push) }
    }
    return pushes
  }

  // MARK: Trimming

  /// Deletes the oldest rows outside the list: removed or unlisted pushes, and rejected ones.
  func trim(keepingPast limit: Int) throws(DatabaseError) {
    let last = try connection.number(
      "SELECT id FROM pushes WHERE place >= 2 ORDER BY id DESC LIMIT 1 OFFSET \(limit)")
    try connection.execute(
      """
      DELETE FROM pushes WHERE id <= \(last) AND place >= 2;
      DELETE FROM originals WHERE id <= \(last) AND id NOT IN (SELECT id FROM pushes);
      DELETE FROM refused WHERE number <= (SELECT max(number) FROM refused) - \(limit);
      """)
  }

  /// Deletes the rejected pushes that were removed from their list, whose removal can no longer be
  /// undone.
  func deleteRemovedRejected() throws(DatabaseError) {
    try connection.execute("DELETE FROM refused WHERE removed")
  }

  // MARK: Single statements

  /// Runs a statement with parameters.
  func run<each Value: StatementValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) {
    try Statement(sql, on: connection).run(repeat each values)
  }
}
