import Foundation
import InboxModel

/// A command that the running inbox carries out: for a shell over the control socket, or typed
/// after `:`.
protocol LiveCommand: ShellCommand {
  /// Carries out the command in the running inbox.
  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode
  /// Carries out the command for a shell, to which `reply` is connected, and ends the reply.
  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) throws
  /// Sends the command to the inbox of a socket.
  func ask(_ request: ControlRequest, at socket: String, _ output: StandardOutput) throws -> Int32
  /// Carries out the command without a running inbox; nil if it needs one.
  func performWithoutInbox(in shell: Shell) throws -> ExitCode?
}

/// A command that continues as long as there is a reader; not available on the screen.
protocol StreamCommand: LiveCommand {}

/// A command that changes nothing. Without a running inbox it reads the store.
protocol ReadingCommand: LiveCommand {
  func read(_ reading: InboxReading, _ output: any CommandOutput) throws
}

/// The running inbox, and the bytes of a command's input file.
@MainActor
struct LiveInbox {
  let runtime: AppRuntime
  let events: EventHub
  var input: [UInt8] = []

  /// Handles everything that is due, so that it does not become part of the command's effects.
  func advanceClock() {
    runtime.handle([.timePassed])
  }
}

extension LiveCommand {
  nonisolated static var host: CommandSpec.Host { .inbox }

  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) throws {
    inbox.advanceClock()
    reply.exit(try perform(in: inbox, output).rawValue)
  }

  func ask(_ request: ControlRequest, at socket: String, _ output: StandardOutput) throws -> Int32 {
    try ControlClient.run(request, at: socket)
  }

  func performWithoutInbox(in shell: Shell) throws -> ExitCode? { nil }

  func run(in shell: Shell) async throws -> Int32 {
    let input = try arguments.inputFile.map { try InputFile.read($0) } ?? []
    do {
      // The inbox does not know the environment of the shell.
      let quiet = arguments.has("quiet") ? ["--quiet"] : []
      let request = ControlRequest(words: quiet + shell.words, input: input)
      return try ask(request, at: shell.places.runningSocket(), shell.output)
    } catch {
      guard case ControlError.noInstance = error, !shell.places.namesInbox else { throw error }
      try checkFilter(shell.files)
      guard let status = try performWithoutInbox(in: shell) else { throw error }
      return status.rawValue
    }
  }

  /// Reports an invalid filter first, before a missing inbox.
  private func checkFilter(_ files: ConfigurationFiles) throws(ErrorMessage) {
    guard Self.spec.takes == .filter else { return }
    let saved = (try? files.load())?.configuration.filters ?? [:]
    _ = try InboxReading.filter(arguments.words, now: Date(), timeZone: .current, saved: saved)
  }

  /// Waits until the inbox responds, and reports when that takes long.
  func reach(_ socket: String, _ output: StandardOutput) throws(ControlError) {
    try ControlClient.reach(at: socket) { output.report(ErrorMessage($0)) }
  }
}

extension StreamCommand {
  nonisolated static var host: CommandSpec.Host { .stream }

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    throw ErrorMessage.streamNeedsShell(Self.spec.name)
  }

  /// Waits without a limit, but reports when the inbox is suspended.
  func ask(_ request: ControlRequest, at socket: String, _ output: StandardOutput) throws -> Int32 {
    try reach(socket, output)
    return try ControlClient.run(request, at: socket, limit: .forever)
  }
}

extension ReadingCommand {
  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    try read(InboxReading(inbox.runtime), output)
    return .success
  }

  func performWithoutInbox(in shell: Shell) throws -> ExitCode? {
    guard let folder = shell.places.store else { return nil }
    try read(shell.reading(of: folder), shell.output)
    return .success
  }
}
