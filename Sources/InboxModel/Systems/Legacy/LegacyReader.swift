/// Parses frames from a byte stream with arbitrary chunk boundaries
/// (`docs/reference/binary-interface.md`).
///
/// Parsing stops at the first error. A length that is too large is an error immediately, without
/// waiting for its bytes; at most one frame of ``frameLimit`` bytes is buffered.
public struct LegacyReader: Sendable {
  /// The maximum length of a command 2 frame in bytes: room for any payload length that a sender
  /// can announce, so that the error packet has its identifier.
  static let frameLimit = 66_000
  private static let tokenLength = 32

  private var bytes: [UInt8] = []
  private var start = 0

  /// Makes an empty reader.
  public init() {}

  /// Appends received bytes.
  public mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The number of buffered bytes.
  public var count: Int { bytes.count - start }

  /// Returns the first buffered bytes, for people.
  public func head(_ length: Int) -> [UInt8] { Array(bytes[start...].prefix(length)) }

  /// Returns the next frame; nil if more bytes are needed.
  ///
  /// - Throws: ``LegacyFault`` in the order of `docs/reference/binary-interface.md`.
  public mutating func next() throws(LegacyFault) -> LegacyFrame? {
    var cursor = Cursor(bytes[start...])
    guard let first = cursor.byte() else { return nil }
    guard let command = LegacyFrame.Command(rawValue: first) else {
      throw LegacyFault(
        status: .protocolError, command: nil, identifier: 0, because: Self.unknownCommand(first))
    }
    let frame = try command == .framed ? framed(&cursor) : plain(command, &cursor)
    if frame != nil { start = cursor.position }
    return frame
  }

  private static func unknownCommand(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    let number = "0x" + (digits.count < 2 ? "0" : "") + digits
    let isText = (0x41...0x5A).contains(byte)
    return "The first byte is \(number), not a command 0, 1 or 2"
      + (isText ? "; it may be HTTP." : ".")
  }

  // MARK: Commands 0 and 1

  private func plain(
    _ command: LegacyFrame.Command, _ cursor: inout Cursor
  ) throws(LegacyFault) -> LegacyFrame? {
    var frame = LegacyFrame(command, token: [], payload: [])
    if command == .enhanced {
      guard let identifier = cursor.number(), let expiration = cursor.number() else { return nil }
      frame.identifier = identifier
      frame.expiration = expiration
    }
    guard let tokenLength = cursor.length() else { return nil }
    try check(token: tokenLength, of: frame)
    guard let token = cursor.bytes(tokenLength), let payloadLength = cursor.length() else {
      return nil
    }
    try check(payload: payloadLength, of: frame)
    guard let payload = cursor.bytes(payloadLength) else { return nil }
    frame.token = token
    frame.payload = payload
    return frame
  }

  private func check(token length: Int, of frame: LegacyFrame) throws(LegacyFault) {
    if length == 0 { throw frame.fault(.missingDeviceToken, "There is no device token.") }
    guard length == Self.tokenLength else {
      throw frame.fault(
        .invalidTokenSize, "The device token has \(length) bytes, not \(Self.tokenLength).")
    }
  }

  private func check(payload length: Int, of frame: LegacyFrame) throws(LegacyFault) {
    if length == 0 { throw frame.fault(.missingPayload, "There is no payload.") }
    let limit = frame.command.payloadLimit
    guard length <= limit else {
      throw frame.fault(
        .invalidPayloadSize,
        "The payload has \(length) bytes; the limit is \(limit) with command "
          + "\(frame.command.rawValue).")
    }
  }

  // MARK: Command 2

  private func framed(_ cursor: inout Cursor) throws(LegacyFault) -> LegacyFrame? {
    var frame = LegacyFrame(.framed, token: [], payload: [])
    guard let announced = cursor.number() else { return nil }
    guard announced <= Self.frameLimit else {
      throw frame.fault(
        .protocolError, "The frame would have \(announced) bytes; the limit is \(Self.frameLimit).")
    }
    guard let content = cursor.bytes(Int(announced)) else { return nil }
    try readItems(Cursor(content[...]), into: &frame)
    try check(token: frame.token.count, of: frame)
    try check(payload: frame.payload.count, of: frame)
    if let priority = frame.priority, priority != 5, priority != 10 {
      throw frame.fault(.protocolError, "The priority is \(priority), not 10 or 5.")
    }
    return frame
  }

  private func readItems(
    _ content: Cursor, into frame: inout LegacyFrame
  ) throws(LegacyFault) {
    var cursor = content
    var seen: Set<UInt8> = []
    while let number = cursor.byte() {
      guard let length = cursor.length(), var data = cursor.bytes(length).map({ Cursor($0[...]) })
      else {
        throw frame.fault(.protocolError, "Item \(number) is longer than the rest of the frame.")
      }
      guard let wanted = Self.itemLengths[number] else {
        throw frame.fault(.protocolError, "Item \(number) does not exist; items are 1 to 5.")
      }
      guard seen.insert(number).inserted else {
        throw frame.fault(.protocolError, "Item \(number) is given twice.")
      }
      guard wanted.contains(length) else {
        throw frame.fault(
          .protocolError, "Item \(number) has \(length) bytes, not \(wanted.lowerBound).")
      }
      switch number {
      case 1: frame.token = data.rest
      case 2: frame.payload = data.rest
      case 3: frame.identifier = data.number() ?? 0
      case 4: frame.expiration = data.number()
      default: frame.priority = data.byte()
      }
    }
  }

  /// The valid lengths of each item; the first two are validated further later.
  private static let itemLengths: [UInt8: ClosedRange<Int>] = [
    1: 0...0xFFFF, 2: 0...0xFFFF, 3: 4...4, 4: 4...4, 5: 1...1,
  ]
}

extension LegacyFrame {
  fileprivate func fault(_ status: LegacyStatus, _ because: String) -> LegacyFault {
    LegacyFault(status: status, command: command, identifier: identifier, because: because)
  }
}

/// Reads numbers in network byte order; nil if there are not enough bytes.
private struct Cursor {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var rest: [UInt8] { Array(bytes[position...]) }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard bytes.endIndex - position >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  /// Reads a two-byte length; nil if there are not enough bytes.
  mutating func length() -> Int? { bytes(2).map { Int($0[0]) << 8 | Int($0[1]) } }

  /// Reads a four-byte number.
  mutating func number() -> UInt32? { bytes(4)?.reduce(0) { $0 << 8 | UInt32($1) } }
}
