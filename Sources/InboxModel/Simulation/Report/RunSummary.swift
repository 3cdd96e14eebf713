/// The results of all scenarios of a run, a summary for people.
public enum RunSummary {
  /// Returns the summary: `8 passed`, `2 of 8 failed, 1 file broken, 2 files expect nothing`.
  public static func text(of reports: [ScenarioReport]) -> String {
    let cases = reports.flatMap(\.cases)
    let failed = cases.count { !$0.holds }
    var parts = [failed == 0 ? "\(cases.count) passed" : "\(failed) of \(cases.count) failed"]
    let broken = reports.count { $0.error != nil }
    if broken > 0 { parts.append("\(files(broken)) broken") }
    let silent = reports.count { $0.error == nil && $0.checks.isEmpty }
    if silent > 0 { parts.append("\(files(silent)) \(silent == 1 ? "expects" : "expect") nothing") }
    return parts.joined(separator: ", ")
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
