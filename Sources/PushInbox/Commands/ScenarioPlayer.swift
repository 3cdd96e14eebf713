import Foundation
import InboxModel

/// Plays scenario files, each on a phone of its own.
struct ScenarioPlayer {
  /// `--clock` and `--seed`, in place of what the files say.
  var start: Date?
  var seed: UInt64?
  /// How golden screens are treated; the folder is set for each file.
  var golden: GoldenScreens

  /// Plays one file. Steps after a failed expectation are carried out, steps after an error are not.
  ///
  /// - Returns: what came of it, and the phone in the end; nil if the file was not played to its end.
  func play(_ path: String) -> (report: ScenarioReport, end: ScenarioRun?) {
    var report = ScenarioReport(file: path)
    do {
      let end = try play(path, &report)
      return (report, end)
    } catch {
      report.error = error as? SettingsError ?? Self.unreadable(error)
      return (report, nil)
    }
  }

  private func play(_ path: String, _ report: inout ScenarioReport) throws -> ScenarioRun {
    let scenario = try Scenario(
      try InputFile.read(path), fileName: path, files: .beside(path))
    var golden = golden
    golden.folder = WholeFile.folder(of: path)
    var run = ScenarioRun(start: start ?? scenario.start, seed: seed ?? scenario.seed)
    for step in scenario.steps {
      try run.perform(step)
      if case .screen(let screen) = step.action {
        report.checks.append(try golden.check(screen, of: run, at: step.place))
      } else if let result = run.check(step) {
        report.checks.append(result)
      }
    }
    return run
  }

  /// The message of a file that is not there names it already.
  private static func unreadable(_ error: any Error) -> SettingsError {
    SettingsError(.unreadable(ErrorMessage(error).text), path: "")
  }
}
