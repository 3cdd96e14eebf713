import InboxModel

extension Store {
  /// Returns the state with which the phone and the gateway continue after a restart.
  ///
  /// - Parameter hasEntries: Whether to read the entries; without them a ``ListLoader`` loads them.
  func snapshot(hasEntries: Bool = true) throws(StoreError) -> Snapshot {
    let counters = self.counters
    let snapshot = try attempt { database throws(DatabaseError) in
      var snapshot = Snapshot()
      snapshot.gateway = try database.gatewayState(counters)
      snapshot.phone = try database.phoneState(counters)
      if hasEntries { try database.readEntries(into: &snapshot.phone) }
      snapshot.queue = try database.queued()
      try database.readQueues(into: &snapshot.guests)
      try database.readRelay(into: &snapshot.guests)
      try database.readICQ(into: &snapshot.guests)
      snapshot.guests.lastReport = counters.lastReport
      return snapshot
    }
    lacksState = false
    return snapshot
  }

  /// Returns the user's setting changes; those of another version that cannot be parsed are
  /// skipped.
  func changes() throws(StoreError) -> SettingChanges {
    try attempt { database throws(DatabaseError) in SettingChanges(try database.changes()) }
  }

  /// Returns the complete record of a push; nil if there is none with this number.
  func record(_ id: NotificationID) throws(StoreError) -> PushRecord? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select("\(PushRow.columns) FROM pushes WHERE id = ?", id.rawValue)
      guard try row.step() else { return nil }
      var reader = PushReader()
      return try database.record(reader.read(row))
    }
  }

  /// Calls `body` with the complete record of each matching push, in the order of their numbers. Of
  /// other pushes only the row is read.
  func forEachRecord(
    where isMeant: (DeliveredNotification) -> Bool, _ body: (PushRecord) -> Void
  ) throws(StoreError) {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select("\(PushRow.columns) FROM pushes ORDER BY id")
      var reader = PushReader()
      while try rows.step() {
        let entry = reader.read(rows)
        if isMeant(entry.notification) { body(try database.record(entry)) }
      }
    }
  }

  /// Returns the background pushes, newest first.
  func silent() throws(StoreError) -> [DeliveredNotification] {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        "\(PushRow.columns) FROM pushes WHERE outcome = ? ORDER BY arrival DESC",
        Outcome.silent.rawValue)
      var (reader, pushes) = (PushReader(), [DeliveredNotification]())
      while try rows.step() { pushes.append(reader.read(rows).notification) }
      return pushes
    }
  }

  /// Returns the numbers of the background pushes, newest first.
  func silentNumbers() throws(StoreError) -> [NotificationID] {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        "id FROM pushes WHERE outcome = ? ORDER BY arrival DESC", Outcome.silent.rawValue)
      var ids: [NotificationID] = []
      while try rows.step() { ids.append(NotificationID(rawValue: rows.int(0))) }
      return ids
    }
  }

  /// Returns a push as the list holds it, whether listed or not; nil if there is none with this
  /// number.
  func notification(_ id: NotificationID) throws(StoreError) -> DeliveredNotification? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select("\(PushRow.columns) FROM pushes WHERE id = ?", id.rawValue)
      guard try row.step() else { return nil }
      var reader = PushReader()
      return reader.read(row).notification
    }
  }

  /// Calls `body` with each push that was never listed, newest first, until it returns false.
  func forEachUnlisted(_ body: (DeliveredNotification) -> Bool) throws(StoreError) {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        "\(PushRow.columns) FROM pushes WHERE place = \(Place.unlisted.code) ORDER BY arrival DESC"
      )
      var reader = PushReader()
      while try rows.step(), body(reader.read(rows).notification) {}
    }
  }

  /// Returns the payload exactly as received; nil if there is no such push.
  func payload(of id: NotificationID) throws(StoreError) -> [UInt8]? {
    try attempt { database throws(DatabaseError) in try database.original(of: id)?.payload }
  }

  /// Returns the push that was decided last; nil in an empty store.
  func newest() throws(StoreError) -> NotificationID? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select("id FROM pushes ORDER BY id DESC LIMIT 1")
      return try row.step() ? NotificationID(rawValue: row.int(0)) : nil
    }
  }

  /// Finds a push by its number, apns-id, apns-unique-id or request identifier; of several the
  /// newest.
  func find(_ text: String) throws(StoreError) -> NotificationID? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select(
        """
        id FROM pushes
        WHERE id = ?1 OR apns_id = ?2 COLLATE NOCASE OR request_id = ?2
          OR unique_id = ?2 COLLATE NOCASE
        ORDER BY id = ?1 DESC, arrival DESC LIMIT 1
        """, Int(text), text)
      return try row.step() ? NotificationID(rawValue: row.int(0)) : nil
    }
  }

  /// Returns rejected pushes, newest first.
  func rejected(limit: Int) throws(StoreError) -> [RejectedRequest] {
    try rejected(limit: limit) { $0 }
  }

  /// Maps rejected pushes, newest first. They are read one at a time.
  func rejected<Row>(
    limit: Int, _ row: (RejectedRequest) -> Row
  ) throws(StoreError) -> [Row] {
    var result: [Row] = []
    try forEachRejected(limit: limit) { rejected in
      result.append(row(rejected))
      return true
    }
    return result
  }

  /// Calls `body` with each rejected push, newest first, until it returns false. They are read one
  /// at a time.
  ///
  /// - Parameter last: The number of the push after which to begin; nil begins with the newest.
  func forEachRejected(
    after last: Int? = nil, limit: Int = Store.pastLimit, _ body: (RejectedRequest) -> Bool
  ) throws(StoreError) {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        """
        \(RejectedRow.columns) FROM refused WHERE NOT removed AND number < ?
        ORDER BY number DESC LIMIT ?
        """, last ?? .max, limit)
      while try rows.step(), body(RejectedRow.read(rows)) {}
    }
  }

  /// Returns the newest rejected push with an apns-id, in any case; nil for none.
  func rejected(apnsID: String) throws(StoreError) -> RejectedRequest? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select(
        """
        \(RejectedRow.columns) FROM refused WHERE NOT removed AND apns_id = ? COLLATE NOCASE
        ORDER BY number DESC LIMIT 1
        """, apnsID)
      return try row.step() ? RejectedRow.read(row) : nil
    }
  }

  /// Returns a rejected push by its number; nil if it is no longer stored.
  func rejected(number: Int) throws(StoreError) -> RejectedRequest? {
    try attempt { database throws(DatabaseError) in
      let row = try database.select(
        "\(RejectedRow.columns) FROM refused WHERE number = ? AND NOT removed", number)
      return try row.step() ? RejectedRow.read(row) : nil
    }
  }
}

