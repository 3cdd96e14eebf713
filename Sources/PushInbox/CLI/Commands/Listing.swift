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
      try writeRejected(filter)
    } else if filter.asksForSilent {
      try writeSilent(filter)
    } else if filter.asksForActivities {
      try writeActivities(filter)
    } else if form == .text {
      try write(ListText.lines(of: reading.device, filter: filter))
    } else {
      let payload = { (id: NotificationID) in reading.payload(of: id) }
      var line = InboxJSON.Line(
        of: reading.device, filter: filter, isOnline: reading.isOnline,
        rejected: reading.rejectedCount, payload: form == .export ? payload : nil)
      try output.writeData { line.next() }
    }
  }

  /// Writes lines for people.
  private func write(_ lines: some Sequence<String>) throws {
    try output.writeData(lines: lines.lazy.map(PlainText.clean))
  }

  /// Rejected pushes belong to no group: with `--json` they are one object per line.
  private func writeRejected(_ filter: Filter) throws {
    var (last, isEmpty) = (Int?.none, true)
    try output.writeData {
      // A page at a time, since pushes may be rejected or removed between two pieces.
      var (piece, count) = ([UInt8](), 0)
      try reading.store.forEachRejected(after: last, limit: Self.page) { rejected in
        (last, count) = (rejected.number, count + 1)
        if filter.matches(rejected) { piece += (line(of: rejected) + "\n").utf8 }
        return piece.count < Self.pieceLength
      }
      if !piece.isEmpty { isEmpty = false }
      if count == 0, isEmpty, form == .text {
        isEmpty = false
        return Array("no rejected push matches\n".utf8)
      }
      return count == 0 ? nil : piece
    }
  }

  /// The number of rejected pushes that are read at once.
  private static let page = 256
  /// The bytes after which a piece is complete.
  private static let pieceLength = 64 << 10

  private func line(of rejected: RejectedRequest) -> String {
    switch form {
    case .export: RejectedJSON.whole(rejected)
    case .json: RejectedJSON.line(rejected)
    case .text: RejectedText.line(rejected, in: reading.device.settings.device.timeZone)
    }
  }

  /// Live Activities are no entries of the list: with `--json` they are one object per line.
  private func writeActivities(_ filter: Filter) throws {
    let device = reading.device
    guard form != .text else {
      return try write(ListText.lines(ofActivitiesOf: device, filter: filter))
    }
    let cards = device.activities.newestFirst.filter { filter.matches($0, on: device) }
    try output.writeData(lines: cards.lazy.map(ActivityJSON.text))
  }

  /// Background pushes belong to no group: with `--json` they are one object per line, like
  /// rejected pushes.
  private func writeSilent(_ filter: Filter) throws {
    let device = reading.device
    let pushes = try reading.store.silent().filter { filter.matches($0, on: device) }
    guard form != .text else { return try write(ListText.lines(of: pushes, on: device)) }
    try output.writeData(
      lines: pushes.lazy.map { push in
        let payload = form == .export ? reading.payload(of: push.id) : nil
        return InboxJSON.text(of: push, on: device, payload: payload)
      })
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
