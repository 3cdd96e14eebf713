import InboxModel

extension Database {
  /// Reads what is kept of the numbered queues.
  func readQueues(into snapshot: inout Snapshot) throws(DatabaseError) {
    let letters = try select("payload, delivery FROM letters ORDER BY id")
    while try letters.step() {
      if let delivery = Delivery(stored: letters.bytes(1), payload: letters.bytes(0)) {
        snapshot.letters.append(delivery)
      }
    }
    let positions = try select("token, app, last FROM positions")
    while try positions.step() {
      guard let queue = QueueID(positions.string(0), positions.string(1)) else { continue }
      snapshot.positions[queue] = positions.int(2)
    }
    let missed = try select("token, app, memory FROM missed")
    while try missed.step() {
      guard let queue = QueueID(missed.string(0), missed.string(1)),
        let memory = JSONObject(stored: missed.bytes(2)).flatMap(GapDetector.init(stored:))
      else { continue }
      snapshot.missed[queue] = memory
    }
  }

  // MARK: Counts

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

  func writeOutstanding(
    _ push: OutstandingPush?, _ queue: String, _ number: Int
  ) throws(DatabaseError) {
    let statement = try Statement(
      push == nil
        ? "DELETE FROM outstanding WHERE queue = ? AND number = ?"
        : "INSERT OR REPLACE INTO outstanding VALUES (?, ?, ?)", on: connection)
    statement.bind(1, queue)
    statement.bind(2, number)
    if let push { statement.bind(3, text: push.stored) }
    try statement.run()
  }

  func insert(_ report: ArrivalReport, for feed: StreamID) throws(DatabaseError) {
    let statement = try Statement(
      "INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?)", on: connection)
    statement.bind(1, report.number)
    statement.bind(2, feed.provider)
    statement.bind(3, feed.device)
    statement.bind(4, JSONWriter.text(report.json))
    try statement.run()
  }

  func deleteReports(through number: Int, of feed: StreamID) throws(DatabaseError) {
    let statement = try Statement(
      "DELETE FROM reports WHERE number <= ? AND provider = ? AND device = ?", on: connection)
    statement.bind(1, number)
    statement.bind(2, feed.provider)
    statement.bind(3, feed.device)
    try statement.run()
  }
}

extension QueueID {
  fileprivate init?(_ token: String, _ app: String) {
    guard let token = DeviceToken(token) else { return nil }
    self.init(token: token, app: BundleID(rawValue: app))
  }
}
