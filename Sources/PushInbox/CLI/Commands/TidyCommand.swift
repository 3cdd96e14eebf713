import InboxModel

/// `pushinbox read` and `rm`: done to every entry of the list that a filter finds.
@MainActor
enum TidyCommand {
  static func perform(
    _ arguments: Arguments, _ runtime: AppRuntime, _ output: any CommandOutput
  ) throws -> ExitCode {
    let isRemoving = arguments.command?.name == "rm"
    let reading = InboxReading(runtime)
    if isRemoving, let numbers = try RefusedRemoval.numbers(arguments.words, reading) {
      RefusedRemoval.report(try runtime.removeRefused(numbers), output)
      return .success
    }
    let isLast = arguments.words == [CommandTable.newestPush]
    let filter = try reading.filter(isLast ? ["id:last"] : arguments.words)
    guard !filter.asksForRejected else {
      throw ErrorMessage("refused pushes have no read mark: there is nothing to read", .usage)
    }
    let device = runtime.system.device
    let ids = device.inbox.notifications.filter {
      (isRemoving || !$0.isRead) && filter.matches($0, on: device)
    }.map(\.id).reversed()
    guard !ids.isEmpty else {
      output.talk(isRemoving ? "nothing in the list matches" : "nothing unread matches")
      return .success
    }
    runtime.handle([
      .device(isRemoving ? .removed(Array(ids)) : .marked(Array(ids), read: true))
    ])
    output.talk("\(ids.count) \(isRemoving ? "removed" : "marked read")")
    return .success
  }
}
