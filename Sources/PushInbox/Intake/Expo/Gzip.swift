/// Decompression of gzip bodies (RFC 1952, RFC 1951).
enum Gzip {
  /// The reason why a body cannot be decompressed, half a sentence.
  struct Failure: Error, Equatable {
    var because: String

    init(_ because: String) {
      self.because = because
    }
  }

  /// Returns the content of the first member.
  ///
  /// - Parameter limit: The maximum size in bytes. Of a larger content one byte more is returned.
  /// - Throws: ``Failure`` for other data, and for a content with a wrong checksum or size.
  static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var reader = BitReader(bytes: bytes)
    try skipHeader(&reader)
    var inflater = Inflater(reader: reader, limit: limit + 1)
    try inflater.run()
    guard inflater.output.count <= limit else { return inflater.output }
    inflater.reader.alignToByte()
    let checksum = try inflater.reader.bits(16) | inflater.reader.bits(16) << 16
    let size = try inflater.reader.bits(16) | inflater.reader.bits(16) << 16
    guard size == inflater.output.count, checksum == Int(crc32(inflater.output)) else {
      throw Failure("its checksum is wrong")
    }
    return inflater.output
  }

  /// RFC 1952 §2.3.
  private static func skipHeader(_ reader: inout BitReader) throws(Failure) {
    guard try reader.bits(8) == 0x1F, try reader.bits(8) == 0x8B, try reader.bits(8) == 8 else {
      throw Failure("it is not gzip")
    }
    let flags = try reader.bits(8)
    // Time, extra flags and system.
    for _ in 0..<6 { _ = try reader.bits(8) }
    if flags & 4 != 0 {
      for _ in 0..<(try reader.bits(16)) { _ = try reader.bits(8) }
    }
    // The name and the comment end with a zero.
    for flag in [8, 16] where flags & flag != 0 {
      while try reader.bits(8) != 0 {}
    }
    if flags & 2 != 0 { _ = try reader.bits(16) }
  }

  /// RFC 1952 §8.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = checksum & 1 == 1
        checksum >>= 1
        if isOdd { checksum ^= 0xEDB8_8320 }
      }
    }
    return ~checksum
  }
}

/// The bits of compressed data, the lowest of each byte first (RFC 1951 §3.1.1).
private struct BitReader {
  let bytes: [UInt8]
  private var position = 0
  private var buffer = 0
  private var count = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next bits as a number, at most 16.
  mutating func bits(_ wanted: Int) throws(Gzip.Failure) -> Int {
    while count < wanted {
      guard position < bytes.count else { throw Gzip.Failure("it ends too early") }
      buffer |= Int(bytes[position]) << count
      position += 1
      count += 8
    }
    defer {
      buffer >>= wanted
      count -= wanted
    }
    return buffer & (1 << wanted - 1)
  }

  mutating func alignToByte() {
    buffer >>= count % 8
    count -= count % 8
  }
}

/// The decompression of DEFLATE data (RFC 1951).
private struct Inflater {
  var reader: BitReader
  /// The maximum size of the output; it ends there.
  let limit: Int
  private(set) var output: [UInt8] = []

  init(reader: BitReader, limit: Int) {
    self.reader = reader
    self.limit = limit
  }

  mutating func run() throws(Gzip.Failure) {
    var isLast = false
    while !isLast, output.count < limit {
      isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try copyStored()
      case 1:
        guard let codes = Self.fixedCodes else { throw Gzip.Failure("there are no fixed codes") }
        try inflate(codes.literals, codes.distances)
      case 2:
        let (literals, distances) = try dynamicCodes()
        try inflate(literals, distances)
      default: throw Gzip.Failure("a block has an unknown type")
      }
    }
  }

  /// RFC 1951 §3.2.4.
  private mutating func copyStored() throws(Gzip.Failure) {
    reader.alignToByte()
    let length = try reader.bits(16)
    guard try reader.bits(16) == ~length & 0xFFFF else {
      throw Gzip.Failure("the length of a block is wrong")
    }
    for _ in 0..<min(length, limit - output.count) {
      output.append(UInt8(truncatingIfNeeded: try reader.bits(8)))
    }
  }

  // MARK: Codes

  /// A Huffman code (RFC 1951 §3.2.2).
  struct Code {
    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols in the order of their codes.
    private var symbols: [Int] = []

    /// Makes the code from the length of each symbol's code; 0 for an unused symbol.
    init(_ lengths: [Int]) throws(Gzip.Failure) {
      for length in lengths where length > 0 { counts[length] += 1 }
      var free = 1
      for length in 1...15 {
        free = free << 1 - counts[length]
        guard free >= 0 else { throw Gzip.Failure("a code has too many symbols") }
      }
      var places = [Int](repeating: 0, count: 16)
      for length in 1..<15 { places[length + 1] = places[length] + counts[length] }
      symbols = [Int](repeating: 0, count: lengths.count)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[places[length]] = symbol
        places[length] += 1
      }
    }

    func symbol(from reader: inout BitReader) throws(Gzip.Failure) -> Int {
      var (code, first, index) = (0, 0, 0)
      for length in 1...15 {
        code |= try reader.bits(1)
        let count = counts[length]
        if code - first < count { return symbols[index + code - first] }
        index += count
        first = (first + count) << 1
        code <<= 1
      }
      throw Gzip.Failure("a code is unknown")
    }
  }

  // MARK: Compressed blocks

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
  /// The order of the lengths of the code for lengths.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The codes of blocks without their own (RFC 1951 §3.2.6).
  private static let fixedCodes = try? (
    literals: Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
    distances: Code([Int](repeating: 5, count: 30))
  )

  private mutating func inflate(_ literalCode: Code, _ distanceCode: Code) throws(Gzip.Failure) {
    while output.count < limit {
      let symbol = try literalCode.symbol(from: &reader)
      switch symbol {
      case ..<256: output.append(UInt8(symbol))
      case 256: return
      case 257...285:
        let length =
          Self.lengthBases[symbol - 257] + (try reader.bits(Self.lengthBits[symbol - 257]))
        let kind = try distanceCode.symbol(from: &reader)
        guard kind < 30 else { throw Gzip.Failure("a distance is unknown") }
        let distance = Self.distanceBases[kind] + (try reader.bits(Self.distanceBits[kind]))
        guard distance <= output.count else { throw Gzip.Failure("a distance is too long") }
        for _ in 0..<min(length, limit - output.count) {
          output.append(output[output.count - distance])
        }
      default: throw Gzip.Failure("a length is unknown")
      }
    }
  }

  /// Reads both codes (RFC 1951 §3.2.7).
  private mutating func dynamicCodes() throws(Gzip.Failure) -> (literals: Code, distances: Code) {
    let literalCount = try reader.bits(5) + 257
    let distanceCount = try reader.bits(5) + 1
    let orderCount = try reader.bits(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(orderCount) { lengths[place] = try reader.bits(3) }
    let code = try Code(lengths)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try code.symbol(from: &reader)
      switch symbol {
      case ..<16: all.append(symbol)
      case 16:
        guard let last = all.last else { throw Gzip.Failure("a length is missing") }
        all += [Int](repeating: last, count: try reader.bits(2) + 3)
      case 17: all += [Int](repeating: 0, count: try reader.bits(3) + 3)
      default: all += [Int](repeating: 0, count: try reader.bits(7) + 11)
      }
    }
    guard all.count == literalCount + distanceCount else {
      throw Gzip.Failure("there are too many lengths")
    }
    return (try Code(Array(all[..<literalCount])), try Code(Array(all[literalCount...])))
  }
}
