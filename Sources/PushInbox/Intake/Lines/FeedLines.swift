import InboxModel

/// The lines of one feed as pushes and rejections, with their numbers.
struct FeedLines {
  /// The feed as messages name it: `feed.log`, `stdin`.
  let name: String
  /// The number of the last line: in the file, or since the program began to read the feed.
  var count = 0
  /// The number of lines that were no push.
  private(set) var badCount = 0

  private unowned let loop: IntakeLoop
  /// Bytes of a line, for the message.
  private let limit: Int
  private var freshIDs = FreshIDs()

  init(_ source: FeedSource, limits: ConnectionLimits, loop: IntakeLoop) {
    name = source == .standardInput ? "stdin" : PlainText.clean(source.description)
    limit = limits.lineBytes
    self.loop = loop
  }

  /// Numbers the next line.
  mutating func countLine() {
    count += 1
    loop.lineCount += 1
  }

  /// Returns the push or the rejection in the line that was counted last; nil for a blank line.
  mutating func item(for line: LineSplitter.Line) -> FeedItem? {
    switch line {
    case .whole(let bytes): Self.isBlank(bytes) ? nil : push(Array(bytes))
    case .tooLong(let start): rejectionOfLength(start)
    }
  }

  /// Numbers a line and adds what it is; a blank line adds nothing.
  mutating func receive(_ line: LineSplitter.Line, _ items: inout [FeedItem]) {
    countLine()
    if let item = item(for: line) { items.append(item) }
  }

  /// Whether a line has nothing but spaces and tabs.
  static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { $0 == 32 || $0 == 9 }
  }

  /// Reads a push line.
  ///
  /// - Parameters:
  ///   - id: The request identifier of a line without `id`; nil for `line-N`.
  ///   - place: Its position with a provider that numbers.
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

  /// Rejects a line that is over the limit.
  mutating func rejectionOfLength(_ start: some Sequence<UInt8>) -> FeedItem {
    rejection(
      "it is longer than \(limit) bytes", fix: "Write one push a line, and end each line.",
      Array(start))
  }

  /// Rejects the line that was counted last.
  mutating func rejection(_ problem: String, fix: String, _ line: [UInt8]) -> FeedItem {
    badCount += 1
    return .rejected(
      RejectedRequest(
        origin: Origin(wire: .line, transport: "\(name) line \(count)", stream: count),
        at: loop.clock.date(), reason: RejectedRequest.notJSON,
        because: "\(position), column 1: \(problem).", fix: fix, body: Array(line.prefix(4096))))
  }

  /// `feed.log:12`
  private var position: String { "\(name):\(count)" }
}
