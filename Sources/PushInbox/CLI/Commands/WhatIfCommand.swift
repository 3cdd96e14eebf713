import InboxModel

/// `pushinbox what-if`: evaluates the rules again for stored pushes, with changed settings.
struct WhatIfCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "what-if", synopsis: "KEY=VALUE… [FILTER] [--json]",
    summary: "list pushes that other settings would have changed",
    details: """
      Applies the rules again to the pushes already received. For each push the phone is as it was when the push \
      arrived, except for the changes. Changes nothing. KEY as for set, if a rule depends on it; languages and strings show the \
      text; clock=+5m or clock=ISO-TIME is a push at that time; interruption-level, \
      filter-criteria and the timestamp of a Live Activity are what the sender could have sent. Without a running inbox it reads the store.
      """,
    options: [CommandTable.json],
    examples: [
      "pushinbox what-if focus=off is:quiet",
      "pushinbox what-if focus.dinner.allowApps+=com.example.chat app:chat",
    ], wordCount: 1...Int.max, takes: .changesAndFilter)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    let words = arguments.words.filter(WhatIf.isChange)
    guard !words.isEmpty else { throw ErrorMessage.whatIfNeedsChange }
    let filter = try reading.filter(arguments.words.filter { !WhatIf.isChange($0) })
    var question: WhatIf
    do throws(SettingsError) {
      question = try WhatIf(words, on: reading.device, now: reading.now)
    } catch {
      throw ErrorMessage.settings(error)
    }
    var report = WhatIfReport(words: words)
    let device = reading.device
    try reading.store.forEachRecord(where: { filter.matches($0, on: device) }) { record in
      report.looked += 1
      if let difference = question.difference(of: record) { report.differences.append(difference) }
    }
    report.differences.sort { $0.notification.arrival < $1.notification.arrival }
    if arguments.has("json") {
      output.writeData(WhatIfJSON.text(report, on: device))
    } else {
      for line in WhatIfText.lines(report, on: device) { output.result(line) }
    }
  }
}
