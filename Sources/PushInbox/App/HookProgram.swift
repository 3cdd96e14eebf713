/// A program that receives events.
struct HookProgram: Equatable, Sendable {
  /// The name of the hook in messages.
  var name: String
  /// The program and its arguments.
  var program: ChildProgram
  /// The environment variables it receives in addition to the common ones.
  var variables: [String] = []
}

/// The result of a run of a hook.
struct HookResult: Equatable, Sendable {
  /// The hook's name.
  var hook: String
  /// The way in which the program ended.
  var ending: ChildResult.Ending
  /// The duration of the run.
  var duration: Duration
  /// The last line the program wrote to standard error, unchanged; empty if there was none.
  var message: String
}
