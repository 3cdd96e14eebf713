import InboxModel

/// A row of `refused`.
enum RefusedRow {
  /// The columns, in the order in which they are bound (from 1) and read (from 0).
  static let columns = """
    number, at, wire, transport, client, connection, stream, reason, status, because, fix, app, \
    token, path, fields, body, apns_id, gone_since, fault, size
    """
  static let places = Array(repeating: "?", count: 20).joined(separator: ", ")

  /// Binds a whole row.
  static func bind(_ push: RejectedRequest, to row: borrowing Statement) {
    let refusal = push.refusal
    row.bind(1, push.number)
    row.bind(2, Timestamp.milliseconds(refusal.at))
    row.bind(3, refusal.origin.wire.rawValue)
    row.bind(4, refusal.origin.transport)
    row.bind(5, refusal.origin.client)
    row.bind(6, refusal.origin.connection)
    row.bind(7, refusal.origin.stream)
    row.bind(8, refusal.reason)
    row.bind(9, refusal.status)
    row.bind(10, refusal.because)
    row.bind(11, refusal.fix)
    row.bind(12, push.app?.rawValue)
    row.bind(13, push.token)
    row.bind(14, push.path)
    row.bind(15, text(push.fields))
    row.bind(16, refusal.body)
    row.bind(17, refusal.apnsID)
    row.bind(18, refusal.goneSince.map(Timestamp.milliseconds))
    row.bind(19, refusal.fault)
    row.bind(20, refusal.truncation == nil ? nil : refusal.size)
  }

  /// Reads a whole row.
  static func read(_ row: borrowing Statement) -> RejectedRequest {
    let origin = Origin(
      wire: Origin.Wire(rawValue: row.string(2)) ?? .line, transport: row.string(3),
      client: row.optionalString(4), connection: row.int(5), stream: row.int(6))
    var refusal = Refusal(
      origin: origin, at: Timestamp.date(milliseconds: row.int(1)), reason: row.string(7),
      status: row.optionalInt(8), because: row.string(9), fix: row.string(10),
      apnsID: row.optionalString(16), body: row.bytes(15), size: row.optionalInt(19))
    refusal.goneSince = row.optionalInt(17).map(Timestamp.date(milliseconds:))
    refusal.fault = row.optionalInt(18)
    return RejectedRequest(
      number: row.int(0), refusal: refusal,
      app: row.optionalString(11).map { BundleID(rawValue: $0) },
      token: row.optionalString(12), path: row.string(13), fields: fields(row.bytes(14)))
  }

  /// Headers as `[["name","value"],…]`: an object would lose the second of two equal names.
  private static func text(_ fields: [HeaderField]) -> String {
    JSONWriter.text(.array(fields.map { .array([.string($0.name), .string($0.value)]) }))
  }

  private static func fields(_ text: [UInt8]) -> [HeaderField] {
    let pairs = (try? JSONReader.read(text))?.root.array ?? []
    return pairs.compactMap { pair in
      guard let parts = pair.array, parts.count == 2, let name = parts[0].string,
        let value = parts[1].string
      else { return nil }
      return HeaderField(name, value)
    }
  }
}
