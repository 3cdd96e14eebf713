/// Parses one HTTP/1.1 response from bytes in pieces of any size (RFC 9112). Interim responses are
/// skipped; the body is passed on as it arrives.
struct HTTP1ResponseParser {
  /// The status and the header of a response.
  struct Head: Equatable {
    var status: Int
    /// The reason phrase after the status; may be empty.
    var phrase: String
    /// The fields by name in lower case; values of the same name are joined by a comma (RFC 9110
    /// §5.3).
    var fields: [String: String]
    /// Whether the response declared the length of its body.
    var hasLength = false
  }

  /// A part of the response.
  enum Part: Equatable {
    case head(Head)
    /// The next bytes of the body.
    case body(ArraySlice<UInt8>)
    /// The body is complete.
    case end
  }

  private enum State {
    case head
    case fixed(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
    /// A body that ends when the connection closes.
    case open
    case done
  }

  private let headerLimit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var state = State.head

  /// Makes a parser at the start of a response.
  ///
  /// - Parameter headerLimit: The maximum size of the head, and of the trailers, in bytes.
  init(headerLimit: Int) {
    self.headerLimit = headerLimit
  }

  /// Appends received bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.removeFirst(start)
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// Whether the response is complete if the connection closes here.
  var mayEnd: Bool {
    switch state {
    case .open, .done: true
    default: false
    }
  }

  /// Returns the next part; nil when more bytes are needed. Must not be called again after an
  /// error.
  mutating func next() throws(HTTP1Error) -> Part? {
    while true {
      switch state {
      case .head:
        guard let head = try readHead() else { return nil }
        // Interim responses precede the final one (RFC 9110 §15.2).
        if (100...199).contains(head.status), head.status != 101 { continue }
        return .head(head)
      case .fixed(0):
        state = .done
        return .end
      case .fixed(let left):
        guard let bytes = readBytes(left) else { return nil }
        state = .fixed(left: left - bytes.count)
        return .body(bytes)
      case .chunkSize:
        guard let line = try readLine(limit: 256) else { return nil }
        let size = try HTTP1Text.chunkSize(line)
        state = size == 0 ? .trailers : .chunk(left: size)
      case .chunk(let left):
        guard let bytes = readBytes(left) else { return nil }
        state = bytes.count == left ? .chunkEnd : .chunk(left: left - bytes.count)
        return .body(bytes)
      case .chunkEnd:
        let problem = "a chunk is longer than its size"
        guard let line = try readLine(limit: 2, problem) else { return nil }
        guard line.isEmpty else { throw HTTP1Error(502, problem) }
        state = .chunkSize
      case .trailers:
        guard let line = try readLine(limit: headerLimit) else { return nil }
        if line.isEmpty { state = .fixed(left: 0) }
      case .done: return nil
      case .open: return readBytes(.max).map(Part.body)
      }
    }
  }

  // MARK: Head

  private mutating func readHead() throws(HTTP1Error) -> Head? {
    guard let end = headEnd() else {
      if buffer.count - start > headerLimit { throw tooLong }
      return nil
    }
    guard end - start <= headerLimit else { throw tooLong }
    let lines = buffer[start..<end].split(separator: 10)
    start = end
    guard let first = lines.first else { throw HTTP1Error(502, "the response has no status line") }
    var head = try Self.statusLine(HTTP1Text.line(first))
    for line in lines.dropFirst() {
      let text = try HTTP1Text.line(line)
      if text.isEmpty { break }
      let field = try HTTP1Text.field(text)
      let name = String(decoding: field.name, as: UTF8.self)
      let value = String(decoding: field.value, as: UTF8.self)
      head.fields[name] = head.fields[name].map { $0 + ", " + value } ?? value
    }
    try frame(&head)
    return head
  }

  private var tooLong: HTTP1Error {
    HTTP1Error(502, "the header block is longer than \(headerLimit) bytes")
  }

  /// Returns the index after the empty line that ends the head; nil when it has not arrived.
  private func headEnd() -> Int? {
    var next = start
    while let end = buffer[next...].firstIndex(of: 10) {
      if end == next || end == next + 1 && buffer[next] == 13 { return end + 1 }
      next = end + 1
    }
    return nil
  }

  private static func statusLine(_ line: ArraySlice<UInt8>) throws(HTTP1Error) -> Head {
    let parts = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].starts(with: "HTTP/1.".utf8), parts[1].count == 3,
      let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...599).contains(status)
    else { throw HTTP1Error(502, "the response does not begin with HTTP/1.1 and a status") }
    let phrase = parts.count == 3 ? String(decoding: parts[2], as: UTF8.self) : ""
    return Head(status: status, phrase: phrase, fields: [:])
  }

  /// Determines the end of the body (RFC 9112 §6.3).
  private mutating func frame(_ head: inout Head) throws(HTTP1Error) {
    if (100...199).contains(head.status) { return }
    if head.status == 204 || head.status == 304 {
      state = .fixed(left: 0)
    } else if let coding = head.fields["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else {
        throw HTTP1Error(502, "the transfer coding is not “chunked”")
      }
      state = .chunkSize
    } else if let length = head.fields["content-length"] {
      guard !length.isEmpty, length.utf8.count <= 18,
        length.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(length)
      else { throw HTTP1Error(502, "content-length is not a number") }
      head.hasLength = true
      state = .fixed(left: count)
    } else {
      state = .open
    }
  }

  // MARK: Body

  private mutating func readBytes(_ most: Int) -> ArraySlice<UInt8>? {
    let bytes = buffer[start...].prefix(most)
    guard !bytes.isEmpty else { return nil }
    start += bytes.count
    return bytes
  }

  /// Reads a line of at most `limit` bytes before its LF; nil when more bytes are needed.
  private mutating func readLine(
    limit: Int, _ problem: String = "a line of the body is too long"
  ) throws(HTTP1Error) -> ArraySlice<UInt8>? {
    let line = buffer[start...].prefix(limit + 1)
    guard let end = line.firstIndex(of: 10) else {
      if line.count > limit { throw HTTP1Error(502, problem) }
      return nil
    }
    defer { start = end + 1 }
    return try HTTP1Text.line(buffer[start..<end])
  }
}
