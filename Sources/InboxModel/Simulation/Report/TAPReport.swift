/// Incremental results for people and pipes: TAP 14 (testanything.org, "TAP 14 specification"), one
/// test point per case.
///
///     TAP version 14
///     ok 1 - grouping.jsonl:12 expect {"unread":4}
///     # 1 passed
///     1..1
///
/// A YAML block with the differences and the traces follows each failure. `Bail out!` is not used:
/// it would stop the harness, and an invalid file does not prevent others from running.
public struct TAPReport: Sendable {
  /// The first line.
  public static let header = "TAP version 14"

  private var count = 0

  /// Makes a report without test points.
  public init() {}

  /// The last line, with the number of test points.
  public var plan: String { "1..\(count)" }

  /// Returns the lines of one file; numbering continues from the previous file.
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
        var facts = [("expected", difference.expected), ("got", difference.got)]
        if !difference.path.isEmpty { facts.insert(("path", difference.path), at: 0) }
        lines += item(facts)
      }
      lines += literal("screen", check.screenDiff.map(PlainText.clean))
      if !check.rejected.isEmpty { lines.append("rejected:") }
      for push in check.rejected {
        lines += item([
          ("id", "R\(push.number)"), ("reason", push.reason), ("because", push.because),
          ("fix", push.fix),
        ])
        if let line = check.rejectedLines[push.number] { lines.append("    line: \(line)") }
      }
      if check.furtherRejected > 0 {
        lines.append("further rejected: \(check.furtherRejected)")
      }
      if !check.concerned.isEmpty { lines.append("pushes:") }
      for push in check.concerned {
        lines.append("  - id: \(push.id.rawValue)")
        if let line = push.line { lines.append("    line: \(line)") }
        lines.append("    title: " + quoted(push.title))
        lines += literal("trace", TraceText.lines(push.trace, isBrief: true, of: push.steps))
          .map { "    " + $0 }
      }
      if check.furtherConcerned > 0 { lines.append("further pushes: \(check.furtherConcerned)") }
      lines.append("at: " + quoted(Timestamp.text(check.at, in: check.timeZone)))
    }
    lines.append("file: " + quoted(testCase.file))
    if let position = testCase.position {
      lines += ["line: \(position.line)", "column: \(position.column)"]
    }
    return lines
  }

  /// Returns an element of a list.
  private static func item(_ facts: [(key: String, value: String?)]) -> [String] {
    facts.enumerated().map { index, fact in
      "\(index == 0 ? "  - " : "    ")\(fact.key): \(quoted(fact.value))"
    }
  }

  /// Returns a value in double quotes, `(absent)` for none. Cleaned text contains no characters
  /// that YAML excludes.
  private static func quoted(_ text: String?) -> String {
    Quoting.doubleQuoted(PlainText.clean(text ?? CheckResult.absent))
  }

  /// Returns literal lines below their key; no lines omit the key. The first must not begin with a
  /// blank, since it determines the indentation.
  private static func literal(_ key: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(key): |"] + lines.map { "  " + $0 }
  }
}
