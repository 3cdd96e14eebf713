extension Gateway {
  /// Makes a gateway from a stored state.
  public init(settings: GatewaySettings = GatewaySettings(), snapshot: Snapshot = Snapshot()) {
    self.init(
      settings: settings, state: snapshot.gateway, queue: snapshot.queue,
      isOnline: snapshot.isOnline)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Restores a stored state into the current one.
  mutating func restore(_ snapshot: Snapshot) {
    restore(snapshot.gateway, queue: snapshot.queue, isOnline: snapshot.isOnline)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Adds the stored state of the gateway.
  func addState(to snapshot: inout Snapshot) {
    snapshot.gateway = state
    snapshot.queue += queue.oldestFirst
    Guests.addState(of: self, to: &snapshot.guests)
  }
}

extension Snapshot {
  /// Whether the user took the phone online or offline; nil for neither.
  fileprivate var isOnline: Bool? {
    phone.changes.lazy.compactMap { if case .online(let isOnline) = $0 { isOnline } else { nil } }
      .last
  }
}
