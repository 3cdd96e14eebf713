import InboxModel

/// `pushinbox show`: prints one complete push.
struct ShowCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "show", synopsis: "ID [--json]", summary: "show one push in full",
    details: """
      ID is the number, the apns-id, the apns-unique-id or the request identifier; R1 is the first \
      rejected push, `last` the newest one that is decided, rejected ones included: a push that waits for the \
      phone or for an extension is not decided yet.
      """,
    options: [CommandTable.json],
    examples: ["pushinbox show 31"], wordCount: 1...1, takes: .push)

  let arguments: Arguments

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    let word = arguments.words[0]
    if let rejected = try reading.rejected(named: word) {
      return write(rejected, reading, output)
    }
    let record = try reading.record(word)
    let device = reading.device
    guard !arguments.has("json") else {
      return output.writeData(
        InboxJSON.text(
          of: record.notification, on: device, payload: record.delivery.payload.bytes))
    }
    let lines = PushText.lines(
      record, appName: device.appName(record.notification.app),
      timeZone: device.settings.device.timeZone, app: device.settings.app(record.notification.app))
    for line in lines { output.result(line) }
  }

  private func write(
    _ rejected: RejectedRequest, _ reading: InboxReading, _ output: any CommandOutput
  ) {
    guard !arguments.has("json") else { return output.writeData(RejectedJSON.whole(rejected)) }
    output.write(rejected, asJSON: false, reading)
    if !rejected.path.isEmpty { output.result("POST \(rejected.path)") }
    for field in rejected.fields { output.result("\(field.name): \(field.value)") }
    output.result(String(decoding: rejected.body, as: UTF8.self))
    if let note = rejected.truncation { output.result("… " + note) }
  }
}
