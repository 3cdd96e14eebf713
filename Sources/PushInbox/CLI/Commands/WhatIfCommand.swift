import InboxModel

/// `pushinbox what-if`: the rules asked again about what came, with something set otherwise; reads only.
@MainActor
enum WhatIfCommand {
  static func perform(
    _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws -> ExitCode {
    let words = arguments.words.filter(WhatIf.isChange)
    guard !words.isEmpty else {
      throw ErrorMessage(
        "what-if needs a change, such as focus=off, before the words of a filter", .usage)
    }
    let filter = try reading.filter(arguments.words.filter { !WhatIf.isChange($0) })
    var question = try WhatIf(words, on: reading.device, now: reading.now)
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
    return .success
  }
}
