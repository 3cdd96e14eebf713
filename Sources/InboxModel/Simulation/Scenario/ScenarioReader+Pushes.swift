import Foundation

// Push lines, by themselves and in `push` steps (`design/contract.md` §5, §9).

extension ScenarioReader {
  /// The step of a push line by itself: of unknown keys in it nothing is said, as in a feed.
  static func pushStep(
    _ document: JSONDocument, from reader: inout SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    let named = reader.object.member("receivedAt")
    let line = Source(bytes: reader.source.bytes, document: document, receivedAt: named)
    var step = try step(of: line, from: reader)
    if let at = try moment("at", from: &reader), at > step.at ?? .distantPast {
      step.at = at
      step.offsets = ["at": reader.object.member("at")?.valueOffset ?? 0]
    }
    return step
  }

  /// A `push` step, whose keys are checked; the payload is the sender's.
  static func pushStep(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    guard let member = reader.object.member("push"), case .object(let push) = member.value else {
      throw reader.wrong("push", "a push line")
    }
    var (count, every): (Int, TimeInterval) = (1, 0)
    var freshID: APNSID = ""
    try reader.read("apnsID", .identifier(.text), into: &freshID)
    var wire = Origin.Wire.line
    try reader.read("wire", .choice(of: wires), into: &wire)
    try reader.number("repeat", in: 1...100_000, into: &count)
    every = try span("every", from: &reader)
    if reader.has("every"), !reader.has("repeat") {
      throw reader.error(.needs("`repeat`"), "every")
    }
    if Double(count) * every > TimeSpan.century {
      throw reader.wrong("every", "a span that ends all repetitions within a century")
    }
    // With `aps` at its top it is all payload.
    if push.member("aps") == nil { try reader.object("push", checkEnvelope) }
    let bytes = reader.source.bytes[member.valueOffset..<member.valueEnd]
    let line = Source(
      bytes: Array(bytes), key: "push", offset: member.valueOffset,
      receivedAt: push.member("receivedAt"))
    return try step(
      of: line, wire: wire, freshID: freshID, count: count, every: every, from: reader)
  }

  /// The forms of intake that a scenario can tell apart: senders on one without headers are not told of a token that
  /// is gone.
  private static var wires: [Origin.Wire] { [.line] + Origin.Wire.all.filter(\.isHeaderless) }

  private static func checkEnvelope(_ reader: inout SettingsReader) throws(SettingsError) {
    for key in ["repeat", "every", "at", "apnsID", "wire"] where reader.has(key) {
      throw reader.error(.wrongValue(expected: "beside `push`", found: "in it"), key)
    }
    var text: String?
    for key in ["bundleId", "token", "id"] { try reader.text(key, into: &text) }
    var isObject = true
    try reader.read("headers", as: "an object", into: &isObject) { value in
      value.isNull || value.object != nil ? true : nil
    }
    for key in ["payload", "payloadText"] { _ = reader.value(key) }
    if reader.object.member("receivedAt")?.value.isNull != true {
      _ = try moment("receivedAt", from: &reader)
    }
  }

  /// The bytes of a push line, and where they stand.
  private struct Source {
    var bytes: [UInt8]
    var document: JSONDocument?
    /// Under which key; empty for a line by itself.
    var key = ""
    var offset = 0
    var receivedAt: JSONObject.Member?
  }

  private static func step(
    of line: Source, wire: Origin.Wire = .line, freshID: APNSID = "", count: Int = 1,
    every: TimeInterval = 0, from reader: SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    let noTime = Date.distantPast  // Stays if the line names none.
    // The trace tells the file's name, not the way to it: the same scenario, the same bytes.
    let name = reader.source.file?.split(separator: "/").last.map { String($0) }
    do throws(RejectedRequest) {
      var request = try PushLine.request(
        from: line.bytes, read: line.document?.index, number: reader.source.firstLine,
        source: name ?? "scenario", receivedAt: noTime, freshID: freshID, keepsTime: true)
      request.origin.wire = wire
      let named = request.receivedAt == noTime ? nil : request.receivedAt
      var step = Scenario.Step(
        at: named, .push(request, count: count, every: every), place: place(of: line.key, reader))
      if named != nil { step.offsets["receivedAt"] = line.receivedAt?.valueOffset }
      return step
    } catch {
      throw reader.source.error(.unreadable(error.because), path: line.key, offset: line.offset)
    }
  }
}
