import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// Frames for closed streams, and connections that are not HTTP, against the built program: the
/// cases of h2spec's sections 5.1 and 3.5.
@Suite(.patient)
struct ClosedStreamTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether to wait for the response on stream 1 first.
    var isAnswered = false
    var first: [UInt8]
    var then: [UInt8]
  }

  private static let whole = HTTP2Client.headers(1, method: "GET", path: "/ready", ends: true)
  private static let data = HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, Array("test".utf8))
  private static let reset = HTTP2Client.bytes(Kind.reset, flags: 0, stream: 1, [0, 0, 0, 8])

  static let cases = [
    Case(testDescription: "5.1/5 half-closed (remote): DATA", first: whole, then: data),
    Case(testDescription: "5.1/6 half-closed (remote): HEADERS", first: whole, then: whole),
    Case(
      testDescription: "5.1/8 closed by RST_STREAM: DATA", first: HTTP2Client.headers(1) + reset,
      then: data),
    Case(
      testDescription: "5.1/9 closed by RST_STREAM: HEADERS",
      first: HTTP2Client.headers(1) + reset, then: whole),
    Case(testDescription: "5.1/11 closed: DATA", isAnswered: true, first: whole, then: data),
    Case(testDescription: "5.1/12 closed: HEADERS", isAnswered: true, first: whole, then: whole),
  ]

  @Test(arguments: cases, Layer.allCases)
  func `RFC 9113 §5.1: DATA and HEADERS for a closed stream are STREAM_CLOSED`(
    row: Case, layer: Layer
  ) throws {
    let inbox = try RunningInbox()
    let client = HTTP2Client(over: try layer.client(port: inbox.port))
    client.raw.send(row.first)
    if row.isAnswered { #expect(client.frame { $0.stream == 1 && $0.endsStream } != nil) }
    client.raw.send(row.then)
    let goaway = try #require(client.frame { $0.type == Kind.goaway })
    #expect(goaway.payload[4..<8] == [0, 0, 0, 5])
    #expect(client.raw.textUntilClosed() != nil)
    let rejected = try inbox.event("rejected", containing: "intake.http.broken")
    #expect(rejected["because"]?.string?.contains("stream 1") == true || !row.isAnswered)
  }

  @Test(arguments: Layer.allCases)
  func `RFC 9113 §3.4: a preface that is not HTTP ends the connection without a response`(
    layer: Layer
  )
    throws
  {
    let inbox = try RunningInbox()
    let client = try layer.client(port: inbox.port)
    client.send("INVALID CONNECTION PREFACE\r\n\r\n")
    #expect(client.textUntilClosed() == "")
    let row = try inbox.event("rejected", containing: "intake.http.broken")
    #expect(row["because"]?.string?.contains("not a request line") == true)
  }

  @Test(arguments: [Layer.clear, .secured])
  func `thousands of streams use no memory, and the first one is still closed`(
    layer: Layer
  ) throws {
    let inbox = try RunningInbox(["--quiet"])
    let client = HTTP2Client(over: try layer.client(port: inbox.port))
    let count = 6000
    var last = 0
    for start in stride(from: 0, to: count, by: 500) {
      let batch = (start..<start + 500).flatMap {
        HTTP2Client.headers(2 * $0 + 1, method: "GET", path: "/ready", ends: true)
      }
      client.raw.send(batch)
      last = 2 * (start + 499) + 1
      #expect(client.frame { $0.stream == last && $0.endsStream } != nil)
    }
    client.raw.send(Self.data)
    let goaway = try #require(client.frame { $0.type == Kind.goaway })
    #expect(goaway.payload[7] == 5)
  }

  // MARK: Streams that we reset

  @Test func `frames for a refused stream are ignored`() throws {
    var limits = ConnectionLimits()
    limits.streams = 2
    let bench = try FeedBench(limits: limits, isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    // A client that has not acknowledged SETTINGS does not know the limit of streams yet.
    for stream in [1, 3, 5] { client.push(stream, "{}") }
    #expect(client.frame { $0.type == Kind.reset }?.stream == 5)
    client.raw.send(HTTP2Client.bytes(Kind.data, flags: 1, stream: 5, [1]))
    client.send(Kind.ping, Array("8 bytes.".utf8))
    #expect(client.frame { $0.type == Kind.ping || $0.type == Kind.goaway }?.type == Kind.ping)
    bench.resume()
    #expect(client.frame { $0.type == Kind.headers } != nil)
  }

  @Test(arguments: 1...40)
  func `frame headers are found in pieces of any size`(size: Int) {
    let bytes =
      HTTP2Client.preface + HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [])
      + HTTP2Client.headers(1) + HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, [1, 2])
      + HTTP2Client.bytes(Kind.ping, flags: 0, stream: 0, Array("8 bytes.".utf8))
    var scanner = FrameScanner()
    var found: [FrameScanner.Header] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes {
        var offset = 0
        while let header = scanner.next(in: $0, from: &offset) { found.append(header) }
        #expect(offset == $0.count)
      }
    }
    #expect(found.map(\.type) == [Kind.settings, Kind.headers, Kind.data, Kind.ping])
    #expect(found.map(\.stream) == [0, 1, 1, 0])
  }

  @Test func `closed streams are known by number, and the latest resets are retained`() {
    var streams = ClosedStreams(limit: 10)
    #expect(streams.state(of: 1, isHeaders: false) == .unused)
    #expect(streams.state(of: 1, isHeaders: true) == .unused)
    #expect(streams.state(of: 7, isHeaders: true) == .unused)
    #expect(streams.state(of: 1, isHeaders: true) == .closed)
    #expect(streams.state(of: 3, isHeaders: false) == .passedOver)
    #expect(streams.state(of: 5, isHeaders: true) == .passedOver)
    for id in stride(from: Int32(9), to: 209, by: 2) {
      #expect(streams.state(of: id, isHeaders: true) == .unused)
      streams.recordReset(id)
    }
    #expect(streams.state(of: 207, isHeaders: false) == .reset)
    #expect(streams.state(of: 189, isHeaders: true) == .reset)
    #expect(streams.state(of: 9, isHeaders: true) == .closed)
  }
}
