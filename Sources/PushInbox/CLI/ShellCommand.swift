import Foundation
import InboxModel

/// A command: its specification, and its action in the process of a shell.
///
/// A command that a running inbox carries out is a ``LiveCommand``; one that does not end by itself
/// is a ``StreamCommand``, one that changes nothing a ``ReadingCommand``.
@MainActor
protocol ShellCommand: SendableMetatype {
  /// The specification for parser, help, manual and completion.
  nonisolated static var spec: CommandSpec { get }
  /// The process that carries out the command.
  nonisolated static var host: CommandSpec.Host { get }
  /// Whether environment variables count as options.
  nonisolated static var readsEnvironment: Bool { get }
  /// Whether the command ignores the user's configuration and store.
  nonisolated static var isEphemeral: Bool { get }

  /// The words and options of the command line.
  var arguments: Arguments { get }
  init(arguments: Arguments)

  /// Carries out the command for a shell; returns the exit status of the process.
  func run(in shell: Shell) async throws -> Int32
}

extension ShellCommand {
  nonisolated static var host: CommandSpec.Host { .process }
  nonisolated static var readsEnvironment: Bool { true }
  nonisolated static var isEphemeral: Bool { false }

  /// Determines the paths of a command line and carries out the command; returns the exit status of
  /// the process.
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

/// The process of a shell command.
@MainActor
struct Shell {
  let words: [String]
  let arguments: Arguments
  let environment: [String: String]
  let places: RuntimePaths
  let output: StandardOutput

  var files: ConfigurationFiles { ConfigurationFiles(arguments, places, environment) }

  /// Reads the configuration, and reports the settings that were ignored.
  func configuration() throws -> Configuration {
    try files.load(reportingTo: output).configuration
  }

  /// Opens the store of an inbox that does not run, for reading. An invalid configuration file does
  /// not prevent that: it is reported, and the defaults are used.
  func reading(of folder: String) throws -> InboxReading {
    let files = files
    let configuration: Configuration
    do {
      configuration = try self.configuration()
    } catch {
      output.talk("pushinbox: " + ResultMessage.readWithout(ErrorMessage(error)))
      configuration = files.defaults
    }
    let store = try Store(at: .folder(folder), access: .readOnly)
    return try InboxReading(store: store, configuration: configuration)
  }
}
