/// Results as annotations of GitHub Actions: a line for each failure, which GitHub shows at the
/// expectation in the file, and for each file without expectations (GitHub, "Workflow commands for
/// GitHub Actions").
///
///     ::error file=grouping.jsonl,line=12,col=11,title=expect {"unread"%3A4}::unread: expected 4, got 5
public enum GitHubReport {
  /// Returns the lines about the failures of a file, or that it checks nothing.
  public static func lines(_ report: ScenarioReport) -> [String] {
    report.cases.compactMap { testCase in
      let text: [String]
      switch testCase.result {
      case .checked(let check) where check.holds: return nil
      case .checked(let check): text = FailureText.lines(check)
      case .broken(let error): text = [error.message]
      case .ran: text = ["The file has no expectations, so it checks nothing."]
      }
      return annotation(
        testCase.holds ? .warning : .error, file: testCase.file, line: testCase.position?.line,
        column: testCase.position?.column,
        title: testCase.name, text.joined(separator: "\n"))
    }
  }

  /// The severity of an annotation.
  public enum Level: String, Sendable { case error, warning, notice }

  /// Returns an annotation.
  ///
  /// - Parameters:
  ///   - line: From 1; nil for the whole file.
  ///   - column: From 1; nil for the whole line.
  ///   - text: The message, possibly of several lines.
  public static func annotation(
    _ level: Level, file: String, line: Int?, column: Int? = nil, title: String, _ text: String
  ) -> String {
    var properties = ["file=" + property(file)]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=" + property(title))
    return "::\(level.rawValue) " + properties.joined(separator: ",") + "::"
      + Quoting.replacing(data, in: PlainText.cleanLines(text))
  }

  /// The replacements in a message: a command ends with its line.
  private static let data: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]

  private static func property(_ text: String) -> String {
    Quoting.replacing(
      data.merging([":": "%3A", ",": "%2C"]) { $1 }, in: PlainText.clean(text))
  }
}
