extension Gateway {
  /// Goes on where a store left off.
  public init(settings: GatewaySettings = GatewaySettings(), snapshot: Snapshot = Snapshot()) {
    self.init(settings: settings, state: snapshot.gateway)
    follow(snapshot.changes)
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(_ snapshot: Snapshot) {
    restore(snapshot.gateway)
    follow(snapshot.changes)
  }

  /// Adds what is to be kept of the gateway.
  func addState(to snapshot: inout Snapshot) {
    let queue = snapshot.queue
    snapshot.gateway = state
    snapshot.queue = queue + snapshot.queue
  }

  /// Connects or disconnects the phone if the person did.
  private mutating func follow(_ changes: [SettingChange]) {
    for case .online(let isOnline) in changes { isDeviceOnline = isOnline }
  }
}
