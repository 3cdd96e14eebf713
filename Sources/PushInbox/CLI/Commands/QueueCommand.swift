import InboxModel

/// `pushinbox queue`: what became of numbered pushes, and of those between processes.
@MainActor
enum QueueCommand {
  static func perform(
    _ arguments: Arguments, _ runtime: AppRuntime, _ output: any CommandOutput
  ) -> ExitCode {
    if arguments.has("reset") { runtime.handle([.system(.countsReset)]) }
    let counts = runtime.system.queueCounts
    let phones = runtime.system.gateway.phones
    if arguments.has("json") {
      output.writeData(QueueOutput.json(counts, phones: phones))
      return .success
    }
    let levels = arguments.has("ascii") ? QueueOutput.marks : QueueOutput.blocks
    let lines = QueueOutput.lines(counts, phones: phones, levels: levels)
    for line in lines { output.result(line) }
    if lines.isEmpty {
      let apps = runtime.system.device.settings.queue.apps
      output.talk(
        apps.isEmpty
          ? "no app is numbered: pushinbox set queue.apps+=com.example.mail"
          : "no push was numbered yet")
    }
    return .success
  }
}
