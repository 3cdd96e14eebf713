import InboxModel

// What phones are offered: rows that name pushes; what those say is read when it is sent.

extension Store {
  /// The next of what a phone is offered, oldest first.
  ///
  /// - Parameters:
  ///   - last: the push after which to begin.
  ///   - beyond: the positions up to which the phone has all, by app.
  ///   - limit: how many at most.
  /// - Returns: those that are kept, those that are not any more, the last that was looked at, and whether there is
  ///   nothing after it.
  func offered(
    to phone: String, after last: NotificationID, beyond: [BundleID: Int], limit: Int
  ) throws(StoreError) -> (
    pushes: [(RelayedPush, Delivery)], gone: [RelayedPush], last: NotificationID, isEnd: Bool
  ) {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        "id, app, position, number FROM offers WHERE phone = ? AND id > ? ORDER BY id")
      rows.bind(1, phone)
      rows.bind(2, last.rawValue)
      var (pushes, gone, last) = ([(RelayedPush, Delivery)](), [RelayedPush](), last)
      while try rows.step() {
        if pushes.count + gone.count == limit { return (pushes, gone, last, false) }
        let offer = RelayedPush(rows, of: phone)
        last = offer.id
        guard offer.position > beyond[offer.app] ?? 0 else { continue }
        if let push = try database.delivery(of: offer.id) {
          pushes.append((offer, push))
        } else {
          gone.append(offer)
        }
      }
      return (pushes, gone, last, true)
    }
  }

  /// What a phone was offered under these numbers, oldest first; what is not kept is left out.
  func offered(
    to phone: String, of app: BundleID, numbers: Set<Int>
  ) throws(StoreError) -> [(RelayedPush, Delivery)] {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        """
        id, app, position, number FROM offers
        WHERE phone = ? AND app = ? AND number BETWEEN ? AND ? ORDER BY id
        """)
      rows.bind(1, phone)
      rows.bind(2, app.rawValue)
      rows.bind(3, numbers.min() ?? 0)
      rows.bind(4, numbers.max() ?? 0)
      var pushes: [(RelayedPush, Delivery)] = []
      while try rows.step() {
        let offer = RelayedPush(rows, of: phone)
        guard let number = offer.number, numbers.contains(number),
          let push = try database.delivery(of: offer.id)
        else { continue }
        pushes.append((offer, push))
      }
      return pushes
    }
  }
}

extension Database {
  /// A push as it was accepted, wherever it is: with the phone beside us, or on its way there.
  fileprivate func delivery(of id: NotificationID) throws(DatabaseError) -> Delivery? {
    let row = try select("\(PushRow.columns) FROM pushes WHERE id = ?")
    row.bind(1, id.rawValue)
    if try row.step() {
      var reader = PushReader()
      return try record(reader.read(row)).delivery
    }
    let queued = try select("payload, delivery FROM queued WHERE id = ?")
    queued.bind(1, id.rawValue)
    guard try queued.step() else { return nil }
    return Delivery(stored: queued.bytes(1), payload: queued.bytes(0))
  }

  func insert(_ offer: RelayedPush) throws(DatabaseError) {
    insertOffer.bind(1, offer.phone)
    insertOffer.bind(2, offer.id.rawValue)
    insertOffer.bind(3, offer.app.rawValue)
    insertOffer.bind(4, offer.position)
    insertOffer.bind(5, offer.number)
    try insertOffer.run()
    countOffer.bind(1, offer.phone)
    countOffer.bind(2, offer.app.rawValue)
    countOffer.bind(3, offer.position)
    countOffer.bind(4, offer.number)
    try countOffer.run()
  }

  func writeCounts(
    _ counts: SubscribedPhone.Counts, of phone: String, _ app: BundleID
  ) throws(DatabaseError) {
    let statement = try Statement(
      "INSERT OR REPLACE INTO phone_counts VALUES (?, ?, ?, ?, ?)", on: connection)
    statement.bind(1, phone)
    statement.bind(2, app.rawValue)
    statement.bind(3, counts.given)
    statement.bind(4, counts.numbered)
    statement.bind(5, counts.acknowledged)
    try statement.run()
  }

  /// Drops the oldest offers of phones that have more than so many.
  func trimOffers(keeping limit: Int) throws(DatabaseError) {
    let phones = try select("phone FROM phones")
    while try phones.step() {
      let statement = try Statement(
        """
        DELETE FROM offers WHERE phone = ?1 AND id <=
        (SELECT id FROM offers WHERE phone = ?1 ORDER BY id DESC LIMIT 1 OFFSET \(limit))
        """, on: connection)
      statement.bind(1, phones.string(0))
      try statement.run()
    }
  }

  /// Reads what is kept of the phones that have subscribed, and of the providers the phone feeds on.
  func readPhones(into snapshot: inout Snapshot) throws(DatabaseError) {
    let phones = try select("phone, seen_at FROM phones")
    while try phones.step() {
      snapshot.phones[phones.string(0)] = SubscribedPhone(
        seenAt: Timestamp.date(milliseconds: phones.int(1)))
    }
    let counts = try select("phone, app, given, numbered, acknowledged FROM phone_counts")
    while try counts.step() {
      snapshot.phones[counts.string(0)]?.apps[BundleID(rawValue: counts.string(1))] =
        SubscribedPhone.Counts(
          given: counts.int(2), numbered: counts.int(3), acknowledged: counts.int(4))
    }
    let streams = try select("phone, stream, reported FROM phone_streams")
    while try streams.step() {
      snapshot.phones[streams.string(0)]?.stream = streams.string(1)
      snapshot.phones[streams.string(0)]?.reported = streams.int(2)
    }
    let fed = try select("provider, device, app, position FROM feed_positions")
    while try fed.step() {
      let feed = StreamID(provider: fed.string(0), device: fed.string(1))
      snapshot.feedPositions[feed, default: [:]][BundleID(rawValue: fed.string(2))] = fed.int(3)
    }
  }
}

extension RelayedPush {
  /// Reads `id, app, position, number`.
  fileprivate init(_ row: borrowing Statement, of phone: String) {
    self.init(
      phone: phone, id: NotificationID(rawValue: row.int(0)),
      app: BundleID(rawValue: row.string(1)), position: row.int(2), number: row.optionalInt(3))
  }
}
