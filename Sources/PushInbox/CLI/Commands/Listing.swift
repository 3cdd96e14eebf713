import InboxModel

/// The pushes that a filter matches, in the formats of `ls` and `export`.
@MainActor
struct Listing {
  /// The format. An export is data for programs, with or without `--json`.
  enum Form {
    case text, json, export
  }

  let reading: InboxReading
  let form: Form
  let output: any CommandOutput

  /// Writes the pushes that the words of a command line match.
  func write(_ arguments: Arguments) throws {
    if let rejected = try reading.rejected(arguments.words.first) {
      return output.write(rejected, asJSON: arguments.has("json"), reading)
    }
    let filter = try reading.filter(arguments.words)
    if filter.asksForRejected {
      var isEmpty = true
      try reading.store.forEachRejected { rejected in
        guard filter.matches(rejected) else { return true }
        isEmpty = false
        write(rejected)
        return true
      }
      if isEmpty, form == .text { output.result("no rejected push matches") }
    } else if filter.asksForSilent {
      try writeSilent(filter)
    } else if filter.asksForActivities {
      writeActivities(filter)
    } else if form == .text {
      for line in ListText.lines(of: reading.device, filter: filter) { output.result(line) }
    } else {
      let payload = { (id: NotificationID) in reading.payload(of: id) }
      output.writeData { sink in
        InboxJSON.writeLine(
          of: reading.device, filter: filter, isOnline: reading.isOnline,
          rejected: reading.rejectedCount, payload: form == .export ? payload : nil, to: sink)
      }
    }
  }

  private func write(_ rejected: RejectedRequest) {
    if form == .export {
      output.writeData(RejectedJSON.whole(rejected))
    } else {
      output.write(rejected, asJSON: form == .json, reading)
    }
  }

  /// Live Activities are no entries of the list: with `--json` they are one object per line.
  private func writeActivities(_ filter: Filter) {
    let device = reading.device
    guard form != .text else {
      for line in ListText.lines(ofActivitiesOf: device, filter: filter) { output.result(line) }
      return
    }
    for card in device.activities.newestFirst where filter.matches(card, on: device) {
      output.writeData(ActivityJSON.text(card))
    }
  }

  /// Background pushes belong to no group: with `--json` they are one object per line, like
  /// rejected pushes.
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
  /// Writes a rejected push as one line, with its reason and without a trace.
  @MainActor
  func write(_ rejected: RejectedRequest, asJSON: Bool, _ reading: InboxReading) {
    if asJSON {
      writeData(RejectedJSON.line(rejected))
    } else {
      result(RejectedText.line(rejected, in: reading.device.settings.device.timeZone))
    }
  }
}

extension InboxReading {
  /// Returns the rejected push that a word of `show` and `why` names; nil if it names an accepted
  /// one.
  func rejected(named word: String) throws -> RejectedRequest? {
    try word == CommandTable.newestPush ? lastRejected() : rejected(word)
  }
}
