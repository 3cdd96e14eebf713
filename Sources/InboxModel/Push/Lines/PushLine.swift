import Foundation

/// A push as one line of JSON.
public enum PushLine {
  /// A key of a push line.
  struct Field: Sendable {
    /// The form of a value.
    enum Form { case text, headers, moment, payload, payloadText }

    let name: String
    let form: Form
    /// The effect, one sentence.
    let meaning: String
  }

  /// The keys of a line that is not a payload itself.
  static let fields = [
    Field(name: "bundleId", form: .text, meaning: "The app: the topic if no header names one."),
    Field(
      name: "channel", form: .text,
      meaning: "The channel of a broadcast to Live Activities of the app, base64."),
    Field(name: "token", form: .text, meaning: "The device token, hexadecimal."),
    Field(name: "id", form: .text, meaning: "The identifier of the request."),
    Field(
      name: "headers", form: .headers, meaning: "The header fields, `apns-priority` and others."),
    Field(name: "payload", form: .payload, meaning: "The payload."),
    Field(
      name: "payloadText", form: .payloadText, meaning: "A payload that is no JSON, as a string."),
    Field(
      name: "receivedAt", form: .moment,
      meaning: "The time at which a scenario sends the push, or at which it was received."),
  ]

  /// Parses a line: a full push line, a bare payload with `aps` at the top, the simulator's form,
  /// or a data message for an app, with or without `bundleId`.
  ///
  /// The payload keeps its bytes from the line. Values that APNs would reject, such as a malformed
  /// token or header, are left to the gateway.
  /// - Parameters:
  ///   - line: The line without its terminator.
  ///   - index: The positions of its values, if it is parsed already.
  ///   - number: The number of the line in the feed, from 1.
  ///   - id: The request identifier if the line names none; nil for `line-N` with its number.
  ///   - source: The feed, for people: `stdin`, `unix:/run/feed`.
  ///   - place: The line as a rejection names it: `feed.log:12`; nil for `Line 12`.
  ///   - receivedAt: The moment at which the line was read.
  ///   - freshID: The apns-id if the line names none.
  ///   - keepsTime: Whether `receivedAt` in the line is used, as in a scenario.
  /// - Throws: A ``RejectedRequest`` with the reason `intake.line.not-json`, number and column.
  public static func request(
    from line: [UInt8], read index: JSONIndex? = nil, number: Int, id: String? = nil,
    source: String, place: String? = nil, receivedAt: Date, freshID: APNSID,
    keepsTime: Bool = false
  ) throws(RejectedRequest) -> PushRequest {
    let origin = Origin(wire: .line, transport: "\(source) line \(number)", stream: number)
    do throws(LineProblem) {
      let parts = try LineParts(line, read: index)
      return PushRequest(
        path: parts.path, fields: parts.fields,
        body: parts.body, payload: parts.payload,
        lineID: parts.id ?? id ?? "line-\(number)", origin: origin,
        receivedAt: try keepsTime ? parts.moment() ?? receivedAt : receivedAt, freshID: freshID)
    } catch {
      throw error.rejection(
        of: line, place: place ?? "Line \(number)", origin: origin, at: receivedAt)
    }
  }

