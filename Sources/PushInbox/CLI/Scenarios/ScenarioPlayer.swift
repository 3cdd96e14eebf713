import Foundation
import InboxModel

/// Plays scenario files, each on a phone of its own.
@MainActor
struct ScenarioPlayer {
  /// As large a file as will be played, bytes.
  private static let limit = 1 << 30

  /// `--clock` and `--seed`, in place of what the files say.
  var start: Date?
  var seed: UInt64?
  /// Runs the programs of service extensions; nil where none may be named.
  var programs: ExtensionPrograms?
  /// The treatment of golden screens; the scenario is set for each file.
  var golden: GoldenScreens
  /// Called with the path of each file before it is read, from any thread.
  var willRead: @Sendable (String) -> Void = { _ in }
  /// Whether a screen is drawn in the end, which asks for what happened.
  var drawsEnd: Bool

  /// Plays one file. Steps after a failed expectation are carried out, steps after an error are not: neither
  /// one that cannot be carried out nor a line that is no step.
  ///
  /// - Parameter checked: told what came of each expectation, as they come.
  /// - Returns: what came of it, and the phone in the end; nil if the file was not played to its end.
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

  /// Plays the steps as they are read. What happened is remembered only if it is asked for: the records of
  /// 100,000 pushes fill 200 MB.
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
        // It begins at the first moment that is named: until then the steps wait.
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

  /// Makes steps of lines.
  ///
  /// - Returns: what is wrong with the first that is none.
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

  /// Compares a screen; what is wrong with the step is told where its value stands.
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

  /// The message of a file that is not there names it already.
  private static func unreadable(_ error: any Error) -> SettingsError {
    SettingsError(.unreadable(ErrorMessage(error).text), path: "")
  }
}
