import InboxModel

/// `pushinbox events`: prints events until it is interrupted.
struct EventsCommand: StreamCommand {
  nonisolated static let spec = CommandSpec(
    name: "events", synopsis: "[FILTER] [--json]", summary: "print events until interrupted",
    details: """
      Prints a line for each event from now on, with --json an object, until ^C or the end of the inbox. FILTER \
      as for ls.
      """,
    options: [CommandTable.json],
    examples: ["pushinbox events --json app:chat"], takes: .filter)

  let arguments: Arguments

  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) throws {
    inbox.advanceClock()
    let events = inbox.events
    let subscription = EventHub.Subscription(
      filter: try InboxReading(inbox.runtime).filter(arguments.words),
      format: arguments.has("json") ? .json : .plain,
      write: { reply.out(String(decoding: $0, as: UTF8.self)) })
    let number = events.subscribe(subscription)
    reply.onClose = { onMain { events.unsubscribe(number) } }
    reply.begin()
  }
}
