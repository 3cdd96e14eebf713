/// What a command says, kept until it has ended.
final class CollectedOutput: CommandOutput {
  private(set) var lines: [String] = []

  func result(_ line: String) {
    lines += line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func talk(_ line: String) {
    result(line)
  }
}
