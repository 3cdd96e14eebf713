/// A program that gets events.
struct HookProgram: Equatable, Sendable {
  /// What it is called on the screen.
  var name: String
  /// What is run.
  var program: ChildProgram
}

/// How a run of a hook ended.
struct HookResult: Equatable, Sendable {
  /// The hook's name.
  var hook: String
  /// What became of it.
  var ending: ChildResult.Ending
  /// How long it ran.
  var duration: Duration
  /// The last line it wrote to standard error, as it came; empty if there was none.
  var message: String
}
