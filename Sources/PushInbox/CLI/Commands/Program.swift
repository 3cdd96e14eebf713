import Foundation
import InboxModel

/// The program as a function of its words and environment.
@MainActor
enum Program {
  /// Carries out one command line; returns how the process ends.
  static func run(_ words: [String], environment: [String: String]) async -> Int32 {
    // A reader that goes away must not end us; the write says so instead.
    signal(SIGPIPE, SIG_IGN)
    let output = StandardOutput()
    do {
      let status = try await perform(words, environment, output)
      guard let failure = output.failure else { return status }
      // A status of its own says more.
      StandardOutput().report(ErrorMessage(failure))
      return status == 0 ? ExitCode.failure.rawValue : status
    } catch {
      let message = ErrorMessage(error)
      StandardOutput().report(message)
      return message.exitCode.rawValue
    }
  }

  private static func perform(
    _ words: [String], _ environment: [String: String], _ output: StandardOutput
  ) async throws -> Int32 {
    var arguments = try Arguments(words, environment: environment)
    // A scenario gives the same bytes wherever it runs.
    if arguments.command?.name == "run" { arguments = try Arguments(words) }
    output.isQuiet = arguments.has("quiet")
    if arguments.has("help") {
      output.writeData(arguments.command.map(Usage.command) ?? Usage.program())
      return ExitCode.success.rawValue
    }
    if arguments.has("version") {
      output.result("pushinbox " + Usage.version)
      return ExitCode.success.rawValue
    }
    if arguments.command?.name == "demo" {
      return try await DemoCommand.run(arguments, environment, output)
    }
    if arguments.has("trust-folder") {
      let places = try RuntimePaths(arguments, environment, opensInbox: false)
      try ConfigurationFiles(arguments, places, environment).trustFolder(output)
    }
    let opensInbox = arguments.command.map(\.isListening) ?? true
    let places = try RuntimePaths(arguments, environment, opensInbox: opensInbox)
    do {
      return try await perform(arguments, words, places, environment, output)
    } catch {
      throw places.explained(error)
    }
  }

  private static func perform(
    _ arguments: Arguments, _ words: [String], _ places: RuntimePaths,
    _ environment: [String: String],
    _ output: StandardOutput
  ) async throws -> Int32 {
    switch arguments.command?.name {
    case nil, "serve":
      return try await InboxCommand.run(arguments, places, environment, output)
    case "run": return try await RunCommand.run(arguments, environment, output).rawValue
    case "ca":
      let loaded = try ConfigurationFiles(arguments, places, environment)
        .load(reportingTo: output)
      return try CACommand.run(places, loaded.configuration.certificateNames, output).rawValue
    case "lint":
      let loaded = try ConfigurationFiles(arguments, places, environment)
        .load(reportingTo: output)
      return try LintCommand.run(arguments, loaded.configuration, output).rawValue
    case "record": return try RecordCommand.run(arguments, places)
    case "ingest": return try IngestCommand.run(arguments, places, output)
    case "completions":
      output.writeData(CompletionScript.text(for: try CompletionScript.shell(arguments)))
      return ExitCode.success.rawValue
    case "man":
      output.writeData(ManualPage.text())
      return ExitCode.success.rawValue
    case "config":
      return try ConfigCommand.run(arguments, words, places, environment, output)
    case "ready": return try await ReadyCommand.run(arguments, places).rawValue
    default: return try RemoteCommand.run(arguments, words, places, environment, output)
    }
  }
}