extension Database {
  /// Prepares a query with parameters; `SELECT` is added in front.
  func select<each Value: StatementValue>(
    _ rest: String, _ values: repeat each Value
  ) throws(DatabaseError) -> Statement {
    let statement = try Statement("SELECT " + rest, on: connection)
    statement.bindAll(repeat each values)
    return statement
  }

  fileprivate func original(
    of id: NotificationID
  ) throws(DatabaseError) -> (payload: [UInt8], delivery: [UInt8], circumstances: [UInt8])? {
    selectOriginal.bind(1, id.rawValue)
    defer { selectOriginal.reset() }
    guard try selectOriginal.step() else { return nil }
    return (selectOriginal.bytes(0), selectOriginal.bytes(1), selectOriginal.bytes(2))
  }

  /// Completes a row with the original of the push; if that cannot be read, with values derived
  /// from the row.
  func record(_ entry: Phone.State.Entry) throws(DatabaseError) -> PushRecord {
    let notification = entry.notification
    let original = try original(of: notification.id)
    return PushRecord(
      notification: notification, place: entry.place,
      delivery: Delivery(
        stored: JSONObject(stored: original?.delivery ?? []) ?? JSONObject(),
        beside: notification, payload: Payload(stored: original?.payload ?? [])),
      context: JSONObject(stored: original?.circumstances ?? [])
        .flatMap(PresentationContext.init(stored:)) ?? PresentationContext())
  }
}

extension JSONObject {
  init?(stored text: [UInt8]) {
    guard let object = try? JSONReader.read(text).root.object else { return nil }
    self = object
  }
}

extension Payload {
  fileprivate init(stored bytes: [UInt8]) {
    self = (try? Payload.read(bytes).get()) ?? Payload()
  }
}

extension Delivery {
  init?(stored text: [UInt8], payload: [UInt8]) {
    guard let object = JSONObject(stored: text) else { return nil }
    self.init(stored: object, payload: Payload(stored: payload))
  }
}
