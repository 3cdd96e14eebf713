import Foundation
import InboxModel

/// Carries out commands of a shell, of the control socket and of the line after `:`.
@MainActor
enum CommandDispatcher {
  // MARK: The shell

  /// Carries out one command line in an environment and returns the exit status of the process.
  static func run(_ words: [String], environment: [String: String]) async -> Int32 {
    // A closed reader must not end the process; the write returns an error instead.
    signal(SIGPIPE, SIG_IGN)
    let output = StandardOutput()
    do {
      let status = try await start(words, environment, output)
      guard let failure = output.failure else { return status }
      // A specific exit status takes precedence.
      StandardOutput().report(ErrorMessage(failure))
      return status == 0 ? ExitCode.failure.rawValue : status
    } catch {
      let message = ErrorMessage(error)
      StandardOutput().report(message)
      return message.exitCode.rawValue
    }
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ output: StandardOutput
  ) async throws -> Int32 {
    var arguments = try Arguments(words, environment: environment)
    let type = CommandTable.type(of: arguments.command)
    if !type.readsEnvironment { arguments = try Arguments(words) }
    output.isQuiet = arguments.has("quiet")
    if arguments.has("help") {
      output.writeData(arguments.command.map(Usage.command) ?? Usage.program())
      return ExitCode.success.rawValue
    }
    if arguments.has("version") {
      for line in Version.lines { output.result(line) }
      return ExitCode.success.rawValue
    }
    return try await type.init(arguments: arguments).start(words, environment, output)
  }

  // MARK: The running inbox

  /// Carries out a request of the control socket; one for a stream continues until its reader
  /// leaves.
  static func answer(
    _ request: ControlRequest, _ reply: ControlReply, in runtime: AppRuntime, _ events: EventHub
  ) {
    var output = RemoteOutput(reply: reply)
    do {
      let arguments = try Arguments(request.words)
      output.isQuiet = arguments.has("quiet")
      let inbox = LiveInbox(runtime: runtime, events: events, input: request.input)
      try liveCommand(arguments).answer(in: inbox, reply, output)
    } catch {
      let message = ErrorMessage(error)
      reply.err("pushinbox: \(message.text)\n")
      reply.exit(message.exitCode.rawValue)
    }
  }

  /// Carries out a command typed in the inbox. Its folder is that of the inbox, so `--trust-folder`
  /// applies here; a shell handles that option before it sends the command.
  ///
  /// - Throws: ``ErrorMessage`` for `--ephemeral` if this inbox has a store.
  static func perform(
    _ arguments: Arguments, in inbox: LiveInbox, _ output: any CommandOutput
  ) throws -> ExitCode {
    if arguments.has("ephemeral"), let folder = inbox.runtime.endpoints.store {
      throw ErrorMessage.notInMemory(folder)
    }
    if arguments.has("trust-folder") { try inbox.runtime.files.trustFolder(output) }
    inbox.advanceClock()
    return try liveCommand(arguments).perform(in: inbox, output)
  }

  private static func liveCommand(_ arguments: Arguments) throws -> any LiveCommand {
    guard let type = CommandTable.type(of: arguments.command) as? any LiveCommand.Type else {
      throw ErrorMessage.needsShell(arguments.command?.name ?? "this")
    }
    return type.init(arguments: arguments)
  }
}

/// The output streams of the client's process.
private struct RemoteOutput: CommandOutput {
  let reply: ControlReply
  var isQuiet = false

  func writeData(_ line: String) {
    reply.out(line + "\n")
  }

  func writeData(pieces next: @escaping DataPieces) {
    reply.out {
      do {
        return try next().map(ControlReply.Piece.data)
      } catch {
        let message = ErrorMessage(error)
        return .failure(text: "pushinbox: \(message.text)\n", code: message.exitCode.rawValue)
      }
    }
  }

  func writeTalk(_ line: String) {
    if !isQuiet { reply.err(line + "\n") }
  }
}
