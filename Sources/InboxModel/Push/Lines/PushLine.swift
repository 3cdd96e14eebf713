import Foundation

/// A push as one line of JSON (`design/contract.md` §5).
public enum PushLine {
  /// Reads a line: a full push line, a bare payload with `aps` at the top, the simulator's form, or a data
  /// message for an app, with a `bundleId` or without.
  ///
  /// The payload keeps the bytes it has in the line. What APNs would refuse, a malformed token or a wrong
  /// header value, is left to the gateway.
  /// - Parameters:
  ///   - line: the line without its end.
  ///   - document: what was read of it already, if anything was.
  ///   - number: its number in the feed, from 1.
  ///   - id: the request identifier of a line that names none; nil for `line-N` with its number.
  ///   - source: the feed, for people: `stdin`, `unix:/run/feed`.
  ///   - place: the line as a refusal names it: `feed.log:12`; nil for `Line 12`.
  ///   - receivedAt: when the line was read.
  ///   - freshID: the apns-id in case the line names none.
  ///   - keepsTime: whether `receivedAt` in the line counts, as in a scenario.
  /// - Throws: a ``Refusal`` with the reason `intake.line.not-json` that names number and column.
  public static func request(
    from line: [UInt8], read document: JSONDocument? = nil, number: Int, id: String? = nil,
    source: String, place: String? = nil, receivedAt: Date, freshID: APNSID,
    keepsTime: Bool = false
  ) throws(Refusal) -> PushRequest {
    let origin = Origin(wire: .line, transport: "\(source) line \(number)", stream: number)
    do throws(LineProblem) {
      let parts = try LineParts(line, read: document)
      return PushRequest(
        path: "/3/device/" + (parts.token ?? DeviceToken.local.hex), fields: parts.fields,
        body: parts.body, payload: parts.payload,
        lineID: parts.id ?? id ?? "line-\(number)", origin: origin,
        receivedAt: try keepsTime ? parts.moment() ?? receivedAt : receivedAt, freshID: freshID)
    } catch {
      throw error.refusal(
        of: line, place: place ?? "Line \(number)", origin: origin, at: receivedAt)
    }
  }

