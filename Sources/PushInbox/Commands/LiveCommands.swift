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
      if arguments.command?.host == .stream {
        try stream(arguments, to: reply)
      } else {
        reply.exit(try perform(arguments, input: request.input, output).rawValue)
      }
    } catch {
      let message = ErrorMessage(error)
      reply.err("pushinbox: \(message.text)\n")
      reply.exit(message.exitCode.rawValue)
    }
  }

  /// Carries out a command that has an end.
  func perform(
    _ arguments: Arguments, input: [UInt8], _ output: any CommandOutput
  ) throws -> ExitCode {
    // What the clock brought meanwhile has its effect first, and is not the command's doing.
    runtime.handle([.timePassed(runtime.clock.now)])
    switch arguments.command?.name {
    case "ls", "show", "why":
      return try ListCommand.perform(arguments, InboxReading(runtime), output)
    case "send", "push":
      return try PushCommand.perform(arguments, input: input, runtime, output)
    case "act": return try ActCommand.perform(arguments, runtime, output)
    case "set": return try SetCommand.perform(arguments, runtime)
    case "ready": return .success
    case let name? where arguments.command?.host == .stream:
      throw ErrorMessage("\(name) goes on until it is interrupted: use it in a shell", .usage)
    default:
      throw ErrorMessage(
        "\(arguments.command?.name ?? "this") is not for a running inbox: use it in a shell", .usage
      )
    }
  }

  private func stream(_ arguments: Arguments, to reply: ControlReply) throws {
    runtime.handle([.timePassed(runtime.clock.now)])
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

  func result(_ line: String) {
    reply.out(line + "\n")
  }

  func talk(_ line: String) {
    if !isQuiet { reply.err(line + "\n") }
  }
}
