import Foundation
import InboxModel

/// Plays scenario files, each on a phone of its own.
@MainActor
struct ScenarioPlayer {
  /// As large a file as will be played, bytes.
  private static let limit = 1 << 30
  /// Beyond this size, bytes, what happened is not remembered: the records of 100,000 pushes fill 200 MB. If
  /// a step asks for it nevertheless, the file is played again from the start.
  private static let smallSize = 1 << 20

  /// `--clock` and `--seed`, in place of what the files say.
  var start: Date?
  var seed: UInt64?
  /// How golden screens are treated; the folder is set for each file.
  var golden: GoldenScreens
  /// Whether a screen is drawn in the end, which asks for what happened.
  var drawsEnd: Bool

  /// Plays one file. Steps after a failed expectation are carried out, steps after an error are not.
  ///
  /// - Returns: what came of it, and the phone in the end; nil if the file was not played to its end.
  func play(_ path: String) async -> (report: ScenarioReport, end: ScenarioRun?) {
    var report = ScenarioReport(file: path)
    do {
      let end = try await play(path, &report)
      return (report, end)
    } catch {
      report.error = error as? SettingsError ?? Self.unreadable(error)
      return (report, nil)
    }
  }

  private func play(_ path: String, _ report: inout ScenarioReport) async throws -> ScenarioRun {
    let bytes = try InputFile.read(path, limit: Self.limit)
    if bytes.count > Self.smallSize, !drawsEnd {
      if let run = try await playAsRead(bytes, path) { return run }
    }
    let scenario = try Scenario(bytes, fileName: path, files: .beside(path))
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

  /// Plays the steps as they are read, and remembers nothing but the phone.
  ///
  /// - Returns: the phone in the end; nil if a step asks what happened.
  private func playAsRead(_ bytes: [UInt8], _ path: String) async throws -> ScenarioRun? {
    var lines = ScenarioLines(bytes, fileName: path, files: .beside(path))
    var reader = ScenarioReader()
    var run: ScenarioRun?
    var steps: [Scenario.Step] = []
    while let next = await lines.next() {
      for line in next {
        guard let step = try reader.step(of: line) else { continue }
        if step.action.isExpectation { return nil }
        steps.append(step)
      }
      // When it begins is what the first moment says: until then the steps wait.
      let begin = start ?? reader.start ?? (lines.isAtEnd ? Scenario().start : nil)
      guard let begin else { continue }
      if run == nil {
        run = ScenarioRun(start: begin, seed: seed ?? reader.seed, keepsHistory: false)
      }
      for step in steps { try run?.perform(step) }
      steps.removeAll(keepingCapacity: true)
    }
    return run
  }

  /// The message of a file that is not there names it already.
  private static func unreadable(_ error: any Error) -> SettingsError {
    SettingsError(.unreadable(ErrorMessage(error).text), path: "")
  }
}
