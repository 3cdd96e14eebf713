import Foundation
import InboxModel

/// `pushinbox lint`: reports what Apple would reject in files of pushes, and what is accepted but
/// probably not intended.
struct LintCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "lint", synopsis: "FILE|DIR|-… [--json|--format FORMAT]",
    summary: "find mistakes in files of pushes",
    details: """
      Reads what ingest reads, and the pushes of scenarios and recordings; sends nothing. Reports pushes that \
      the gateway would reject, by reason, and remarks on the others, one per line: FILE:LINE: LEVEL NAME: TEXT. \
      LEVEL is error, warning or advice. Exits 1 if there was an error, \
      with --deny-warnings also for a warning, and 5 if something was not a push. Uses the gateway and the \
      strings of the configuration; for a scenario, those of its steps.
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

  /// Reads the files as `ingest` does, but scenarios too.
  func run(in shell: Shell) throws -> Int32 {
    let format = try format()
    let root = RepositoryRoot(shell.environment)
    var findings: [FileFinding] = []
    let isStrict = arguments.has("strict")
    let lint = LintRun(try shell.configuration(), isStrict: isStrict, now: Date()) { found in
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
    var sources = IngestSources(names: arguments.words) { problem in
      unread += 1
      shell.output.talk(problem)
    } receive: { piece in
      lint.check(piece)
    }
    // A line of a recording may be longer than one of a feed.
    sources.lineLimit = 64 << 20
    try sources.read()
    lint.finish()
    if format == .sarif {
      shell.output.writeData(SARIFReport.text(findings, version: Version.number))
    }
    if unread == 0 || !lint.isEmpty { shell.output.talk(lint.summary) }
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
      throw Arguments.Failure.writesOne("--json", or: "--format", "lint")
    }
    return format
  }
}

/// A format of findings for services.
private enum LintFormat: String, CaseIterable {
  case sarif, github
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
