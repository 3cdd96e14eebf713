import InboxModel

extension Database {
  /// Stores a change of the phone.
  func apply(
    _ change: Phone.Change, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .queued(let push): try insertQueued(push, counting: &counters)
    case .insert(let record):
      try insert(record)
      try deleteQueued(record.notification.id, counting: &counters)
      counters.lastID = max(counters.lastID, record.notification.id.rawValue)
      if record.notification.outcome == .silent { counters.silent += 1 }
      if record.place.isPast { counters.past += 1 }
    case .update(let id, let isRead, let acted, let place):
      try updatePush.run(isRead, acted, place.code, place.heldUntil, id.rawValue)
      // A push that was never in the list is already counted.
      if place == .removed { counters.past += 1 }
    case .moved(let notification, let place): try move(notification, to: place)
    case .delete(let id): try deletePushes(id.rawValue..<id.rawValue + 1)
    case .setting(let key, let value):
      // The row is deleted first, so that a changed setting moves to the end: changes are applied
      // in this order.
      try run("DELETE FROM settings WHERE key = ?", key)
      if let value { try run("INSERT INTO settings (key, value) VALUES (?, ?)", key, value) }
    case .badge(let app, let number):
      try run("INSERT OR REPLACE INTO badges VALUES (?, ?)", app, number)
    case .fetches(let app, let appFetches) where appFetches.isEmpty:
      try run("DELETE FROM fetches WHERE app = ?", app)
    case .fetches(let app, let appFetches):
      try run(
        "INSERT OR REPLACE INTO fetches VALUES (?, ?)", app, StatementText(appFetches.stored))
    case .activity(let id, nil): try run("DELETE FROM activities WHERE id = ?", id.rawValue)
    case .activity(let id, let card?):
      try run(
        "INSERT OR REPLACE INTO activities VALUES (?, ?)", id.rawValue, StatementText(card.stored))
    case .appActivities(let app, let its):
      try run("INSERT OR REPLACE INTO app_activities VALUES (?, ?)", app, StatementText(its.stored))
    }
  }

  private func insert(_ record: PushRecord) throws(DatabaseError) {
    PushRow.bind(record.notification, record.place, to: insertPush)
    try insertPush.run()
    try insertOriginal.run(
      record.notification.id.rawValue, record.delivery.payload.bytes,
      StatementText(record.delivery.storedBesideNotification),
      StatementText(record.context.stored))
  }

  private func move(_ notification: DeliveredNotification, to place: Place) throws(DatabaseError) {
    PushRow.bind(state: notification.contents.wrappedValue, place, to: movePush)
    try movePush.run()
    // The removed push may have been trimmed before the removal was undone.
    guard connection.changes == 0 else { return }
    PushRow.bind(notification, place, to: insertPush)
    try insertPush.run()
  }

  /// Deletes the pushes with these numbers, and their originals.
  func deletePushes(_ ids: Range<Int>) throws(DatabaseError) {
    guard !ids.isEmpty else { return }
    try deletePushes.run(ids.lowerBound, ids.upperBound - 1)
    try deleteOriginals.run(ids.lowerBound, ids.upperBound - 1)
  }

  /// Writes the phone's state over the stored one. Of a push whose original was lost the row
  /// remains.
  func restore(
    _ state: Phone.State, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    for entry in state.entries {
      PushRow.bind(entry.notification, entry.place, to: insertPush)
      try insertPush.run()
    }
    for (app, number) in state.badges { try apply(.badge(app, number), counting: &counters) }
    for change in state.changes {
      try apply(.setting(key: change.key, value: change.storedValue), counting: &counters)
    }
    for (app, fetches) in state.fetches {
      try apply(.fetches(app, fetches), counting: &counters)
    }
    for card in state.activities { try apply(.activity(card.id, card), counting: &counters) }
    for (app, activities) in state.appActivities {
      try apply(.appActivities(app, activities), counting: &counters)
    }
  }

  // MARK: Reading

  /// Reads the phone's state without its pushes.
  func phoneState(_ counters: StoredCounters) throws(DatabaseError) -> Phone.State {
    var state = Phone.State()
    state.silentCount = counters.silent
    state.changes = try changes()
    let badges = try select("app, number FROM badges")
    while try badges.step() {
      state.badges[badges.identifier(0)] = badges.int(1)
    }
    let fetches = try select("app, state FROM fetches")
    while try fetches.step() {
      guard let appFetches = AppFetches(stored: fetches.bytes(1)) else { continue }
      state.fetches[fetches.identifier(0)] = appFetches
    }
    let activities = try select("state FROM activities ORDER BY id")
    while try activities.step() {
      if let card = ActivityCard(stored: activities.bytes(0)) { state.activities.append(card) }
    }
    let appActivities = try select("app, state FROM app_activities")
    while try appActivities.step() {
      guard let its = AppActivities(stored: appActivities.bytes(1)) else { continue }
      state.appActivities[appActivities.identifier(0)] = its
    }
    return state
  }

  /// Reads the listed and held pushes, and the banner that was presented last.
  func readEntries(into state: inout Phone.State) throws(DatabaseError) {
    let count = try select("count(*) FROM pushes WHERE place < 2")
    if try count.step() { state.entries.reserveCapacity(count.int(0)) }
    var reader = PushReader()
    let pushes = try select("\(PushRow.columns) FROM pushes WHERE place < 2 ORDER BY id")
    while try pushes.step() { state.entries.append(reader.read(pushes)) }
    state.entries.sortByArrival()
    let banner = try select("id, max(arrival) FROM pushes WHERE outcome = 'shown'")
    if try banner.step(), let id = banner.optionalInt(0) {
      try readBanner(id, with: &reader, into: &state.entries)
    }
  }

  /// Reads the next listed and held pushes in the order of their numbers.
  func readEntries(
    after id: Int, most: Int, with reader: inout PushReader
  ) throws(DatabaseError) -> [Phone.State.Entry] {
    var entries: [Phone.State.Entry] = []
    let pushes = try select(
      "\(PushRow.columns) FROM pushes WHERE id > ? AND place < 2 ORDER BY id LIMIT ?", id, most)
    while try pushes.step() { entries.append(reader.read(pushes)) }
    return entries
  }

  /// Reads pushes by their numbers.
  func readEntries(
    _ ids: some Sequence<Int>, with reader: inout PushReader
  ) throws(DatabaseError) -> [Phone.State.Entry] {
    var entries: [Phone.State.Entry] = []
    let push = try select("\(PushRow.columns) FROM pushes WHERE id = ?")
    for id in ids {
      push.bind(1, id)
      if try push.step() { entries.append(reader.read(push)) }
      push.reset()
    }
    return entries
  }

  /// Appends the last presented push if its banner is open: it is not in the list, and no action
  /// was performed on it.
  func readBanner(
    _ id: Int, with reader: inout PushReader, into entries: inout [Phone.State.Entry]
  ) throws(DatabaseError) {
    entries += try readEntries([id], with: &reader)
      .filter { $0.place == .unlisted && $0.notification.acted == nil }
  }

  /// Reads the user's setting changes in their order.
  func changes() throws(DatabaseError) -> [SettingChange] {
    var changes: [SettingChange] = []
    let rows = try select("key, value FROM settings ORDER BY position")
    while try rows.step() {
      if let change = SettingChange(key: rows.string(0), storedValue: rows.string(1)) {
        changes.append(change)
      }
    }
    return changes
  }
}

extension [Phone.State.Entry] {
  /// Sorts the entries by arrival. They are read in the order of their numbers, which differs where
  /// a push had to wait.
  mutating func sortByArrival() {
    guard
      zip(self, dropFirst()).contains(where: { $0.notification.arrival > $1.notification.arrival })
    else { return }
    sort { $0.notification.arrival < $1.notification.arrival }
  }
}