  /// Writes a push as a push line without a line end; read again it is the same push.
  public static func text(for delivery: Delivery) -> String {
    let headers = delivery.headers
    var fields: JSONObject = [PushHeaders.Name.topic: .string(delivery.topic)]
    fields[PushHeaders.Name.id] = (headers.id?.text).map(JSONValue.string)
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
    if delivery.token != .local { line["token"] = .string(delivery.token.hex) }
    line["headers"] = .object(fields)
    line["receivedAt"] = .string(Timestamp.text(delivery.receivedAt))

    var bytes: [UInt8] = []
    bytes.reserveCapacity(delivery.payload.bytes.count + 400)
    JSONWriter.append(.object(line), to: &bytes)
    bytes.removeLast()
    bytes += Array(#","payload":"#.utf8)
    // Within JSON a raw line end is white space: a text has none.
    bytes += delivery.payload.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a line or file says, taken apart.
struct LineParts {
  /// The payload's exact bytes.
  private(set) var body: [UInt8] = []
  /// What they say.
  private(set) var payload: Result<Payload, PayloadError> = .failure(.empty)
  private(set) var fields: [HeaderField] = []
  private(set) var token: String?
  private(set) var id: String?
  private var receivedAt: JSONObject.Member?

  /// Tells the forms apart: with `aps` at the top it is a payload, whatever else is there, and a data message
  /// for an app is one without.
  init(_ bytes: [UInt8], read known: JSONDocument? = nil) throws(LineProblem) {
    let document: JSONDocument
    do throws(JSONError) {
      if let known { document = known } else { document = try JSONReader.read(bytes) }
    } catch {
      throw JavaMapText(bytes).map { LineProblem($0) } ?? LineProblem(error)
    }
    guard case .object(let root) = document.root else {
      throw LineProblem("it is \(document.root.kind), not a JSON object")
    }
    if root.member("aps") != nil {
      readPayload(document, root, bytes, bundleKey: SimulatorFile.bundleKey)
    } else if let payload = root.member("payload") {
      body = Array(bytes[payload.valueOffset..<payload.valueEnd])
      self.payload = Payload.read(document.part(payload), body: body)
      try readEnvelope(root)
    } else if let text = root["payloadText"]?.string {
      // Bytes that cannot stand in a line as they are: line feeds, blanks around them.
      body = Array(text.utf8)
      payload = Payload.read(body)
      try readEnvelope(root)
    } else if Guests.isDataMessage(root) {
      let isOfSimulator = root.member(SimulatorFile.bundleKey) != nil
      readPayload(
        document, root, bytes, bundleKey: isOfSimulator ? SimulatorFile.bundleKey : "bundleId")
    } else {
      throw LineProblem("there is neither payload nor aps at the top")
    }
    nameAppOfMessage()
  }

  /// The moment the line names.
  func moment() throws(LineProblem) -> Date? {
    guard let receivedAt, let text = try Self.text(receivedAt) else { return nil }
    guard let date = Timestamp.date(text) else {
      throw LineProblem("receivedAt \(quoted(text)) is no moment of RFC 3339", at: receivedAt)
    }
    return date
  }

  /// Names the app of a data message that names none.
  private mutating func nameAppOfMessage() {
    let isNamed = fields.contains { $0.name == PushHeaders.Name.topic && !$0.value.isEmpty }
    guard !isNamed, case .success(let payload) = payload,
      let app = payload.appMessage.flatMap({ Guests.app(of: $0.wrappedValue) })
    else { return }
    fields.removeAll { $0.name == PushHeaders.Name.topic }
    fields.append(HeaderField(PushHeaders.Name.topic, app.text))
  }

  /// A bare payload, or one with the bundle id in it, a key that is for the tool and not for the app.
  private mutating func readPayload(
    _ document: JSONDocument, _ root: JSONObject, _ bytes: [UInt8], bundleKey: String
  ) {
    body = bytes
    let isBundle = { (member: JSONObject.Member) in member.key == bundleKey }
    guard let bundle = root.members.last(where: isBundle) else {
      payload = Payload.read(document, body: body)
      return
    }
    if let topic = bundle.value.string { fields = [HeaderField(PushHeaders.Name.topic, topic)] }
    for (index, member) in root.members.enumerated().reversed() where isBundle(member) {
      // The comma goes too: the one after it, or before the last of several.
      let isLast = index == root.members.count - 1
      let start = isLast && index > 0 ? root.members[index - 1].valueEnd : member.keyOffset
      let end = isLast ? member.valueEnd : root.members[index + 1].keyOffset
      body.removeSubrange(start..<end)
    }
    payload = Payload.read(body)
  }

  private mutating func readEnvelope(_ root: JSONObject) throws(LineProblem) {
    for member in root.members {
      switch member.key {
      case "headers": fields = try Self.fields(member)
      case "token": token = try Self.text(member)
      case "receivedAt":
        _ = try Self.text(member)
        receivedAt = member
      case "id": id = try Self.text(member)
      default: break
      }
    }
    guard let bundle = root.member("bundleId"), let topic = try Self.text(bundle) else { return }
    let isNamed = fields.contains { $0.name == PushHeaders.Name.topic && !$0.value.isEmpty }
    if !isNamed {
      fields.removeAll { $0.name == PushHeaders.Name.topic }
      fields.append(HeaderField(PushHeaders.Name.topic, topic))
    }
  }

  private static func fields(_ member: JSONObject.Member) throws(LineProblem) -> [HeaderField] {
    guard case .object(let headers) = member.value else {
      if member.value.isNull { return [] }
      throw LineProblem("headers is \(member.value.kind), not an object", at: member)
    }
    var fields: [HeaderField] = []
    fields.reserveCapacity(headers.members.count + 1)
    for header in headers.members {
      guard let value = try text(header) else { continue }
      fields.append(HeaderField(header.key.lowercased(), value))
    }
    return fields
  }

  /// A text, or the text of a number; nil for `null`.
  private static func text(_ member: JSONObject.Member) throws(LineProblem) -> String? {
    switch member.value {
    case .string(let text): return text
    case .number(let number): return number.text
    case .null: return nil
    default:
      throw LineProblem("\(quoted(member.key)) is \(member.value.kind), not a string", at: member)
    }
  }
}

/// Why a line or file is no push.
struct LineProblem: Error {
  private let problem: String
  private let position: JSONPosition?
  private let offset: Int?
  /// The cure; nil for JSON that cannot be read, whose cure depends on the text.
  private let fix: String?

  init(_ problem: String, at member: JSONObject.Member? = nil) {
    self.problem = problem
    position = nil
    offset = member?.valueOffset
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
      ?? "Have the app print it as JSON, `new JSONObject(message.getData())`."
  }

  /// The row for the list of refused pushes.
  ///
  /// - Parameter place: what is refused, with a capital: `Line 412`, `File a.apns`.
  func refusal(of bytes: [UInt8], place: String, origin: Origin, at: Date) -> Refusal {
    // What is wrong with the whole stands where it begins.
    let blank: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let start = bytes.firstIndex { !blank.contains($0) } ?? 0
    let end = bytes.lastIndex { !blank.contains($0) } ?? start
    let position = position ?? JSONPosition(offset: offset ?? start, in: bytes)
    var because = place
    let hasLines = bytes[start..<max(start, end)].contains(0x0A)
    if hasLines || position.line > 1 { because += ", line \(position.line)" }
    because += ", column \(position.column)"
    return Refusal(
      origin: origin, at: at, reason: Refusal.notJSON, because: because + ": " + problem + ".",
      fix: fix
        ?? (hasLines
          ? "Correct the JSON there; the file is one JSON object."
          : "Write one whole JSON object on one line."),
      body: bytes)
  }
}
