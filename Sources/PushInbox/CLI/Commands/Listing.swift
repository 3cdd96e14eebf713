import InboxModel

/// The pushes that a filter finds, as `ls` and `export` write them.
@MainActor
struct Listing {
  /// The form of what is written. An export is data for programs, with or without `--json`.
  enum Form {
    case text, json, export
  }

  let reading: InboxReading
  let form: Form
  let output: any CommandOutput

  /// Writes what the words of a command line find.
  func write(_ arguments: Arguments) throws {
    if let refused = try reading.refused(arguments.words.first) {
      return output.write(refused, asJSON: arguments.has("json"), reading)
    }
    let filter = try reading.filter(arguments.words)
    if filter.asksForRejected {
      for refused in try reading.store.refused(limit: Store.pastLimit)
      where filter.matches(refused) {
        if form == .export {
          output.writeData(RefusedJSON.whole(refused))
        } else {
          output.write(refused, asJSON: form == .json, reading)
        }
      }
    } else if filter.asksForSilent {
      try writeSilent(filter)
    } else if form == .text {
      for line in ListText.lines(of: reading.device, filter: filter) { output.result(line) }
    } else {
      let payload = { (id: NotificationID) in reading.payload(of: id) }
      output.writeData(
        InboxJSON.bytes(
          of: reading.device, filter: filter, isOnline: reading.isOnline,
          rejected: reading.rejected, payload: form == .export ? payload : nil))
    }
  }

  /// Background pushes stand in no group: with `--json` one object a line, as refused pushes have it.
  private func writeSilent(_ filter: Filter) throws {
    let device = reading.device
    let pushes = try reading.store.silent().filter { filter.matches($0, on: device) }
    guard form != .text else {
      for line in ListText.lines(of: pushes, on: device) { output.result(line) }
      return
    }
    for push in pushes {
      let payload = form == .export ? reading.payload(of: push.id) : nil
      output.writeData(InboxJSON.text(of: push, on: device, payload: payload))
    }
  }
}

extension CommandOutput {
  /// Writes a refused push as one line: it has its reason and no trace.
  @MainActor
  func write(_ refused: RejectedRequest, asJSON: Bool, _ reading: InboxReading) {
    if asJSON {
      writeData(RefusedJSON.line(refused))
    } else {
      result(RefusedText.line(refused, in: reading.device.settings.device.timeZone))
    }
  }
}

extension InboxReading {
  /// The refused push that `show` and `why` mean by a word; nil where it means an accepted one.
  func refused(named word: String) throws -> RejectedRequest? {
    try word == CommandTable.newestPush ? lastRefused() : refused(word)
  }
}
