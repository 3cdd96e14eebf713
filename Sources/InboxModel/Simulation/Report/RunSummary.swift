/// The results of all scenarios of a run, a summary for people.
public enum RunSummary {
  /// Returns the summary: `8 passed`, `2 of 7 expectations failed; 1 file not played to the end; 2
  /// files have no expectations`.
  public static func text(of reports: [ScenarioReport]) -> String {
    let checks = reports.flatMap(\.checks)
    let failed = checks.count { !$0.holds }
    let passed = reports.flatMap(\.cases).count(where: \.holds)
    var parts: [String] = []
    if failed > 0 {
      parts.append("\(failed) of \(checks.count.counted("expectation")) failed")
    } else if passed > 0 || reports.allSatisfy({ $0.error == nil }) {
      parts.append("\(passed) passed")
    }
    let broken = reports.count { $0.error != nil }
    if broken > 0 { parts.append("\(broken.counted("file")) not played to the end") }
    let empty = reports.count { $0.error == nil && $0.checks.isEmpty }
    if empty > 0 {
      parts.append("\(empty.counted("file")) \(empty == 1 ? "has" : "have") no expectations")
    }
    return parts.joined(separator: "; ")
  }
}
