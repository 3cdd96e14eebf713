import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The consequences of violations of RFC 9113: the error code, and whether the stream or the
/// connection ends.
@Suite(.patient) struct HTTP2RuleTests {
  struct Case: CustomTestStringConvertible {
    enum Outcome: Equatable {
      /// GOAWAY with this code, and the end of the connection.
      case connection(UInt8)
      /// RST_STREAM of stream 1 with this code; the connection continues.
      case stream(UInt8)
      /// A response on stream 1.
      case answer
      /// No frame; the connection continues.
      case nothing
    }

    var testDescription: String
    var outcome: Outcome
    var bytes: [UInt8]

    init(_ name: String, _ outcome: Outcome, _ bytes: [UInt8]...) {
      testDescription = name
      self.outcome = outcome
      self.bytes = Array(bytes.joined())
    }
  }

  private enum Code {
    static let protocolError: UInt8 = 1
    static let flowControl: UInt8 = 3
    static let streamClosed: UInt8 = 5
    static let frameSize: UInt8 = 6
    static let compression: UInt8 = 9
  }

  // MARK: Frames

  private static func frame(
    _ type: UInt8, _ flags: UInt8 = 0, on stream: Int = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    HTTP2Client.bytes(type, flags: flags, stream: stream, payload)
  }

  /// Returns a request that ends with its headers.
  private static func whole(_ stream: Int = 1) -> [UInt8] {
    HTTP2Client.headers(stream, ends: true)
  }

  private static let open = HTTP2Client.headers(1)
  private static let good = HTTP2Client.block([])
  private static let reset = frame(Kind.reset, on: 1, [0, 0, 0, 8])
  private static let window = frame(Kind.window, on: 1, [0, 0, 0, 1])

