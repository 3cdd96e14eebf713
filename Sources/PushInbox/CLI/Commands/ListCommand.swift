import InboxModel

/// `pushinbox ls`: lists the pushes that match a filter.
struct ListCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "ls", synopsis: "[FILTER] [--json]", summary: "list pushes",
    details: "Without a running inbox it reads the store. " + CommandTable.filterHelp
      + " is:rejected lists rejected pushes, is:silent background pushes, is:activity Live Activities, "
      + "newest first; with --json one object per line. “*” marks unread pushes.",
    options: [CommandTable.json],
    examples: [
      "pushinbox ls app:chat is:unread", "pushinbox ls is:rejected --json",
      "pushinbox ls is:activity",
    ],
    takes: .filter)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    let form = arguments.has("json") ? Listing.Form.json : .text
    try Listing(reading: reading, form: form, output: output).write(arguments)
  }
}
