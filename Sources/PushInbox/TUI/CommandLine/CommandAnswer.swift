/// What came of a command typed on the screen.
struct CommandAnswer: Equatable, Sendable {
  /// What it said, results and talk in their order.
  var lines: [String]
  /// Whether it could not do what was asked.
  var isFailure: Bool
  /// The push that was made or refused by it.
  var result: PushReference?
}
