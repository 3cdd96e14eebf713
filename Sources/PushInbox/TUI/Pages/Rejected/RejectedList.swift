import InboxModel

/// The newest rejected pushes without their bodies. The selected one is loaded completely from the
/// store.
struct RejectedList: Equatable, Sendable {
  /// The maximum number of rows; the store has more, for `ls is:rejected`.
  static let limit = 1000

  private(set) var rows = BoundedLog<RejectedRequest>(limit: limit)
  /// The number of ``rows`` for each reason.
  private(set) var counts: [String: Int] = [:]
  /// Whether the rows were loaded from the store, which happens when the list is first shown.
  private(set) var isLoaded = false
  /// The number of rejections since the list was last shown; those of earlier runs count as seen.
  private(set) var unseen = 0
  /// The last number seen, and the last number received in this run.
  private var (lastSeen, last) = (0, 0)
  /// The rejected push that was loaded last.
  var detail: RejectedRequest?
  /// The number of the rejected push that was requested last.
  var requested: Int?

  /// Replaces the rows by those of the store, newest first.
  mutating func load(_ newestFirst: [RejectedRequest]) {
    rows = BoundedLog(limit: Self.limit)
    for push in newestFirst.reversed() { rows.append(push) }
    isLoaded = true
    count()
  }

  /// Records new rejections. Before the rows are loaded from the store they are only counted, since
  /// loading will include them.
  mutating func record(_ rejected: [RejectedRequest]) {
    if unseen == 0, let first = rejected.first { lastSeen = first.number - 1 }
    unseen += rejected.count
    last = rejected.last?.number ?? last
    guard isLoaded, !rejected.isEmpty else { return }
    for push in rejected.suffix(Self.limit) { rows.append(push.row) }
    count()
  }

  /// Marks all rejections as seen.
  mutating func markSeen() {
    (unseen, lastSeen) = (0, last)
  }

  /// Removes rows; or, if some were restored, lets all rows be loaded again.
  mutating func mark(_ numbers: [Int], isRemoved: Bool) {
    let new = numbers.count { $0 > lastSeen && $0 <= last }
    unseen = max(0, unseen + (isRemoved ? -new : new))
    guard isRemoved else {
      isLoaded = false
      return
    }
    let removed = Set(numbers)
    let kept = rows.elements.filter { !removed.contains($0.number) }
    rows = BoundedLog(limit: Self.limit)
    for push in kept { rows.append(push) }
    count()
    // The store may have more rows.
    if kept.isEmpty { isLoaded = false }
  }

  private mutating func count() {
    counts = rows.elements.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
  }

  /// Returns the rows that match a filter, newest first.
  func matching(_ filter: Filter) -> [RejectedRequest] {
    rows.elements.reversed().filter { filter.isEmpty || filter.matches($0) }
  }

  /// Returns the rows with a reason, newest first.
  func group(of reason: String) -> RejectedGroup {
    RejectedGroup(
      reason: reason, newestFirst: rows.elements.reversed().filter { $0.reason == reason })
  }

  /// The reasons with their counts, the most frequent first.
  var reasons: [(reason: String, count: Int)] {
    counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }
}

/// The rejected pushes with one reason, at least one.
struct RejectedGroup: Equatable, Sendable {
  var reason: String
  var newestFirst: [RejectedRequest]

  var count: Int { newestFirst.count }

  /// Returns the groups of a list, the group of the newest push first.
  static func all(of newestFirst: [RejectedRequest]) -> [RejectedGroup] {
    var places: [String: Int] = [:]
    var groups: [RejectedGroup] = []
    for push in newestFirst {
      let reason = push.reason
      if let place = places[reason] {
        groups[place].newestFirst.append(push)
      } else {
        places[reason] = groups.count
        groups.append(RejectedGroup(reason: reason, newestFirst: [push]))
      }
    }
    return groups
  }
}
