/// The Live Activities that follow a broadcast channel, by age. Activities are added in their order; adding and removing
/// take amortized O(1).
struct ChannelFollowers: Equatable, Sendable {
  /// The activities, oldest first, also those that were removed.
  private var ids: [ActivityID] = []
  private var removed: Set<ActivityID> = []
  /// The newest activity so far, also after its removal.
  private(set) var newest = ActivityID(rawValue: 0)

  init() {}

  /// Whether no activity follows the channel.
  var isEmpty: Bool { ids.count == removed.count }

  /// The number of activities that follow the channel.
  var count: Int { ids.count - removed.count }

  /// The activities, oldest first.
  var running: [ActivityID] {
    removed.isEmpty ? ids : ids.filter { !removed.contains($0) }
  }

  /// Records an activity that followed the channel and has ended.
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
    guard removed.count * 2 > ids.count else { return }
    ids = running
    removed.removeAll(keepingCapacity: true)
  }
}
