/// The message about the end of a program.
enum EndingMessage {
  /// Returns half a sentence with the program's last error line; nil when it succeeded.
  static func text(_ ending: ChildResult.Ending, _ complaint: String) -> String? {
    let words: String
    switch ending {
    case .exited(0): return nil
    case .exited(let status): words = "exited with \(status)"
    case .killed(let signal): words = "was ended by signal \(signal)"
    case .timedOut: words = "took too long and was ended"
    case .tooMuchOutput: words = "printed too much and was ended"
    case .tooMuchMemory(let most):
      words = "used more than \(most / 1_000_000) MB of memory and was ended"
    case .notStarted(let error): words = "could not be started: \(error.reason)"
    case .dropped: words = "is too slow: an event was dropped"
    }
    return words + (complaint.isEmpty ? "" : ": \(complaint)")
  }
}
