import Foundation

/// The queue between the feeds and the runtime, bounded by bytes.
///
/// It never rejects items: a feed checks ``hasRoom`` before it reads its socket. So a full queue
/// makes senders wait, memory stays bounded, and no accepted item is lost.
// Sendable: the variables are read and written only under `lock`; watchers and `wakeUp` are called
// outside of it.
final class Intake: @unchecked Sendable {
  private let lock = NSLock()
  private let limit: Int
  private let wakeUp: @Sendable () -> Void
  private var items: [FeedItem] = []
  /// The weight of each item in bytes.
  private var weights: [Int] = []
  private var bytes = 0
  private var isFull = false
  private var roomWatchers: [@Sendable () -> Void] = []

  /// - Parameters:
  ///   - limit: The bytes from which the feeds stop reading.
  ///   - wakeUp: Called once for each change from empty to not empty, on the feeds' thread.
  init(limit: Int = 64 << 20, wakeUp: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.wakeUp = wakeUp
  }

  /// Whether feeds may read. False from the moment the limit is reached until
  /// ``drain(most:bytes:)`` has made room.
  var hasRoom: Bool {
    lock.withLock { !isFull }
  }

  /// Whether items wait.
  var hasItems: Bool {
    lock.withLock { !items.isEmpty }
  }

  /// Adds the items of one round of reading.
  func offer(_ batch: [FeedItem]) {
    guard !batch.isEmpty else { return }
    let added = batch.map(\.weight)
    let weight = added.reduce(0, +)
    let wasEmpty = lock.withLock {
      let wasEmpty = items.isEmpty
      if wasEmpty { items = batch } else { items += batch }
      weights += added
      bytes += weight
      if bytes >= limit { isFull = true }
      return wasEmpty
    }
    if wasEmpty { wakeUp() }
  }

  /// Removes and returns the oldest items; none if nothing waits. The remaining items keep their
  /// weight.
  ///
  /// - Parameters:
  ///   - most: The maximum number of items.
  ///   - bytes: The weight from which no further item is returned.
  func drain(most: Int = .max, bytes limit: Int = .max) -> [FeedItem] {
    let (drained, resumed) = lock.withLock {
      var (count, weight) = (0, 0)
      while count < min(most, items.count), weight < limit {
        weight += weights[count]
        count += 1
      }
      let drained = items.removeStart(count)
      weights.removeFirst(count)
      bytes -= weight
      let resumed = isFull && bytes < self.limit ? roomWatchers : []
      isFull = bytes >= self.limit
      return (drained, resumed)
    }
    for watcher in resumed { watcher() }
    return drained
  }

  /// Calls back once when there is room again, on the thread that drains.
  func whenRoomReturns(_ watcher: @escaping @Sendable () -> Void) {
    lock.withLock { roomWatchers.append(watcher) }
  }
}

extension Array {
  /// Removes and returns the first elements. If these are all, none is copied.
  fileprivate mutating func removeStart(_ count: Int) -> [Element] {
    let start = count < self.count ? Array(self[..<count]) : self
    if count < self.count { removeFirst(count) } else { self = [] }
    return start
  }
}
