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
    case .unqueued(let id): try deleteQueued(id, counting: &counters)
    }
  }

  private func insert(_ registration: TokenRegistration) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO registrations VALUES (?, ?, ?, ?)", registration.token.hex,
      registration.app, registration.unregisteredSince.map(Timestamp.milliseconds),
      registration.unreportedSince.map(Timestamp.milliseconds))
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
    return state
  }
}
