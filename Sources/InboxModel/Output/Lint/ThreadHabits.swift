/// Whether an app's pushes share threads, seen over several of them.
public struct ThreadHabits: Equatable, Sendable {
  /// From so many pushes on, a thread for each is no accident.
  public static let fewest = 5

  /// The first pushes of one app that have a thread.
  private struct Habit: Equatable {
    var pushes = 0
    var threads: Set<ThreadID> = []
  }

  private var habits: [BundleID: Habit] = [:]

  /// No pushes yet.
  public init() {}

  /// Takes a push into account; a remark when it is the one by which the habit shows.
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
        + "name the conversation or subject, not the push.")
  }
}