  private static func setting(_ id: UInt8, _ value: UInt32) -> [UInt8] {
    frame(
      Kind.settings, 0,
      [0, id] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
  }

  private static func frame(_ type: UInt8, _ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
    frame(type, flags, on: 0, payload)
  }

  /// Returns a request with exactly these fields; `more` follows its headers.
  private static func request(
    _ fields: [(String, String)], ends: Bool = true, _ more: [UInt8] = []
  ) -> [UInt8] {
    frame(Kind.headers, ends ? 5 : 4, on: 1, HTTP2Client.fields(fields)) + more
  }

  private static let method = (":method", "POST")
  private static let scheme = (":scheme", "http")
  private static let path = (":path", "/3/device/abcd")
  private static let authority = (":authority", "localhost")
  private static let three = frame(Kind.data, 1, on: 1, Array("abc".utf8))

  /// Returns a valid request with additional fields.
  private static func with(
    _ fields: [(String, String)], ends: Bool = true, _ more: [UInt8] = []
  ) -> [UInt8] {
    request([method, scheme, path, authority] + fields, ends: ends, more)
  }

  // MARK: Tables

  static let frames: [Case] = [
    Case("§5.1 DATA on an idle stream", .connection(Code.protocolError), frame(0, 1, on: 1, [1])),
    Case("§5.1 RST_STREAM on an idle stream", .connection(Code.protocolError), reset),
    Case(
      "§5.1 WINDOW_UPDATE on an idle stream", .connection(Code.protocolError),
      frame(Kind.window, on: 1, [0, 0, 0, 1])),
    Case(
      "§5.1 CONTINUATION on an idle stream", .connection(Code.protocolError),
      frame(Kind.continuation, 4, on: 1)),
    Case(
      "§5.1 DATA after END_STREAM", .connection(Code.streamClosed), whole(), frame(0, 1, on: 1, [1])
    ),
    Case("§5.1 HEADERS after END_STREAM", .connection(Code.streamClosed), whole(), whole()),
    Case(
      "§5.1 DATA after RST_STREAM", .connection(Code.streamClosed), open, reset,
      frame(0, 1, on: 1, [1])),
    Case(
      "§5.1 HEADERS after RST_STREAM", .connection(Code.streamClosed), open, reset, whole()),
    Case("§5.1 WINDOW_UPDATE after RST_STREAM", .nothing, open, reset, window),
    Case("§5.1 RST_STREAM after RST_STREAM", .nothing, open, reset, reset),
    Case(
      "§5.1 PRIORITY after RST_STREAM", .nothing, open, reset, frame(2, on: 1, [0, 0, 0, 3, 0])),
    Case("§5.1.1 even number", .connection(Code.protocolError), whole(2)),
    Case("§5.1.1 smaller number", .connection(Code.protocolError), whole(5), whole(3)),
    Case("§4.1 unknown frame", .answer, frame(0x16, 0, on: 0, [1, 2, 3]), whole()),
    Case(
      "§4.2 DATA larger than 16,384 bytes", .connection(Code.frameSize), open,
      frame(0, 1, on: 1, [UInt8](repeating: 0, count: 16_385))),
    Case(
      "§4.2 HEADERS larger than 16,384 bytes", .connection(Code.frameSize),
      frame(Kind.headers, 5, on: 1, [UInt8](repeating: 0, count: 16_385))),
    Case("§6.1 DATA on stream 0", .connection(Code.protocolError), frame(0, 1, on: 0, [1])),
    Case(
      "§6.1 more padding than DATA", .connection(Code.protocolError), open,
      frame(0, 9, on: 1, [5, 1, 2])),
    Case("§6.2 HEADERS on stream 0", .connection(Code.protocolError), whole(0)),
    Case(
      "§6.2 more padding than HEADERS", .connection(Code.protocolError),
      frame(Kind.headers, 13, on: 1, [255] + good)),
    Case(
      "§6.3 PRIORITY on stream 0", .connection(Code.protocolError), frame(2, 0, [0, 0, 0, 1, 0])),
    Case("§6.3 PRIORITY is ignored", .answer, frame(2, on: 1, [0, 0, 0, 3, 0]), whole()),
    Case(
      "§6.3 PRIORITY of four bytes", .connection(Code.frameSize), frame(2, on: 1, [0, 0, 0, 3])),
    Case(
      "§6.4 RST_STREAM on stream 0", .connection(Code.protocolError),
      frame(Kind.reset, 0, [0, 0, 0, 8])),
    Case(
      "§6.4 RST_STREAM of three bytes", .connection(Code.frameSize), open,
      frame(Kind.reset, on: 1, [0, 0, 8])),
    Case(
      "§6.5 SETTINGS on a stream", .connection(Code.protocolError), frame(Kind.settings, on: 1)),
    Case(
      "§6.5 SETTINGS of three bytes", .connection(Code.frameSize),
      frame(Kind.settings, 0, [0, 0, 0])
    ),
    Case(
      "§6.5 SETTINGS with ACK and a payload", .connection(Code.frameSize),
      frame(Kind.settings, 1, [0, 0, 0, 0, 0, 0])),
    Case("§6.5.2 ENABLE_PUSH 2", .connection(Code.protocolError), setting(2, 2)),
    Case("§6.5.2 INITIAL_WINDOW_SIZE 2^31", .connection(Code.flowControl), setting(4, 1 << 31)),
    Case("§6.5.2 MAX_FRAME_SIZE 16,383", .connection(Code.protocolError), setting(5, 16_383)),
    Case("§6.5.2 MAX_FRAME_SIZE 2^24", .connection(Code.protocolError), setting(5, 1 << 24)),
    Case("§6.5.2 unknown setting", .answer, setting(255, 1), whole()),
    Case(
      "§6.6 PUSH_PROMISE of a client", .connection(Code.protocolError),
      frame(5, 4, on: 1, [0, 0, 0, 2] + good)),
    Case(
      "§6.7 PING on a stream", .connection(Code.protocolError),
      frame(Kind.ping, on: 1, Array("8 bytes.".utf8))),
    Case(
      "§6.7 PING of seven bytes", .connection(Code.frameSize),
      frame(Kind.ping, 0, Array("7 bytes".utf8))),
    Case("§6.7 PING with ACK", .answer, frame(Kind.ping, 1, Array("8 bytes.".utf8)), whole()),
    Case(
      "§6.8 GOAWAY on a stream", .connection(Code.protocolError),
      frame(Kind.goaway, on: 1, [UInt8](repeating: 0, count: 8))),
    Case(
      "§6.9 WINDOW_UPDATE of 0", .connection(Code.protocolError),
      frame(Kind.window, 0, [0, 0, 0, 0])),
    Case(
      "§6.9 WINDOW_UPDATE of 0 on a stream", .connection(Code.protocolError), open,
      frame(Kind.window, on: 1, [0, 0, 0, 0])),
    Case(
      "§6.9 WINDOW_UPDATE of three bytes", .connection(Code.frameSize),
      frame(Kind.window, 0, [0, 0, 1])),
    Case(
      "§6.9.1 window over 2^31", .connection(Code.flowControl),
      frame(Kind.window, 0, [127, 255, 255, 255])),
    Case(
      "§6.9.1 window of a stream over 2^31", .stream(Code.flowControl), open,
      frame(Kind.window, on: 1, [127, 255, 255, 255])),
    Case(
      "§6.10 CONTINUATION after DATA", .connection(Code.protocolError), open,
      frame(0, 0, on: 1, [1]), frame(Kind.continuation, 4, on: 1)),
    Case(
      "§6.10 PING inside a header block", .connection(Code.protocolError),
      frame(Kind.headers, 1, on: 1, good), frame(Kind.ping, 0, Array("8 bytes.".utf8))),
    Case(
      "§6.10 CONTINUATION of another stream", .connection(Code.protocolError),
      frame(Kind.headers, 1, on: 1, good), frame(Kind.continuation, 4, on: 3)),
    Case(
      "§5.5 unknown frame inside a header block", .connection(Code.protocolError),
      frame(Kind.headers, 1, on: 1, good), frame(0x16, 0, on: 0)),
    Case(
      "§4.3 an index that is not there", .connection(Code.compression),
      frame(Kind.headers, 5, on: 1, [255, 255, 255, 0])),
    Case(
      "§4.3 a table larger than allowed", .connection(Code.compression),
      frame(Kind.headers, 5, on: 1, [0x3F, 0xE2, 0x7F] + good)),
    Case(
      "RFC 7541 §4.2 a change of the table behind fields", .connection(Code.compression),
      frame(Kind.headers, 5, on: 1, good + [0x20])),
    Case(
      "RFC 7541 §5.2 Huffman code with a wrong end", .connection(Code.compression),
      frame(Kind.headers, 5, on: 1, [0, 0x85, 255, 255, 255, 255, 255, 0])),
    Case(
      "a field of 70,000 bytes", .connection(Code.compression),
      headersInParts(HTTP2Client.block([("a", String(repeating: "v", count: 70_000))]))),
    Case(
      "twelve hundred CONTINUATION frames", .connection(Code.protocolError),
      frame(Kind.headers, 1, on: 1, good),
      Array((0..<1200).map { _ in frame(Kind.continuation, on: 1) }.joined())),
  ]

  private static func headersInParts(_ block: [UInt8]) -> [UInt8] {
    let parts = stride(from: 0, to: block.count, by: 16_000).map {
      Array(block[$0..<min($0 + 16_000, block.count)])
    }
    var bytes: [UInt8] = []
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      bytes += frame(
        place == 0 ? Kind.headers : Kind.continuation, (isLast ? 4 : 0) + (place == 0 ? 1 : 0),
        on: 1, part)
    }
    return bytes
  }

