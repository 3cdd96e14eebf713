extension Phone {
  /// Makes a phone from a stored state.
  public init(settings: PhoneSettings, snapshot: Snapshot = Snapshot()) {
    self.init(settings: settings, state: snapshot.phone, queue: snapshot.queue)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Restores a stored state into the current one.
  mutating func restore(_ snapshot: Snapshot) {
    restore(snapshot.phone, queue: snapshot.queue)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// The state to store: the pushes and the actions on them.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.phone = state
    snapshot.queue = extensions.oldestFirst
    Guests.addState(of: self, to: &snapshot.guests)
    return snapshot
  }
}
