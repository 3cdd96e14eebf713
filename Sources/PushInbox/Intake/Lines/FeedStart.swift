/// The first line to read of a file without stored progress: the value of `--feed-from`.
enum FeedStart: String, CaseIterable, Sendable {
  /// The first line.
  case beginning
  /// The first line that is completed after the program started.
  case end
}
