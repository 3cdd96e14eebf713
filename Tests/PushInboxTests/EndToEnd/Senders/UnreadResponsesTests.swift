import Foundation
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// Clients that send requests to the built program and never read the responses.
///
/// `Tests/load/run` uses 1,024 clients; here are few, with a proportional share of the memory.
@Suite(.patient)
struct UnreadResponsesTests {
  /// A request that is sent repeatedly.
  struct Route: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "GET"
    let path: String
    var fields: [(String, String)] = []
    var body = ""

    var bytes: [UInt8] {
      let host = fields.contains { $0.0 == "host" } ? [] : [("host", "localhost")]
      let length = body.isEmpty ? [] : [("content-length", "\(body.utf8.count)")]
      let lines = (host + fields + length).map { "\($0.0): \($0.1)\r\n" }.joined()
      return Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8)
    }
  }

  static let routes = [
    Route(testDescription: "/ready", path: "/ready"),
    Route(testDescription: "/metrics", path: "/metrics"),
    Route(
      testDescription: "403 for a web page", path: "/ready",
      fields: [("origin", "https://example.com")]),
    Route(
      testDescription: "421 for another host", path: "/ready", fields: [("host", "example.com")]),
    Route(
      testDescription: "a push that is rejected", method: "POST", path: "/3/device/zz", body: "{}"),
    Route(testDescription: "/token", method: "POST", path: "/token", body: "x=1"),
    Route(testDescription: "ICQ", path: "/icq/session/1"),
    Route(
      testDescription: "FCM", method: "POST", path: "/v1/projects/p/messages:send", body: "{}"),
  ]

  /// Sends bytes from several clients as far as the program reads them.
  ///
  /// - Returns: The number of requests that the program has parsed.
  private func send(
    _ bytes: [UInt8], by count: Int, over layer: Layer, to inbox: RunningInbox
  ) throws -> Int {
    var senders: [(client: RawClient, rest: ArraySlice<UInt8>)] = []
    for _ in 0..<count {
      let client = try layer.client(port: inbox.port, receiveBuffer: 4096)
      senders.append((client, client.encoded(bytes)[...]))
    }
    let other = try RawClient(port: inbox.port)
    var (rounds, idleRounds, last) = (0, 0, (left: 0, requests: 0))
    // A response to the other client ends a round in which all readable clients were read. If
    // nothing changes in many rounds, nothing will.
    while idleRounds < 60 {
      for index in senders.indices where !senders[index].rest.isEmpty {
        senders[index].rest = senders[index].client.sendNow(encoded: senders[index].rest)
      }
      other.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
      rounds += 1
      let end = "pushinbox_notifications_listed 0\n"
      let text = other.text(until: end)
      other.forget()
      try #require(text.contains(end), "no answer")
      let name = try #require(text.range(of: "\npushinbox_requests_total ", options: .backwards))
      let requests = try #require(Int(text[name.upperBound...].prefix { $0.isNumber })) - rounds
      let now = (senders.reduce(0) { $0 + $1.rest.count }, requests)
      idleRounds = now == last ? idleRounds + 1 : 0
      last = now
    }
    return last.requests
  }

  @Test(arguments: routes, Layer.allCases)
  func `a client that does not read its responses stops the parsing of its requests`(
    route: Route, layer: Layer
  ) throws {
    let inbox = try RunningInbox(["--quiet"])
    let count = (1 << 20) / route.bytes.count
    let bytes = Array(repeatElement(route.bytes, count: count).joined())
    let parsed = try send(bytes, by: 1, over: layer, to: inbox)
    // The system buffers some hundred kilobytes of responses, each at least a hundred bytes.
    #expect(parsed < 4000, "of \(count)")
  }

  // MARK: Memory

  /// Returns the maximum growth of the program's memory in bytes.
  private func growth(
    _ bytes: [UInt8], by count: Int, over layer: Layer
  ) throws -> Int {
    let inbox = try RunningInbox(["--quiet"])
    let before = try #require(ProcessMemory(of: inbox.child.process)).resident
    _ = try send(bytes, by: count, over: layer, to: inbox)
    return try #require(ProcessMemory(of: inbox.child.process)).peak - before
  }

  private static let reportsMemory = ProcessMemory(of: getpid()) != nil

  @Test(.enabled(if: reportsMemory, "the system does not report memory"), arguments: Layer.allCases)
  func `HTTP/1.1 clients that do not read use little memory`(layer: Layer) throws {
    let request = Self.routes[1].bytes
    let bytes = Array(repeatElement(request, count: (300 << 10) / request.count).joined())
    // 150 MB for 1,024 clients leave 100 kB for each, plus a fixed part.
    #expect(try growth(bytes, by: 24, over: layer) < 10 << 20)
  }

  @Test(
    .enabled(if: reportsMemory, "the system does not report memory"),
    arguments: [Layer.clear, .secured])
  func `HTTP/2 responses behind a closed window use bounded memory`(
    layer: Layer
  ) throws {
    var bytes = HTTP2Client.preface
    bytes += HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [0, 4, 0, 0, 0, 0])
    for number in 0..<1000 {
      bytes += HTTP2Client.headers(2 * number + 1, method: "GET", path: "/metrics", ends: true)
    }
    #expect(try growth(bytes, by: 40, over: layer) < 56 << 20)
  }

  // MARK: Slow readers

  @Test(arguments: Layer.allCases)
  func `pipelined requests of a half-closed, slow client all get responses`(
    layer: Layer
  ) throws {
    let inbox = try RunningInbox(["--quiet"])
    let client = try layer.client(port: inbox.port, receiveBuffer: 4096)
    let bytes = Array(repeatElement(Self.routes[0].bytes, count: 5000).joined())
    var rest = client.encoded(bytes)[...]
    while !rest.isEmpty {
      rest = client.sendNow(encoded: rest)
      if !rest.isEmpty { #expect(client.receiveMore()) }
    }
    client.endInput()
    let text = try #require(client.textUntilClosed())
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 5001)
    #expect(!text.contains("HTTP/1.1 400"))
  }
}
