/// The actions of the person that can be undone, the latest last. It lasts as long as the program
/// runs.
struct UndoHistory: Equatable {
  /// An entry before it was touched and after; nil after when it was gone.
  struct Change: Equatable {
    var before: Phone.State.Entry
    var after: Phone.State.Entry?
  }

  struct Step: Equatable {
    var kind: UndoStep.Kind
    var changes: [NotificationID: Change]
  }

  /// The most steps, and the most changes of all of them.
  private static let mostSteps = 100
  private static let mostChanges = 20_000

  private(set) var steps: [Step] = []
  private var changeCount = 0

  mutating func append(_ step: Step) {
    guard !step.changes.isEmpty else { return }
    steps.append(step)
    changeCount += step.changes.count
    // The step just made stays, however large it is.
    while steps.count > 1, steps.count > Self.mostSteps || changeCount > Self.mostChanges {
      changeCount -= steps.removeFirst().changes.count
    }
  }

  /// Takes out what was done to an entry last.
  mutating func removeLast(_ id: NotificationID) -> Change? {
    guard let place = steps.lastIndex(where: { $0.changes[id] != nil }) else { return nil }
    let change = steps[place].changes.removeValue(forKey: id)
    changeCount -= 1
    if steps[place].changes.isEmpty { steps.remove(at: place) }
    return change
  }

  /// Returns the last change of an entry.
  func last(_ id: NotificationID) -> Change? {
    steps.last { $0.changes[id] != nil }?.changes[id]
  }
}

/// One thing the person did to entries, as far as it can be taken back.
public struct UndoStep: Equatable, Sendable {
  /// The kind of the change.
  public enum Kind: Equatable, Sendable {
    case dismissed, removed, read, unread, snoozed
    /// Used an action of the category, or opened.
    case acted
  }

  /// The kind of the change.
  public var kind: Kind
  /// The entries it was done to, oldest first; 1 or more.
  public var ids: [NotificationID]

  /// Describes a step.
  public init(kind: Kind, ids: [NotificationID]) {
    self.kind = kind
    self.ids = ids
  }
}
