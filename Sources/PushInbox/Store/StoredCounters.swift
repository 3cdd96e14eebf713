/// The counters that survive the deletion of rows.
struct StoredCounters: Equatable {
  /// The number of new rows outside the list between two trims.
  static let pastBetweenTrims = 2000
  /// The number of newly relayed pushes between two trims.
  static let offersBetweenTrims = 2000

  /// The last number of a push. Numbers are not reused.
  var lastID = 0
  /// The last number of a rejected push.
  var lastRejected = 0
  /// The number of rejected pushes that were removed from their list.
  var removedRejected = 0
  /// The number of background pushes received.
  var silent = 0
  /// The number of pushes that wait for the phone.
  var queued = 0
  /// The number of rows that left the list, or were never in it, since the last trim.
  var past = 0

  /// The number of pushes relayed since the last trim.
  var offered = 0
  /// The last number of a report to a provider. Numbers are not reused.
  var lastReport = 0
  /// The unique number of the store, created with it.
  var identity = 0

  /// Creates counters that are all zero.
  init() {}

  /// Reads the counters.
  init(_ database: Database) throws(DatabaseError) {
    let rows = try Statement("SELECT name, value FROM counters", on: database.connection)
    while try rows.step() {
      let name = rows.string(0)
      for (known, counter) in Self.all where known == name {
        self[keyPath: counter] = counter == \.identity ? rows.int(1) : rows.count(1)
      }
    }
  }

  /// Raises the counters to what the rows and other counters show, after some of each were lost.
  ///
  /// - Parameter known: The counters before the loss; all zero if they are unknown.
  mutating func raise(
    to database: Database, and known: StoredCounters
  ) throws(DatabaseError) {
    func number(_ sql: String) throws(DatabaseError) -> Int {
      try database.connection.number("SELECT " + sql)
    }
    for (_, counter) in Self.all {
      self[keyPath: counter] = max(self[keyPath: counter], known[keyPath: counter])
    }
    if known.identity != 0 { identity = known.identity }
    for table in ["pushes", "originals", "queued", "letters"] {
      lastID = max(lastID, try number("max(id) FROM \(table)"))
    }
    lastRejected = max(lastRejected, try number("max(number) FROM refused"))
    lastReport = max(lastReport, try number("max(number) FROM reports"))
    silent = max(silent, try number("count(*) FROM pushes WHERE outcome = 'silent'"))
    queued = try number("count(*) FROM queued")
  }

  /// Stores the counters that changed.
  func save(to database: Database, since old: StoredCounters) throws(DatabaseError) {
    for (name, counter) in Self.all where self[keyPath: counter] != old[keyPath: counter] {
      try database.setCounter.run(name, self[keyPath: counter])
    }
  }

  private static var all: [(String, WritableKeyPath<StoredCounters, Int>)] {
    [
      ("last", \.lastID), ("refused", \.lastRejected),
      ("removed", \.removedRejected), ("silent", \.silent), ("queued", \.queued),
      ("past", \.past), ("offered", \.offered), ("identity", \.identity),
      ("reports", \.lastReport),
    ]
  }
}
