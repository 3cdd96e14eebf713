/// Finds the frame headers of HTTP/2 in bytes in pieces of any size (RFC 9113 §4.1).
struct FrameScanner {
  /// The used fields of a frame header.
  struct Header: Equatable {
    var type: UInt8
    var stream: Int32
  }

  /// The size of a frame header in bytes.
  static let headerSize = 9

  /// The number of bytes to skip before the next header: first the connection preface, then
  /// payloads.
  private var left = 24
  /// The bytes of an incomplete header.
  private var header: [UInt8] = []

  /// Returns the next complete header.
  ///
  /// - Parameters:
  ///   - bytes: The received bytes.
  ///   - offset: The position to search from; moved behind the header, or to the end where none is
  ///     complete.
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
