/// The progress of a demo, as the screen shows it.
struct Demo: Equatable, Sendable {
  var name: String
  /// The last sentence; empty before the first one.
  var caption = ""
  /// The number of the last sentence; 0 before the first one.
  var sentence = 0
  /// The number of sentences.
  var count: Int
  var isPaused = false
  /// Whether the demo has ended and offers the next steps.
  var isOver = false
  /// The name of the demo that is offered at the end.
  var next: String

  /// Returns the requests of a key of the demo; nil for other keys.
  func requests(for key: Key) -> [PageRequest]? {
    switch key {
    case ",": [.carryOut(.demo(.back))]
    case " " where !isOver: [.carryOut(.demo(.pause))]
    case "." where !isOver: [.carryOut(.demo(.step))]
    case "r" where isOver: [.carryOut(.demo(.replay))]
    case "n" where isOver: [.carryOut(.demo(.next))]
    case "q" where isOver: [.carryOut(.quit)]
    case .escape where isOver:
      [.endDemo, .show(.demoEnded)]
    default: nil
    }
  }

  /// The keys of the demo.
  var hints: [Hint] {
    guard !isOver else {
      return [
        Hint(keys: "r", words: "replay"), Hint(keys: "n", words: "next: \(next)"),
        Hint(keys: ",", words: "back"), Hint(keys: "q", words: "leave"),
        Hint(keys: "Esc", words: "use the phone"),
      ]
    }
    return [
      Hint(keys: "Space", words: isPaused ? "go on" : "pause"),
      Hint(keys: ".", words: "step"), Hint(keys: ",", words: "back"),
    ]
  }
}

/// A request of the user to the running demo.
enum DemoRequest: Equatable, Sendable {
  /// Pauses or continues the demo.
  case pause
  /// Plays the next step immediately.
  case step
  /// Goes back to the previous sentence.
  case back
  /// Plays the demo again.
  case replay
  /// Plays the next demo.
  case next
}
