/// The exit status of the program.
enum ExitCode: Int32, CaseIterable {
  /// Success.
  case success = 0
  /// An expectation failed, lint found an error, a push was rejected, an identifier is unknown, or
  /// the command could not be carried out.
  case failure = 1
  /// A command, option or value is unknown.
  case usage = 2
  /// The program cannot listen or connect, no inbox is running, or the store cannot be opened.
  case unavailable = 3
  /// A time limit passed.
  case timedOut = 4
  /// An input file is malformed or cannot be read.
  case badInput = 5
  /// The configuration is malformed.
  case configuration = 6

  /// The meaning, for manual and reference.
  var meaning: String {
    switch self {
    case .success: "success"
    case .failure:
      "an expectation failed, lint found an error, a push was rejected, an identifier is unknown, or the "
        + "command could not be carried out"
    case .usage: "unknown command, option or value"
    case .unavailable:
      "cannot listen or connect, no inbox is running, or the store cannot be opened"
    case .timedOut: "a time limit passed"
    case .badInput: "an input file is malformed or cannot be read"
    case .configuration: "the configuration is malformed"
    }
  }
}
