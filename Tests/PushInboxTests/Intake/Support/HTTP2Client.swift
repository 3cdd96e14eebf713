@testable import PushInbox

/// A client that writes and reads single HTTP/2 frames (RFC 9113 §4, §6).
final class HTTP2Client {
  struct Frame: Equatable {
    var type: UInt8
    var flags: UInt8
    var stream: Int
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }
    var endsStream: Bool { flags & 1 != 0 }
  }

  enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goaway: UInt8 = 7
    static let window: UInt8 = 8
    static let continuation: UInt8 = 9
  }

  let raw: RawClient
  private var seen = 0

  convenience init(port: UInt16) throws {
    self.init(over: try RawClient(port: port))
  }

  /// Starts HTTP/2 on a connection, which may use TLS.
  init(over raw: RawClient) {
    self.raw = raw
    raw.send(Self.preface)
    send(Kind.settings)
  }

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  func send(_ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) {
    raw.send(Self.bytes(type, flags: flags, stream: stream, payload))
  }

  static func bytes(_ type: UInt8, flags: UInt8, stream: Int, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count
    return [
      UInt8(size >> 16), UInt8(size >> 8 & 255), UInt8(size & 255), type, flags, 0, 0,
      UInt8(stream >> 8), UInt8(stream & 255),
    ] + payload
  }

  /// Returns a HEADERS frame; every field is a literal without indexing (RFC 7541 §6.2.2).
  static func headers(
    _ stream: Int, method: String = "POST", path: String = "/3/device/abcd",
    authority: String = "localhost", _ fields: [(String, String)] = [], ends: Bool = false
  ) -> [UInt8] {
    bytes(
      Kind.headers, flags: ends ? 5 : 4, stream: stream,
      block(method: method, path: path, authority: authority, fields))
  }

  /// Returns the fields of a request, pseudo-headers first.
  static func block(
    method: String = "POST", path: String = "/3/device/abcd", authority: String = "localhost",
    _ fields: [(String, String)]
  ) -> [UInt8] {
    let all = [
      (":method", method), (":scheme", "http"), (":path", path), (":authority", authority),
    ]
    return Self.fields(all + fields)
  }

  /// Returns fields as literals without indexing.
  static func fields(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in [0] + text(name) + text(value) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let count = text.utf8.count
    // An integer with a prefix of seven bits (RFC 7541 §5.1).
    var length: [UInt8] = count < 127 ? [UInt8(count)] : [127]
    if count >= 127 {
      var rest = count - 127
      while rest >= 128 {
        length.append(UInt8(rest % 128 + 128))
        rest /= 128
      }
      length.append(UInt8(rest))
    }
    return length + Array(text.utf8)
  }

  /// Sends a complete push.
  func push(_ stream: Int, _ body: String, _ fields: [(String, String)] = []) {
    raw.send(
      Self.headers(stream, fields)
        + Self.bytes(Kind.data, flags: 1, stream: stream, Array(body.utf8)))
  }

  /// Reads until a matching frame; nil when none arrives.
  func frame(where isWanted: (Frame) -> Bool) -> Frame? {
    while true {
      let bytes = raw.bytes
      while bytes.count - seen >= 9 {
        let size = Int(bytes[seen]) << 16 | Int(bytes[seen + 1]) << 8 | Int(bytes[seen + 2])
        guard bytes.count - seen >= 9 + size else { break }
        let frame = Frame(
          type: bytes[seen + 3], flags: bytes[seen + 4],
          stream: Int(bytes[seen + 7]) << 8 | Int(bytes[seen + 8]),
          payload: Array(bytes[seen + 9..<seen + 9 + size]))
        seen += 9 + size
        if isWanted(frame) { return frame }
      }
      guard raw.receiveMore() else { return nil }
    }
  }
}
