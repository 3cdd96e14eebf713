/// The exit status of the program.
enum ExitCode: Int32 {
  /// Success.
  case success = 0
  /// An expectation failed, a push was rejected, or an identifier is unknown.
  case failure = 1
  /// A command, option or value is unknown.
  case usage = 2
  /// Listening or connecting failed.
  case unavailable = 3
  /// A time limit passed.
  case timedOut = 4
  /// An input file is invalid.
  case badInput = 5
  /// The configuration is invalid.
  case configuration = 6
}
