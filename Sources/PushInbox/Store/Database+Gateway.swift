import InboxModel

extension Database {
  /// Stores a change of the gateway.
  func apply(
    _ change: Gateway.Change, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .token(let registration): try insert(registration)
    case .queued(let push): try insertQueued(push, counting: &counters)
    case .rejected(let push):
      RejectedRow.bind(push, to: insertRejected)
      try insertRejected.run()
      counters.lastRejected = max(counters.lastRejected, push.number)
      counters.past += 1
    case .rejectedMarked(let numbers, let isRemoved, let removedCount):
      let mark = try Statement(
        "UPDATE refused SET removed = ? WHERE number = ?", on: connection)
      for number in numbers { try mark.run(isRemoved, number) }
      counters.removedRejected = removedCount
    case .channel(let channel, false): try insert(channel)
    case .channel(let channel, true):
      let owner = channel.key.owner
      try run(
        "DELETE FROM channels WHERE app = ? AND environment = ? AND id = ?", owner.app,
        owner.environment?.rawValue ?? "", channel.key.id)
    case .unqueued(let id): try deleteQueued(id, counting: &counters)
    }
  }

  private func insert(_ registration: TokenRegistration) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO registrations VALUES (?, ?, ?, ?)", registration.token.hex,
      registration.app, registration.unregisteredSince.map(Timestamp.milliseconds),
      registration.unreportedSince.map(Timestamp.milliseconds))
  }

  private func insert(_ channel: BroadcastChannel) throws(DatabaseError) {
    let (owner, message) = (channel.key.owner, channel.message?.wrappedValue)
    try run(
      "INSERT OR REPLACE INTO channels VALUES (?, ?, ?, ?, ?, ?, ?, ?)", owner.app,
      owner.environment?.rawValue ?? "", channel.key.id, channel.number,
      channel.storage.rawValue, channel.deletedAt.map(Timestamp.milliseconds),
      message?.payload.bytes, (message?.stored).map(StatementText.init))
  }

  // MARK: Reading

  /// Reads the gateway's state.
  func gatewayState(_ counters: StoredCounters) throws(DatabaseError) -> Gateway.State {
    var state = Gateway.State()
    state.lastID = NotificationID(rawValue: counters.lastID)
    state.lastRejectedNumber = counters.lastRejected
    state.removedRejectedCount = counters.removedRejected
    let tokens = try select("token, app, gone_since, untold_since FROM registrations")
    while try tokens.step() {
      guard let token = DeviceToken(tokens.string(0)) else { continue }
      state.tokens.insert(
        TokenRegistration(
          token: token, app: tokens.identifier(1),
          unregisteredSince: tokens.optionalInt(2).map(Timestamp.date(milliseconds:)),
          unreportedSince: tokens.optionalInt(3).map(Timestamp.date(milliseconds:))))
    }
    try readChannels(into: &state.channels)
    return state
  }

  /// Reads the broadcast channels. A message that cannot be read is skipped.
  private func readChannels(into book: inout ChannelBook) throws(DatabaseError) {
    let rows = try select(
      "payload, delivery, app, environment, id, number, storage, deleted_at FROM channels")
    while try rows.step() {
      let environment = PushEnvironment(rawValue: rows.string(3))
      let owner = BroadcastChannel.Owner(rows.identifier(2), environment)
      var channel = BroadcastChannel(
        BroadcastChannel.Key(owner, rows.string(4)), number: rows.int(5),
        storage: ChannelStorage(rawValue: rows.int(6)) ?? .none)
      channel.deletedAt = rows.optionalInt(7).map(Timestamp.date(milliseconds:))
      channel.message = Delivery(stored: rows.bytes(1), payload: rows.bytes(0))
        .map { Indirect(wrappedValue: $0) }
      book.insert(channel)
    }
  }
}
