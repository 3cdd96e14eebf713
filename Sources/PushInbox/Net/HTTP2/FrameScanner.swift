/// Finds the headers of HTTP/2 frames in bytes that come in pieces of any size (RFC 9113 §4.1).
struct FrameScanner {
  /// The part of a frame header that is looked at.
  struct Header: Equatable {
    var type: UInt8
    var stream: Int32
  }

  /// Bytes of a frame header.
  static let headerSize = 9

  /// Bytes to be passed over before the next header: first the connection preface, then payloads.
  private var left = 24
  /// The bytes of a header that have come.
  private var header: [UInt8] = []

  /// Finds the next whole header.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - offset: Where to look; moved behind the header, or to the end where none ends.
  mutating func next(in bytes: UnsafeRawBufferPointer, from offset: inout Int) -> Header? {
    let skipped = min(left, bytes.count - offset)
    left -= skipped
    offset += skipped
    let end = min(bytes.count, offset + Self.headerSize - header.count)
    header += bytes[offset..<end]
    offset = end
    guard header.count == Self.headerSize else { return nil }
    defer { header.removeAll(keepingCapacity: true) }
    left = header[..<3].reduce(0) { $0 << 8 | Int($1) }
    let stream = header[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // The first bit is reserved.
    return Header(type: header[3], stream: Int32(stream & 0x7FFF_FFFF))
  }
}
