import InboxModel

/// `pushinbox queue`: what became of numbered pushes, since the inbox was started.
@MainActor
enum QueueCommand {
  static func perform(
    _ arguments: Arguments, _ runtime: AppRuntime, _ output: any CommandOutput
  ) -> ExitCode {
    let counts = runtime.system.queueCounts
    if arguments.has("json") {
      output.result(QueueOutput.json(counts))
      return .success
    }
    for line in QueueOutput.lines(counts) { output.result(line) }
    if counts.isEmpty {
      let apps = runtime.system.device.settings.queue.apps
      output.talk(
        apps.isEmpty
          ? "no app is numbered: pushinbox set queue.apps+=com.example.mail"
          : "nothing was numbered yet")
    }
    return .success
  }
}
