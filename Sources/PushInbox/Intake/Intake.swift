import Foundation

/// The queue between the feeds and the runtime, bounded by bytes.
///
/// It never rejects items: a feed checks ``hasRoom`` before it reads its socket. So a full queue
/// makes senders wait, memory stays bounded, and no accepted item is lost.
///
/// The items of a connection stay in their order. Connections take turns, so that a push of one
/// does not wait for the hundreds that another has sent.
// Sendable: the variables are read and written only under `lock`; watchers and `wakeUp` are called
// outside of it.
final class Intake: @unchecked Sendable {
  /// The items that one turn of a connection returns.
  fileprivate struct Share {
    var items: [FeedItem] = []
    /// Bytes.
    var weight = 0

    var hasRoom: Bool { items.count < Intake.itemsPerShare && weight < Intake.bytesPerShare }
  }

  /// The number of items in a share: the fewer, the sooner others have their turn; the more, the
  /// fewer transactions.
  static let itemsPerShare = 8
  /// The weight in bytes from which a share has no further item: that of ``itemsPerShare`` ordinary
  /// pushes. A request with a hundred pushes has a share of its own.
  static let bytesPerShare = 16 << 10
  /// The maximum number of shares of a connection in a batch, for which a new one waits.
  static let mostShares = 16
  /// The number of batches in which one connection alone, or none with few items, waited, after
  /// which connections have several turns in a batch.
  static let bulkAfter = 16

  private let lock = NSLock()
  private let limit: Int
  private let wakeUp: @Sendable () -> Void
  /// The waiting items by ``FeedItem/connection``. Only the last share of each may grow.
  private var shares: [Int: [Share]] = [:]
  /// The connections with waiting items, the next one first.
  private var turns: [Int] = []
  private var bytes = 0
  private var isFull = false
  private var roomWatchers: [@Sendable () -> Void] = []
  /// The connection of the last batch; nil if there were several.
  private var lone: Int?
  /// The number of batches since another connection had items.
  private var loneBatches = 0
  /// The number of batches since a connection had few items.
  private var bulkBatches = 0

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - limit: The bytes from which the feeds stop reading.
  ///   - wakeUp: Called once for each change from empty to not empty, on the feeds' thread.
  init(limit: Int = 64 << 20, wakeUp: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.wakeUp = wakeUp
  }

  /// Whether feeds may read. False from the moment the limit is reached until items are drained.
  var hasRoom: Bool {
    lock.withLock { !isFull }
  }

  /// Whether items of senders' connections wait.
  var hasItemsOfConnections: Bool {
    lock.withLock { turns.contains { $0 != 0 } }
  }

  /// Adds the items of one round of reading.
  func offer(_ batch: [FeedItem]) {
    guard !batch.isEmpty else { return }
    let weights = batch.map(\.weight)
    let wasEmpty = lock.withLock {
      let wasEmpty = turns.isEmpty
      for (item, weight) in zip(batch, weights) { add(item, weight) }
      if bytes >= limit { isFull = true }
      return wasEmpty
    }
    if wasEmpty { wakeUp() }
  }

  private func add(_ item: FeedItem, _ weight: Int) {
    bytes += weight
    let connection = item.connection
    if shares[connection] == nil { turns.append(connection) }
    shares[connection, default: []].add(item, weight)
  }

  /// Removes and returns all items.
  func drain() -> [FeedItem] {
    drain(most: .max, weight: .max) { .max }
  }

  /// Removes and returns the next items: a share of each connection, or up to ``mostShares`` if one
  /// is alone, or all have sent many lately. None if nothing waits.
  ///
  /// - Parameters:
  ///   - most: The number of items from which no further share is returned.
  ///   - weight: The weight in bytes from which no further share is returned.
  func nextBatch(most: Int, weight: Int) -> [FeedItem] {
    drain(most: most, weight: weight) {
      let (isLone, count) = (isLone(), sharesOfEach())
      return isLone ? Self.mostShares : turns.count * count
    }
  }

  private func drain(most: Int, weight: Int, _ shareCount: () -> Int) -> [FeedItem] {
    let (drained, resumed) = lock.withLock {
      let (count, before) = (shareCount(), bytes)
      var drained: [FeedItem] = []
      var taken = 0
      while taken < count, !turns.isEmpty, drained.count < most, before - bytes < weight {
        let next = takeShare()
        if drained.isEmpty { drained = next } else { drained += next }
        taken += 1
      }
      let resumed = isFull && bytes < limit ? roomWatchers : []
      isFull = bytes >= limit
      return (drained, resumed)
    }
    for watcher in resumed { watcher() }
    return drained
  }

  /// Removes and returns the share of the connection whose turn it is, which then is the last one.
  private func takeShare() -> [FeedItem] {
    let connection = turns.removeFirst()
    guard let share = shares[connection]?.removeFirst() else { return [] }
    bytes -= share.weight
    if shares[connection]?.isEmpty == true {
      shares[connection] = nil
    } else {
      turns.append(connection)
    }
    return share.items
  }

  /// Returns whether one connection has been the only one with items for some time.
  private func isLone() -> Bool {
    let only = turns.count == 1 ? turns[0] : nil
    loneBatches = only != nil && only == lone ? loneBatches + 1 : 0
    lone = only
    return loneBatches >= Self.bulkAfter
  }

  /// Returns the number of shares that each connection has in the next batch: one if a connection
  /// had few items lately, which would wait for the others. Otherwise half of what each has, so
  /// that they do not seem to have few afterwards.
  private func sharesOfEach() -> Int {
    let least = turns.reduce(Int.max) { min($0, shares[$1]?.count ?? 0) }
    bulkBatches = least > 1 && !turns.isEmpty ? bulkBatches + 1 : 0
    return bulkBatches >= Self.bulkAfter ? min(least / 2, Self.mostShares) : 1
  }

  /// Calls back once when there is room again, on the thread that drains.
  func whenRoomReturns(_ watcher: @escaping @Sendable () -> Void) {
    lock.withLock { roomWatchers.append(watcher) }
  }
}

extension [Intake.Share] {
  /// Adds an item to the last share, or to a new one.
  fileprivate mutating func add(_ item: FeedItem, _ weight: Int) {
    if last?.hasRoom != true { append(Intake.Share()) }
    self[count - 1].items.append(item)
    self[count - 1].weight += weight
  }
}
