import InboxModel

/// The lines of one feed as pushes and rejections, with line numbers.
struct FeedLines {
  /// The name of the feed in messages: `feed.log`, `stdin`.
  let name: String
  /// The number of the last line: in the file, or since the program started to read the feed.
  var count = 0
  /// The number of lines that were not a push.
  private(set) var badCount = 0

  private unowned let loop: IntakeLoop
  /// The maximum length of a line in bytes, for the message.
  private let limit: Int
  private var freshIDs = FreshIDs()

  init(_ source: FeedSource, limits: ConnectionLimits, loop: IntakeLoop) {
    name = source == .standardInput ? "stdin" : PlainText.clean(source.description)
    limit = limits.lineBytes
    self.loop = loop
  }

  /// Counts the next line.
  mutating func countLine() {
    count += 1
    loop.lineCount += 1
  }

  /// Returns the push or the rejection of the line that was counted last; nil for a blank line.
  mutating func item(for line: LineSplitter.Line) -> FeedItem? {
    switch line {
    case .whole(let bytes): Self.isBlank(bytes) ? nil : push(Array(bytes))
    case .tooLong(let start): rejectionOfLength(start)
    }
  }

  /// Counts a line and adds its push or rejection; a blank line adds none.
  mutating func receive(_ line: LineSplitter.Line, _ items: inout [FeedItem]) {
    countLine()
    if let item = item(for: line) { items.append(item) }
  }

  /// Whether a line has only spaces and tabs.
  static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { $0 == 32 || $0 == 9 }
  }

  /// Parses a push line.
  ///
  /// - Parameters:
  ///   - id: The request identifier of a line without `id`; nil for `line-N`.
  ///   - place: The push's offset in the stream of a provider that numbers its pushes.
  mutating func push(
    _ line: [UInt8], id: String? = nil, from place: StreamOffset? = nil
  ) -> FeedItem {
    do {
      var request = try PushLine.request(
        from: line, number: count, id: id ?? "line-\(loop.lineCount)", source: name,
        place: position, receivedAt: loop.clock.date(), freshID: freshIDs.next())
      request.streamOffset = place
      return .push(request, reply: nil)
    } catch {
      badCount += 1
      return .rejected(error)
    }
  }

  /// Returns the rejection of a line over the limit.
  mutating func rejectionOfLength(_ start: some Sequence<UInt8>) -> FeedItem {
    rejection(
      "it is longer than \(limit) bytes", fix: "Write one push a line, and end each line.",
      Array(start))
  }

  /// Returns the rejection of the line that was counted last.
  mutating func rejection(_ problem: String, fix: String, _ line: [UInt8]) -> FeedItem {
    badCount += 1
    return .rejected(
      RejectedRequest(
        origin: Origin(wire: .line, transport: "\(name) line \(count)", stream: count),
        at: loop.clock.date(), reason: RejectedRequest.notJSON,
        because: "\(position), column 1: \(problem).", fix: fix, body: Array(line.prefix(4096))))
  }

  /// The position of the line counted last: `feed.log:12`.
  private var position: String { "\(name):\(count)" }
}
