/// Live Activities by age, such as those that follow a channel. Activities are added in their
/// order; adding, removing and ``last`` take amortized O(1).
struct ActivityList: Equatable, Sendable {
  /// The activities, oldest first, also those that were removed; the last one was not.
  private var ids: [ActivityID] = []
  private var removed: Set<ActivityID> = []
  /// The newest activity so far, also after its removal.
  private(set) var newest = ActivityID(rawValue: 0)

  init() {}

  /// Whether there is no activity.
  var isEmpty: Bool { ids.isEmpty }

  /// The number of activities.
  var count: Int { ids.count - removed.count }

  /// The newest activity; nil for none.
  var last: ActivityID? { ids.last }

  /// The activities, oldest first.
  var all: [ActivityID] {
    removed.isEmpty ? ids : ids.filter { !removed.contains($0) }
  }

  /// Records an activity that is not in the list any more.
  mutating func see(_ id: ActivityID) { newest = max(newest, id) }

  /// Adds an activity.
  mutating func insert(_ id: ActivityID) {
    see(id)
    guard removed.remove(id) == nil else { return }
    if let last = ids.last, last >= id {
      let place = ids.firstIndex { $0 >= id } ?? ids.count
      if ids[place] != id { ids.insert(id, at: place) }
    } else {
      ids.append(id)
    }
  }

  /// Removes an activity that was added.
  mutating func remove(_ id: ActivityID) {
    removed.insert(id)
    if removed.count * 2 > ids.count {
      ids = all
      removed.removeAll(keepingCapacity: true)
    }
    while let last = ids.last, removed.remove(last) != nil { ids.removeLast() }
  }
}
