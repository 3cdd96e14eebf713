/// Results for continuous integration: JUnit XML in the form that its consumers share. Each file is
/// a suite and each case a test case, with file and line.
///
/// Equal runs yield equal bytes: the report has no real time, and `time` is `0`, since a scenario
/// takes none. Text is cleaned as in ``PlainText``: characters that XML 1.0 does not allow become
/// `\x1b`.
public enum JUnitReport {
  /// Returns the document, with a final line end.
  public static func text(of reports: [ScenarioReport]) -> String {
    let cases = reports.map(\.cases)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"pushinbox\" \(counts(cases.flatMap(\.self)))>")
    for (report, cases) in zip(reports, cases) {
      lines.append("  <testsuite name=\(quoted(report.file)) \(counts(cases))>")
      let uses = cases.reduce(into: [String: Int]()) { uses, testCase in
        if let name = testCase.givenName { uses[name, default: 0] += 1 }
      }
      lines += cases.flatMap { testCase in
        element(testCase, isRepeated: testCase.givenName.flatMap { uses[$0] } ?? 0 > 1)
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func counts(_ cases: [ScenarioCase]) -> String {
    var (failures, errors) = (0, 0)
    for testCase in cases where !testCase.holds {
      if case .broken = testCase.result { errors += 1 } else { failures += 1 }
    }
    return
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"0\""
  }

  /// Returns the `testcase` element of one case, in lines.
  ///
  /// - Parameter isRepeated: Whether another case of the file has the same given name.
  private static func element(_ testCase: ScenarioCase, isRepeated: Bool) -> [String] {
    let line = testCase.position?.line
    var start = "    <testcase name=" + quoted(name(testCase, isRepeated: isRepeated))
    start += " classname=" + quoted(className(testCase.file)) + " file=" + quoted(testCase.file)
    if let line { start += " line=\"\(line)\"" }
    start += " time=\"0\""
    switch testCase.result {
    case .broken(let error):
      let message = [error.message]
      return [
        start + ">",
        "      <error type=\"scenario\" message=\(quoted(message))>\(content(message))</error>",
        "    </testcase>",
      ]
    case .checked(let check) where !check.holds:
      let differences = check.differences.map(FailureText.line)
      // Not in `system-out`, which GitLab shows only for attachments.
      let shown = content(FailureText.lines(check))
      return [
        start + ">",
        "      <failure type=\"\(check.kind.rawValue)\" message=\(quoted(differences))>\(shown)</failure>",
        "    </testcase>",
      ]
    case .checked, .ran: return [start + "/>"]
    }
  }

  /// Returns the name of a case. The line distinguishes cases without a given name, and those whose
  /// name is repeated: consumers show one case for each pair of class and name.
  private static func name(_ testCase: ScenarioCase, isRepeated: Bool) -> String {
    let line = testCase.position?.line
    if let name = testCase.givenName {
      return name + (isRepeated ? line.map { " (line \($0))" } ?? "" : "")
    }
    let prefix = line.map { "line \($0): " } ?? ""
    switch testCase.result {
    // The JSON of the expectation is no name that people can read.
    case .checked(let check) where [.expect, .expectEvent].contains(check.kind):
      return prefix + check.kind.rawValue
    case .checked, .ran, .broken: return prefix + testCase.name
    }
  }

  /// Returns `assets/scenarios/grouping.jsonl` as `assets.scenarios.grouping`: consumers make a
  /// tree from the dots.
  private static func className(_ file: String) -> String {
    var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
    if let last = parts.last, let dot = last.lastIndex(of: "."), dot > last.startIndex {
      parts[parts.count - 1] = last[..<dot]
    }
    return parts.map { $0.replacing(".", with: "_") }.joined(separator: ".")
  }

  /// Returns an attribute's value, on one line.
  private static func quoted(_ text: String) -> String { quoted([text]) }

  /// Returns an attribute's value of several lines.
  private static func quoted(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "&#10;") + "\""
  }

  /// Returns lines as the content of an element.
  private static func content(_ lines: [String]) -> String {
    lines.map(escaped).joined(separator: "\n")
  }

  /// Returns an escaped line. Escaping `>` also prevents `]]>`.
  private static func escaped(_ line: String) -> String {
    Quoting.xmlAttribute(PlainText.clean(line))
  }
}
