import Dispatch
import InboxModel

/// Stores what batches changed, in their order, and tells of a batch once it is stored. A large batch is stored on a
/// thread of its own while the next one is decided.
@MainActor
final class CommitQueue {
  /// Several events with what they changed.
  struct Batch {
    /// To be stored in one transaction.
    var changes: [StoreChange] = []
    /// To be sent once the changes are stored.
    var answers: [(handle: ResponseHandle, response: PushResponse)] = []
    /// To be carried out once the changes are stored, in their order.
    var effects: [Effect] = []

    /// Adds a later batch.
    mutating func append(_ later: Batch) {
      changes += later.changes
      answers += later.answers
      effects += later.effects
    }
  }

  /// A batch with fewer changes is stored at once: to wake another thread would cost more.
  static let fewChanges = 32

  /// Called with each batch that is stored, in their order, and with the effects alone of one that could not be stored:
  /// its answers wait.
  var onEnd: (_ batch: Batch, _ isStored: Bool) -> Void = { _, _ in }
  /// Called when a batch could not be stored.
  var onFailure: (StoreError) -> Void = { _ in }
  /// Called when another batch may be decided.
  var onRoom: () -> Void = {}

  private var openStore: Store
  /// Decided, and not on its way to the store.
  private var waiting: Batch?
  private var running: (batch: Batch, commit: Commit)?
  private let thread = DispatchQueue(label: "store", qos: .userInitiated)
  /// The batches of which ``onEnd`` is to be told.
  private var ended: [(batch: Batch, isStored: Bool)] = []
  private var isTelling = false

  /// Makes a queue in front of an opened store.
  init(_ store: Store) {
    openStore = store
  }

  /// The store with all batches in it that it takes.
  var store: Store {
    settle()
    return openStore
  }

  /// The store with the batches of which was told; later ones may be missing.
  var storeOfTold: Store {
    running?.commit.wait()
    return openStore
  }

  /// Whether another batch may be decided: at most one waits while one is stored.
  var hasRoom: Bool { waiting == nil }

  /// Whether everything that was added is stored.
  var isAllStored: Bool { waiting == nil && running == nil }

  /// Adds a batch behind those that are not stored yet.
  func add(_ batch: Batch) {
    if waiting?.append(batch) == nil { waiting = batch }
  }

  /// Begins to store what waits, unless a batch is being stored: then that follows. What is little is stored at once.
  func start() {
    guard running == nil, let batch = waiting else { return }
    guard batch.changes.count >= Self.fewChanges else { return settle() }
    waiting = nil
    let commit = Commit(of: batch.changes, to: openStore)
    running = (batch, commit)
    thread.async {
      commit.run()
      onMain { [weak self] in self?.threadEnded(commit) }
    }
  }

  /// Stores everything that was added, and returns when it is stored or could not be.
  func settle() {
    guard finishRunning(), let batch = waiting else { return }
    waiting = nil
    do throws(StoreError) {
      try openStore.commit(batch.changes)
      finish(batch, nil)
    } catch {
      finish(batch, error)
    }
  }

  /// Drops everything that is not stored, and goes on with another store.
  func startOver(with store: Store) {
    running?.commit.wait()
    (running, waiting) = (nil, nil)
    openStore = store
  }

  /// Drops what the store did not take; returns the answers that waited for it.
  func dropUnstored() -> [(handle: ResponseHandle, response: PushResponse)] {
    waiting.take()?.answers ?? []
  }

  private func threadEnded(_ commit: Commit) {
    // Whoever could not wait has finished it already.
    if let running, running.commit === commit {
      self.running = nil
      finish(running.batch, commit.error, startsNext: true)
    }
    onRoom()
  }

  /// Waits for the batch that is being stored; false if it could not be.
  private func finishRunning() -> Bool {
    guard let running else { return true }
    running.commit.wait()
    self.running = nil
    finish(running.batch, running.commit.error)
    return running.commit.error == nil
  }

  private func finish(_ batch: Batch, _ error: StoreError?, startsNext: Bool = false) {
    if let error {
      var unstored = Batch(changes: batch.changes, answers: batch.answers)
      if let waiting { unstored.append(waiting) }
      waiting = unstored
      ended.append((Batch(effects: batch.effects), false))
      onFailure(error)
    } else {
      ended.append((batch, true))
      if startsNext { start() }
    }
    tell()
  }

  /// Tells of batches one after the other: what is told may lead to more of them.
  private func tell() {
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !ended.isEmpty {
      let (batch, isStored) = ended.removeFirst()
      onEnd(batch, isStored)
    }
  }
}

/// A transaction on the thread of the store.
// Sendable: the store has one user at a time, and `error` is read after the wait.
private final class Commit: @unchecked Sendable {
  private let changes: [StoreChange]
  private let store: Store
  private let ended = DispatchGroup()
  /// What went wrong; read after ``wait()``.
  private(set) var error: StoreError?

  init(of changes: [StoreChange], to store: Store) {
    self.changes = changes
    self.store = store
    ended.enter()
  }

  func run() {
    defer { ended.leave() }
    do throws(StoreError) {
      try store.commit(changes)
    } catch {
      self.error = error
    }
  }

  func wait() {
    ended.wait()
  }
}
