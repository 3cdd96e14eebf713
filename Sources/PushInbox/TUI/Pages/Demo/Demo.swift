/// The progress of a story, as the screen shows it.
struct Demo: Equatable, Sendable {
  var name: String
  /// The last sentence; empty before the first one.
  var caption = ""
  /// The number of the last sentence; 0 before the first one.
  var sentence = 0
  /// The number of sentences.
  var count: Int
  var isPaused = false
  /// Whether it has ended, and offers what can be done next.
  var isOver = false
  /// The name of the story that is offered at the end.
  var next: String
}

/// A request of the user to the story that is played.
enum DemoRequest: Equatable, Sendable {
  /// Pause, or continue.
  case pause
  /// Play the next step at once.
  case step
  /// Go back to the sentence before this one.
  case back
  /// Play the story again.
  case replay
  /// Play the next story.
  case next
}
