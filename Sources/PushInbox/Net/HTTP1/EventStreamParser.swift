/// Parses server-sent events from bytes in pieces of any size (WHATWG HTML Living Standard, §9.2
/// "Server-sent events").
struct EventStreamParser {
  /// One event of the stream.
  enum Output: Equatable {
    /// An event with its data, lines joined by LF; `id` if the event has one.
    case event([UInt8], id: String?)
    /// The first bytes of an event whose data is over the limit.
    case tooLong([UInt8])
  }

  /// The identifier to send as `Last-Event-ID`: that of the last complete event.
  private(set) var lastEventID: String
  /// The pause before the next connection in seconds, as the server's `retry` field sets it.
  private(set) var reconnectionTime: Double?

  private let limit: Int
  private var line: [UInt8] = []
  /// Whether the current line is over the limit; its rest is skipped.
  private var isLongLine = false
  private var wasCarriageReturn = false
  private var isFirstLine = true
  private var data: [UInt8] = []
  private var isTooLong = false
  private var idBuffer: String
  private var ownID: String?

  /// The maximum size of an identifier in bytes; a longer one is ignored, because it would not fit
  /// into a header field.
  private static let idLimit = 4096
  /// The number of bytes that are retained of an event over the limit.
  private static let excerptCount = 4096

  /// Creates a parser for one stream.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of an event's data in bytes.
  ///   - lastEventID: The value that was sent as `Last-Event-ID`; it stays in force until the
  ///     stream has an `id`.
  init(limit: Int, lastEventID: String) {
    self.limit = limit
    self.lastEventID = lastEventID
    idBuffer = lastEventID
  }

  /// Parses bytes and calls back with each event they complete. An event that is incomplete at the
  /// end of the stream is discarded.
  mutating func receive(_ bytes: ArraySlice<UInt8>, _ body: (Output) -> Void) {
    for byte in bytes {
      defer { wasCarriageReturn = byte == 13 }
      switch byte {
      case 10 where wasCarriageReturn: break
      case 10, 13: finishLine(body)
      default: append(byte)
      }
    }
  }

  private mutating func append(_ byte: UInt8) {
    guard !isLongLine else { return }
    line.append(byte)
    // The longest field name with its colon and space has seven bytes.
    isLongLine = line.count > limit + 7
  }

  private mutating func finishLine(_ body: (Output) -> Void) {
    defer {
      line.removeAll(keepingCapacity: true)
      isLongLine = false
      isFirstLine = false
    }
    var text = line[...]
    if isFirstLine, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.isEmpty { return dispatch(body) }
    let colon = text.firstIndex(of: 58)
    let name = String(decoding: text[..<(colon ?? text.endIndex)].prefix(16), as: UTF8.self)
    var value = colon.map { text[($0 + 1)...] } ?? []
    if value.first == 32 { value = value.dropFirst() }
    switch name {
    case "data": addData(value)
    case "id": setID(value)
    case "retry": setRetry(value)
    // Events of every type are read. A line that begins with a colon is a comment.
    default: break
    }
  }

  private mutating func addData(_ value: ArraySlice<UInt8>) {
    if data.count + value.count > limit || isLongLine { isTooLong = true }
    guard !isTooLong else {
      data += value.prefix(max(0, Self.excerptCount - data.count))
      return
    }
    data += value
    data.append(10)
  }

  private mutating func setID(_ value: ArraySlice<UInt8>) {
    guard !value.contains(0), value.count <= Self.idLimit else { return }
    idBuffer = String(decoding: value, as: UTF8.self)
    ownID = idBuffer.isEmpty ? nil : idBuffer
  }

  private mutating func setRetry(_ value: ArraySlice<UInt8>) {
    guard !value.isEmpty, value.count <= 9, value.allSatisfy({ (48...57).contains($0) }) else {
      return
    }
    reconnectionTime = Double(value.reduce(0) { $0 * 10 + Int($1 - 48) }) / 1000
  }

  private mutating func dispatch(_ body: (Output) -> Void) {
    lastEventID = idBuffer
    if isTooLong {
      body(.tooLong(Array(data.prefix(Self.excerptCount))))
    } else if !data.isEmpty {
      body(.event(data.dropLast(), id: ownID))
    }
    data.removeAll(keepingCapacity: data.capacity <= 64 << 10)
    isTooLong = false
    ownID = nil
  }
}
