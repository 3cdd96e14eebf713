/// The detection of apps whose pushes never share threads, over several pushes.
public struct ThreadHabits: Equatable, Sendable {
  /// The minimum number of pushes with different threads that is reported.
  public static let fewest = 5

  /// The first pushes of one app with a thread.
  private struct Habit: Equatable {
    var pushes = 0
    var threads: Set<ThreadID> = []
  }

  private var habits: [BundleID: Habit] = [:]

  /// Makes a detector that has seen no push.
  public init() {}

  /// Examines a push; returns a finding if it completes the pattern, nil otherwise.
  public mutating func examine(_ delivery: Delivery) -> LintFinding? {
    let thread = delivery.payload.threadIdentifier
    var habit = habits[delivery.app, default: Habit()]
    guard delivery.payload.hasAlert, !thread.isEmpty, habit.pushes < Self.fewest else { return nil }
    habit.pushes += 1
    habit.threads.insert(thread)
    habits[delivery.app] = habit
    guard habit.threads.count == Self.fewest else { return nil }
    return LintFinding(
      .threadPerPush, path: "aps.thread-id",
      "\(Self.fewest) pushes of \(delivery.app.text) have \(Self.fewest) threads, so none are grouped; "
        + "identify the conversation or subject, not the push.")
  }
}
