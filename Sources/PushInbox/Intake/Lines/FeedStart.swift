/// The first line that is read of a file not read before: the value of `--feed-from`.
enum FeedStart: String, CaseIterable, Sendable {
  /// The first one.
  case beginning
  /// The first one that is finished after the program has started.
  case end
}
