/// Where a story is that is being played, as the screen tells it.
struct Story: Equatable, Sendable {
  /// Its name.
  var name: String
  /// What was said last; empty before the first sentence.
  var caption = ""
  /// How many of its steps were played.
  var played = 0
  var count: Int
  var isPaused = false
}

/// What the person wants of a story.
enum StoryWish: Equatable, Sendable {
  /// Stop, or go on.
  case pause
  /// Do not wait for the next step.
  case step
}