  /// Malformed requests (RFC 9113 §8).
  static let requests: [Case] = [
    Case("§8.2.1 a name in capitals", .stream(Code.protocolError), with([("X-A", "1")])),
    Case("§8.2.1 an empty name", .stream(Code.protocolError), with([("", "1")])),
    Case("§8.2.1 a NUL in a value", .stream(Code.protocolError), with([("a", "\0")])),
    Case("§8.2.2 connection", .stream(Code.protocolError), with([("connection", "close")])),
    Case("§8.2.2 te: gzip", .stream(Code.protocolError), with([("te", "gzip")])),
    Case(
      "§8.2.2 te: trailers", .answer, with([("te", "trailers")])),
    Case(
      "§8.2.2 transfer-encoding", .stream(Code.protocolError),
      with([("transfer-encoding", "chunked")])),
    Case("§8.3 unknown pseudo-header", .stream(Code.protocolError), with([(":x", "1")])),
    Case("§8.3 pseudo-header of answers", .stream(Code.protocolError), with([(":status", "200")])),
    Case(
      "§8.3 pseudo-header behind a field", .stream(Code.protocolError),
      request([method, scheme, authority, ("a", "b"), path])),
    Case(
      "§8.3 pseudo-header in trailers", .stream(Code.protocolError),
      with([], ends: false, frame(Kind.headers, 5, on: 1, HTTP2Client.fields([(":path", "/")])))),
    Case(
      "§8.5 CONNECT, whose stream stays open", .answer,
      request([(":method", "CONNECT"), (":authority", "api.push.apple.com:443")], ends: false)),
    Case("§8.3.1 no :method", .stream(Code.protocolError), request([scheme, path, authority])),
    Case("§8.3.1 no :scheme", .stream(Code.protocolError), request([method, path, authority])),
    Case("§8.3.1 no :path", .stream(Code.protocolError), request([method, scheme, authority])),
    Case(
      "§8.3.1 empty :path", .stream(Code.protocolError),
      request([method, scheme, authority, (":path", "")])),
    Case(
      "§8.3.1 :path twice", .stream(Code.protocolError),
      request([method, scheme, path, authority, path])),
    Case(
      "§8.3.1 :method twice", .stream(Code.protocolError),
      request([method, method, scheme, path, authority])),
    Case(
      "§8.3.1 neither :authority nor host", .stream(Code.protocolError),
      request([method, scheme, path])),
    Case(
      "§8.3.1 host in place of :authority", .answer,
      request([method, scheme, path, ("host", "localhost")])),
    Case(
      "§8.1 trailers without END_STREAM", .stream(Code.protocolError),
      with([], ends: false, frame(Kind.headers, 4, on: 1, HTTP2Client.fields([("a", "b")])))),
    Case(
      "§8.1.1 content-length over the body", .stream(Code.protocolError),
      with([("content-length", "5")], ends: false, three)),
    Case(
      "§8.1.1 content-length under the body", .stream(Code.protocolError),
      with([("content-length", "1")], ends: false, three)),
    Case(
      "§8.1.1 content-length without a body", .stream(Code.protocolError),
      with([("content-length", "5")])),
    Case(
      "§8.1.1 content-length twice", .stream(Code.protocolError),
      with([("content-length", "3"), ("content-length", "3")], ends: false, three)),
    Case(
      "§8.1.1 content-length below 0", .stream(Code.protocolError), with([("content-length", "-1")])
    ),
    Case(
      "§8.1.1 content-length of the body", .answer,
      with([("content-length", "3")], ends: false, three)),
  ]

