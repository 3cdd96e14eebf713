import InboxModel

/// `pushinbox ls`, `show`, `why` and `export`: they read and change nothing.
@MainActor
enum ListCommand {
  /// Carries one of them out.
  static func perform(
    _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws -> ExitCode {
    let word = arguments.words.first
    // To the others it is a word of a filter.
    let isLast =
      word == CommandTable.newestPush && ["show", "why"].contains(arguments.command?.name)
    if let refused = try isLast ? reading.lastRefused() : reading.refused(word) {
      show(refused, arguments, reading, output)
      return .success
    }
    switch arguments.command?.name {
    case "show": try show(arguments, reading, output)
    case "why": try why(arguments, reading, output)
    default: try list(arguments, reading, output)
    }
    return .success
  }

  private static func list(
    _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws {
    let filter = try reading.filter(arguments.words)
    let timeZone = reading.device.settings.device.timeZone
    // Data for programs, with or without --json.
    let isExport = arguments.command?.name == "export"
    if filter.asksForRejected {
      for refused in try reading.store.refused(limit: Store.pastLimit)
      where filter.matches(refused) {
        if isExport {
          output.writeData(RefusedJSON.whole(refused))
        } else if arguments.has("json") {
          output.writeData(RefusedJSON.line(refused))
        } else {
          output.result(RefusedText.line(refused, in: timeZone))
        }
      }
    } else if filter.asksForSilent {
      try listSilent(filter, arguments, reading, output)
    } else if arguments.has("json") || isExport {
      let payload = { (id: NotificationID) in reading.payload(of: id) }
      output.writeData(
        InboxJSON.bytes(
          of: reading.device, filter: filter, isOnline: reading.isOnline,
          rejected: reading.rejected, payload: isExport ? payload : nil))
    } else {
      for line in ListText.lines(of: reading.device, filter: filter) { output.result(line) }
    }
  }

  /// Background pushes stand in no group: with `--json` one object a line, as refused pushes have it.
  private static func listSilent(
    _ filter: Filter, _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws {
    let device = reading.device
    let pushes = try reading.store.silent().filter { filter.matches($0, on: device) }
    let isExport = arguments.command?.name == "export"
    if arguments.has("json") || isExport {
      for push in pushes {
        let payload = isExport ? reading.payload(of: push.id) : nil
        output.writeData(InboxJSON.text(of: push, on: device, payload: payload))
      }
    } else {
      for line in ListText.lines(of: pushes, on: device) { output.result(line) }
    }
  }

  /// `show R9` and `why R9`: a refused push has its reason and no trace.
  private static func show(
    _ refused: RejectedRequest, _ arguments: Arguments, _ reading: InboxReading,
    _ output: any CommandOutput
  ) {
    if arguments.has("json") {
      let isShow = arguments.command?.name == "show"
      return output.writeData(isShow ? RefusedJSON.whole(refused) : RefusedJSON.line(refused))
    }
    output.result(RefusedText.line(refused, in: reading.device.settings.device.timeZone))
    if arguments.command?.name == "show" {
      for field in refused.fields {
        output.result("\(field.name): \(field.value)")
      }
      output.result(String(decoding: refused.refusal.body, as: UTF8.self))
      if let note = refused.refusal.truncation { output.result("… " + note) }
    }
  }

  private static func show(
    _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws {
    let record = try reading.record(arguments.words[0])
    if arguments.has("json") {
      output.writeData(
        InboxJSON.text(
          of: record.notification, on: reading.device, payload: record.delivery.payload.bytes))
    } else {
      let lines = PushText.lines(
        record, appName: reading.device.appName(record.notification.app),
        timeZone: reading.device.settings.device.timeZone,
        app: reading.device.settings.app(record.notification.app))
      for line in lines { output.result(line) }
    }
  }

  private static func why(
    _ arguments: Arguments, _ reading: InboxReading, _ output: any CommandOutput
  ) throws {
    let trace = Presentation.trace(
      of: try reading.record(arguments.words[0]), in: reading.device.settings.device.timeZone)
    if arguments.has("json") {
      output.writeData(TraceJSON.text(trace))
    } else {
      for line in TraceText.lines(trace) { output.result(line) }
    }
  }
}
