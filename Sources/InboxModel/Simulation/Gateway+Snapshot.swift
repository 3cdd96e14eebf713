extension Gateway {
  /// Goes on where a store left off.
  public init(settings: GatewaySettings = GatewaySettings(), snapshot: Snapshot = Snapshot()) {
    self.init(
      settings: settings, state: snapshot.gateway, queue: snapshot.queue,
      isOnline: snapshot.isOnline)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(_ snapshot: Snapshot) {
    restore(snapshot.gateway, queue: snapshot.queue, isOnline: snapshot.isOnline)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Adds what is to be kept of the gateway.
  func addState(to snapshot: inout Snapshot) {
    snapshot.gateway = state
    snapshot.queue += queue.oldestFirst
    Guests.addState(of: self, to: &snapshot.guests)
  }
}

extension Snapshot {
  /// Whether the person took the phone online or offline; nil when neither.
  fileprivate var isOnline: Bool? {
    phone.changes.lazy.compactMap { if case .online(let isOnline) = $0 { isOnline } else { nil } }
      .last
  }
}