  @Test(arguments: frames + requests)
  func `a protocol violation ends the stream or connection with its code and a report`(row: Case)
    throws
  {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(row.bytes)
    switch row.outcome {
    case .connection(let code):
      let goaway = try #require(client.frame { $0.type == Kind.goaway })
      #expect(goaway.payload[7] == code)
      #expect(client.raw.textUntilClosed() != nil)
      #expect(bench.rejections().first?.reason == "intake.http.broken")
      return
    case .stream(let code):
      let reset = try #require(client.frame { $0.type == Kind.reset || $0.type == Kind.goaway })
      #expect(reset.type == Kind.reset && reset.stream == 1 && reset.payload[3] == code)
      #expect(bench.rejections().first?.because.contains("HTTP/2 stream error") == true)
    case .answer: #expect(client.frame { $0.type == Kind.headers }?.stream == 1)
    case .nothing: break
    }
    client.push(9, "{}")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 9 } != nil)
  }

  @Test func `a preface without SETTINGS ends the connection`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Self.whole())
    #expect(client.textUntilClosed() != nil)
    #expect(bench.rejections().first?.because.contains("SETTINGS expected") == true)
  }

  @Test(arguments: [
    (with([("X-Big", "1")]), "name: [X-Big]", "Send field names in lower case"),
    (with([("connection", "close")]), "name: [connection]", "and no connection"),
    (
      with([("content-length", "5")], ends: false, three),
      "content-length is 5, 3 bytes were received", "Set content-length to the length of the body"
    ),
    (
      with([("content-length", "-1")]), "name: [content-length]", "Set content-length to the length"
    ),
    (
      request([method, scheme, (":path", "/3/device/<ab cd>"), authority]),
      "name: [:path], value: [/3/device/<ab cd>]",
      "a device token is written in hexadecimal digits without spaces or brackets"
    ),
    (
      request([method, scheme, (":path", "/3/device/ab\n"), authority]), "name: [:path]",
      "other characters that a URL may not have"
    ),
    (
      request([method, scheme, path, (":authority", "local host")]), "name: [:authority]",
      "Send :authority without spaces and control characters."
    ),
    (
      request([method, scheme, path, authority, path]), "name: [:path]",
      "each once and before all other fields"
    ),
    (
      request([method, scheme, path, ("host", "a"), ("host", "b")]), "name: [host]",
      "Send host once"
    ),
  ])
  func `a reset stream is reported with its cause and its correction`(
    bytes: [UInt8], cause: String, fix: String
  ) throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(bytes)
    _ = try #require(client.frame { $0.type == Kind.reset })
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.because.contains(cause), "\(rejected.because)")
    #expect(rejected.fix.contains(fix), "\(rejected.fix)")
  }

  @Test func `each reset stream is reported with its number`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    for stream in [1, 3, 5] {
      client.raw.send(HTTP2Client.headers(stream, [("X", "1")], ends: true))
    }
    client.push(7, "{}")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 7 } != nil)
    let rejections = bench.rejections()
    #expect(rejections.map(\.origin.stream) == [1, 3, 5])
    #expect(rejections.allSatisfy { $0.fix.contains("lower case") && $0.status == nil })
  }

  // MARK: One stream before authentication

  private static func appleBench() throws -> FeedBench {
    var limits = ConnectionLimits()
    limits.startsWithOneStream = true
    return try FeedBench(limits: limits) { request in
      request.bodyText == "bad"
        ? .rejected(403, "InvalidProviderToken", to: request) : .ok(to: request)
    }
  }

  @Test func `an unauthenticated client has one stream, an authenticated one a thousand`() throws {
    let bench = try Self.appleBench()
    let client = try HTTP2Client(port: bench.port)
    let first = try #require(client.frame { $0.type == Kind.settings && $0.flags == 0 })
    #expect(first.payload.starts(with: [0, 3, 0, 0, 0, 1]))
    client.push(1, "bad")
    _ = try #require(client.frame { $0.type == Kind.data && $0.endsStream })
    client.push(3, "good")
    let second = try #require(client.frame { $0.type == Kind.settings && $0.flags == 0 })
    #expect(second.payload == [0, 3, 0, 0, 3, 232])
    #expect(client.frame { $0.type == Kind.headers }?.stream == 3)
    client.push(5, "good")
    #expect(client.frame { $0.type == Kind.headers }?.stream == 5)
  }

  @Test func `streams over the limit of one are refused and may be retried`() throws {
    let bench = try Self.appleBench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(Self.open + HTTP2Client.headers(3, ends: true))
    let reset = try #require(client.frame { $0.type == Kind.reset })
    #expect(reset.stream == 3 && reset.payload[3] == 7)
    #expect(bench.rejections().first?.because.contains("more than 1 at a time") == true)
    client.send(Kind.data, flags: 1, stream: 1, Array("good".utf8))
    #expect(client.frame { $0.type == Kind.headers }?.stream == 1)
  }
}
