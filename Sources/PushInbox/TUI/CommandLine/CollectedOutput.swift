/// The output of a command, collected until it ends.
final class CollectedOutput: CommandOutput {
  private(set) var lines: [String] = []

  /// More than anybody reads on a screen.
  private static let most = 10_000

  func writeData(_ line: String) {
    // The last line says what came of all.
    if lines.count > Self.most { lines.removeLast() }
    lines += line.lines
  }

  func writeTalk(_ line: String) { writeData(line) }
}

extension String {
  /// Its lines, empty ones too.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
