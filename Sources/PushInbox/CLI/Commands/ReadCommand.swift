import InboxModel

/// `pushinbox read`: marks the pushes that match a filter as read.
struct ReadCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "read", synopsis: "FILTER | --all", summary: "mark pushes read",
    details:
      "Marks the unread pushes of the list that match. Held pushes are not in the list yet. FILTER as for ls; “last” alone is the newest push.",
    options: [CommandTable.all],
    examples: ["pushinbox read app:chat thread:op-42", "pushinbox read --all"], takes: .filter)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let ids = try InboxReading(inbox.runtime).listed(arguments.words).filter { !$0.isRead }.map(
      \.id)
    guard !ids.isEmpty else {
      output.talk(ResultMessage.noUnreadMatches)
      return .success
    }
    inbox.runtime.handle([.device(.marked(ids.reversed(), read: true))])
    output.talk(ResultMessage.markedRead(ids.count))
    return .success
  }
}

extension InboxReading {
  /// Returns the entries of the list that the words of a filter match; `last` alone is the newest.
  func listed(_ words: [String]) throws(ErrorMessage) -> [DeliveredNotification] {
    let filter = try filter(words == [CommandTable.newestPush] ? ["id:last"] : words)
    guard !filter.asksForRejected else { throw .cannotMarkRejected }
    return device.inbox.notifications.filter { filter.matches($0, on: device) }
  }
}
