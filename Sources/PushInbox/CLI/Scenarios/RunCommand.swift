import Foundation
import InboxModel

/// `pushinbox run`: plays scenarios on a virtual clock, independent of the user's configuration,
/// environment, locale and store.
struct RunCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "run", synopsis: "SCENARIO… [OPTIONS]", summary: "run scenarios on a virtual clock",
    details: """
      Runs files of steps (push, advance, set, act, expect, screen …) without a terminal, store or network. Two \
      runs give the same bytes. Prints TAP 14; a failure shows the difference and the traces of the pushes. \
      Exit codes: \(exitCodes.map { "\($0.code.rawValue) \($0.meaning)" }.joined(separator: "; ")).
      VIEW: \(ScenarioView.names.alternatives); views of one push show the newest push.
      Give an expectation a `name`; reports show it. With --watch it runs again when a scenario, or a file it \
      refers to, changes.
      --report writes one object per case: file, line, column, kind (expect, expectEvent, expectNone, screen, \
      or run for a file without expectations or a malformed one), name, text, at, ok, differences, rejected \
      (rejected pushes concerned), screenDiff, concerned (pushes with their traces), error.
      """,
    options: [
      OptionSpec(name: "json", help: "print the final inbox instead of TAP, one line per file"),
      OptionSpec(
        name: "format", placeholder: "FORMAT",
        help: "the output: TAP, or annotations of GitHub Actions for failures",
        choices: ["tap", "github"]),
      OptionSpec(
        name: "screen", placeholder: "WxH",
        help: "print the final screen instead of TAP, such as 80x24"
      ),
      OptionSpec(
        name: "view", placeholder: "VIEW", help: "with --screen: the view to draw",
        choices: ScenarioView.names),
      OptionSpec(name: "junit", placeholder: "FILE", help: "write JUnit XML too"),
      OptionSpec(name: "report", placeholder: "FILE", help: "write JSON lines too"),
      OptionSpec(
        name: "clock", placeholder: "ISO", help: "the start of the clock, in place of the file's"),
      OptionSpec(
        name: "seed", placeholder: "N", help: "the seed of identifiers, in place of the file's"),
      OptionSpec(
        name: "allow-programs", help: "allow scenarios to run programs (service extensions)"),
      OptionSpec(
        name: "update", help: "write golden screens that differ; they still fail this time"),
      OptionSpec(
        name: "watch", help: "run again when one of the files changes, until interrupted"),
    ],
    examples: [
      "pushinbox run assets/scenarios/*.jsonl --junit out.xml",
      "pushinbox run assets/scenarios/grouping.jsonl --screen 80x24",
    ],
    wordCount: 1...Int.max, takes: .files)
  // A scenario has the same results on every machine.
  nonisolated static let readsEnvironment = false

  /// The exit codes and their meanings.
  nonisolated static let exitCodes: [(code: ExitCode, meaning: String)] = [
    (.success, "every expectation passed"),
    (.failure, "an expectation failed, --update wrote a screen, or writing results failed"),
    (.usage, "an option is wrong, or --junit or --report names a file that it may not write"),
    (
      .badInput,
      "a file is malformed or cannot be read, whatever the expectations; the other files are played"
    ),
  ]

  let arguments: Arguments

  func run(in shell: Shell) async throws -> Int32 {
    try await ScenarioRuns(arguments, shell.environment, shell.output).run(arguments.words).rawValue
  }
}

/// The runs of the scenarios of one command line.
@MainActor
private struct ScenarioRuns {
  /// The format of standard output.
  private enum Results {
    case tap
    /// Failures as annotations of GitHub Actions.
    case github
    /// The final inbox as JSON, one line per file.
    case json
    /// The final screen.
    case screen(ScenarioScreen)
  }

  private let player: ScenarioPlayer
  private let files: ReportFiles
  private let results: Results
  private let output: any CommandOutput
  private let root: RepositoryRoot
  /// The files to watch with `--watch`; nil without it.
  private let changes: FileChanges?
  /// Whether results are written to a terminal, and in color.
  private let (isOnTerminal, isColored): (Bool, Bool)

  init(
    _ arguments: Arguments, _ environment: [String: String], _ output: any CommandOutput
  ) throws {
    // Only programs that were explicitly allowed receive the user's environment.
    let runner = arguments.has("allow-programs") ? ExtensionRunner(environment: environment) : nil
    let usesASCII = arguments.has("ascii")
    changes = arguments.has("watch") ? FileChanges() : nil
    root = RepositoryRoot(environment)
    isOnTerminal = isatty(STDOUT_FILENO) == 1
    isColored =
      !arguments.has("no-color") && environment["NO_COLOR"]?.isEmpty != false
      && !["", "dumb"].contains(environment["TERM"] ?? "")
    var player = ScenarioPlayer(
      start: try arguments.value(of: "clock", "a time such as 2026-04-14T19:58:00+03:00") {
        Timestamp.date($0)
      },
      seed: try arguments.value(of: "seed", Arguments.Expected.numberFromZero) { UInt64($0) },
      programs: runner.map { runner in ExtensionPrograms { runner.run($0) ?? .timedOut } },
      golden: GoldenScreens(
        updates: arguments.has("update"), usesASCII: usesASCII,
        wrote: { output.talk(ResultMessage.wrote($0)) }),
      drawsEnd: arguments.has("screen"))
    if let changes { player.willRead = { changes.add($0) } }
    self.player = player
    files = try ReportFiles(arguments)
    results = try Self.results(arguments, usesASCII: usesASCII)
    self.output = output
  }

