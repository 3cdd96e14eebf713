/// Cuts a stream of bytes into pieces of whole lines, with the number of each piece's first line.
struct LinePieces {
  private let size: Int
  private let longestLine: Int
  private var waiting: [UInt8] = []
  private var line = 1
  /// Whether the rest of a line that is too long is passed over.
  private var isSkipping = false

  /// - Parameters:
  ///   - size: Bytes from which on a piece is handed on.
  ///   - longestLine: Bytes a line may have. Of a longer one comes so much that it is seen to be too long.
  init(size: Int = 64 << 10, longestLine: Int = ConnectionLimits().lineBytes) {
    self.size = size
    self.longestLine = longestLine
  }

  /// Receives bytes; hands on a piece when there is one.
  mutating func receive(
    _ bytes: some Collection<UInt8>, _ body: (Int, [UInt8]) throws -> Void
  ) rethrows {
    var rest = bytes[...]
    if isSkipping {
      guard let end = rest.firstIndex(of: newline) else { return }
      rest = rest[rest.index(after: end)...]
      isSkipping = false
    }
    // As many as make a piece wait only without a line end.
    let known = waiting.count < size ? 0 : waiting.count
    waiting += rest
    guard waiting.count >= size else { return }
    if let end = waiting[known...].lastIndex(of: newline) {
      let piece = Array(waiting[...end])
      waiting.removeSubrange(...end)
      try hand(piece, lines: piece.count { $0 == newline }, body)
    } else if waiting.count > longestLine + 1 {
      let piece = Array(waiting.prefix(longestLine + 2))
      waiting.removeAll(keepingCapacity: true)
      isSkipping = true
      try hand(piece, lines: 1, body)
    }
  }

  /// The stream has ended: hands on what there is.
  mutating func end(_ body: (Int, [UInt8]) throws -> Void) rethrows {
    guard !waiting.isEmpty else { return }
    let piece = waiting
    waiting = []
    try hand(piece, lines: 1, body)
  }

  private mutating func hand(
    _ piece: [UInt8], lines: Int, _ body: (Int, [UInt8]) throws -> Void
  ) rethrows {
    defer { line += lines }
    try body(line, piece)
  }

  private let newline = UInt8(ascii: "\n")
}
