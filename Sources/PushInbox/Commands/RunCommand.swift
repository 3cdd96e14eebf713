import Foundation
import InboxModel

/// `pushinbox run`: scenarios on the virtual clock (`design/contract.md` §9). It knows nothing of the
/// user's configuration, environment, locale or store.
@MainActor
struct RunCommand {
  /// What goes to standard output.
  private enum Results {
    case tap
    /// The final inbox, one line a file.
    case json
    /// The final screen.
    case screen(ScenarioScreen)
  }

  private let player: ScenarioPlayer
  private let files: ReportFiles
  private let results: Results
  private let output: any CommandOutput

  static func run(
    _ arguments: Arguments, _ environment: [String: String], _ output: any CommandOutput
  ) async throws -> ExitCode {
    try await RunCommand(arguments, environment, output).run(arguments.words)
  }

  private init(
    _ arguments: Arguments, _ environment: [String: String], _ output: any CommandOutput
  ) throws {
    // Only the programs that were allowed by name know of the user's environment.
    let runner = arguments.has("allow-programs") ? ExtensionRunner(environment: environment) : nil
    let usesASCII = arguments.has("ascii")
    player = ScenarioPlayer(
      start: try Self.value(arguments, "clock", "a moment such as 2026-04-14T19:58:00+03:00") {
        Timestamp.date($0)
      },
      seed: try Self.value(arguments, "seed", "a number from 0") { UInt64($0) },
      programs: runner.map { runner in ExtensionPrograms { runner.run($0) ?? .timedOut } },
      golden: GoldenScreens(
        updates: arguments.has("update"), usesASCII: usesASCII,
        wrote: { output.talk("wrote " + $0) }),
      drawsEnd: arguments.has("screen"))
    files = try ReportFiles(arguments)
    results = try Self.results(arguments, usesASCII: usesASCII)
    self.output = output
  }

  /// Plays the files one after the other. A broken one keeps no other from being played.
  private func run(_ paths: [String]) async throws -> ExitCode {
    guard !paths.contains("") else {
      throw Arguments.Failure.words(command: "run", problem: "needs the names of files, not “”")
    }
    var reports: [ScenarioReport] = []
    var tap = TAPReport()
    if case .tap = results { output.result(TAPReport.header) }
    for path in paths {
      let (report, end) = await player.play(path) { check in
        guard case .tap = results else { return }
        tap.lines(ScenarioReport(file: path, checks: [check])).forEach(output.result)
      }
      if let error = report.error {
        // `--quiet` leaves no error out.
        StandardOutput().talk("pushinbox: " + error.message)
      }
      switch results {
      case .tap:
        // The file itself is a case where it expects nothing or broke.
        guard report.checks.isEmpty || report.error != nil else { break }
        tap.lines(ScenarioReport(file: path, error: report.error)).forEach(output.result)
      case .json:
        output.writeData(end.map(inbox) ?? Array("null".utf8))
        FailureText.lines(report).forEach(output.talk)
      case .screen(let screen):
        if paths.count > 1 { output.result("==> \(path) <==") }
        output.writeData(end.map { screen.drawn($0).text() } ?? "no screen: the scenario is broken")
        FailureText.lines(report).forEach(output.talk)
      }
      reports.append(report)
    }
    if case .tap = results { output.result(tap.plan) }
    try files.write(reports)
    if reports.contains(where: { $0.error != nil }) { return .badInput }
    return reports.allSatisfy(\.holds) ? .success : .failure
  }

  private func inbox(_ end: ScenarioRun) -> [UInt8] {
    InboxJSON.bytes(
      of: end.system.device, isOnline: end.system.gateway.isDeviceOnline,
      rejected: end.system.gateway.refusedCount,
      queues: end.system.queueCounts)
  }

  // MARK: Options

  private static func value<Value>(
    _ arguments: Arguments, _ name: String, _ expected: String, _ read: (String) -> Value?
  ) throws -> Value? {
    guard let text = arguments[name] else { return nil }
    guard let value = read(text) else {
      throw Arguments.Failure.value(option: "--" + name, value: text, expected: expected)
    }
    return value
  }

  private static func results(_ arguments: Arguments, usesASCII: Bool) throws -> Results {
    let size = try value(
      arguments, "screen", "columns x rows, for instance 80x24", Scenario.GoldenScreen.size)
    let names = ScenarioScreen.View.names.alternatives
    let view = try value(arguments, "view", names) { ScenarioScreen.View(rawValue: $0) }
    guard let size else {
      if view != nil {
        throw Arguments.Failure.words(command: "run", problem: "needs --screen WxH with --view")
      }
      return arguments.has("json") ? .json : .tap
    }
    guard !arguments.has("json") else {
      throw Arguments.Failure.words(
        command: "run", problem: "writes --json or --screen, not both")
    }
    return .screen(
      ScenarioScreen(
        size: Size(columns: size.columns, rows: size.rows), view: view ?? .inbox,
        usesASCII: usesASCII))
  }
}
