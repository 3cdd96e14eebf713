/// Results as they come, for people and pipes: TAP 14 (testanything.org), one test point a case.
///
///     TAP version 14
///     ok 1 - grouping.jsonl:12 expect {"unread":4}
///     # 1 passed
///     1..1
///
/// What failed is followed by a block of YAML that says what differs and why. There is no `Bail
/// out!`: it tells a harness that going on makes no sense, and a broken file keeps no other from
/// being played.
public struct TAPReport: Sendable {
  /// The first line.
  public static let header = "TAP version 14"

  private var count = 0

  /// Begins to count.
  public init() {}

  /// The last line.
  public var plan: String { "1..\(count)" }

  /// The lines of one file; files are counted on.
  public mutating func lines(_ report: ScenarioReport) -> [String] {
    var lines: [String] = []
    for testCase in report.cases {
      count += 1
      let line = testCase.position.map { ":\($0.line)" } ?? ""
      // `#` would begin a directive.
      let description = Quoting.replacing(
        ["\\": "\\\\", "#": "\\#"], in: PlainText.clean("\(testCase.file)\(line) \(testCase.name)"))
      lines.append("\(testCase.holds ? "ok" : "not ok") \(count) - \(description)")
      if !testCase.holds {
        lines += (["---"] + Self.diagnostics(testCase) + ["..."]).map { "  " + $0 }
      }
    }
    return lines
  }

  // MARK: YAML

  private static func diagnostics(_ testCase: ScenarioCase) -> [String] {
    var lines: [String] = []
    switch testCase.result {
    case .ran: break
    case .broken(let error): lines.append("error: " + quoted(error.message))
    case .checked(let check):
      if !check.differences.isEmpty { lines.append("differences:") }
      for difference in check.differences {
        lines.append("  - path: " + quoted(difference.path))
        lines.append("    expected: " + quoted(difference.expected))
        lines.append("    got: " + quoted(difference.got))
      }
      lines += literal("screen", check.screenDiff.map(PlainText.clean))
      if !check.concerned.isEmpty { lines.append("pushes:") }
      for push in check.concerned {
        lines.append("  - id: \(push.id.rawValue)")
        lines.append("    title: " + quoted(push.title))
        lines += literal("trace", TraceText.lines(push.trace, isBrief: true)).map { "    " + $0 }
      }
      lines.append("at: " + quoted(Timestamp.text(check.at, in: check.timeZone)))
    }
    lines.append("file: " + quoted(testCase.file))
    if let position = testCase.position {
      lines += ["line: \(position.line)", "column: \(position.column)"]
    }
    return lines
  }

  /// A value in double quotes; nil is `null`. Cleaned text holds nothing that YAML would not print.
  private static func quoted(_ text: String?) -> String {
    guard let text else { return "null" }
    return Quoting.doubleQuoted(PlainText.clean(text))
  }

  /// Clean lines as they stand, below their key; none leaves the key out. The first must not begin
  /// with a blank: it tells how far all are indented.
  private static func literal(_ key: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(key): |"] + lines.map { "  " + $0 }
  }
}
