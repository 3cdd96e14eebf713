import InboxModel

/// `pushinbox queue`: what became of numbered pushes, since the inbox was started.
@MainActor
enum QueueCommand {
  static func perform(
    _ arguments: Arguments, _ runtime: AppRuntime, _ output: any CommandOutput
  ) -> ExitCode {
    let counts = runtime.system.queueCounts
    let phones = runtime.system.gateway.phones
    if arguments.has("json") {
      output.writeData(QueueOutput.json(counts, phones: phones))
      return .success
    }
    let offered = QueueOutput.lines(phones)
    let levels = arguments.has("ascii") ? QueueOutput.marks : QueueOutput.blocks
    for line in QueueOutput.lines(counts, levels: levels) + offered { output.result(line) }
    if counts.isEmpty, offered.isEmpty {
      let apps = runtime.system.device.settings.queue.apps
      output.talk(
        apps.isEmpty
          ? "no app is numbered: pushinbox set queue.apps+=com.example.mail"
          : "nothing was numbered since the start")
    }
    return .success
  }
}
