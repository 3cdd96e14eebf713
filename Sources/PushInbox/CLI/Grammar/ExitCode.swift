/// The exit status of the program.
enum ExitCode: Int32 {
  /// Fine.
  case success = 0
  /// An expectation failed, a push was rejected, an id is unknown.
  case failure = 1
  /// Unknown command, option or value.
  case usage = 2
  /// Cannot listen or connect.
  case unavailable = 3
  /// A time limit passed.
  case timedOut = 4
  /// A bad input file.
  case badInput = 5
  /// A bad configuration.
  case configuration = 6
}
