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
      try writeWhole(filter)
    }
  }

  private func writeWhole(_ filter: Filter) throws {
    var missing = 0
    let payload = { (id: NotificationID) in
      let payload = reading.payload(of: id)
      if payload == nil { missing += 1 }
      return payload
    }
    var line = InboxJSON.Line(
      of: reading.device, filter: filter, isOnline: reading.isOnline,
      rejected: reading.rejectedCount, payload: form == .export ? payload : nil)
    try write {
      if let piece = line.next() { return piece }
      if missing > 0 {
        output.talk("pushinbox: " + ResultMessage.noPayload(ofRemoved: missing))
      }
      return nil
    }
  }

  /// Writes data in pieces, as long as the numbers of pushes mean the same ones.
  private func write(pieces next: @escaping DataPieces) throws {
    try output.writeData {
      guard reading.isCurrent() else { throw ErrorMessage.resetWhileRead }
      return try next()
    }
  }

  /// Writes lines for people.
  private func write(_ lines: some Sequence<String>) throws {
    try write(lines: lines.lazy.map(PlainText.clean))
  }

  /// Writes the lines of a long list.
  private func write(lines: some Sequence<String>) throws {
    var rest = lines.makeIterator()
    try write {
      var piece: [UInt8] = []
      while piece.count < Self.pieceLength, let line = rest.next() {
        Self.append(line, to: &piece)
      }
      return piece.isEmpty ? nil : piece
    }
  }

  /// Writes pages of lines until there are none; for people, a line if all were empty.
  private func write(pages next: @escaping () throws -> [String]?, orElse none: String) throws {
    var isEmpty = true
    try write {
      if let lines = try next() {
        isEmpty = isEmpty && lines.isEmpty
        return lines.reduce(into: []) { piece, line in Self.append(line, to: &piece) }
      }
      guard isEmpty, form == .text else { return nil }
      isEmpty = false
      return Array("\(none)\n".utf8)
    }
  }

  private static func append(_ line: String, to piece: inout [UInt8]) {
    piece += line.utf8
    piece.append(UInt8(ascii: "\n"))
  }

  /// The number of pushes that are read from the store at once.
  private static let page = 64
  /// The bytes after which a piece is complete.
  private static let pieceLength = 64 << 10

  /// Writes the matching rejected pushes. They belong to no group: with `--json` they are one
  /// object per line.
  private func writeRejected(_ filter: Filter) throws {
    var last: Int?
    try write(
      pages: {
        var (lines, count, length) = ([String](), 0, 0)
        try reading.store.forEachRejected(after: last, limit: Self.page) { rejected in
          (last, count) = (rejected.number, count + 1)
          guard filter.matches(rejected) else { return true }
          lines.append(line(of: rejected))
          length += lines[lines.count - 1].utf8.count
          return length < Self.pieceLength
        }
        return count == 0 ? nil : lines
      }, orElse: ResultMessage.noRejectedMatches)
  }

  private func line(of rejected: RejectedRequest) -> String {
    switch form {
    case .export: RejectedJSON.whole(rejected)
    case .json: RejectedJSON.line(rejected)
    case .text: RejectedText.line(rejected, in: reading.device.settings.device.timeZone)
    }
  }

  /// Writes the matching Live Activities. They are no entries of the list: with `--json` they are
  /// one object per line.
  private func writeActivities(_ filter: Filter) throws {
    let device = reading.device
    guard form != .text else {
      return try write(ListText.lines(ofActivitiesOf: device, filter: filter))
    }
    let cards = device.activities.newestFirst.filter { filter.matches($0, on: device) }
    try write(lines: cards.lazy.map(ActivityJSON.text))
  }

  /// Writes the matching background pushes. They belong to no group: with `--json` they are one
  /// object per line, like rejected pushes.
  private func writeSilent(_ filter: Filter) throws {
    let device = reading.device
    var rest = try reading.store.silentNumbers()[...]
    try write(
      pages: {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(Self.page) }
        return try rest.prefix(Self.page).compactMap { id in
          guard let push = try reading.store.notification(id), filter.matches(push, on: device)
          else { return nil }
          return line(of: push)
        }
      }, orElse: ResultMessage.noneMatches)
  }

  private func line(of push: DeliveredNotification) -> String {
    let device = reading.device
    return switch form {
    case .export: InboxJSON.text(of: push, on: device, payload: reading.payload(of: push.id))
    case .json: InboxJSON.text(of: push, on: device)
    case .text: PlainText.clean("  " + ListText.lineWithApp(of: push, on: device))
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
