import InboxModel

/// `pushinbox tokens`: lists the push tokens of Live Activities.
struct TokensCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "tokens", synopsis: "[BUNDLE] [--all] [--json]",
    summary: "list the push tokens of Live Activities",
    details: """
      The push-to-start token of each app that has one, and the update token of each running Live Activity, with \
      the time of its creation. --all also lists those that were replaced or whose Live Activity has ended, with \
      the time of that. `set tokens.BUNDLE=new` creates the push-to-start token of an app, and replaces all of \
      its tokens. Without a running inbox it reads the store.
      """,
    options: [
      OptionSpec(name: "all", help: "list tokens that are no longer valid, too"),
      OptionSpec(name: "json", help: "one JSON object per line"),
    ],
    examples: ["pushinbox tokens", "pushinbox tokens com.example.match --json"],
    wordCount: 0...1)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) {
    let app = arguments.words.first.map { BundleID($0) }
    let rows = ActivityTokenList.rows(of: reading.device, includingOld: arguments.has("all"))
      .filter { app == nil || $0.app == app }
    if arguments.has("json") {
      for row in rows { output.writeData(ActivityTokenList.json(row)) }
      return
    }
    let timeZone = reading.device.settings.device.timeZone
    for row in rows { output.result(ActivityTokenList.line(row, in: timeZone)) }
    if rows.isEmpty { output.talk(ResultMessage.noToken(of: app)) }
  }
}
