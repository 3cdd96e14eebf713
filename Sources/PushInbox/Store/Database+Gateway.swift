import InboxModel

extension Database {
  /// Writes a change of the gateway.
  func apply(
    _ change: Gateway.Change, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .token(let registration): try insert(registration)
    case .queued(let push): try insertQueued(push, counting: &counters)
    case .refused(let push):
      RefusedRow.bind(push, to: insertRefused)
      try insertRefused.run()
      counters.lastRefused = max(counters.lastRefused, push.number)
      counters.past += 1
    case .refusedMarked(let numbers, let isRemoved, let removedCount):
      for number in numbers {
        try run("UPDATE refused SET removed = ? WHERE number = ?", isRemoved, number)
      }
      counters.removedRefused = removedCount
    case .numbered(let push):
      try run(
        "INSERT OR REPLACE INTO letters VALUES (?, ?, ?)", push.id.rawValue, push.payload.bytes,
        StatementText(push.stored))
      try run(
        "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", push.token.hex, push.app.rawValue,
        push.transit.position)
    case .lettersGone(let last): try run("DELETE FROM letters WHERE id <= ?", last.rawValue)
    case .offered(let push):
      try insert(push)
      counters.offered += 1
    case .phone(let phone, let seenAt?):
      try run("INSERT OR REPLACE INTO phones VALUES (?, ?)", phone, Timestamp.milliseconds(seenAt))
    case .phone(let phone, nil):
      for table in ["phones", "phone_counts", "phone_streams", "offers"] {
        try run("DELETE FROM \(table) WHERE phone = ?", phone)
      }
    case .offerGone(let phone, let id):
      try run("DELETE FROM offers WHERE phone = ? AND id = ?", phone, id.rawValue)
    case .phoneStream(let phone, let stream?):
      try run("INSERT OR REPLACE INTO phone_streams VALUES (?, ?, 0)", phone, stream)
    case .phoneStream(let phone, nil): try run("DELETE FROM phone_streams WHERE phone = ?", phone)
    case .phoneReported(let phone, let number):
      try run("UPDATE phone_streams SET reported = ? WHERE phone = ?", number, phone)
    case .phoneCounts(let phone, let app, let counts):
      try run(
        "INSERT OR REPLACE INTO phone_counts VALUES (?, ?, ?, ?, ?)", phone, app.rawValue,
        counts.given, counts.numbered, counts.acknowledged)
    case .fed(let offset):
      replaceFeedPosition.bind(1, offset.provider)
      replaceFeedPosition.bind(2, offset.device)
      replaceFeedPosition.bind(3, offset.app.rawValue)
      replaceFeedPosition.bind(4, offset.position)
      try replaceFeedPosition.run()
    }
  }

  private func insert(_ registration: TokenRegistration) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO registrations VALUES (?, ?, ?, ?)", registration.token.hex,
      registration.app.rawValue, registration.goneSince.map(Timestamp.milliseconds),
      registration.untoldSince.map(Timestamp.milliseconds))
  }

  private func insert(_ push: RelayedPush) throws(DatabaseError) {
    insertOffer.bind(1, push.phone)
    insertOffer.bind(2, push.id.rawValue)
    insertOffer.bind(3, push.app.rawValue)
    insertOffer.bind(4, push.position)
    insertOffer.bind(5, push.number)
    try insertOffer.run()
    countOffer.bind(1, push.phone)
    countOffer.bind(2, push.app.rawValue)
    countOffer.bind(3, push.position)
    countOffer.bind(4, push.number)
    try countOffer.run()
  }

  // MARK: Reading

  /// Reads what is kept of the gateway.
  func gatewayState(_ counters: StoredCounters) throws(DatabaseError) -> Gateway.State {
    var state = Gateway.State()
    state.lastID = NotificationID(rawValue: counters.lastID)
    state.lastRefusedNumber = counters.lastRefused
    state.removedRefusedCount = counters.removedRefused
    state.queue = try queued()
    let tokens = try select("token, app, gone_since, untold_since FROM registrations")
    while try tokens.step() {
      guard let token = DeviceToken(tokens.string(0)) else { continue }
      state.tokens.keep(
        TokenRegistration(
          token: token, app: BundleID(rawValue: tokens.string(1)),
          goneSince: tokens.optionalInt(2).map(Timestamp.date(milliseconds:)),
          untoldSince: tokens.optionalInt(3).map(Timestamp.date(milliseconds:))))
    }
    state.letters = try deliveries("payload, delivery FROM letters ORDER BY id")
    let positions = try select("token, app, last FROM positions")
    while try positions.step() {
      guard let queue = QueueID(positions) else { continue }
      state.positions[queue] = positions.int(2)
    }
    try readPhones(into: &state)
    return state
  }

  /// Reads what is kept of the phones that have subscribed, and of the providers the phone feeds on.
  private func readPhones(into state: inout Gateway.State) throws(DatabaseError) {
    let phones = try select("phone, seen_at FROM phones")
    while try phones.step() {
      state.phones[phones.string(0)] = SubscribedPhone(
        seenAt: Timestamp.date(milliseconds: phones.int(1)))
    }
    let counts = try select("phone, app, given, numbered, acknowledged FROM phone_counts")
    while try counts.step() {
      state.phones[counts.string(0)]?.apps[BundleID(rawValue: counts.string(1))] =
        SubscribedPhone.Counts(
          given: counts.int(2), numbered: counts.int(3), acknowledged: counts.int(4))
    }
    let streams = try select("phone, stream, reported FROM phone_streams")
    while try streams.step() {
      state.phones[streams.string(0)]?.stream = streams.string(1)
      state.phones[streams.string(0)]?.reported = streams.int(2)
    }
    let fed = try select("provider, device, app, position FROM feed_positions")
    while try fed.step() {
      let feed = StreamID(provider: fed.string(0), device: fed.string(1))
      state.feedPositions[feed, default: [:]][BundleID(rawValue: fed.string(2))] = fed.int(3)
    }
  }
}

extension QueueID {
  /// Reads `token, app`; nil for what is no token.
  init?(_ row: borrowing Statement) {
    guard let token = DeviceToken(row.string(0)) else { return nil }
    self.init(token: token, app: BundleID(rawValue: row.string(1)))
  }
}
