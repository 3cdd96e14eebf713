/// Splits a stream of bytes, in pieces of any size, into lines.
struct LineSplitter {
  enum Line: Equatable {
    /// A line without its end; LF and CRLF both end a line.
    case whole(ArraySlice<UInt8>)
    /// The first bytes of a line over the limit, whose rest is skipped.
    case tooLong(ArraySlice<UInt8>)
  }

  private let limit: Int
  private var partial: [UInt8] = []
  private var isSkipping = false
  private var isAtStart: Bool

  /// Makes a splitter without input.
  ///
  /// - Parameters:
  ///   - limit: The maximum length of a line in bytes, without its end.
  ///   - isAtStart: Whether the bytes begin a text, where a byte order mark is skipped.
  ///   - isInsideLongLine: Whether the bytes begin inside a line over the limit, whose rest is
  ///     skipped.
  init(limit: Int, isAtStart: Bool = true, isInsideLongLine: Bool = false) {
    self.limit = limit
    self.isAtStart = isAtStart
    isSkipping = isInsideLongLine
  }

  /// The number of bytes of an incomplete line within the limit.
  var pendingCount: Int { partial.count }
  /// Whether the rest of a line over the limit is being skipped.
  var isInsideLongLine: Bool { isSkipping }

  /// Appends bytes and calls back with each line they complete.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      add(rest[..<end], body)
      rest = rest[(end + 1)...]
      finishLine(body)
    }
    add(rest, body)
  }

  /// Handles the end of the stream: an incomplete last line counts as a line. Another stream may
  /// follow.
  mutating func end(_ body: (Line) -> Void) {
    if !partial.isEmpty { finishLine(body) }
    partial = []
    isSkipping = false
    isAtStart = true
  }

  private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ body: (Line) -> Void) {
    guard !isSkipping else { return }
    partial.append(contentsOf: bytes)
    // One byte more, since a CR before the LF does not belong to the line.
    guard partial.count > limit + 1 else { return }
    isSkipping = true
    body(.tooLong(partial[..<min(limit, 4096)]))
    partial = []
  }

  private mutating func finishLine(_ body: (Line) -> Void) {
    defer {
      partial.removeAll(keepingCapacity: true)
      isSkipping = false
      isAtStart = false
    }
    guard !isSkipping else { return }
    var line = partial[...]
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    if line.last == 13 { line = line.dropLast() }
    body(line.count > limit ? .tooLong(line.prefix(4096)) : .whole(line))
  }
}
