import InboxModel

/// `pushinbox export`: the list as JSON, with every payload.
struct ExportCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "export", synopsis: "[FILTER] [--json]",
    summary: "print the list as JSON, with every payload",
    details: """
      Like ls --json, and for each push its content before hiding and the payload as received. The output is \
      JSON without --json too. Without a running inbox it reads the store. FILTER as for ls.
      """,
    options: [CommandTable.json], examples: ["pushinbox export app:chat > chat.json"],
    takes: .filter)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    try Listing(reading: reading, form: .export, output: output).write(arguments)
  }
}
