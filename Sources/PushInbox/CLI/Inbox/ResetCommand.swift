import InboxModel

/// `pushinbox reset`: returns an inbox to the state of a fresh start.
struct ResetCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "reset", synopsis: "--all", summary: "return to the state of a fresh start",
    details: """
      Deletes for good, without asking and without events: pushes, also held, waiting and rejected ones; badges, \
      Live Activities, broadcast channels and tokens; faults, numbered queues and their counts, ICQ sessions, the \
      changes of settings. Numbers begin at 1, and the clock shows the time of the system. The files of the \
      configuration remain in force, feeds continue where they are, and so do the totals of connections in \
      /metrics. An inbox with --offer, one that records and a demo are not reset. Without a running inbox it \
      empties the store.
      """,
    options: [
      OptionSpec(name: "all", help: "required: everything is deleted")
    ],
    examples: ["pushinbox reset --all"], wordCount: 0...0, requiresAll: true)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    try inbox.runtime.reset()
    output.talk(ResultMessage.inboxIsEmpty)
    return .success
  }

  func performWithoutInbox(in shell: Shell) throws -> ExitCode? {
    guard let folder = shell.places.store, StoreFile(folder: folder).exists else { return nil }
    let store = try Store(at: .folder(folder))
    try store.commit([.erased])
    store.close()
    shell.output.talk(ResultMessage.inboxIsEmpty)
    return .success
  }
}
