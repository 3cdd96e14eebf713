/// Cuts a stream of bytes into lines, whatever pieces it comes in.
struct LineSplitter {
  enum Line: Equatable {
    /// Without its end; LF and CR LF both end a line.
    case whole(ArraySlice<UInt8>)
    /// Longer than the limit: its first bytes; the rest is passed over.
    case tooLong(ArraySlice<UInt8>)
  }

  private let limit: Int
  private var partial: [UInt8] = []
  private var isSkipping = false
  private var isAtStart: Bool

  /// - Parameters:
  ///   - limit: Bytes a line may have, without its end.
  ///   - isAtStart: Whether the bytes begin a text, where a byte order mark is passed over.
  ///   - isInsideLongLine: Whether the bytes begin inside of a line over the limit, of which the
  ///     rest is passed over.
  init(limit: Int, isAtStart: Bool = true, isInsideLongLine: Bool = false) {
    self.limit = limit
    self.isAtStart = isAtStart
    isSkipping = isInsideLongLine
  }

  /// Bytes of the line that is not finished and not over the limit.
  var pendingCount: Int { partial.count }
  /// Whether the rest of a line over the limit is passed over.
  var isInsideLongLine: Bool { isSkipping }

  /// Takes bytes and hands on the lines they finish.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      add(rest[..<end], body)
      rest = rest[(end + 1)...]
      finishLine(body)
    }
    add(rest, body)
  }

  /// The stream ended: what there is of a last line is one. Another stream may follow.
  mutating func end(_ body: (Line) -> Void) {
    if !partial.isEmpty { finishLine(body) }
    partial = []
    isSkipping = false
    isAtStart = true
  }

  private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ body: (Line) -> Void) {
    guard !isSkipping else { return }
    partial.append(contentsOf: bytes)
    // One byte more, since the CR before the LF is no part of the line.
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
