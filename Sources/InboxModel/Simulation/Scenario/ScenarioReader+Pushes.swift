import Foundation

// Push lines, and pushes in `push` steps.

extension ScenarioReader {
  /// Returns the step of a push line, parsed without a tree; nil for any other line, and for one
  /// with an error or a key that needs validation.
  static func plainPushStep(
    of source: SettingsSource, _ index: JSONIndex, _ name: String
  ) -> Scenario.Step? {
    let facts = index.withRoot(of: source.bytes) { root -> (isPush: Bool, moment: Int?)? in
      var facts: (isPush: Bool, moment: Int?) = (false, nil)
      for member in root.members {
        switch member.key {
        case "payload", "aps": facts.isPush = true
        case "receivedAt": facts.moment = member.value.range.lowerBound
        case "bundleId", "channel", "headers", "id", "token": break
        case "at", "": return nil
        default: if notBesidePushes.contains(member.key.text) { return nil }
        }
      }
      return facts
    }
    guard let facts, facts.isPush,
      let request = try? request(of: source.bytes, index, name, line: source.firstLine)
    else { return nil }
    let place = Scenario.Location(
      file: source.file, position: JSONPosition(line: source.firstLine))
    return step(for: request, place: place, moment: facts.moment)
  }

  /// Returns the step of a push line. Unknown keys are ignored, as in a feed.
  static func pushStep(
    _ index: JSONIndex, _ name: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    let named = reader.object.member("receivedAt")
    let line = Source(bytes: reader.source.bytes, index: index, receivedAt: named)
    var step = try step(of: line, name, from: reader)
    if let at = try moment("at", from: &reader), at > step.at ?? .distantPast {
      step.at = at
      step.moment = .init(key: .at, offset: reader.object.member("at")?.valueOffset ?? 0)
    }
    return step
  }

  /// Reads a `push` step, whose keys are validated, except those of the payload.
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
    try reader.read("repeat", repeatForm, into: &count)
    every = try span("every", from: &reader)
    if reader.has("every"), !reader.has("repeat") {
      throw reader.error(.needs("`repeat`"), "every")
    }
    if Double(count) * every > TimeSpan.century {
      throw reader.wrong("every", "a span that ends all repetitions within a century")
    }
    // A push with `aps` at the top is a bare payload.
    if push.member("aps") == nil { try reader.object("push", checkEnvelope) }
    let bytes = reader.source.bytes[member.valueOffset..<member.valueEnd]
    let line = Source(
      bytes: Array(bytes), key: "push", offset: member.valueOffset,
      receivedAt: push.member("receivedAt"))
    let name = reader.source.file?.split(separator: "/").last.map { String($0) }
    return try step(
      of: line, name ?? "scenario", wire: wire, freshID: freshID, count: count, every: every,
      from: reader)
  }

  /// The wire formats that a scenario distinguishes: senders on one without headers are not
  /// notified of an invalid token.
  static var wires: [Origin.Wire] { [.line] + Origin.Wire.all.filter(\.isHeaderless) }

  private static func checkEnvelope(_ reader: inout SettingsReader) throws(SettingsError) {
    for key in ["repeat", "every", "at", "apnsID", "wire"] where reader.has(key) {
      throw reader.error(.wrongValue(expected: "beside `push`", found: "in it"), key)
    }
    for field in PushLine.fields {
      switch field.form {
      case .text:
        var text: String?
        try reader.text(field.name, into: &text)
      case .headers:
        var isObject = true
        try reader.read(field.name, as: "an object", into: &isObject) { value in
          value.isNull || value.object != nil ? true : nil
        }
        try checkHeaders(reader.object.member(field.name), reader)
      case .payload, .payloadText: _ = reader.value(field.name)
      case .moment:
        guard reader.object.member(field.name)?.value.isNull != true else {
          _ = reader.value(field.name)
          continue
        }
        _ = try moment(field.name, from: &reader)
      }
    }
  }

  /// Rejects an `apns-*` header that APNs does not have: it is probably misspelled.
  private static func checkHeaders(
    _ headers: JSONObject.Member?, _ reader: SettingsReader
  ) throws(SettingsError) {
    let names = PushHeaders.Name.ofPushes
    guard let headers, let fields = headers.value.object else { return }
    for field in fields.members where field.key.lowercased().hasPrefix("apns-") {
      guard !names.contains(field.key.lowercased()) else { continue }
      throw reader.source.error(
        .unknownKey, path: reader.path(to: headers.key) + "." + field.key,
        suggestion: PushHeaders.Name.nearest(to: field.key), offset: field.keyOffset)
    }
  }

  /// The bytes of a push line, and their position.
  private struct Source {
    var bytes: [UInt8]
    var index: JSONIndex?
    /// The key of the step; empty for a push line.
    var key = ""
    var offset = 0
    var receivedAt: JSONObject.Member?
  }

  private static func step(
    of line: Source, _ name: String, wire: Origin.Wire = .line, freshID: APNSID = "",
    count: Int = 1, every: TimeInterval = 0, from reader: SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    do throws(RejectedRequest) {
      var request = try request(
        of: line.bytes, line.index, name, line: reader.source.firstLine, freshID: freshID)
      request.origin.wire = wire
      return step(
        for: request, count: count, every: every, place: place(of: line.key, reader),
        moment: line.receivedAt?.valueOffset)
    } catch {
      throw reader.source.error(
        .unreadable("\(error.because) \(error.fix)"), path: line.key, offset: line.offset)
    }
  }

  /// The moment of a push that names none.
  private static let noTime = Date.distantPast

  private static func request(
    of bytes: [UInt8], _ index: JSONIndex?, _ name: String, line: Int, freshID: APNSID = ""
  ) throws(RejectedRequest) -> PushRequest {
    try PushLine.request(
      from: bytes, read: index, number: line, source: name, place: "the push", receivedAt: noTime,
      freshID: freshID, keepsTime: true)
  }

  private static func step(
    for request: PushRequest, count: Int = 1, every: TimeInterval = 0, place: Scenario.Location,
    moment: Int?
  ) -> Scenario.Step {
    let named = request.receivedAt == noTime ? nil : request.receivedAt
    var step = Scenario.Step(at: named, .push(request, count: count, every: every), place: place)
    if named != nil { step.moment = moment.map { .init(key: .receivedAt, offset: $0) } }
    return step
  }
}
