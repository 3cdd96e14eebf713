/// How a hook ended in words; nil when it went well.
enum HookMessage {
  static func text(_ result: HookResult) -> String? {
    let ending: String
    switch result.ending {
    case .exited(0): return nil
    case .exited(let status): ending = "exited with \(status)"
    case .killed(let signal): ending = "was ended by signal \(signal)"
    case .timedOut: ending = "took too long and was ended"
    case .notStarted(let error): ending = "could not be started: \(error.reason)"
    case .dropped: ending = "is too slow: an event was dropped"
    }
    return "hook \(result.hook) \(ending)" + (result.message.isEmpty ? "" : ": \(result.message)")
  }
}
