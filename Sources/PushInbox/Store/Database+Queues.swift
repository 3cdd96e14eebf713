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
        let memory = JSONObject(stored: missed.bytes(2)).flatMap(MissedPushes.init(stored:))
      else { continue }
      snapshot.missed[queue] = memory
    }
  }
}

extension QueueID {
  fileprivate init?(_ token: String, _ app: String) {
    guard let token = DeviceToken(token) else { return nil }
    self.init(token: token, app: BundleID(rawValue: app))
  }
}
