extension Link {
  /// Adds what is to be kept of the link.
  func addState(to snapshot: inout Snapshot) {
    snapshot.queue += underway
    snapshot.linkState = state
  }

  /// Restores what was kept.
  mutating func restore(_ snapshot: Snapshot) { restore(snapshot.linkState, snapshot.queue) }
}

extension QueueLedger {
  /// Adds what is to be kept.
  func addState(to snapshot: inout Snapshot) {
    snapshot.counts = counts
    snapshot.outstanding = outstandingPushes
    snapshot.reports = reports
    snapshot.lastReport = lastReport
  }

  /// Restores what was kept.
  mutating func restore(_ snapshot: Snapshot) {
    restore(
      snapshot.counts, snapshot.outstanding, snapshot.reports, lastReport: snapshot.lastReport)
  }
}
