import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Batches on their way to the store: told of in their order, once they are stored.
@MainActor
@Suite struct CommitQueueTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes down what a queue tells.
  @MainActor
  private final class Listener {
    var lines: [String] = []
    var room: CheckedContinuation<Void, Never>?

    init(_ queue: CommitQueue) {
      queue.onEnd = { [unowned self] batch, isStored in
        let rings = batch.effects.compactMap { effect -> Int? in
          if case .ring(let times) = effect { times } else { nil }
        }
        self.lines.append("\(isStored ? "stored" : "not stored") \(rings) \(batch.answers.count)")
      }
      queue.onFailure = { [unowned self] _ in self.lines.append("failure") }
      queue.onRoom = { [unowned self] in self.room.take()?.resume() }
    }
  }

  /// A batch that stores pushes, with one response, and rings as often as its first push has it.
  private func batch(_ numbers: ClosedRange<Int>) -> CommitQueue.Batch {
    CommitQueue.Batch(
      changes: numbers.map { .phone(.insert(.stub($0))) },
      answers: [(ResponseHandle(connection: 1, stream: numbers.lowerBound), .accepted)],
      effects: [.ring(numbers.lowerBound)])
  }

  private func records(_ store: Store, _ numbers: ClosedRange<Int>) throws -> Int {
    try numbers.count { try store.record(NotificationID(rawValue: $0)) != nil }
  }

  @Test func `a small batch is stored before start returns`() throws {
    let queue = CommitQueue(try Store(at: .folder(folder.path)))
    let listener = Listener(queue)
    queue.add(batch(1...3))
    #expect(!queue.isAllStored)
    queue.start()
    #expect(queue.isAllStored)
    #expect(listener.lines == ["stored [1] 1"])
  }

  @Test func `while a large batch is stored one more may wait, and both are told of in order`()
    async throws
  {
    let queue = CommitQueue(try Store(at: .folder(folder.path)))
    let listener = Listener(queue)
    queue.add(batch(1...500))
    queue.start()
    #expect(queue.hasRoom)
    #expect(!queue.isAllStored)
    queue.add(batch(501...1000))
    #expect(!queue.hasRoom)
    // Nothing is told before the main actor has its turn again.
    #expect(listener.lines.isEmpty)
    while !queue.isAllStored { await withCheckedContinuation { listener.room = $0 } }
    #expect(listener.lines == ["stored [1] 1", "stored [501] 1"])
    #expect(try records(queue.store, 1...1000) == 1000)
  }

  @Test func `the store has all batches for whoever asks for it`() throws {
    let queue = CommitQueue(try Store(at: .folder(folder.path)))
    let listener = Listener(queue)
    queue.add(batch(1...500))
    queue.start()
    queue.add(batch(501...1000))
    #expect(try records(queue.storeOfTold, 1...500) == 500)
    #expect(listener.lines.isEmpty)
    #expect(try records(queue.store, 1...1000) == 1000)
    #expect(listener.lines == ["stored [1] 1", "stored [501] 1"])
  }

  @Test func `a batch that was added when another was told of is told of after it`() throws {
    let queue = CommitQueue(try Store(at: .folder(folder.path)))
    let listener = Listener(queue)
    let listen = queue.onEnd
    queue.onEnd = { [unowned queue] batch, isStored in
      if listener.lines.isEmpty {
        queue.add(self.batch(8...9))
        queue.settle()
        #expect(queue.isAllStored)
      }
      listen(batch, isStored)
    }
    queue.add(batch(1...3))
    queue.settle()
    #expect(listener.lines == ["stored [1] 1", "stored [8] 1"])
  }

  /// A store that takes nothing.
  private func fullStore() throws -> Store {
    try Store(at: .folder(folder.path)).close()
    return try Store(at: .folder(folder.path), access: .readOnly)
  }

  @Test(arguments: [3, 500])
  func `a batch that cannot be stored is shown, and its responses wait`(count: Int) async throws {
    let queue = CommitQueue(try fullStore())
    let listener = Listener(queue)
    queue.add(batch(1...count))
    queue.start()
    while listener.lines.isEmpty { await withCheckedContinuation { listener.room = $0 } }
    #expect(listener.lines == ["failure", "not stored [1] 0"])
    #expect(!queue.hasRoom)
    // What is decided meanwhile waits behind it.
    queue.add(batch(1001...1002))
    queue.settle()
    #expect(Array(listener.lines[2...]) == ["failure", "not stored [1001] 0"])
    #expect(queue.dropUnstored().map(\.handle.stream) == [1, 1001])
    #expect(queue.isAllStored)
  }

  @Test func `another store is begun without what was not stored`() throws {
    let queue = CommitQueue(try Store(at: .folder(folder.path)))
    let listener = Listener(queue)
    queue.add(batch(1...500))
    queue.start()
    queue.add(batch(501...502))
    queue.startOver(with: try Store(at: .memory))
    #expect(queue.isAllStored)
    #expect(listener.lines.isEmpty)
    #expect(try records(queue.store, 1...502) == 0)
  }
}

extension PushResponse {
  fileprivate static var accepted: PushResponse { PushResponse(status: 200, apnsID: "") }
}
