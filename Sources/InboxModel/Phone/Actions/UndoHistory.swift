/// The actions of the user that can be undone, the latest last. They are not stored over a
/// restart.
struct UndoHistory: Equatable {
  /// An entry before and after the action; nil after it if it was removed.
  struct Change: Equatable {
    var before: Phone.State.Entry
    var after: Phone.State.Entry?
  }

  struct Step: Equatable {
    var kind: UndoStep.Kind
    var changes: [NotificationID: Change]
  }

  /// The limits on the number of steps, and on the number of changes in all of them.
  private static let maximumSteps = 100
  private static let maximumChanges = 20_000

  private(set) var steps: [Step] = []
  private var changeCount = 0

  mutating func append(_ step: Step) {
    guard !step.changes.isEmpty else { return }
    steps.append(step)
    changeCount += step.changes.count
    // The latest step remains, whatever its size.
    while steps.count > 1, steps.count > Self.maximumSteps || changeCount > Self.maximumChanges {
      changeCount -= steps.removeFirst().changes.count
    }
  }

  /// Removes and returns the last change of an entry; nil for none.
  mutating func removeLast(_ id: NotificationID) -> Change? {
    guard let place = steps.lastIndex(where: { $0.changes[id] != nil }) else { return nil }
    let change = steps[place].changes.removeValue(forKey: id)
    changeCount -= 1
    if steps[place].changes.isEmpty { steps.remove(at: place) }
    return change
  }

  /// Returns the last step that changed an entry; nil for none.
  func last(_ id: NotificationID) -> Step? { steps.last { $0.changes[id] != nil } }
}

/// One action of the user on entries that can be undone.
public struct UndoStep: Equatable, Sendable {
  /// The kind of the change.
  public enum Kind: Equatable, Sendable {
    case dismissed, removed, read, unread, snoozed
    /// An action of the category, or opening.
    case acted
  }

  /// The kind of the change.
  public var kind: Kind
  /// The affected entries, oldest first; 1 or more.
  public var ids: [NotificationID]

  /// Makes a step.
  public init(kind: Kind, ids: [NotificationID]) {
    self.kind = kind
    self.ids = ids
  }
}
