import InboxModel

/// `pushinbox queue`: reports the outcomes of numbered pushes, and of those between processes.
struct QueueCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "queue", synopsis: "[--json] [--reset]",
    summary: "count delivered and lost numbered pushes",
    details: """
      For each app of each device, for each provider that a feed subscribes to, and for each phone that is \
      subscribed to --offer: how many pushes were sent; how many arrived at once, late, or after they were sent \
      again; how many were lost, and why; how many can be read, and how many would have arrived without the \
      queue. A phone reports what it received; if it does not, the outcome of its pushes is unknown. The \
      counts are stored. Settings choose the numbered apps and the losses: set queue.apps+=BUNDLE queue.loss=10.
      """,
    options: [
      OptionSpec(name: "json", help: "JSON instead of text"),
      OptionSpec(name: "reset", help: "count from zero, without pushes that are on their way"),
    ],
    examples: ["pushinbox queue", "pushinbox queue --json", "pushinbox queue --reset"],
    wordCount: 0...0)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) -> ExitCode {
    let runtime = inbox.runtime
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
      output.talk(apps.isEmpty ? ResultMessage.noNumberedApp : ResultMessage.nothingNumbered)
    }
    return .success
  }
}
