import InboxModel

/// A row of `refused`.
enum RejectedRow {
  enum Column: Int32, TableColumn {
    case number, at, wire, transport, client, connection, stream, reason, status, because, fix
    case app, token, path, fields, body, apnsID, goneSince, fault, size
  }

  /// The columns, in the order in which they are bound and read.
  static let columns = Column.list
  static let insertion = "INSERT OR REPLACE INTO refused (\(columns)) VALUES (\(Column.places))"

  /// Binds a whole row.
  static func bind(_ push: RejectedRequest, to row: borrowing Statement) {
    row.bind(Column.number, push.number)
    row.bind(Column.at, Timestamp.milliseconds(push.at))
    row.bind(Column.wire, push.origin.wire.rawValue)
    row.bind(Column.transport, push.origin.transport)
    row.bind(Column.client, push.origin.client)
    row.bind(Column.connection, push.origin.connection)
    row.bind(Column.stream, push.origin.stream)
    row.bind(Column.reason, push.reason)
    row.bind(Column.status, push.status)
    row.bind(Column.because, push.because)
    row.bind(Column.fix, push.fix)
    row.bind(Column.app, push.app)
    row.bind(Column.token, push.token)
    row.bind(Column.path, push.path)
    row.bind(Column.fields, text(push.fields))
    row.bind(Column.body, push.body)
    row.bind(Column.apnsID, push.apnsID)
    row.bind(Column.goneSince, push.unregisteredSince.map(Timestamp.milliseconds))
    row.bind(Column.fault, push.fault)
    row.bind(Column.size, push.truncation == nil ? nil : push.size)
  }

  /// Reads a whole row.
  static func read(_ row: borrowing Statement) -> RejectedRequest {
    let origin = Origin(
      wire: Origin.Wire(rawValue: row.string(Column.wire)) ?? .line,
      transport: row.string(Column.transport),
      client: row.optionalString(Column.client), connection: row.int(Column.connection),
      stream: row.int(Column.stream))
    var push = RejectedRequest(
      number: row.int(Column.number), origin: origin,
      at: Timestamp.date(milliseconds: row.int(Column.at)),
      reason: row.string(Column.reason),
      status: row.optionalInt(Column.status), because: row.string(Column.because),
      fix: row.string(Column.fix),
      apnsID: row.optionalIdentifier(Column.apnsID), body: row.bytes(Column.body),
      size: row.optionalInt(Column.size), app: row.optionalIdentifier(Column.app),
      token: row.optionalString(Column.token), path: row.string(Column.path),
      fields: fields(row.bytes(Column.fields)))
    push.unregisteredSince = row.optionalInt(Column.goneSince).map(Timestamp.date(milliseconds:))
    push.fault = row.optionalInt(Column.fault)
    return push
  }

  /// Encodes headers as `[["name","value"],…]`, since an object would lose the second of two equal
  /// names.
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
