/// The rejected requests that the user removed from the list, and the removals that can be
/// undone. They are not stored over a restart.
struct RemovedRejections: Equatable, Sendable {
  /// The number of rejected requests that were removed from the list.
  var count = 0
  /// The numbers of each removal, the latest last.
  private(set) var steps: [[Int]] = []

  /// The maximum number of removals that can be undone.
  private static let maximumSteps = 100

  mutating func append(_ numbers: [Int]) {
    steps = steps.suffix(Self.maximumSteps - 1) + [numbers]
  }

  mutating func popLast() -> [Int]? { steps.popLast() }
}

extension Gateway {
  /// Whether a removal of rejected requests can be undone.
  public var canRestoreRejected: Bool { !removedRejections.steps.isEmpty }

  mutating func removeRejected(_ numbers: [Int], left: Int) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    removedRejections.append(numbers)
    removedRejections.count = max(0, rejectedCount - left)
    return [mark(numbers, isRemoved: true)]
  }

  mutating func restoreRejected() -> [Effect] {
    guard let numbers = removedRejections.popLast() else { return [] }
    removedRejections.count = max(0, removedRejections.count - numbers.count)
    return [mark(numbers, isRemoved: false)]
  }

  private func mark(_ numbers: [Int], isRemoved: Bool) -> Effect {
    .store(
      .rejectedMarked(numbers, isRemoved: isRemoved, removedCount: removedRejections.count))
  }
}
