extension Inbox {
  /// The entries that match a filter, in the same groups and the same order: a group has only those of its
  /// entries that match. Costs a look at each entry.
  public func narrowed(to filter: Filter, on device: Device) -> Inbox {
    var narrowed = Inbox()
    // They are put in as they came, the oldest first.
    for entry in notifications.filter({ filter.matches($0, on: device) }).reversed() {
      narrowed.insert(entry, grouping: device.grouping(of: entry.app))
    }
    return narrowed
  }
}
