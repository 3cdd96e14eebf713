/// The output of a command, collected until it ends.
final class CollectedOutput: CommandOutput {
  private(set) var lines: [String] = []

  /// The maximum number of lines.
  private static let most = 10_000

  func writeData(_ line: String) {
    // The last line has the overall result.
    if lines.count > Self.most { lines.removeLast() }
    lines += line.lines
  }

  func writeTalk(_ line: String) { writeData(line) }
}

extension String {
  /// The lines of the text, including empty ones.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
