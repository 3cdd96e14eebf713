import CSQLite
import InboxModel

/// A survey of all stored rows of the list: of each the few columns that an ``InboxOverview`` needs.
struct ListSurvey: Sendable {
  /// The entries that have these columns in common.
  private struct Kind {
    let app: BundleID
    let thread: ThreadID
    let level: InterruptionLevel
    let outcome: Outcome
    let reason: ReasonCode
    let isRead: Bool
    var count = 0
    var items = 0

    var counts: InboxCounts {
      InboxCounts(
        count: count, isRead: isRead, outcome: outcome, reason: reason, level: level, items: items)
    }
  }

  private struct Row {
    let arrival: Int
    let id: Int
    let kind: Int
  }

  private var kinds: [Kind] = []
  private var listed: [Row] = []
  /// The numbers of the pushes that are held.
  private(set) var held: [Int] = []
  /// The number of the push that was presented last.
  private(set) var presented: Int?
  /// Whether the pushes arrived in the order of their numbers.
  private(set) var isInOrder = true

  /// Reads the rows of a store; nil if there are fewer than a number.
  init?(uri: String, minimum: Int) throws(DatabaseError) {
    let connection = try SQLiteConnection(uri: uri, flags: SQLITE_OPEN_READONLY)
    let count = "SELECT count(*) FROM (SELECT 1 FROM pushes LIMIT \(minimum))"
    guard try connection.number(count) == minimum else { return nil }
    let rows = try Statement(
      """
      SELECT id, is_read, app, thread, level, outcome, reason, summary_argument_count, arrival, place
      FROM pushes ORDER BY id
      """, on: connection)
    var numbers: [Int: Int] = [:]
    var keys: [[UInt8]] = []
    var key: [UInt8] = []
    let shown = Array(Outcome.shown.rawValue.utf8)
    var (last, lastPresented) = (Int.min, Int.min)
    while try rows.step() {
      let (id, place) = (rows.int(0), rows.int(9))
      let arrival = rows.optionalInt(8) ?? id
      if arrival > lastPresented, rows.text(5).elementsEqual(shown) {
        (lastPresented, presented) = (arrival, id)
      }
      guard place < 2 else { continue }
      isInOrder = isInOrder && arrival > last
      last = arrival
      guard place == 0 else {
        held.append(id)
        continue
      }
      key.removeAll(keepingCapacity: true)
      key.append(rows.bool(1) ? 1 : 0)
      for column: Int32 in 2...6 {
        key.append(contentsOf: rows.text(column))
        key.append(0)
      }
      var hasher = Hasher()
      key.withUnsafeBytes { hasher.combine(bytes: $0) }
      var hash = hasher.finalize()
      while let kind = numbers[hash], keys[kind] != key { hash &+= 1 }
      let kind = numbers[hash] ?? kinds.count
      if kind == kinds.count {
        numbers[hash] = kind
        keys.append(key)
        kinds.append(
          Kind(
            app: rows.identifier(2), thread: rows.identifier(3),
            level: InterruptionLevel(rawValue: rows.string(4)) ?? .active,
            outcome: Outcome(rawValue: rows.string(5)) ?? .none,
            reason: ReasonCode(rawValue: rows.string(6)), isRead: rows.bool(1)))
      }
      kinds[kind].count += 1
      kinds[kind].items += DeliveredNotification.items(rows.int(7))
      listed.append(Row(arrival: arrival, id: id, kind: kind))
    }
    if !isInOrder { listed.sort { $0.arrival < $1.arrival } }
  }

  /// Makes an overview that has the counts, but no entries yet.
  ///
  /// - Parameters:
  ///   - groupLimit: the number of groups whose newest entries are shown.
  ///   - entryLimit: the number of entries that are shown of each.
  /// - Returns: the overview, and the numbers of the listed pushes to be shown.
  func overview(
    groupLimit: Int, entryLimit: Int, grouping: (BundleID) -> GroupingSetting
  ) -> (InboxOverview, listed: [Int]) {
    var overview = InboxOverview()
    var keys: [GroupKey] = []
    var groups: [(counts: InboxCounts, shown: Int)] = []
    var numbers: [GroupKey: Int] = [:]
    // The group of each kind; nil where each entry is one by itself.
    let groupOfKind = kinds.map { kind -> Int? in
      overview.counts += kind.counts
      let setting = grouping(kind.app)
      guard setting != .off else {
        overview.groupCount += kind.count
        return nil
      }
      let key = GroupKey(of: 0, thread: kind.thread, app: kind.app, grouping: setting)
      let number = numbers[key] ?? groups.count
      if number == groups.count {
        numbers[key] = number
        keys.append(key)
        groups.append((InboxCounts(), 0))
      }
      groups[number].counts += kind.counts
      return number
    }
    overview.groupCount += groups.count
    var ids: [Int] = []
    // The number of groups that are shown, and of those of which more entries are to come.
    var (shown, open) = (0, 0)
    for row in listed.reversed() {
      if let group = groupOfKind[row.kind] {
        let most = min(groups[group].counts.count, entryLimit)
        if groups[group].shown == 0, shown < groupLimit {
          (shown, open) = (shown + 1, open + 1)
        } else if groups[group].shown == 0 || groups[group].shown == most {
          continue
        }
        groups[group].shown += 1
        if groups[group].shown == most { open -= 1 }
        ids.append(row.id)
      } else if shown < groupLimit {
        shown += 1
        ids.append(row.id)
      }
      if shown == groupLimit, open == 0 { break }
    }
    for (key, group) in zip(keys, groups) where group.shown > 0 {
      overview.groups[key] = group.counts
    }
    return (overview, ids)
  }
}
