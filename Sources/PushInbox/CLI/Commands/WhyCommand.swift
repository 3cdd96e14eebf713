import InboxModel

/// `pushinbox why`: explains why a push was shown, silenced or held.
struct WhyCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "why", synopsis: "ID [--json]", summary: "explain the outcome of a push",
    details: """
      Prints the push, every rule in order, the rule that decided, and changes that would have shown it; \
      of a rejected push the reason and the fix. ID is a number, R1, `last` or an identifier, as for show; A3 is \
      the newest push to this Live Activity, ignored or not.
      """,
    options: [CommandTable.json],
    examples: ["pushinbox why 31", "pushinbox why R1", "pushinbox why A3"],
    wordCount: 1...1, takes: .push)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    let word = arguments.words[0]
    if let rejected = try reading.rejected(named: word) {
      return output.write(rejected, asJSON: arguments.has("json"), reading)
    }
    let record = try reading.record(word)
    let trace = Presentation.trace(of: record, in: reading.device.settings.device.timeZone)
    if arguments.has("json") {
      output.writeData(TraceJSON.text(trace))
    } else {
      output.result(ListText.lineWithApp(of: record.notification, on: reading.device))
      for line in TraceText.lines(trace) { output.result(line) }
      // A broadcast that changed other cards has their reason.
      if let card = reading.card(named: word), let reason = card.newestIgnored,
        reason != trace.reason
      {
        output.result("card           \(card.id.text) ignored this push  [\(reason.rawValue)]")
      }
    }
  }
}
