import InboxModel

extension Database {
  /// Writes a change of what is counted.
  func apply(
    _ change: QueueLedger.Change, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
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
    case .report(let feed, let report):
      try run(
        "INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?)", report.number, feed.provider,
        feed.device, JSONWriter.text(report.json))
      counters.lastReport = max(counters.lastReport, report.number)
    case .reportsGone(let feed, let number):
      try run(
        "DELETE FROM reports WHERE number <= ? AND provider = ? AND device = ?", number,
        feed.provider, feed.device)
    }
  }

  /// Reads what became of counted pushes, and what is to be reported of them.
  func readCounts(into snapshot: inout Snapshot) throws(DatabaseError) {
    let counts = try select("queue, counts FROM queue_counts")
    while try counts.step() {
      guard let queue = CountedQueue(stored: counts.string(0)),
        let its = JSONObject(stored: counts.bytes(1)).flatMap(QueueCounts.init(stored:))
      else { continue }
      snapshot.counts[queue] = its
    }
    let pushes = try select("push FROM outstanding")
    while try pushes.step() {
      guard let push = JSONObject(stored: pushes.bytes(0)).flatMap(OutstandingPush.init(stored:))
      else { continue }
      snapshot.outstanding.append(push)
    }
    let reports = try select("provider, device, report FROM reports ORDER BY number")
    while try reports.step() {
      guard let json = JSONObject(stored: reports.bytes(2)),
        let report = ArrivalReport(.object(json))
      else { continue }
      let feed = StreamID(provider: reports.string(0), device: reports.string(1))
      snapshot.reports[feed, default: []].append(report)
    }
  }
}
