import InboxModel

extension Database {
  /// Writes changes inside the transaction that is open.
  func apply(
    _ changes: [StoreChange], counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    // What the limit takes are neighbours: they go with one statement.
    var gone = 0..<0
    for change in changes {
      switch change {
      case .delete(let id) where id.rawValue == gone.upperBound:
        gone = gone.lowerBound..<id.rawValue + 1
      case .delete(let id):
        try delete(gone)
        gone = id.rawValue..<id.rawValue + 1
      default: try apply(change, counting: &counters)
      }
    }
    try delete(gone)
  }

  private func delete(_ ids: Range<Int>) throws(DatabaseError) {
    guard !ids.isEmpty else { return }
    deletePushes.bind(1, ids.lowerBound)
    deletePushes.bind(2, ids.upperBound - 1)
    try deletePushes.run()
    deleteOriginals.bind(1, ids.lowerBound)
    deleteOriginals.bind(2, ids.upperBound - 1)
    try deleteOriginals.run()
  }

  private func apply(
    _ change: StoreChange, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .insert(let record):
      try insert(record)
      try takeQueued(record.notification.id, counting: &counters)
      counters.lastID = max(counters.lastID, record.notification.id.rawValue)
      if record.notification.outcome == .silent { counters.silent += 1 }
      if record.place.isPast { counters.past += 1 }
    case .update(let id, let isRead, let acted, let place):
      updatePush.bind(1, isRead)
      updatePush.bind(2, acted?.rawValue)
      updatePush.bind(3, place.code)
      updatePush.bind(4, place.heldUntil)
      updatePush.bind(5, id.rawValue)
      try updatePush.run()
      // What was never in the list counted already.
      if place == .removed { counters.past += 1 }
    case .moved(let notification, let place):
      PushRow.bind(state: notification, place, to: movePush)
      try movePush.run()
      // What was removed may have been trimmed before that was taken back.
      guard connection.changes == 0 else { return }
      PushRow.bind(notification, place, to: insertPush)
      try insertPush.run()
    case .delete(let id): try delete(id.rawValue..<id.rawValue + 1)
    case .refused(let push):
      RefusedRow.bind(push, to: insertRefused)
      try insertRefused.run()
      counters.lastRefused = max(counters.lastRefused, push.number)
      counters.past += 1
    case .refusedMarked(let numbers, let isRemoved, let removedCount):
      let statement = try Statement(
        "UPDATE refused SET removed = ? WHERE number = ?", on: connection)
      for number in numbers {
        statement.bind(1, isRemoved)
        statement.bind(2, number)
        try statement.run()
      }
      counters.removedRefused = removedCount
    case .setting(let key, let value):
      // The row goes first, so that a change takes its place at the end: the order is kept.
      try run("DELETE FROM settings WHERE key = ?", key)
      if let value { try run("INSERT INTO settings (key, value) VALUES (?, ?)", key, value) }
    case .badge(let app, let number):
      try run("INSERT OR REPLACE INTO badges VALUES (?, ?)", app.rawValue, number)
    case .fetches(let app, let its) where its.isEmpty:
      try run("DELETE FROM fetches WHERE app = ?", app.rawValue)
    case .fetches(let app, let its):
      try run(
        "INSERT OR REPLACE INTO fetches VALUES (?, ?)", app.rawValue,
        String(decoding: its.stored, as: UTF8.self))
    case .queued(let delivery):
      // It may have waited for the phone before it waits for its app's extension.
      try takeQueued(delivery.id, counting: &counters)
      insertQueued.bind(1, delivery.id.rawValue)
      insertQueued.bind(2, delivery.payload.bytes)
      insertQueued.bind(3, text: delivery.stored)
      try insertQueued.run()
      counters.lastID = max(counters.lastID, delivery.id.rawValue)
      counters.queued += 1
    case .unqueued(let id): try takeQueued(id, counting: &counters)
    case .numbered(let push):
      let letter = try Statement("INSERT OR REPLACE INTO letters VALUES (?, ?, ?)", on: connection)
      letter.bind(1, push.id.rawValue)
      letter.bind(2, push.payload.bytes)
      letter.bind(3, text: push.stored)
      try letter.run()
      let position = try Statement(
        "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", on: connection)
      position.bind(1, push.token.hex)
      position.bind(2, push.app.rawValue)
      position.bind(3, push.transit.position)
      try position.run()
    case .lettersGone(let last):
      let statement = try Statement("DELETE FROM letters WHERE id <= ?", on: connection)
      statement.bind(1, last.rawValue)
      try statement.run()
    case .missed(let queue, let memory):
      let statement = try Statement(
        "INSERT OR REPLACE INTO missed VALUES (?, ?, ?)", on: connection)
      statement.bind(1, queue.token.hex)
      statement.bind(2, queue.app.rawValue)
      statement.bind(3, text: memory.stored)
      try statement.run()
    case .counts(let queue, let counts?):
      try run(
        "INSERT OR REPLACE INTO queue_counts VALUES (?, ?)", queue.stored,
        String(decoding: counts.stored, as: UTF8.self))
    case .counts(let queue, nil): try run("DELETE FROM queue_counts WHERE queue = ?", queue.stored)
    case .outstanding(let queue, let number, let push):
      try writeOutstanding(push, queue.stored, number)
    case .report(let feed, let report):
      try insert(report, for: feed)
      counters.lastReport = max(counters.lastReport, report.number)
    case .reportsGone(let feed, let number): try deleteReports(through: number, of: feed)
    case .offered(let push):
      try insert(push)
      counters.offered += 1
    case .phone(let phone, let seenAt?):
      try run(
        "INSERT OR REPLACE INTO phones VALUES (?, ?)", phone, Timestamp.milliseconds(seenAt))
    case .phone(let phone, nil):
      for table in ["phones", "phone_counts", "phone_streams", "offers"] {
        try run("DELETE FROM \(table) WHERE phone = ?", phone)
      }
    case .offerGone(let phone, let id):
      let statement = try Statement("DELETE FROM offers WHERE phone = ? AND id = ?", on: connection)
      statement.bind(1, phone)
      statement.bind(2, id.rawValue)
      try statement.run()
    case .phoneStream(let phone, let stream?):
      try run("INSERT OR REPLACE INTO phone_streams VALUES (?, ?, 0)", phone, stream)
    case .phoneStream(let phone, nil): try run("DELETE FROM phone_streams WHERE phone = ?", phone)
    case .phoneReported(let phone, let number):
      let statement = try Statement(
        "UPDATE phone_streams SET reported = ? WHERE phone = ?", on: connection)
      statement.bind(1, number)
      statement.bind(2, phone)
      try statement.run()
    case .phoneCounts(let phone, let app, let counts): try writeCounts(counts, of: phone, app)
    case .fed(let place):
      keepFeedPosition.bind(1, place.provider)
      keepFeedPosition.bind(2, place.device)
      keepFeedPosition.bind(3, place.app.rawValue)
      keepFeedPosition.bind(4, place.position)
      try keepFeedPosition.run()
    case .feedProgress(let progress): try replace(progress)
    case .token(let registration):
      let statement = try Statement(
        "INSERT OR REPLACE INTO registrations VALUES (?, ?, ?, ?)", on: connection)
      statement.bind(1, registration.token.hex)
      statement.bind(2, registration.app.rawValue)
      statement.bind(3, registration.goneSince.map(Timestamp.milliseconds))
      statement.bind(4, registration.untoldSince.map(Timestamp.milliseconds))
      try statement.run()
    case .guest(.account(let uin, nil)): try run("DELETE FROM icq WHERE uin = ?", uin.rawValue)
    case .guest(.account(let uin, let account?)):
      try run(
        "INSERT OR REPLACE INTO icq VALUES (?, ?)", uin.rawValue,
        String(decoding: account.stored, as: UTF8.self))
    case .guest(.waits(let uin, let event)):
      try run(
        "INSERT INTO icq_waits (uin, event) VALUES (?, ?)", uin.rawValue,
        String(decoding: event.stored, as: UTF8.self))
    case .guest(.handed(let uin)): try run("DELETE FROM icq_waits WHERE uin = ?", uin.rawValue)
    }
  }

  private func takeQueued(
    _ id: NotificationID, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    guard counters.queued > 0 else { return }
    takeQueued.bind(1, id.rawValue)
    try takeQueued.run()
    counters.queued -= connection.changes
  }

  private func insert(_ record: PushRecord) throws(DatabaseError) {
    PushRow.bind(record.notification, record.place, to: insertPush)
    try insertPush.run()
    insertOriginal.bind(1, record.notification.id.rawValue)
    insertOriginal.bind(2, record.delivery.payload.bytes)
    insertOriginal.bind(3, text: record.delivery.storedBesideNotification)
    insertOriginal.bind(4, text: record.circumstances.stored)
    try insertOriginal.run()
  }

  /// Drops the oldest of what is kept for looking back only: pushes outside the list and refused ones.
  func trim(keepingPast limit: Int) throws(DatabaseError) {
    let last = try connection.number(
      "SELECT id FROM pushes WHERE place >= 2 ORDER BY id DESC LIMIT 1 OFFSET \(limit)")
    try connection.execute(
      """
      DELETE FROM pushes WHERE id <= \(last) AND place >= 2;
      DELETE FROM originals WHERE id <= \(last) AND id NOT IN (SELECT id FROM pushes);
      DELETE FROM refused WHERE number <= (SELECT max(number) FROM refused) - \(limit);
      """)
  }

  /// Deletes the refused pushes that were removed from their list: nobody can take that back any more.
  func deleteRemovedRefused() throws(DatabaseError) {
    try connection.execute("DELETE FROM refused WHERE removed")
  }

  func run(_ sql: String, _ key: String, _ value: String? = nil) throws(DatabaseError) {
    let statement = try Statement(sql, on: connection)
    statement.bind(1, key)
    if let value { statement.bind(2, value) }
    try statement.run()
  }

  private func run(_ sql: String, _ key: String, _ value: Int) throws(DatabaseError) {
    let statement = try Statement(sql, on: connection)
    statement.bind(1, key)
    statement.bind(2, value)
    try statement.run()
  }
}
