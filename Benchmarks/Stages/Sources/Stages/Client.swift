import CNGHTTP2

/// The frames of a client that sends one push after another on a connection.
struct Client {
  private let deflater: OpaquePointer
  private var stream: Int32 = -1
  private var sent = 0

  /// Returns nil if memory cannot be allocated.
  init?() {
    var deflater: OpaquePointer?
    guard nghttp2_hd_deflate_new(&deflater, 4096) == 0, let deflater else { return nil }
    self.deflater = deflater
  }

  /// The connection preface with an empty SETTINGS frame (RFC 9113 §3.4).
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

  /// Returns the HEADERS and DATA frames of the next `count` requests.
  mutating func requests(_ count: Int, _ options: Options) -> [UInt8] {
    var frames: [UInt8] = []
    for _ in 0..<count {
      stream += 2
      let body = options.payload(sent)
      let block = headerBlock([
        (":method", "POST"), (":scheme", "http"), (":authority", "127.0.0.1:2197"),
        (":path", "/3/device/" + String(repeating: "00fc", count: 16)), ("user-agent", "stages"),
        ("apns-topic", options.topic(sent)), ("apns-push-type", "alert"),
        ("content-length", String(body.count)),
      ])
      Self.appendFrame(type: 1, flags: 4, stream, block, to: &frames)
      Self.appendFrame(type: 0, flags: 1, stream, body, to: &frames)
      sent += 1
    }
    return frames
  }

  private func headerBlock(_ fields: [(name: String, value: String)]) -> [UInt8] {
    var texts = fields.flatMap { Array($0.name.utf8) + Array($0.value.utf8) }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = texts.withUnsafeMutableBufferPointer { texts in
      var start = texts.baseAddress
      let entries = fields.map { field in
        let (name, value) = (field.name.utf8.count, field.value.utf8.count)
        defer { start = start.map { $0 + name + value } }
        return nghttp2_nv(
          name: start, value: start.map { $0 + name }, namelen: name, valuelen: value,
          flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
      }
      return nghttp2_hd_deflate_hd(deflater, &block, block.count, entries, entries.count)
    }
    precondition(count > 0, "the header block does not fit")
    return Array(block[..<count])
  }

  /// Appends a frame (RFC 9113 §4.1).
  private static func appendFrame(
    type: UInt8, flags: UInt8, _ stream: Int32, _ payload: [UInt8], to bytes: inout [UInt8]
  ) {
    let (length, id) = (payload.count, UInt32(stream))
    bytes += [
      UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags,
    ]
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) }
    bytes += payload
  }
}
