import InboxModel

// Pushes relayed to phones: the rows name pushes, whose contents are read when they are sent.

extension Store {
  /// Returns the next relayed pushes of a phone, oldest first.
  ///
  /// - Parameters:
  ///   - last: The push after which to begin.
  ///   - beyond: The positions up to which the phone has everything, by app.
  ///   - limit: The maximum number of pushes.
  /// - Returns: The stored pushes, the deleted ones, the last one that was read, and whether none
  ///   follows.
  func offered(
    to phone: PhoneID, after last: NotificationID, beyond: [BundleID: Int], limit: Int
  ) throws(StoreError) -> (
    pushes: [(RelayedPush, Delivery)], gone: [RelayedPush], last: NotificationID, isEnd: Bool
  ) {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        "id, app, position, number FROM offers WHERE phone = ? AND id > ? ORDER BY id", phone,
        last.rawValue)
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

  /// Returns the pushes that were relayed to a phone with these numbers, oldest first, as far as
  /// they are stored.
  func offered(
    to phone: PhoneID, of app: BundleID, numbers: Set<Int>
  ) throws(StoreError) -> [(RelayedPush, Delivery)] {
    try attempt { database throws(DatabaseError) in
      let rows = try database.select(
        """
        id, app, position, number FROM offers
        WHERE phone = ? AND app = ? AND number BETWEEN ? AND ? ORDER BY id
        """, phone, app, numbers.min() ?? 0, numbers.max() ?? 0)
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
  /// Reads a push as it was accepted, wherever it is stored: in the list of our phone, or waiting
  /// for it.
  fileprivate func delivery(of id: NotificationID) throws(DatabaseError) -> Delivery? {
    let row = try select("\(PushRow.columns) FROM pushes WHERE id = ?", id.rawValue)
    if try row.step() {
      var reader = PushReader()
      return try record(reader.read(row)).delivery
    }
    let queued = try select("payload, delivery FROM queued WHERE id = ?", id.rawValue)
    guard try queued.step() else { return nil }
    return Delivery(stored: queued.bytes(1), payload: queued.bytes(0))
  }

  /// Deletes the oldest relayed pushes of phones that have more than `limit`.
  func trimOffers(keeping limit: Int) throws(DatabaseError) {
    let phones = try select("phone FROM phones")
    while try phones.step() {
      try run(
        """
        DELETE FROM offers WHERE phone = ?1 AND id <=
        (SELECT id FROM offers WHERE phone = ?1 ORDER BY id DESC LIMIT 1 OFFSET \(limit))
        """, phones.string(0))
    }
  }
}

extension RelayedPush {
  /// Reads the columns `id, app, position, number`.
  fileprivate init(_ row: borrowing Statement, of phone: PhoneID) {
    self.init(
      phone: phone, id: NotificationID(rawValue: row.int(0)),
      app: row.identifier(1), position: row.int(2), number: row.optionalInt(3))
  }
}
