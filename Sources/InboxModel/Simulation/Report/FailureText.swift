/// The failures of a scenario, for people: the places that differ, then each push concerned and why
/// it came out as it did. No line has an escape byte, whatever senders wrote.
///
///     grouping.jsonl:12:11: expect {"unread":4}
///       unread: expected 4, got 5
///       #5 “Lunch?”
///         1  ok    intake  …
public enum FailureText {
  /// The lines about all that failed; none when everything came true. An error of the file is not
  /// among them: it has its own sentence, ``SettingsError/message``.
  public static func lines(_ report: ScenarioReport) -> [String] {
    report.checks.filter { !$0.holds }.flatMap { check in
      let position = check.place.position
      let place = "\(report.file):\(position.line):\(position.column)"
      let name = check.name.map { $0 + ": " } ?? ""
      return [PlainText.clean("\(place): \(name)\(check.kind.rawValue) \(check.text)")]
        + lines(check).map { "  " + $0 }
    }
  }

  /// The lines about one expectation.
  static func lines(_ check: CheckResult) -> [String] {
    check.differences.map(line) + check.screenDiff.map(PlainText.clean)
      + check.concerned.flatMap(lines)
  }

  /// `groups[0].count: expected 3, got 2`
  static func line(_ difference: CheckResult.Difference) -> String {
    let path = difference.path.isEmpty ? "" : difference.path + ": "
    let expected = difference.expected ?? "nothing"
    return PlainText.clean("\(path)expected \(expected), got \(difference.got ?? "nothing")")
  }

  /// A push and its trace; what did not apply to it is left out.
  static func lines(_ push: CheckResult.Concerned) -> [String] {
    [PlainText.clean("#\(push.id.rawValue) “\(push.title)”")]
      + TraceText.lines(push.trace, isBrief: true).map { "  " + $0 }
  }
}
