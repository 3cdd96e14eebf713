import Foundation
import InboxModel

/// `pushinbox lint`: reports what Apple would reject in files of pushes, and what is accepted but
/// probably not intended.
struct LintCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "lint", synopsis: "FILE|DIR|-… [--json|--format FORMAT]",
    summary: "find mistakes in files of pushes",
    details: """
      Reads what ingest reads and sends nothing. Reports pushes that the gateway would reject, by reason, and \
      remarks on the others, one per line: FILE:LINE: LEVEL NAME: TEXT. LEVEL is error, warning or advice; \
      docs/reference/lint.md lists every NAME. Exits 1 if there was an error, with --deny-warnings also for a \
      warning, and 5 if something was not a push. Uses the gateway and the strings of the configuration.
      """,
    options: [
      OptionSpec(name: "json", help: "one object per line: file, level, line, name, path, text"),
      OptionSpec(
        name: "format", placeholder: "FORMAT",
        help: "the output: SARIF 2.1.0, or annotations of GitHub Actions",
        choices: LintFormat.allCases.map(\.rawValue)),
      OptionSpec(name: "strict", help: "Apple's checks"),
      OptionSpec(
        name: "deny-warnings", help: "exit 1 for warnings, too"),
    ],
    examples: ["pushinbox lint payloads/ feed.jsonl", "pushinbox lint --strict push.apns"],
    wordCount: 1...Int.max, takes: .files)

  let arguments: Arguments

  /// Reads the files as `ingest` does.
  func run(in shell: Shell) throws -> Int32 {
    let format = try format()
    let root = RepositoryRoot(shell.environment)
    var findings: [FileFinding] = []
    let lint = LintRun(try shell.configuration(), now: Date()) { found in
      var finding = found
      if format != nil { finding.file = root.relative(found.file) }
      switch format {
      case .sarif: findings.append(finding)
      case .github: shell.output.writeData(finding.annotation)
      case nil where arguments.has("json"): shell.output.writeData(finding.jsonLine)
      case nil: shell.output.result(finding.plainLine)
      }
    }
    var unread = 0
    let sources = IngestSources(names: arguments.words) { problem in
      unread += 1
      shell.output.talk(problem)
    } receive: { piece in
      lint.check(piece)
    }
    try sources.read()
    if format == .sarif {
      shell.output.writeData(SARIFReport.text(findings, version: Version.number))
    }
    shell.output.talk(lint.summary)
    if unread > 0 || lint.hasBadInput { return ExitCode.badInput.rawValue }
    let denied: [LintRule.Level] = arguments.has("deny-warnings") ? [.error, .warning] : [.error]
    let isDenied = denied.contains { lint.counts[$0, default: 0] > 0 }
    return (isDenied ? ExitCode.failure : .success).rawValue
  }

  private func format() throws -> LintFormat? {
    let format = try arguments.value(of: "format", LintFormat.allCases.map(\.rawValue).alternatives)
    {
      LintFormat(rawValue: $0)
    }
    guard format == nil || !arguments.has("json") else {
      throw Arguments.Failure.words(command: "lint", problem: "writes --json or --format, not both")
    }
    return format
  }
}

/// A format of findings for services.
private enum LintFormat: String, CaseIterable {
  case sarif, github
}

/// The check of the files of one command line. Their pushes are not sent.
private final class LintRun {
  private var gateway: Gateway
  private let phone: PhoneSettings
  private let now: Date
  private let emit: (FileFinding) -> Void
  private var habits = ThreadHabits()
  private var pushCount = 0
  private(set) var counts: [LintRule.Level: Int] = [:]
  private(set) var hasBadInput = false
  /// Whether the current file is a scenario, which is not checked further.
  private var isScenario = false

  init(_ configuration: Configuration, now: Date, emit: @escaping (FileFinding) -> Void) {
    gateway = Gateway(settings: configuration.gateway)
    phone = configuration.phone
    self.now = now
    self.emit = emit
  }

