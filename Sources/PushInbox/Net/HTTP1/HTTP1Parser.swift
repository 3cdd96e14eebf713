/// Parses HTTP/1.1 requests from bytes in pieces of any size (RFC 9112).
///
/// The parser is strict where two parsers could read two different requests: lines end in CRLF,
/// there is one length, no space precedes a colon, and no line is folded (RFC 9112 §11.2).
struct HTTP1Parser {
  /// The part of a request before its body.
  struct Head: Equatable {
    var method: String
    var path: String
    var query = ""
    /// The host and port of the request: those of an absolute target, else `Host` (RFC 9112 §3.2);
    /// nil where HTTP/1.0 named none.
    var authority: String?
    var fields: HeaderBlock
    var keepsAlive: Bool
    /// Whether the version is HTTP/1.0.
    var isOldVersion = false
  }

  /// A result of the parser.
  enum Found: Equatable {
    /// More bytes are needed.
    case needsMore
    /// The client waits for `100 Continue` before it sends the body.
    case wantsContinue
    /// A request, complete or cut one byte after the limit; ``bodyEnded`` follows.
    case request(Head, body: [UInt8])
    /// The body of the last request was read to its end.
    case bodyEnded
    /// `CONNECT` with its target and its fields; the bytes after it are not HTTP/1.
    case connect(String, HeaderBlock)
    /// The bytes are not HTTP/1; nothing after them can be parsed. Without a status no response is
    /// due.
    case broken(status: Int?, because: String)
  }

  /// The lines that have arrived of a head that has not ended. Offsets count from its first byte.
  private struct HeadLines {
    /// The field lines, without line ends.
    var fields: [Range<Int>] = []
    /// The start of the next line.
    var next = 0
  }

  private enum State {
    case head
    case fixed(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers(left: Int)
    case bodyDone
    case broken
  }

  private let headerLimit: Int
  private let bodyLimit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var state = State.head
  private var lines = HeadLines()
  /// The number of bytes after ``start`` in which the end of the next line was searched.
  private var searched = 0
  private var line: HTTP1RequestLine?
  private var head: Head?
  private var previous: HeaderBlock?
  private var body: [UInt8] = []
  private var wantsContinue = false

  init(headerLimit: Int, bodyLimit: Int) {
    self.headerLimit = headerLimit
    self.bodyLimit = bodyLimit
  }

