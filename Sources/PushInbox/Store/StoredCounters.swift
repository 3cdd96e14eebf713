/// The counts that outlive the rows of a store.
struct StoredCounters: Equatable {
  /// So many rows outside the list come between two trims.
  static let pastBetweenTrims = 2000
  /// So many offers are made between two trims.
  static let offersBetweenTrims = 2000

  /// The last number of a push: no number is used twice.
  var lastID = 0
  /// The last number of a rejected push.
  var lastRejected = 0
  /// The number of rejected pushes that were removed from their list.
  var removedRejected = 0
  /// The number of background pushes there were.
  var silent = 0
  /// The number of pushes that wait for the phone.
  var queued = 0
  /// The number of rows that left the list, or never came in, since the last trim.
  var past = 0

  /// The number of offers since the last trim.
  var offered = 0
  /// The last number of a report to a provider: none is used twice.
  var lastReport = 0
  /// The identity of the store, a number no other has; made with it.
  var identity = 0

  /// Nothing yet.
  init() {}

  /// Counts of a file that was changed by other programs are read within this range, so that counting on
  /// does not overflow.
  private static let range = 0...(1 << 53)

  /// Reads them.
  init(_ database: Database) throws(DatabaseError) {
    let rows = try Statement("SELECT name, value FROM counters", on: database.connection)
    while try rows.step() {
      let name = rows.string(0)
      for (known, counter) in Self.all where known == name {
        let value = rows.int(1)
        self[keyPath: counter] =
          counter == \.identity
          ? value : min(max(value, Self.range.lowerBound), Self.range.upperBound)
      }
    }
  }

  /// Writes those that changed.
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
