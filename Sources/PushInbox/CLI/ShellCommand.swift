import Foundation
import InboxModel

/// A command: its specification, and its action in the process of a shell.
///
/// A command that a running inbox carries out is a ``LiveCommand``: one that has no end of its own a
/// ``StreamCommand``, one that changes nothing a ``ReadingCommand``.
@MainActor
protocol ShellCommand: SendableMetatype {
  /// The command as parser, help, manual and completion know it.
  nonisolated static var spec: CommandSpec { get }
  /// The process that carries it out.
  nonisolated static var host: CommandSpec.Host { get }
  /// Whether variables of the environment are options of it.
  nonisolated static var readsEnvironment: Bool { get }
  /// Whether it ignores the user's configuration and store.
  nonisolated static var isEphemeral: Bool { get }

  /// The words and options it was called with.
  var arguments: Arguments { get }
  init(arguments: Arguments)

  /// Carries it out for a shell; returns how the process ends.
  func run(in shell: Shell) async throws -> Int32
}

extension ShellCommand {
  nonisolated static var host: CommandSpec.Host { .process }
  nonisolated static var readsEnvironment: Bool { true }
  nonisolated static var isEphemeral: Bool { false }

  /// Finds the files of a command line and carries it out; returns how the process ends.
  func start(
    _ words: [String], _ environment: [String: String], _ output: StandardOutput
  ) async throws -> Int32 {
    if arguments.has("trust-folder"), !Self.isEphemeral {
      let places = try RuntimePaths(arguments, environment, opensInbox: false)
      try ConfigurationFiles(arguments, places, environment).trustFolder(output)
    }
    let places = try RuntimePaths(
      arguments, environment, opensInbox: Self.spec.isListening, isEphemeral: Self.isEphemeral)
    defer { places.removePrivateSocket() }
    let shell = Shell(
      words: words, arguments: arguments, environment: environment, places: places, output: output)
    do { return try await run(in: shell) } catch { throw places.explained(error) }
  }
}

/// The process of a shell in which a command is carried out.
@MainActor
struct Shell {
  let words: [String]
  let arguments: Arguments
  let environment: [String: String]
  let places: RuntimePaths
  let output: StandardOutput

  var files: ConfigurationFiles { ConfigurationFiles(arguments, places, environment) }

  /// Reads the configuration, and reports what was left out of it.
  func configuration() throws -> Configuration {
    try files.load(reportingTo: output).configuration
  }

  /// Opens the store of an inbox that does not run, for reading. What came is not locked away by a mistake in a
  /// configuration file: it is reported, and the defaults are used.
  func reading(of folder: String) throws -> InboxReading {
    let files = files
    let configuration: Configuration
    do {
      configuration = try self.configuration()
    } catch {
      output.talk("pushinbox: \(ErrorMessage(error).text); read without it")
      configuration = files.defaults
    }
    let store = try Store(at: .folder(folder), access: .readOnly)
    return try InboxReading(store: store, configuration: configuration)
  }
}
