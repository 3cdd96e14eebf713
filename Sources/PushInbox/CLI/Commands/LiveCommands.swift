import Foundation
import InboxModel

/// Answers the words that come over the control socket, or are typed on the screen, in the running
/// instance.
@MainActor
struct LiveCommands {
  let runtime: AppRuntime
  let events: EventHub

  /// Carries out one request; `events` goes on until its reader leaves.
  func answer(_ request: ControlRequest, _ reply: ControlReply) {
    var output = RemoteOutput(reply: reply)
    do {
      let arguments = try Arguments(request.words)
      output.isQuiet = arguments.has("quiet")
      if arguments.command?.name == "wait" {
        runtime.handle([.timePassed])
        try WaitCommand.run(arguments, runtime, events, reply)
      } else if arguments.command?.host == .stream {
        try stream(arguments, to: reply)
      } else if arguments.command?.name == "ingest" {
        try ingest(IngestPiece(arguments, input: request.input), reply, output)
      } else if arguments.command?.name == "record",
        let path = try RecordCommand.file(arguments)
      {
        try record(to: path, reply, output)
      } else {
        reply.exit(try perform(arguments, input: request.input, output).rawValue)
      }
    } catch {
      let message = ErrorMessage(error)
      reply.err("pushinbox: \(message.text)\n")
      reply.exit(message.exitCode.rawValue)
    }
  }

  /// Carries out a command that was typed in the inbox itself and has an end. Its folder is the inbox's own, so
  /// that `--trust-folder` counts; a shell has acted on it before it asks the inbox.
  func performTyped(
    _ arguments: Arguments, input: [UInt8], _ output: any CommandOutput
  ) throws -> ExitCode {
    if arguments.has("trust-folder") { try runtime.files.trustFolder(output) }
    return try perform(arguments, input: input, output)
  }

  /// Carries out a command that has an end.
  func perform(
    _ arguments: Arguments, input: [UInt8], _ output: any CommandOutput
  ) throws -> ExitCode {
    // What the clock brought meanwhile has its effect first, and is not the command's doing.
    runtime.handle([.timePassed])
    switch arguments.command?.name {
    case "ls", "show", "why", "export":
      return try ListCommand.perform(arguments, InboxReading(runtime), output)
    case "what-if": return try WhatIfCommand.perform(arguments, InboxReading(runtime), output)
    case "send", "push":
      return try PushCommand.perform(arguments, input: input, runtime, output)
    case "read", "rm": return try TidyCommand.perform(arguments, runtime, output)
    case "env":
      return try EnvCommand.perform(
        arguments, runtime.endpoints, runtime.system.device.settings.fcm, output)
    case "act": return try ActCommand.perform(arguments, runtime, output)
    case "set": return try SetCommand.perform(arguments, runtime)
    case "fault": return try FaultCommand.perform(arguments, runtime, output)
    case "queue": return QueueCommand.perform(arguments, runtime, output)
    case "config": return try ConfigCommand.perform(arguments, runtime, output)
    case "ready": return .success
    case "record": return try record(arguments, output)
    case let name? where arguments.command?.host == .stream:
      throw ErrorMessage("\(name) goes on until it is interrupted: use it in a shell", .usage)
    default:
      throw ErrorMessage(
        "\(arguments.command?.name ?? "this") is not for a running inbox: use it in a shell", .usage
      )
    }
  }

  /// A piece of what `ingest` reads, once there is room for it: its client sends the next one after this.
  private func ingest(
    _ piece: IngestPiece, _ reply: ControlReply, _ output: RemoteOutput
  ) throws {
    runtime.whenRoom { [runtime] in
      guard reply.isOpen else { return }
      let report = piece.hand(to: runtime)
      for problem in report.problems { output.talk(problem) }
      output.result(String(report.taken))
      reply.exit((report.problems.isEmpty ? ExitCode.success : .badInput).rawValue)
    }
  }

  /// `record` of the screen, which goes on until somebody ends it, and without a file its end.
  private func record(_ arguments: Arguments, _ output: any CommandOutput) throws -> ExitCode {
    if let path = try RecordCommand.file(arguments) {
      try runtime.startRecording(to: path)
      output.talk("recording to \(path)")
    } else if let sentence = runtime.stopRecording() {
      output.talk(sentence)
    } else {
      throw ErrorMessage("nothing is being recorded", .failure)
    }
    return .success
  }

  /// `record FILE` of a shell, which goes on until its client leaves.
  private func record(
    to path: String, _ reply: ControlReply, _ output: RemoteOutput
  ) throws {
    try runtime.startRecording(to: path) { sentence, isWhole in
      output.talk((isWhole ? "" : "pushinbox: ") + sentence)
      reply.exit((isWhole ? ExitCode.success : .failure).rawValue)
    }
    output.talk("recording to \(path); ^C ends it")
    reply.onClose = { [runtime, weak file = runtime.recording] in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if file != nil, runtime.recording === file { runtime.stopRecording() }
        }
      }
    }
  }

  private func stream(_ arguments: Arguments, to reply: ControlReply) throws {
    runtime.handle([.timePassed])
    let subscription = EventHub.Subscription(
      filter: try InboxReading(runtime).filter(arguments.words),
      format: arguments.has("json") ? .json : .plain,
      write: { reply.out(String(decoding: $0, as: UTF8.self)) })
    let number = events.subscribe(subscription)
    reply.onClose = { [events] in
      DispatchQueue.main.async { MainActor.assumeIsolated { events.unsubscribe(number) } }
    }
  }
}

/// The streams of the client's process.
private struct RemoteOutput: CommandOutput {
  let reply: ControlReply
  var isQuiet = false

  func writeData(_ line: String) {
    reply.out(line + "\n")
  }

  func writeTalk(_ line: String) {
    if !isQuiet { reply.err(line + "\n") }
  }
}