  /// Appends received bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 2 * Self.usualSize)
    } else {
      buffer.removeFirst(start)
    }
    start = 0
    buffer.append(contentsOf: bytes, most: Self.usualSize)
  }

  /// The buffer size in bytes up to which it grows in large steps and is retained.
  private static let usualSize = 16 << 10

  /// Whether unparsed bytes are left.
  var hasBytes: Bool {
    start < buffer.count
  }

  /// Whether a request has begun and not ended.
  var isInsideRequest: Bool {
    if case .head = state { return hasBytes }
    return true
  }

  /// The bytes after the last request.
  var rest: [UInt8] {
    Array(buffer[start...])
  }

  /// The bytes that ``RequestMemory`` counts: those not parsed yet, and those of an incomplete
  /// request.
  var held: Int {
    let head = head.map { $0.fields.size + $0.path.utf8.count + $0.query.utf8.count } ?? 0
    return buffer.count - start + head + body.capacity
  }

  /// Removes all bytes; no further request is parsed.
  mutating func discard() {
    (buffer, start, body) = ([], 0, [])
    (head, line, lines, searched) = (nil, nil, HeadLines(), 0)
    state = .broken
  }

  /// Returns the next result; called until it returns ``Found/needsMore``.
  mutating func next() -> Found {
    do {
      switch state {
      case .head: return try readHead()
      case .broken: return .needsMore
      case .bodyDone:
        state = .head
        return .bodyEnded
      default:
        if wantsContinue {
          wantsContinue = false
          if !hasBytes { return .wantsContinue }
        }
        try readBody()
        return finishRequest()
      }
    } catch {
      state = .broken
      return .broken(status: error.status, because: error.because)
    }
  }

  // MARK: Head

  private mutating func readHead() throws(HTTP1Error) -> Found {
    // An empty line before the request line is skipped (RFC 9112 §2.2).
    while line == nil, buffer.count - start >= 2, buffer[start] == 13, buffer[start + 1] == 10 {
      start += 2
      searched = 0
    }
    guard hasBytes else { return .needsMore }
    if line == nil {
      guard HTTP1Text.isToken(buffer[start]) || buffer[start] == 13 else {
        throw HTTP1Error(previous == nil ? nil : 400, "the first byte is neither TLS nor HTTP")
      }
      let end = lineEnd()
      try checkLineSize((end ?? buffer.count) - start)
      guard let end else { return .needsMore }
      line = try requestLine(nextLine(to: end))
    }
    guard let line, let end = try readFieldLines() else { return .needsMore }
    let (fields, framing) = try parseFields(HTTP1Framing(isOldVersion: line.isOldVersion))
    lines = HeadLines()
    (start, searched) = (end, 0)
    previous = fields.isWorthReusing ? fields : HeaderBlock()
    self.line = nil
    try framing.check()
    if line.method == "CONNECT" {
      // The bytes after it belong to the tunnel (RFC 9110 §9.3.6).
      guard !framing.hasBody else { throw HTTP1Error(400, "CONNECT has no body") }
      return .connect(line.target, fields)
    }
    head = Head(
      method: line.method, path: line.path, query: line.query,
      authority: line.authority ?? fields["host"],
      fields: fields, keepsAlive: framing.keepsAlive, isOldVersion: line.isOldVersion)
    wantsContinue = framing.wantsContinue && framing.hasBody
    body = []
    state = framing.isChunked ? .chunkSize : .fixed(left: framing.length ?? 0)
    return self.next()
  }

  /// Returns the index of the line feed that ends the next line; nil if it has not arrived. Each
  /// byte is searched once.
  private mutating func lineEnd() -> Int? {
    let end = buffer[(start + searched)...].firstIndex(of: 10)
    searched = (end ?? buffer.count) - start
    return end
  }

  /// Returns the next line of the head with its carriage return, and moves behind it.
  private mutating func nextLine(to end: Int) -> ArraySlice<UInt8> {
    defer {
      lines.next = end + 1 - start
      searched = lines.next
    }
    return buffer[start + lines.next..<end]
  }

  /// Collects the field lines. Returns the index after the empty line that ends them; nil if that
  /// line has not arrived.
  private mutating func readFieldLines() throws(HTTP1Error) -> Int? {
    while true {
      let end = lineEnd()
      // Before the line is parsed: the error is the same however the bytes were cut.
      try checkHeadSize((end.map { $0 + 1 } ?? buffer.count) - start)
      guard let end else { return nil }
      let text = try HTTP1Text.line(nextLine(to: end))
      if text.isEmpty { return end + 1 }
      lines.fields.append(text.startIndex - start..<text.endIndex - start)
    }
  }

  /// Parses the field lines, which also determine the framing of the body.
  private func parseFields(
    _ framing: HTTP1Framing
  ) throws(HTTP1Error) -> (HeaderBlock, HTTP1Framing) {
    var (fields, framing) = (HeaderBlock(), framing)
    for range in lines.fields {
      let (name, value) = try HTTP1Text.field(
        buffer[start + range.lowerBound..<start + range.upperBound])
      try framing.apply(name: name, value: value)
      name.withUnsafeBufferPointer { name in
        value.withUnsafeBufferPointer { value in
          fields.add(name: name, value: value, like: previous)
        }
      }
      try checkHeadSize(fields.size)
    }
    return (fields, framing)
  }

  /// Parses a request line. If the first line of a connection is not HTTP it gets no response,
  /// because the client would misread it.
  private func requestLine(_ bytes: ArraySlice<UInt8>) throws(HTTP1Error) -> HTTP1RequestLine {
    do {
      return try HTTP1RequestLine(HTTP1Text.line(bytes))
    } catch {
      let isForeign = previous == nil && !HTTP1RequestLine.namesHTTP(bytes)
      throw isForeign ? HTTP1Error(nil, error.because) : error
    }
  }

  /// Checks the size of the request line (RFC 9112 §3).
  private func checkLineSize(_ size: Int) throws(HTTP1Error) {
    if size > headerLimit {
      throw HTTP1Error(414, "the request line is longer than \(headerLimit) bytes")
    }
  }

  private func checkHeadSize(_ size: Int) throws(HTTP1Error) {
    if size > headerLimit { throw HTTP1Error(431, HeaderBlock.tooLong(headerLimit)) }
  }

  // MARK: Body

  /// Returns the request as soon as its body is complete or over the limit.
  private mutating func finishRequest() -> Found {
    let isWhole = if case .bodyDone = state { true } else { false }
    guard let head, isWhole || body.count > bodyLimit else {
      return isWhole ? self.next() : .needsMore
    }
    self.head = nil
    defer { body = [] }
    return .request(head, body: body)
  }

  /// Reads the body as far as the bytes reach; stops once it is over the limit.
  private mutating func readBody() throws(HTTP1Error) {
    while true {
      if head != nil, body.count > bodyLimit { return }
      switch state {
      case .fixed(let left):
        let taken = moveToBody(left)
        state = taken == left ? .bodyDone : .fixed(left: left - taken)
        if taken < left { return }
      case .chunkSize:
        guard let text = try nextLine(limit: 256) else { return }
        let size = try HTTP1Text.chunkSize(text)
        state = size == 0 ? .trailers(left: headerLimit) : .chunk(left: size)
      case .chunk(let left):
        let taken = moveToBody(left)
        state = taken == left ? .chunkEnd : .chunk(left: left - taken)
        if taken < left { return }
      case .chunkEnd:
        guard let text = try nextLine(limit: 1) else { return }
        guard text.isEmpty else { throw HTTP1Error(400, "a chunk is longer than its size") }
        state = .chunkSize
      case .trailers(let left):
        // Trailer fields are validated, then ignored. Together they have the limit of a header
        // block.
        guard let text = try nextLine(limit: left) else { return }
        if text.isEmpty {
          state = .bodyDone
        } else {
          _ = try HTTP1Text.field(text)
          state = .trailers(left: max(0, left - text.count - 32))
        }
      case .head, .bodyDone, .broken:
        return
      }
    }
  }

  /// Moves bytes to the body; those over the limit are skipped.
  private mutating func moveToBody(_ count: Int) -> Int {
    let taken = min(count, buffer.count - start)
    let kept = head == nil ? 0 : min(taken, bodyLimit + 1 - body.count)
    body.append(contentsOf: buffer[start..<start + kept], most: bodyLimit + 1)
    start += head == nil ? taken : kept
    return head == nil ? taken : kept
  }

  /// Reads a line of at most `limit` bytes; nil if its end has not arrived. Its size is checked
  /// before its bytes, so that the error is the same however the bytes were cut.
  private mutating func nextLine(limit: Int) throws(HTTP1Error) -> ArraySlice<UInt8>? {
    let end = lineEnd()
    let sizeWithCR = (end ?? buffer.count) - start
    if sizeWithCR > limit + 1 { throw HTTP1Error(400, "a line of the body is too long") }
    guard let end else { return nil }
    let text = try HTTP1Text.line(buffer[start..<end])
    (start, searched) = (end + 1, 0)
    return text
  }
}

/// The reason why bytes are not a request.
struct HTTP1Error: Error, Equatable {
  /// The status of the response; nil where none is due.
  var status: Int?
  var because: String

  init(_ status: Int?, _ because: String) {
    self.status = status
    self.because = because
  }
}

extension [UInt8] {
  /// Appends bytes. The storage doubles as it grows, but never beyond `limit` bytes.
  mutating func append(contentsOf bytes: some Collection<UInt8>, most limit: Int) {
    let needed = count + bytes.count
    if needed > capacity { reserveCapacity(Swift.max(needed, Swift.min(limit, 2 * capacity))) }
    append(contentsOf: bytes)
  }
}
