/// Splits a stream of bytes into pieces of whole lines, with the number of each piece's first line.
struct LinePieces {
  private let size: Int
  private let maximumLineLength: Int
  private var waiting: [UInt8] = []
  private var line = 1
  /// Whether the rest of a line over the limit is being skipped.
  private var isSkipping = false

  /// Makes a splitter at the start of a text.
  ///
  /// - Parameters:
  ///   - size: The bytes from which a piece is passed on.
  ///   - maximumLineLength: The maximum length of a line in bytes. Of a longer one only as much is
  ///     passed on as shows that it is too long.
  init(size: Int = 64 << 10, maximumLineLength: Int = ConnectionLimits().lineBytes) {
    self.size = size
    self.maximumLineLength = maximumLineLength
  }

  /// Appends bytes and passes on complete pieces.
  mutating func receive(
    _ bytes: some Collection<UInt8>, _ body: (Int, [UInt8]) throws -> Void
  ) rethrows {
    var rest = bytes[...]
    if isSkipping {
      guard let end = rest.firstIndex(of: newline) else { return }
      rest = rest[rest.index(after: end)...]
      isSkipping = false
    }
    // Only bytes without a line end can exceed the size of a piece.
    let known = waiting.count < size ? 0 : waiting.count
    waiting += rest
    guard waiting.count >= size else { return }
    if let end = waiting[known...].lastIndex(of: newline) {
      let piece = Array(waiting[...end])
      waiting.removeSubrange(...end)
      try deliver(piece, lines: piece.count { $0 == newline }, body)
    } else if waiting.count > maximumLineLength + 1 {
      let piece = Array(waiting.prefix(maximumLineLength + 2))
      waiting.removeAll(keepingCapacity: true)
      isSkipping = true
      try deliver(piece, lines: 1, body)
    }
  }

  /// Handles the end of the stream: passes on the rest.
  mutating func end(_ body: (Int, [UInt8]) throws -> Void) rethrows {
    guard !waiting.isEmpty else { return }
    let piece = waiting
    waiting = []
    try deliver(piece, lines: 1, body)
  }

  private mutating func deliver(
    _ piece: [UInt8], lines: Int, _ body: (Int, [UInt8]) throws -> Void
  ) rethrows {
    defer { line += lines }
    try body(line, piece)
  }

  private let newline = UInt8(ascii: "\n")
}
