extension Phone {
  /// A phone as it was left.
  public init(settings: PhoneSettings, snapshot: Snapshot = Snapshot()) {
    self.init(settings: settings, state: snapshot.phone, queue: snapshot.queue)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(_ snapshot: Snapshot) {
    restore(snapshot.phone, queue: snapshot.queue)
    Guests.restore(snapshot.guests, in: &self)
  }

  /// The state of the phone to be stored: its pushes and the actions on them.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.phone = state
    snapshot.queue = extensions.oldestFirst
    Guests.addState(of: self, to: &snapshot.guests)
    return snapshot
  }
}