  func check(_ piece: IngestPiece) {
    if piece.firstLine ?? 1 == 1 { isScenario = checkScenario(piece) }
    if isScenario { return }
    let pushes = piece.pushes(at: now, keepsTime: true) { "00000000-0000-0000-0000-000000000000" }
    for push in pushes {
      pushCount += 1
      switch push {
      case .success(let request): check(request, of: piece)
      case .failure(let rejected):
        hasBadInput = true
        remark(rejected, line: piece.line(of: rejected), of: piece)
      }
    }
  }

  private func check(_ request: PushRequest, of piece: IngestPiece) {
    for effect in gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt) {
      switch effect {
      case .reject(let rejected):
        remark(rejected, line: max(1, request.origin.stream), of: piece)
      case .deliver(let delivery):
        let era = phone.device.era
        var findings = Lint.findings(for: delivery, app: phone.app(delivery.app), era: era)
        if let habit = habits.examine(delivery), era.isConcerned(by: habit) {
          findings.append(habit)
        }
        let document = piece.isOnePush ? try? JSONReader.read(piece.bytes) : nil
        for finding in findings {
          let line =
            document.map { piece.line(of: finding.path, in: $0.root) } ?? request.origin.stream
          report(
            FileFinding(
              file: piece.source, line: line, level: finding.level, name: finding.rule.rawValue,
              path: finding.path, text: finding.message))
        }
      default: break
      }
    }
  }

  /// Detects a scenario by its beginning, and reports once how to run it.
  private func checkScenario(_ piece: IngestPiece) -> Bool {
    guard !piece.isOnePush, let line = ScenarioReader.firstStep(in: piece.bytes) else {
      return false
    }
    hasBadInput = true
    let file = piece.source == "-" ? "FILE" : Quoting.shellWord(piece.source)
    report(
      FileFinding(
        file: piece.source, line: line, level: .error, name: "scenario",
        text: "This is a scenario, not a file of pushes. Run it by `pushinbox run \(file)`."))
    return true
  }

  private func remark(_ rejected: RejectedRequest, line: Int, of piece: IngestPiece) {
    report(
      FileFinding(
        file: piece.source, line: line, level: .error, name: rejected.reason,
        text: "\(rejected.because) \(rejected.fix)"))
  }

  private func report(_ finding: FileFinding) {
    counts[finding.level, default: 0] += 1
    emit(finding)
  }

  var summary: String {
    let parts = LintRule.Level.allCases.compactMap { level -> String? in
      guard let count = counts[level] else { return nil }
      return "\(count) \(level.rawValue)" + (count > 1 && level != .advice ? "s" : "")
    }
    return pushCount.counted("push", "pushes") + ": "
      + (parts.isEmpty ? "no problems" : parts.joined(separator: ", "))
  }
}

extension FileFinding {
  fileprivate var plainLine: String {
    "\(file):\(line): \(level.rawValue) \(name): \(located)"
  }

  /// An annotation of GitHub Actions.
  fileprivate var annotation: String {
    let severity: GitHubReport.Level =
      switch level {
      case .error: .error
      case .warning: .warning
      case .advice: .notice
      }
    return GitHubReport.annotation(
      severity, file: file, line: line, title: name, located)
  }

  fileprivate var jsonLine: String {
    let object: JSONObject = [
      "file": .string(file), "level": .string(level.rawValue), "line": .number(JSONNumber(line)),
      "name": .string(name), "path": path.isEmpty ? .null : .string(path), "text": .string(text),
    ]
    return JSONWriter.text(.object(object), printable: true)
  }
}

extension IngestPiece {
  /// Whether the piece is a file that is one push.
  fileprivate var isOnePush: Bool { firstLine == nil }

  /// Returns the line at which a file stops being JSON; for push lines the line itself.
  fileprivate func line(of rejected: RejectedRequest) -> Int {
    guard isOnePush else { return rejected.origin.stream }
    do throws(JSONError) {
      _ = try JSONReader.read(bytes)
      return 1
    } catch {
      return error.line
    }
  }

  /// Returns the line of a member in a file, in the payload or outside of it.
  fileprivate func line(of path: String, in root: JSONValue) -> Int {
    let places = [root, root.object?["payload"], root.object?["headers"]]
    let offset = places.lazy.compactMap { $0?.offset(of: path) }.first ?? 0
    return JSONPosition(offset: offset, in: bytes).line
  }
}
