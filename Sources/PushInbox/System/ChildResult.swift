/// The exit and the output of a program.
struct ChildResult: Equatable, Sendable {
  /// The way in which a program ended.
  enum Ending: Equatable, Sendable {
    /// The program exited; 0 is success.
    case exited(Int32)
    /// A signal that we did not send ended the program.
    case killed(Int32)
    /// The program exceeded its time limit and was ended.
    case timedOut
    /// The program exceeded its output limit and was ended.
    case tooMuchOutput
    /// The program exceeded its memory limit, this many bytes, and was ended.
    case tooMuchMemory(Int)
    /// The program could not be started.
    case notStarted(SystemError)
    /// The run was dropped because too many waited.
    case dropped
  }

  /// The way in which the program ended.
  var ending: Ending
  /// The last line the program wrote to standard error, unchanged; empty if there was none.
  var message = ""
  /// The standard output, at most ``ChildProgram/maximumOutput`` bytes.
  var output: [UInt8] = []
}
