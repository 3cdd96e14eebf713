import Foundation
import InboxModel

/// Plays scenario files, each on a new phone.
@MainActor
struct ScenarioPlayer {
  /// The maximum size of a file in bytes.
  private static let limit = 1 << 30

  /// The values of `--clock` and `--seed`, which override those of the files.
  var start: Date?
  var seed: UInt64?
  /// The programs of service extensions; nil if programs are not allowed.
  var programs: ExtensionPrograms?
  /// The handling of golden screens; the scenario is set for each file.
  var golden: GoldenScreens
  /// Called with the path of each file before it is read, on any thread.
  var willRead: @Sendable (String) -> Void = { _ in }
  /// Whether a screen is drawn at the end, which needs the history of events.
  var drawsEnd: Bool

  /// Plays one file. Steps after a failed expectation are carried out; steps after an error, such
  /// as an invalid step, are not.
  ///
  /// - Parameter checked: Called with the result of each expectation.
  /// - Returns: The results, and the phone at the end; nil if the file was not played to its end.
  func play(
    _ path: String, checked: (CheckResult) -> Void
  ) async -> (report: ScenarioReport, end: ScenarioRun?) {
    var report = ScenarioReport(file: path)
    do {
      let end = try await playToEnd(path) { result in
        report.checks.append(result)
        checked(result)
      }
      return (report, end)
    } catch {
      report.error = error as? SettingsError ?? Self.unreadable(error)
      return (report, nil)
    }
  }

  /// Plays the steps as they are read. Events are recorded only if they are needed: those of
  /// 100,000 pushes use 200 MB.
  private func playToEnd(
    _ path: String, _ checked: (CheckResult) -> Void
  ) async throws -> ScenarioRun {
    willRead(path)
    var lines = try ScenarioLines(of: path, limit: Self.limit, files: files(beside: path))
    let keepsHistory = drawsEnd || lines.mayExpect
    var reader = ScenarioReader()
    var steps: [Scenario.Step] = []
    var run = begin(reader, keepsHistory: keepsHistory)
    var hasBegun = false
    var problem: SettingsError?
    while problem == nil, let next = await lines.next() {
      problem = Self.read(next, by: &reader, into: &steps)
      if !hasBegun {
        // The run begins at the first named moment: until then steps wait.
        let isAtEnd = problem != nil || lines.isAtEnd
        guard isAtEnd || !steps.isEmpty && (start ?? reader.start) != nil else { continue }
        run = begin(reader, keepsHistory: keepsHistory)
        hasBegun = true
      }
      try perform(&steps, in: &run, of: path, checked)
      steps.removeAll(keepingCapacity: true)
    }
    if let problem { throw problem }
    return run
  }

  private func begin(_ reader: ScenarioReader, keepsHistory: Bool) -> ScenarioRun {
    var run = ScenarioRun(
      start: start ?? reader.start ?? Scenario().start, seed: seed ?? reader.seed,
      keepsHistory: keepsHistory)
    run.programs = programs
    return run
  }

  /// Parses lines as steps.
  ///
  /// - Returns: The error of the first invalid line; nil if all are valid.
  private static func read(
    _ lines: [ScenarioReader.Line], by reader: inout ScenarioReader,
    into steps: inout [Scenario.Step]
  ) -> SettingsError? {
    do throws(SettingsError) {
      for line in lines {
        if let step = try reader.step(of: line) { steps.append(step) }
      }
      return nil
    } catch {
      return error
    }
  }

  private func perform(
    _ steps: inout [Scenario.Step], in run: inout ScenarioRun, of path: String,
    _ checked: (CheckResult) -> Void
  ) throws(SettingsError) {
    var golden = golden
    golden.scenario = path
    golden.willRead = willRead
    var effects: [Effect] = []
    for index in steps.indices {
      effects.removeAll(keepingCapacity: true)
      try run.perform(&steps[index], &effects)
      let step = steps[index]
      if case .screen(let screen) = step.action {
        checked(try check(screen, of: step, with: golden, in: run))
      } else if let result = run.check(step) {
        checked(result)
      }
    }
  }

  private func files(beside path: String) -> SettingsFiles {
    var files = SettingsFiles.beside(path, willRead: willRead)
    files.allowsPrograms = programs != nil
    return files
  }

  /// Compares a screen. An error of the step has the position of its value.
  private func check(
    _ screen: Scenario.GoldenScreen, of step: Scenario.Step, with golden: GoldenScreens,
    in run: ScenarioRun
  ) throws(SettingsError) -> CheckResult {
    do throws(SettingsError) {
      var result = try golden.check(screen, of: run, at: step.place)
      result.name = step.name
      return result
    } catch {
      throw step.located(error)
    }
  }

  /// The error of a missing file already names it.
  private static func unreadable(_ error: any Error) -> SettingsError {
    SettingsError(.unreadable(ErrorMessage(error).text), path: "")
  }
}