  func run(_ paths: [String]) async throws -> ExitCode {
    guard !paths.contains("") else { throw Arguments.Failure.needsScenarios }
    guard let changes else { return try await play(paths) }
    guard !paths.contains("-") else { throw Arguments.Failure.cannotWatchInput }
    // Until a signal ends the process.
    while true {
      changes.removeAll()
      _ = try await play(paths)
      output.talk("pushinbox: " + ResultMessage.watching(changes.count))
      changes.wait()
    }
  }

  /// Plays the files one after the other. An invalid file does not prevent the others from being
  /// played.
  private func play(_ paths: [String]) async throws -> ExitCode {
    var reports: [ScenarioReport] = []
    var tap = TAPReport()
    if case .tap = results { output.result(TAPReport.header) }
    for path in paths {
      let (report, end) = await player.play(path) { check in
        guard case .tap = results else { return }
        tap.lines(ScenarioReport(file: path, checks: [check])).forEach(write)
      }
      if let error = report.error, !showsTAPOnTerminal {
        // `--quiet` does not suppress errors.
        StandardOutput().talk("pushinbox: " + error.message)
      }
      switch results {
      case .tap:
        // The file itself is a test case if it has no expectations or is malformed.
        guard report.checks.isEmpty || report.error != nil else { break }
        tap.lines(ScenarioReport(file: path, error: report.error)).forEach(write)
      case .github:
        var shown = report
        shown.file = root.relative(report.file)
        GitHubReport.lines(shown).forEach(output.writeData)
      case .json:
        if let end { try write(inbox: end) } else { output.writeData("null") }
        FailureText.lines(report).forEach(output.talk)
      case .screen(let screen):
        if paths.count > 1 { output.result("==> \(path) <==") }
        output.writeData(end.map { screen.drawn($0).text() } ?? ResultMessage.noScreen)
        FailureText.lines(report).forEach(output.talk)
      }
      reports.append(report)
      // The process ends next: freeing a phone with 100,000 pushes would take as long as listing
      // them.
      if changes == nil, path == paths.last { _ = Unmanaged.passRetained(FinalRun(run: end)) }
    }
    summarize(reports)
    if case .tap = results { output.result(tap.plan) }
    try files.write(reports)
    if reports.contains(where: { $0.error != nil }) { return .badInput }
    return reports.allSatisfy(\.holds) ? .success : .failure
  }

  // MARK: Output

  /// Whether a user reads the results as TAP, which includes errors.
  private var showsTAPOnTerminal: Bool {
    if case .tap = results { isOnTerminal } else { false }
  }

  /// Writes a line of TAP; on a terminal its first word is colored.
  private func write(_ line: String) {
    let words = [("not ok", ResultColor.bad), ("ok", .good)]
    guard isOnTerminal, isColored,
      let (word, color) = words.first(where: { line.hasPrefix($0.0 + " ") })
    else { return output.result(line) }
    output.writeData(color.paint(word) + PlainText.clean(String(line.dropFirst(word.count))))
  }

  /// Writes the numbers of passed and failed checks: as a comment in TAP, otherwise as a message if
  /// a check failed or a user reads.
  private func summarize(_ reports: [ScenarioReport]) {
    let text = RunSummary.text(of: reports)
    let color = reports.allSatisfy(\.holds) ? ResultColor.good : .bad
    if case .github = results { return output.writeData(text) }
    if case .tap = results {
      output.writeData(isOnTerminal && isColored ? color.paint("# " + text) : "# " + text)
      return
    }
    let isRead = isatty(STDERR_FILENO) == 1
    guard isRead || !reports.allSatisfy(\.holds) else { return }
    output.writeTalk(isRead && isColored ? color.paint(text) : text)
  }

  private func write(inbox end: ScenarioRun) throws {
    var line = InboxJSON.Line(
      of: end.system.device, isOnline: end.system.gateway.isDeviceOnline,
      rejected: end.system.gateway.rejectedCount, counts: end.system.queueCounts)
    try output.writeData { line.next() }
  }

  // MARK: Options

  private static func results(_ arguments: Arguments, usesASCII: Bool) throws -> Results {
    let size = try arguments.value(
      of: "screen", Arguments.Expected.screenSize, Scenario.GoldenScreen.size)
    let names = ScenarioView.names.alternatives
    let view = try arguments.value(of: "view", names) { ScenarioView(rawValue: $0) }
    let format = try arguments.value(of: "format", "`tap` or `github`") { word -> Results? in
      switch word {
      case "tap": .tap
      case "github": .github
      default: nil
      }
    }
    guard format == nil || size == nil && !arguments.has("json") else {
      throw Arguments.Failure.writesOneFormat
    }
    guard let size else {
      if view != nil { throw Arguments.Failure.viewNeedsScreen }
      return format ?? (arguments.has("json") ? .json : .tap)
    }
    guard !arguments.has("json") else {
      throw Arguments.Failure.writesOne("--json", or: "--screen", "run")
    }
    return .screen(
      ScenarioScreen(
        size: Size(columns: size.columns, rows: size.rows), view: view ?? .inbox,
        usesASCII: usesASCII))
  }
}

/// A run that is never freed.
private final class FinalRun {
  let run: ScenarioRun?

  init(run: ScenarioRun?) {
    self.run = run
  }
}

/// The color of a result on a terminal (ECMA-48 §8.3.117, SGR 31 and 32).
private enum ResultColor: Int {
  case bad = 31
  case good = 32

  func paint(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
