extension Gateway {
  /// Goes on where a store left off.
  public init(settings: GatewaySettings = GatewaySettings(), snapshot: Snapshot = Snapshot()) {
    self.init(settings: settings, state: snapshot.gateway)
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(_ snapshot: Snapshot) { restore(snapshot.gateway) }

  /// Adds what is to be kept of the gateway.
  func addState(to snapshot: inout Snapshot) {
    let state = state
    snapshot.tokens = state.tokens
    snapshot.lastID = state.lastID
    snapshot.lastRefusedNumber = state.lastRefusedNumber
    snapshot.removedRefusedCount = state.removedRefusedCount
    snapshot.queue += state.queue
    snapshot.positions = state.positions
    snapshot.letters = state.letters
    snapshot.phones = state.phones
    snapshot.feedPositions = state.feedPositions
  }
}

extension Snapshot {
  /// The gateway's part.
  var gateway: Gateway.State {
    var state = Gateway.State()
    state.tokens = tokens
    state.lastID = lastID
    state.lastRefusedNumber = lastRefusedNumber
    state.removedRefusedCount = removedRefusedCount
    for case .online(let isOnline) in changes { state.isOnline = isOnline }
    state.queue = queue
    state.positions = positions
    state.letters = letters
    state.phones = phones
    state.feedPositions = feedPositions
    return state
  }
}

extension StoreChange {
  /// A change of the gateway, among all that a store keeps.
  init(_ change: Gateway.Change) {
    self =
      switch change {
      case .token(let registration): .token(registration)
      case .queued(let push): .queued(push)
      case .refusedMarked(let numbers, let isRemoved, let count):
        .refusedMarked(numbers, isRemoved: isRemoved, removedCount: count)
      case .numbered(let push): .numbered(push)
      case .lettersGone(let last): .lettersGone(through: last)
      case .offered(let push): .offered(push)
      case .phone(let phone, let seenAt): .phone(phone, seenAt: seenAt)
      case .offerGone(let phone, let id): .offerGone(phone, id)
      case .phoneStream(let phone, let stream): .phoneStream(phone, stream)
      case .phoneReported(let phone, let number): .phoneReported(phone, through: number)
      case .phoneCounts(let phone, let app, let counts): .phoneCounts(phone, app, counts)
      case .fed(let offset): .fed(offset)
      }
  }
}
