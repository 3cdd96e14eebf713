/// The end and the output of a program.
struct ChildResult: Equatable, Sendable {
  /// The way it ended.
  enum Ending: Equatable, Sendable {
    /// It ended by itself; 0 is success.
    case exited(Int32)
    /// A signal ended it, not one of ours.
    case killed(Int32)
    /// It took too long and was ended.
    case timedOut
    /// It wrote more than was wanted and was ended.
    case tooMuchOutput
    /// It used more memory than it has, so many bytes, and was ended.
    case tooMuchMemory(Int)
    /// It could not be started.
    case notStarted(SystemError)
    /// So many runs waited that this one was given up.
    case dropped
  }

  /// The way it ended.
  var ending: Ending
  /// The last line it wrote to standard error, as it came; empty if there was none.
  var message = ""
  /// Its standard output, at most ``ChildProgram/mostOutput`` bytes.
  var output: [UInt8] = []
}
