/// A program that gets events.
struct HookProgram: Equatable, Sendable {
  /// Its name on the screen.
  var name: String
  /// The program and its arguments.
  var program: ChildProgram
  /// The variables it gets beside those that every program gets.
  var variables: [String] = []
}

/// The end of a run of a hook.
struct HookResult: Equatable, Sendable {
  /// The hook's name.
  var hook: String
  /// The way in which it ended.
  var ending: ChildResult.Ending
  /// The time for which it ran.
  var duration: Duration
  /// The last line it wrote to standard error, as it came; empty if there was none.
  var message: String
}
