import InboxModel

/// The changes that wait to be stored, and the responses that wait for them.
struct PendingCommit {
  private(set) var changes: [StoreChange] = []
  private var responses: [(ResponseHandle, PushResponse)] = []

  /// Whether all changes are stored.
  var isStored: Bool { changes.isEmpty }

  /// Adds changes of a batch.
  mutating func add(_ changes: [StoreChange]) {
    self.changes += changes
  }

  /// Adds the changes and responses among the effects of a batch.
  mutating func add(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .store(let change): changes.append(change)
      case .answer(let answer, let reply): responses.append((reply, answer))
      case .emit, .present, .ring, .askToUnlock, .runExtension, .guest: break
      }
    }
  }

  /// Stores the changes in one transaction; after damage all that the machines have, too.
  func store(
    in store: Store, restoring snapshot: () -> Snapshot
  ) throws(StoreError) {
    if !store.lacksState {
      do throws(StoreError) {
        return try store.commit(changes)
      } catch {
        guard store.lacksState else { throw error }
      }
    }
    try store.commit(changes, restoring: snapshot())
  }

  /// Removes the changes: they are stored, or given up.
  mutating func removeChanges() {
    changes = []
  }

  /// Removes and returns the responses.
  mutating func drainResponses() -> [(ResponseHandle, PushResponse)] {
    defer { responses = [] }
    return responses
  }

  /// Discards the changes; removes and returns the responses, in which accepted pushes are
  /// rejected.
  mutating func reject() -> [(ResponseHandle, PushResponse)] {
    // If they were stored later, they would be duplicated once their senders tried again.
    removeChanges()
    return drainResponses().map { reply, answer in
      guard (200..<300).contains(answer.status) else { return (reply, answer) }
      // Other services have bodies of their own.
      if answer.document != nil, !answer.isAboutChannel { return (reply, .unavailable) }
      return (reply, answer.rejected(.serviceUnavailable))
    }
  }
}