  /// Returns a push as a push line without a terminator. Parsing it returns the same push.
  public static func text(for delivery: Delivery) -> String {
    let headers = delivery.headers
    var fields: JSONObject = [PushHeaders.Name.topic: .string(delivery.topic)]
    let idName = delivery.broadcast == nil ? PushHeaders.Name.id : PushHeaders.Name.requestID
    fields[idName] = (headers.id?.text).map(JSONValue.string)
    fields[PushHeaders.Name.pushType] = (headers.pushType?.rawValue).map(JSONValue.string)
    if headers.priority != .immediate {
      fields[PushHeaders.Name.priority] = .string(String(headers.priority.rawValue))
    }
    fields[PushHeaders.Name.expiration] = (headers.expiration?.rawValue).map { .string(String($0)) }
    fields[PushHeaders.Name.collapseID] = (headers.collapseID?.text).map(JSONValue.string)

    var line: JSONObject = ["bundleId": .string(delivery.app.text)]
    if headers.id == nil, headers.collapseID == nil {
      line["id"] = .string(delivery.requestID.text)
    }
    line["channel"] = (delivery.broadcast?.channel).map(JSONValue.string)
    if delivery.token != .local { line["token"] = .string(delivery.token.hex) }
    line["headers"] = .object(fields)
    line["receivedAt"] = .string(Timestamp.text(delivery.receivedAt))

    var bytes: [UInt8] = []
    bytes.reserveCapacity(delivery.payload.bytes.count + 400)
    JSONWriter.append(.object(line), to: &bytes)
    bytes.removeLast()
    bytes += Array(#","payload":"#.utf8)
    // A raw line break in JSON is white space, since strings cannot contain one.
    bytes += delivery.payload.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The parts of a line or file.
struct LineParts {
  /// The payload's exact bytes.
  private(set) var body: [UInt8] = []
  /// The payload.
  private(set) var payload: Result<Payload, PayloadError> = .failure(.empty)
  private(set) var fields: [HeaderField] = []
  /// The path of the request: that of a device token, or of a broadcast.
  var path: String {
    guard channel != nil else { return "/3/device/" + (token ?? DeviceToken.local.hex) }
    let topic = fields.first { $0.name == PushHeaders.Name.topic }?.value ?? ""
    return ChannelPath.broadcast(to: (try? Topic(topic))?.app.text ?? topic)
  }
  private var token: String?
  private var channel: String?
  private(set) var id: String?
  /// The moment that the line names, or the error if it is invalid; nil if it names none.
  private var receivedAt: Result<Date, LineProblem>?

  /// Detects the form: an object with `aps` at the top is a payload, whatever its other keys; one
  /// without may be a data message.
  init(_ bytes: [UInt8], read known: JSONIndex? = nil) throws(LineProblem) {
    let index: JSONIndex
    do throws(JSONError) {
      if let known { index = known } else { index = try JSONIndex.read(bytes) }
    } catch {
      throw JavaMapText(bytes).map { LineProblem($0) } ?? LineProblem(error)
    }
    let problem = index.withRoot(of: bytes) { root in
      do throws(LineProblem) {
        try read(root, of: JSONText(bytes: bytes, index: index))
        return nil as LineProblem?
      } catch {
        return error
      }
    }
    if let problem { throw problem }
    nameAppOfMessage()
  }

  private mutating func read(_ root: JSONElement, of line: JSONText) throws(LineProblem) {
    guard root.isObject else { throw LineProblem("it is \(root.kind), not a JSON object") }
    if root.member("aps") != nil {
      readPayload(line, root, bundleKey: SimulatorFile.bundleKey)
    } else if let part = root.member("payload") {
      body = Array(line.bytes[part.range])
      payload =
        line.index.map { Payload.read(JSONText(bytes: body, index: $0.part(part))) } ?? payload
      try readEnvelope(root)
    } else if let text = root.member("payloadText")?.string {
      // Bytes that a line cannot contain are removed: line feeds, blanks around them.
      body = Array(text.utf8)
      payload = Payload.read(body)
      try readEnvelope(root)
    } else if let object = root.value.object, Guests.isDataMessage(object) {
      let isOfSimulator = root.member(SimulatorFile.bundleKey) != nil
      readPayload(
        line, root, bundleKey: isOfSimulator ? SimulatorFile.bundleKey : "bundleId")
    } else {
      throw LineProblem("it has neither payload nor aps")
    }
  }

  /// Returns the moment that the line names; nil if it names none.
  func moment() throws(LineProblem) -> Date? {
    try receivedAt?.get()
  }

  private static func moment(_ member: JSONElement.Member) throws(LineProblem) -> Result<
    Date, LineProblem
  >? {
    if let date = member.value.plainText.flatMap(Timestamp.date) { return .success(date) }
    guard let text = try text(member) else { return nil }
    guard let date = Timestamp.date(text) else {
      return .failure(
        LineProblem(
          "receivedAt \(quoted(text)) is not a time of RFC 3339",
          at: member.value.range.lowerBound))
    }
    return .success(date)
  }

  /// Sets the app of a data message that names none.
  private mutating func nameAppOfMessage() {
    let isNamed = fields.contains { $0.name == PushHeaders.Name.topic && !$0.value.isEmpty }
    guard !isNamed, case .success(let payload) = payload,
      let app = payload.appMessage.flatMap({ Guests.app(of: $0.wrappedValue) })
    else { return }
    fields.removeAll { $0.name == PushHeaders.Name.topic }
    fields.append(HeaderField(PushHeaders.Name.topic, app.text))
  }

  /// Parses a bare payload, or one that contains the bundle identifier, a key for the tool that the
  /// app does not receive.
  private mutating func readPayload(
    _ line: JSONText, _ root: JSONElement, bundleKey: StaticString
  ) {
    body = line.bytes
    guard let bundle = root.member(bundleKey) else {
      payload = Payload.read(line)
      return
    }
    if let topic = bundle.string { fields = [HeaderField(PushHeaders.Name.topic, topic)] }
    let members = Array(root.members)
    for (index, member) in members.enumerated().reversed() where bundleKey ~= member.key {
      // The comma is removed too: the one after the key, or before it if the key is last.
      let isLast = index == members.count - 1
      let start =
        isLast && index > 0
        ? members[index - 1].value.range.upperBound : member.key.range.lowerBound
      let end = isLast ? member.value.range.upperBound : members[index + 1].key.range.lowerBound
      body.removeSubrange(start..<end)
    }
    payload = Payload.read(body)
  }

  private mutating func readEnvelope(_ root: JSONElement) throws(LineProblem) {
    for member in root.members {
      switch member.key {
      case "headers": fields = try Self.fields(member.value)
      case "token": token = try Self.text(member)
      case "channel": channel = try Self.text(member)
      case "receivedAt": receivedAt = try Self.moment(member)
      case "id": id = try Self.text(member)
      default: break
      }
    }
    if let channel { nameChannel(channel) }
    var bundle: JSONElement.Member?
    for member in root.members where "bundleId" ~= member.key { bundle = member }
    guard let bundle, let topic = try Self.text(bundle) else { return }
    let isNamed = fields.contains { $0.name == PushHeaders.Name.topic && !$0.value.isEmpty }
    if !isNamed {
      fields.removeAll { $0.name == PushHeaders.Name.topic }
      fields.append(HeaderField(PushHeaders.Name.topic, topic))
    }
  }

  /// Adds the headers that a broadcast needs and the line does not have: it is not stored.
  private mutating func nameChannel(_ channel: String) {
    for field in PushHeaders.broadcast(to: channel)
    where !fields.contains(where: { $0.name == field.name }) {
      fields.append(field)
    }
  }

  private static func fields(_ headers: JSONElement) throws(LineProblem) -> [HeaderField] {
    guard headers.isObject else {
      if headers.isNull { return [] }
      throw LineProblem(
        "headers is \(headers.kind), not an object", at: headers.range.lowerBound)
    }
    var fields: [HeaderField] = []
    fields.reserveCapacity(8)
    for header in headers.members {
      guard let value = try text(header) else { continue }
      fields.append(HeaderField(name(header.key), value))
    }
    return fields
  }

  /// Returns the name of a header in lower case. Names of the usual headers are shared.
  private static func name(_ key: JSONElement) -> String {
    switch key {
    case "apns-collapse-id": PushHeaders.Name.collapseID
    case "apns-expiration": PushHeaders.Name.expiration
    default: key.text.lowercased()
    }
  }

  /// Returns a string, or a number's text; nil for `null`.
  private static func text(_ member: JSONElement.Member) throws(LineProblem) -> String? {
    let value = member.value
    if let text = value.string { return text }
    if value.isNumber { return value.numberText }
    if value.isNull { return nil }
    throw LineProblem(
      "\(quoted(member.key.text)) is \(value.kind), not a string", at: value.range.lowerBound)
  }
}

/// The error of a line or file that is not a push.
struct LineProblem: Error {
  private let problem: String
  private let position: JSONPosition?
  private let offset: Int?
  /// The correction; nil for invalid JSON, whose correction depends on the text.
  private let fix: String?

  init(_ problem: String, at offset: Int? = nil) {
    self.problem = problem
    position = nil
    self.offset = offset
    fix = #"Write {"payload":{"aps":{"alert":"Hi"}}}, or the payload alone."#
  }

  init(_ error: JSONError) {
    problem = error.problem
    position = JSONPosition(offset: error.offset, line: error.line, column: error.column)
    offset = nil
    fix = nil
  }

  init(_ map: JavaMapText) {
    problem = "this is a Java map as logcat shows it (`Map.toString`), not JSON"
    position = nil
    offset = map.offset
    let json = map.json.flatMap { (try? LineParts($0)) == nil ? nil : $0 }
    fix =
      json.map { "Write it as JSON: " + String(decoding: $0, as: UTF8.self) }
      ?? "Print it as JSON in the app: `new JSONObject(message.getData())`."
  }

  /// Returns the row for the list of rejected requests.
  ///
  /// - Parameters:
  ///   - place: The rejected item, capitalized: `Line 412`, `File a.apns`.
  ///   - isFile: Whether it is a whole file.
  func rejection(
    of bytes: [UInt8], place: String, isFile: Bool = false, origin: Origin, at: Date
  ) -> RejectedRequest {
    // A problem with the whole text is reported at its first non-blank byte.
    let blank: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard let start = bytes.firstIndex(where: { !blank.contains($0) }) else {
      return RejectedRequest(
        origin: origin, at: at, reason: RejectedRequest.notJSON, because: place + " is empty.",
        fix: "Write one JSON object with `aps`.", body: bytes)
    }
    let end = bytes.lastIndex { !blank.contains($0) } ?? start
    let position = position ?? JSONPosition(offset: offset ?? start, in: bytes)
    var because = place
    let hasLines = bytes[start..<max(start, end)].contains(0x0A)
    if hasLines || position.line > 1 { because += ", line \(position.line)" }
    because += ", column \(position.column)"
    return RejectedRequest(
      origin: origin, at: at, reason: RejectedRequest.notJSON,
      because: because + ": " + problem + ".",
      fix: fix
        ?? (isFile || hasLines
          ? "Correct the JSON there; the file is one JSON object."
          : "Write one whole JSON object on one line."),
      body: bytes)
  }
}
