/// The failures of a scenario, for people: the differences, then each push concerned with its
/// trace. No line contains an escape byte, whatever the senders' text.
///
///     grouping.jsonl:12:11: expect {"unread":4}
///       unread: expected 4, got 5
///       #5 “Lunch?”, line 3
///         1 ok intake …
public enum FailureText {
  /// Returns the lines about all failures; empty if there are none. An error of the file is not
  /// included: ``SettingsError/message`` describes it.
  public static func lines(_ report: ScenarioReport) -> [String] {
    report.checks.filter { !$0.holds }.flatMap { check in
      let position = check.place.position
      let place = "\(report.file):\(position.line):\(position.column)"
      let name = check.name.map { $0 + ": " } ?? ""
      return [PlainText.clean("\(place): \(name)\(check.summary)")]
        + lines(check).map { "  " + $0 }
    }
  }

  /// Returns the lines about one expectation.
  static func lines(_ check: CheckResult) -> [String] {
    check.differences.map(line) + check.screenDiff.map(PlainText.clean)
      + pushes(check)
  }

  /// Returns the line about a difference: `groups[0].count: expected 3, got 2`
  static func line(_ difference: CheckResult.Difference) -> String {
    let path = difference.path.isEmpty ? "" : difference.path + ": "
    let expected = difference.expected ?? CheckResult.absent
    return PlainText.clean(
      "\(path)expected \(expected), got \(difference.got ?? CheckResult.absent)")
  }

  /// Returns the lines about the pushes concerned and their traces, without the rules that did not
  /// apply.
  static func pushes(_ check: CheckResult) -> [String] {
    check.rejected.flatMap { lines($0, sentBy: check.rejectedLines[$0.number]) }
      + further(check.furtherRejected, "rejected push", "rejected pushes")
      + check.concerned.flatMap(lines)
      + further(check.furtherConcerned, "push", "pushes")
  }

  /// Returns the line that counts the pushes left out; none if there are none.
  static func further(_ count: Int, _ one: String, _ several: String) -> [String] {
    count < 1 ? [] : ["and \(count.counted("further " + one, "further " + several))"]
  }

  private static func lines(_ push: CheckResult.Concerned) -> [String] {
    let line = push.line.map { ", line \($0)" } ?? ""
    return [PlainText.clean("#\(push.id.rawValue) “\(push.title)”\(line)")]
      + TraceText.lines(push.trace, isBrief: true, of: push.steps).map { "  " + $0 }
  }

  private static func lines(_ push: RejectedRequest, sentBy line: Int?) -> [String] {
    let place = line.map { ", line \($0)" } ?? ""
    return [PlainText.clean("R\(push.number) rejected: \(push.reason)\(place)")]
      + PlainText.columns([
        ["because", PlainText.clean(push.because)], ["fix", PlainText.clean(push.fix)],
      ]).map { "  " + $0 }
  }
}
