import CSQLite
import InboxModel

/// A survey of all stored rows of the list: of each row the few columns that an ``InboxOverview``
/// needs.
struct ListSurvey: Sendable {
  /// The column values that a set of entries shares.
  private struct Kind {
    let app: BundleID
    let thread: ThreadID
    let level: InterruptionLevel
    let outcome: Outcome
    let reason: ReasonCode
    let isRead: Bool
    var count = 0
    var items = 0

    /// Reads the columns of a row.
    init(_ row: borrowing Statement) {
      isRead = row.bool(1)
      app = row.identifier(2)
      thread = row.identifier(3)
      level = InterruptionLevel(rawValue: row.string(4)) ?? .active
      outcome = Outcome(rawValue: row.string(5)) ?? .none
      reason = ReasonCode(rawValue: row.string(6))
    }

    var counts: InboxCounts {
      InboxCounts(
        count: count, isRead: isRead, outcome: outcome, reason: reason, level: level, items: items)
    }
  }

  /// The numbers of the kinds, found by the bytes of their columns.
  private struct KindTable {
    private var numbers: [Int: Int] = [:]
    /// The bytes of each kind.
    private(set) var keys: [[UInt8]] = []
    private var key: [UInt8] = []

    /// Returns the number of a row's kind; a new kind gets the next number.
    mutating func number(of row: borrowing Statement) -> Int {
      key.removeAll(keepingCapacity: true)
      key.append(row.bool(1) ? 1 : 0)
      for column: Int32 in 2...6 {
        key.append(contentsOf: row.text(column))
        key.append(0)
      }
      return number(of: key)
    }

    /// Returns the number of the kind with these bytes; a new kind gets the next number.
    mutating func number(of key: [UInt8]) -> Int {
      var hasher = Hasher()
      key.withUnsafeBytes { hasher.combine(bytes: $0) }
      var hash = hasher.finalize()
      while let kind = numbers[hash] {
        if keys[kind] == key { return kind }
        hash &+= 1
      }
      numbers[hash] = keys.count
      keys.append(key)
      return keys.count - 1
    }
  }

  private struct Row {
    let arrival: Int
    let id: Int
    let kind: Int
  }

  /// A half of the rows, by their numbers: one for each thread.
  enum Half {
    case older, newer
  }

  private var table = KindTable()
  private var kinds: [Kind] = []
  private var listed: [Row] = []
  /// The numbers of the held pushes.
  private(set) var held: [Int] = []
  /// The number of the push that was presented last.
  private(set) var presented: Int?
  /// The arrival of the push that was presented last; `Int.min` if none was.
  private var lastPresented = Int.min
  /// The arrivals of the first and the last row that is listed or held.
  private var ends: (first: Int, last: Int)?
  /// Whether the pushes arrived in the order of their numbers.
  private(set) var isInOrder = true

  private static let shown = Array(Outcome.shown.rawValue.utf8)

  /// Reads half of the rows of a store; nil if it has fewer than `minimum` rows.
  init?(_ half: Half, of uri: String, minimum: Int) throws(DatabaseError) {
    let connection = try SQLiteConnection(uri: uri, flags: SQLITE_OPEN_READONLY)
    let count = "SELECT count(*) FROM (SELECT 1 FROM pushes LIMIT \(minimum))"
    guard try connection.number(count) == minimum else { return nil }
    let middle = try connection.number("SELECT max(id) / 2 + min(id) / 2 FROM pushes")
    let rows = try Statement(
      """
      SELECT id, is_read, app, thread, level, outcome, reason, summary_argument_count, arrival, place
      FROM pushes WHERE id \(half == .older ? "<=" : ">") \(middle) ORDER BY id
      """, on: connection)
    while try rows.step() { add(rows) }
  }

  private mutating func add(_ row: borrowing Statement) {
    let (id, place) = (row.int(0), row.int(9))
    let arrival = row.optionalInt(8) ?? id
    if arrival > lastPresented, row.text(5).elementsEqual(Self.shown) {
      (lastPresented, presented) = (arrival, id)
    }
    guard place < 2 else { return }
    if let ends { isInOrder = isInOrder && arrival > ends.last }
    ends = (ends?.first ?? arrival, arrival)
    guard place == 0 else {
      held.append(id)
      return
    }
    let kind = table.number(of: row)
    if kind == kinds.count { kinds.append(Kind(row)) }
    kinds[kind].count += 1
    kinds[kind].items += DeliveredNotification.items(row.int(7))
    listed.append(Row(arrival: arrival, id: id, kind: kind))
  }

  /// Appends the half with the newer rows.
  mutating func append(_ newer: ListSurvey) {
    if newer.lastPresented > lastPresented {
      (lastPresented, presented) = (newer.lastPresented, newer.presented)
    }
    isInOrder = isInOrder && newer.isInOrder
    if let others = newer.ends {
      if let ends { isInOrder = isInOrder && ends.last < others.first }
      ends = (ends?.first ?? others.first, others.last)
    }
    let numbers = newer.table.keys.map { table.number(of: $0) }
    for (kind, number) in zip(newer.kinds, numbers) {
      if number == kinds.count {
        kinds.append(kind)
      } else {
        kinds[number].count += kind.count
        kinds[number].items += kind.items
      }
    }
    listed += newer.listed.lazy.map {
      Row(arrival: $0.arrival, id: $0.id, kind: numbers[$0.kind])
    }
    held += newer.held
    if !isInOrder { listed.sort { $0.arrival < $1.arrival } }
  }

  /// Returns an overview that has the counts, but no entries yet.
  ///
  /// - Parameters:
  ///   - groupLimit: The number of groups whose newest entries are shown.
  ///   - entryLimit: The number of entries that are shown of each group.
  /// - Returns: The overview, and the numbers of the listed pushes to show.
  func overview(
    groupLimit: Int, entryLimit: Int, grouping: (BundleID) -> GroupingSetting
  ) -> (InboxOverview, listed: [Int]) {
    var overview = InboxOverview()
    var groups = groups(grouping, into: &overview)
    var ids: [Int] = []
    // The number of shown groups, and of those that still need entries.
    var (shown, open) = (0, 0)
    for row in listed.reversed() {
      if let group = groups.ofKind[row.kind] {
        let most = min(groups.all[group].counts.count, entryLimit)
        if groups.all[group].shown == 0, shown < groupLimit {
          (shown, open) = (shown + 1, open + 1)
        } else if groups.all[group].shown == 0 || groups.all[group].shown == most {
          continue
        }
        groups.all[group].shown += 1
        if groups.all[group].shown == most { open -= 1 }
        ids.append(row.id)
      } else if shown < groupLimit {
        shown += 1
        ids.append(row.id)
      }
      if shown == groupLimit, open == 0 { break }
    }
    for group in groups.all where group.shown > 0 { overview.groups[group.key] = group.counts }
    return (overview, ids)
  }

  /// A group and the number of its shown entries.
  private struct Group {
    let key: GroupKey
    var counts = InboxCounts()
    var shown = 0
  }

  /// Assigns the kinds to groups and counts entries and groups. A kind has no group if each of its
  /// entries is shown separately.
  private func groups(
    _ grouping: (BundleID) -> GroupingSetting, into overview: inout InboxOverview
  ) -> (all: [Group], ofKind: [Int?]) {
    var groups: [Group] = []
    var numbers: [GroupKey: Int] = [:]
    let ofKind = kinds.map { kind -> Int? in
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
        groups.append(Group(key: key))
      }
      groups[number].counts += kind.counts
      return number
    }
    overview.groupCount += groups.count
    return (groups, ofKind)
  }
}
