import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A stream over HTTP (`docs/guides/feeds.md`).
@Suite(.patient)
struct HTTPFeedTests {
  private let bench: FeedBench
  private let server: StreamServer

  init() throws {
    bench = try FeedBench()
    server = try StreamServer()
  }

  private static func push(_ title: String) -> String {
    #"{"payload":{"aps":{"alert":"\#(title)"}}}"#
  }

  private func subscribe(
    _ path: String = "/events", _ options: FeedOptions = FeedOptions(),
    limits: ConnectionLimits = ConnectionLimits()
  ) throws {
    let source = try #require(FeedSource(server.address + path))
    bench.loop.subscribe(to: source, options, limits: limits)
  }

  private func cut(_ error: String, _ seconds: Double = 0.2) -> FeedState.Condition {
    .cut(error: error, retryIn: seconds)
  }

  private func wait(for condition: FeedState.Condition, count: Int = 1) {
    let items = bench.items { $0.states.count { $0 == condition } >= count }
    #expect(
      items.states.count { $0 == condition } >= count, "\(condition) is not among \(items.states)")
  }

  // MARK: The request

  @Test func `the request has host, path and accepted types`() throws {
    try subscribe("/events?app=chat#here")
    let request = try server.accept().request
    #expect(request.hasPrefix("get /events?app=chat http/1.1\r\n"))
    #expect(request.contains("\r\nhost: 127.0.0.1:\(server.port)\r\n"))
    #expect(request.contains("\r\naccept: text/event-stream, application/x-ndjson"))
    #expect(request.contains("\r\naccept-encoding: identity\r\n"))
    #expect(!request.contains("last-event-id"))
  }

  @Test(arguments: [
    ("http://127.0.0.1:3000/a?b=c", "127.0.0.1:3000", "/a?b=c", false),
    ("http://localhost", "localhost:80", "/", false),
    ("HTTPS://Example.COM?x", "example.com:443", "/?x", true),
    ("http://[::1]:80/%20", "[::1]:80", "/%20", false),
    ("http://[::1]", "[::1]:80", "/", false),
    ("http://host:/x", "host:80", "/x", false),
  ])
  func `an address has a host, a port and a target`(
    text: String, place: String, target: String, isSecure: Bool
  ) throws {
    let address = try #require(HTTPAddress(text))
    #expect(address.place.description == place)
    #expect(address.target == target)
    #expect(address.isSecure == isSecure)
    #expect(HTTPAddress(address.description) == address)
  }

  @Test(arguments: [
    "ftp://host/", "http:/host", "http://", "http://:80/", "http://user:secret@host/",
    "http://host:0/", "http://host:99999/", "http://host:x/", "http://host/a b",
    "http://host/\r\nx: y", "http://host/ж", "http://a:b:c/", "https:",
  ])
  func `an invalid address is rejected`(text: String) {
    #expect(HTTPAddress(text) == nil)
  }

  // MARK: Lines

  @Test(arguments: [
    "application/x-ndjson", "application/jsonl; charset=utf-8", "Application/JSON",
  ])
  func `lines arrive in chunks of any size, and an invalid one is rejected by its number`(
    type: String
  ) throws {
    try subscribe()
    let connection = try server.accept()
    connection.beginStream(type)
    wait(for: .connected)
    let text = Self.push("one") + "\r\n\nbad\n" + Self.push("two") + "\n"
    for character in text.unicodeScalars { connection.sendChunk(String(character)) }
    #expect(bench.titles(2) == ["one", "two"])
    #expect(bench.pushes(2).map(\.lineID) == ["line-1", "line-4"])
    #expect(
      bench.rejections().map(\.because) == [
        "\(server.address)/events:3, column 1: `bad` is not JSON."
      ])
  }

  @Test func `a document with a length is read once, including its last line`() throws {
    try subscribe()
    let connection = try server.accept()
    let text = Self.push("one") + "\n" + Self.push("two")
    connection.send(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: \(text.utf8.count)"
        + "\r\n\r\n" + text)
    wait(for: .ended(lines: 2, bad: 0))
    #expect(bench.titles(2) == ["one", "two"])
  }

  @Test func `a stream that ends is requested again, with growing pauses without lines`()
    throws
  {
    try subscribe()
    let ended = "the server ended the stream"
    do {
      let connection = try server.accept()
      connection.beginStream("application/x-ndjson")
      connection.sendChunk(Self.push("one"))
      connection.sendChunk("")
    }
    wait(for: cut(ended))
    bench.advance(0.2)
    // The pause had doubled; a line resets it.
    _ = try server.accept()
    wait(for: cut("it closed the connection without an answer", 0.4))
    bench.advance(0.4)
    do {
      let connection = try server.accept()
      connection.beginStream("application/x-ndjson")
      // A line that was cut off may be incomplete, and is not read.
      connection.sendChunk(Self.push("two") + "\n" + Self.push("three").dropLast(4))
    }
    wait(for: cut("the stream was cut off"))
    #expect(bench.titles(2) == ["one", "two"])
    #expect(bench.items { _ in true }.rejections.isEmpty)
  }

  @Test func `a line or an event over the limit is rejected, and the next one is read`() throws {
    try subscribe()
    let long = String(repeating: "x", count: 1 << 20) + "x"
    do {
      let connection = try server.accept()
      connection.beginStream("application/x-ndjson")
      connection.sendChunk(long + "\n" + Self.push("one") + "\n")
      #expect(bench.titles(1) == ["one"])
    }
    wait(for: cut("the stream was cut off"))
    bench.advance(0.2)
    let connection = try server.accept()
    connection.beginStream("text/event-stream")
    connection.sendChunk("data: " + long + "\n\ndata: " + Self.push("two") + "\n\n")
    #expect(bench.titles(2) == ["one", "two"])
    let name = server.address + "/events"
    #expect(
      bench.rejections(2).map(\.because)
        == [1, 3].map {
          "\(name):\($0), column 1: it is longer than 1048576 bytes."
        })
  }

  // MARK: Events

  @Test func `the last event identifier is sent again, also after a restart`() throws {
    try subscribe()
    do {
      let connection = try server.accept()
      connection.beginStream("text/event-stream")
      connection.sendChunk(": hello\nretry: 1500\n\nid: a1\ndata: {\"payload\":\ndata: {\"aps\":")
      connection.sendChunk("{\"alert\":\"one\"}}}\n\ndata: " + Self.push("two") + "\n\n")
      connection.sendChunk("id: a3\n\nid: a4\ndata: " + Self.push("lost"))
      #expect(bench.titles(2) == ["one", "two"])
      #expect(bench.pushes(2).map(\.lineID) == ["a1", "line-2"])
    }
    wait(for: cut("the stream was cut off", 1.5))
    bench.advance(1.5)
    let connection = try server.accept()
    #expect(connection.lastEventID == "a3")
    connection.beginStream("text/event-stream")
    connection.sendChunk("event: other\nid: a4\ndata: " + Self.push("three") + "\n\n")
    #expect(bench.titles(3) == ["one", "two", "three"])
    let items = bench.items { $0.contains { $0.progress?.lastEventID == "a4" } }
    let progress = try #require(items.last { $0.progress != nil }?.progress)
    #expect(
      progress
        == FeedProgress(
          feed: server.address + "/events", lineCount: 3, lineCountOverall: 3, lastEventID: "a4"))
    try subscribe("/events", FeedOptions(progress: progress))
    #expect(try server.accept().lastEventID == "a4")
  }

  @Test func `each event has the identifier in force`() throws {
    try subscribe()
    let connection = try server.accept()
    connection.beginStream("text/event-stream")
    let text = (1...200).map { "id: \($0)\ndata: \(Self.push("\($0)"))\n\n" }.joined()
    for start in stride(from: 0, to: text.utf8.count, by: 97) {
      connection.sendChunk(String(text.dropFirst(start).prefix(97)))
    }
    let items = bench.items { $0.contains { $0.progress?.lastEventID == "200" } }
    var last = ""
    for item in items {
      if case .push(let push, _) = item { last = push.lineID ?? "" }
      if let progress = item.progress { #expect(progress.lastEventID == last) }
    }
    #expect(items.pushes.map(\.lineID) == (1...200).map { "\($0)" })
  }

  // MARK: Other answers

  @Test(arguments: [
    ("HTTP/1.1 503 Try later\r\n\r\n", "it answers 503 Try later"),
    ("HTTP/1.1 404\r\n\r\n", "it answers 404"),
    ("HTTP/1.1 206 Partial\r\ncontent-type: text/event-stream\r\n\r\n", "it answers 206 Partial"),
    ("HTTP/1.1 101 Switching\r\n\r\n", "it answers 101 Switching"),
    (
      "HTTP/1.1 302 Found\r\nlocation: http://example.com/\u{1b}[2J\r\n\r\n",
      "it does not use HTTP/1.1: a header value holds a control character"
    ),
    (
      "HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/x\r\n\r\n",
      "it redirects to http://127.0.0.1:1/x, which is not followed; use that address"
    ),
    (
      "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n",
      "it answers with text/html, not with JSON lines or text/event-stream"
    ),
    (
      "HTTP/1.1 200 OK\r\n\r\n",
      "it answers without a content-type, not with JSON lines or text/event-stream"
    ),
    (
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\r\n",
      "its content is encoded: gzip"
    ),
    (
      "SSH-2.0-OpenSSH\r\n\r\n",
      "it does not use HTTP/1.1: the response does not begin with HTTP/1.1 and a status"
    ),
    (
      "HTTP/1.1 200 OK\r\n" + String(repeating: "x: y\r\n", count: 3000) + "\r\n",
      "it does not use HTTP/1.1: the header block is longer than 16384 bytes"
    ),
  ])
  func `another status is an error, and the request is repeated`(answer: String, error: String)
    throws
  {
    try subscribe()
    let connection = try server.accept()
    connection.send(answer)
    wait(for: cut(error))
    bench.advance(0.2)
    try server.accept().beginStream("text/event-stream")
    wait(for: .connected)
  }

  @Test func `status 204 ends the feed`() throws {
    try subscribe()
    try server.accept().send("HTTP/1.1 204 No Content\r\n\r\n")
    wait(for: .ended(lines: 0, bad: 0))
  }

  @Test(
    arguments: ["192.0.2.1", "127.evil.example", "::ffff:192.0.2.1", "0.0.0.0"],
    ["http://%/", "tcp:%"])
  func `another machine is rejected under any name`(host: String, form: String) throws {
    let place = HostPort(host: host, port: 1)
    let text = form.replacingOccurrences(of: "%", with: "\(place)")
    let source = try #require(FeedSource(text))
    let resolver: Dialer.Resolver = { place throws(ListenError) in
      let host = place.host.hasSuffix(".example") ? "192.0.2.7" : place.host
      return try Socket.addresses(of: HostPort(host: host, port: place.port), passive: false)
    }
    bench.loop.subscribe(to: source, resolver: resolver)
    wait(for: .failed(error: "\(host) is not on this machine; allow it with --allow-network"))
  }

  @Test func `only the addresses of this machine are tried for a name`() throws {
    let source = try #require(FeedSource("http://name.example:\(server.port)/"))
    let port = server.port
    bench.loop.subscribe(to: source) { _ throws(ListenError) in
      var addresses: [SocketAddress] = []
      for host in ["192.0.2.1", "127.0.0.1"] {
        addresses += try Socket.addresses(of: HostPort(host: host, port: port), passive: false)
      }
      return addresses
    }
    #expect(try server.accept().request.contains("host: name.example:\(port)\r\n"))
  }

  @Test func `a slow inbox stops reading, and no line is lost`() throws {
    let bench = try FeedBench(intakeLimit: 100_000, isHolding: true)
    let source = try #require(FeedSource(server.address))
    bench.loop.subscribe(to: source)
    let connection = try server.accept()
    connection.send("HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n")
    let count = 2000
    let filler = String(repeating: "x", count: 4000)
    let sender = Thread {
      for number in 1...count { connection.send(Self.push("\(number) \(filler)") + "\n") }
    }
    sender.start()
    while bench.intake.hasRoom { bench.loop.wait {} }
    for _ in 0..<3 { bench.loop.wait {} }
    // At most the limit and the bytes of one read.
    let held = bench.intake.drain().flatMap(\.parts).pushes
    #expect(held.count < 100)
    bench.resume()
    let rest = bench.pushes(count - held.count)
    #expect((held + rest).map(\.lineID) == (1...count).map { "line-\($0)" })
  }
}
