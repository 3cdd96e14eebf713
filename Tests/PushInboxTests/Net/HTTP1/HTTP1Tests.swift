import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// An invalid request and its problem.
private struct Broken: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var text: String
  /// The status; nil if no response is due.
  var status: Int?

  init(_ description: String, _ text: String, _ status: Int?) {
    testDescription = description
    self.text = text
    self.status = status
  }
}

private func post(_ body: String, extra: String = "", path: String = "/3/device/abcd") -> String {
  "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(extra)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Returns a push of one chunk with lines in its trailer section.
private func chunked(_ trailers: String) -> String {
  "POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "2\r\n{}\r\n0\r\n\(trailers)\r\n"
}

@Suite(.patient)
struct HTTP1Tests {
  @Test func `a push in pieces of one byte arrives completely`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    for byte in post(#"{"aps":{}}"#, extra: "apns-id: AbC-1\r\nUser-Agent: toy/1\r\n").utf8 {
      client.send([byte])
    }
    let answer = client.text(until: "\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("\r\napns-id: AbC-1\r\n"))
    let push = try #require(bench.pushes().first)
    #expect(push.method == "POST")
    #expect(push.path == "/3/device/abcd")
    #expect(push.bodyText == #"{"aps":{}}"#)
    #expect(
      push.fields == [
        HeaderField("host", "localhost"), HeaderField("apns-id", "AbC-1"),
        HeaderField("user-agent", "toy/1"), HeaderField("content-length", "10"),
      ])
    #expect(
      push.origin
        == Origin(wire: .h1, transport: "clear", client: "toy/1", connection: 1, stream: 1))
  }

  @Test(arguments: [1, 32, 33, 100])
  func `after pipelined requests one that is cut off is rejected`(count: Int) throws {
    let bench = try FeedBench(isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send(String(repeating: post("{}"), count: count) + "POST /3/device/ab HTTP/1.1\r\nHo")
    client.endInput()
    bench.resume()
    let text = try #require(client.textUntilClosed())
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == count + 1)
    #expect(text.components(separatedBy: "HTTP/1.1 400 ").count == 2)
    #expect(
      bench.rejections().map(\.because) == [
        "The request could not be read: the connection ended in the middle of a request."
      ])
  }

  @Test func `at the end of the program only the last response has connection: close`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send(String(repeating: post("{}"), count: 20))
    while !bench.intake.hasItemsOfConnections { bench.loop.wait {} }
    bench.listener.quiesce()
    bench.resume()
    let text = try #require(client.textUntilClosed())
    let responses = text.components(separatedBy: "HTTP/1.1 200 OK").dropFirst()
    #expect(!responses.isEmpty)
    #expect(responses.firstIndex { $0.contains("connection: close") } == responses.indices.last)
  }

  @Test func `pipelined requests get their responses in order`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send((1...50).map { post("\($0)", extra: "apns-id: n\($0)\r\n") }.joined())
    bench.resume()
    let answers = client.text(until: "\r\n\r\n", count: 50)
    let ids = answers.split(separator: "\r\n").filter { $0.hasPrefix("apns-id") }
    #expect(ids == (1...50).map { "apns-id: n\($0)" })
    #expect(bench.pushes(50).map(\.bodyText) == (1...50).map(String.init))
  }

  @Test func `a chunked body with extensions and trailers is assembled`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    let head = "POST /3/device/ab HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    client.send(head + "3 ;a=b\r\n{\"a\r\n5\r\n\":1}\n\r\n0\r\nX-T: 1\r\n\r\n" + post("next"))
    #expect(bench.pushes(2).map(\.bodyText) == ["{\"a\":1}\n", "next"])
  }

  @Test func `a client that expects 100 receives it before it sends the body`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(
      "POST /3/device/ab HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    )
    #expect(client.text(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("{}")
    #expect(client.text(until: "\r\n\r\n", count: 2).contains("HTTP/1.1 200 OK"))
  }

  @Test func `an HTTP/1.0 request gets a response and the connection is closed`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send("POST /3/device/ab HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}")
    let answer = try #require(client.textUntilClosed())
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    #expect(answer.contains("connection: close"))
  }

  @Test(arguments: [
    ("http://api.push.apple.com/3/device/ab?x=1", "/3/device/ab"),
    ("/3/device/ab?x=1", "/3/device/ab"), ("http://localhost", "/"),
  ])
  func `a target becomes a path without host and query`(target: String, path: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(post("", path: target))
    #expect(bench.pushes().first?.path == path)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST.", "localhost:", "localhost:80", "127.0.0.1:1", "[::1]", "[::1]:80",
  ])
  func `a host with or without a port is accepted`(host: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send("GET /ready HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(client.text(until: "ready\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func `a half-closed client receives its response`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send(post("{}"))
    client.endInput()
    bench.resume()
    #expect(client.textUntilClosed()?.hasPrefix("HTTP/1.1 200") == true)
  }

  @Test(arguments: [false, true])
  func `a body over the limit is passed on cut, and the connection stays open`(chunked: Bool) throws
  {
    let bench = try FeedBench { request in
      request.body.count > 65_536
        ? .rejected(413, "PayloadTooLarge", to: request) : .ok(to: request)
    }
    let client = try RawClient(port: bench.port)
    let big = String(repeating: "x", count: 200_000)
    let head = "POST /3/device/ab HTTP/1.1\r\nHost: localhost\r\n"
    client.send(
      chunked
        ? head + "Transfer-Encoding: chunked\r\n\r\n30D40\r\n\(big)\r\n0\r\n\r\n" : post(big))
    client.send(post("small"))
    let answers = client.text(until: "HTTP/1.1 200 OK\r\n")
    #expect(answers.hasPrefix("HTTP/1.1 413 "))
    #expect(answers.contains(#"{"reason":"PayloadTooLarge"}"#))
    #expect(bench.pushes(2).map(\.body.count) == [65_537, 5])
  }

  @Test(arguments: [
    Broken("two lengths", post("ab", extra: "Content-Length: 1\r\n"), 400),
    Broken("length and coding", post("ab", extra: "Transfer-Encoding: chunked\r\n"), 400),
    Broken(
      "another coding", "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501
    ),
    Broken(
      "length with a sign", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +1\r\n\r\n", 400),
    Broken("space before the colon", "POST / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    Broken("a folded line", "POST / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n", 400),
    Broken("bare LF", "POST / HTTP/1.1\nHost: localhost\n\n", 400),
    Broken("CR in a value", "POST / HTTP/1.1\r\nHost: localhost\r\nA: b\rc\r\n\r\n", 400),
    Broken("no host", "POST / HTTP/1.1\r\n\r\n", 400),
    Broken("two hosts", "POST / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n", 400),
    Broken("a later version", "POST / HTTP/2.7\r\nHost: localhost\r\n\r\n", 505),
    Broken(
      "a wrong chunk size",
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n", 400),
    Broken(
      "words after a chunk size",
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2 junk\r\n{}\r\n",
      400),
    Broken(
      "a chunk longer than its size",
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    Broken("RFC 9113 §3.4 no HTTP", "INVALID CONNECTION PREFACE\r\n\r\n", nil),
    Broken("no HTTP, bare LF", "INVALID CONNECTION PREFACE\n\n", nil),
    Broken("one word", "QUIT\r\n", nil),
    Broken("HTTP/0.9", "GET /ready\r\n", nil),
    Broken("an unfinished HTTP/2 preface", "PRI * HTTP/1.1\r\n\r\n", 400),
    Broken("binary", "\u{1}\u{2}\u{3}\u{4}", nil),
    Broken(
      "a long header",
      "POST / HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 17_000))\r\n\r\n",
      431),
    Broken(
      "RFC 9113 §6.5.2 many short headers",
      "POST / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "a:\r\n", count: 500))\r\n", 431),
    Broken(
      "RFC 9112 §3 an endless first line", "POST /\(String(repeating: "a", count: 17_000))", 414),
    Broken(
      "RFC 9112 §3 a long target",
      "POST /\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    Broken(
      "a long first line with another error",
      "POST  /\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\n\r\n", 414),
    Broken(
      "a long header with another error",
      "POST / HTTP/1.1\r\nHost: localhost\r\nA \(String(repeating: "a", count: 17_000))\r\n\r\n",
      431),
    Broken("RFC 9112 §3 two spaces", "POST  / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 a host with a space", "POST / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 a host with a path", "POST / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 a host with a user", "POST / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 a host with two ports", "POST / HTTP/1.1\r\nHost: a:1:2\r\n\r\n", 400),
    Broken(
      "RFC 9112 §3.2 a host with a port of letters", "POST / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 an open bracket", "POST / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
    Broken("RFC 9112 §3.2 words after a bracket", "POST / HTTP/1.1\r\nHost: [::1]a\r\n\r\n", 400),
    Broken("RFC 9112 §3.2.1 a fragment", post("", path: "/3/device/ab#c"), 400),
    Broken("RFC 9112 §3.2.2 a fragment", post("", path: "http://localhost/3/device/ab#c"), 400),
    Broken("RFC 9112 §3.2.2 no scheme of HTTP", post("", path: "ftp://localhost/3/device/ab"), 400),
    Broken("RFC 9110 §4.2.1 no host", post("", path: "http:///3/device/ab"), 400),
    Broken("RFC 9110 §4.2.4 a user", post("", path: "http://me@localhost/3/device/ab"), 400),
    Broken("RFC 9112 §3.2.3 POST of a host", post("", path: "localhost:80"), 400),
    Broken("RFC 9112 §3.2.4 POST of *", post("", path: "*"), 400),
    Broken(
      "RFC 9112 §3.2.3 CONNECT without a port",
      "CONNECT api.push.apple.com HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Broken(
      "RFC 9110 §9.3.6 CONNECT with port 0",
      "CONNECT api.push.apple.com:0 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Broken("RFC 9112 §3.2.3 CONNECT of a path", "CONNECT /a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Broken(
      "RFC 9112 §3.2 CONNECT without Host", "CONNECT api.push.apple.com:443 HTTP/1.1\r\n\r\n", 400),
    Broken(
      "RFC 9110 §9.3.6 CONNECT with a body",
      "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", 400),
    Broken(
      "RFC 9110 §9.3.6 CONNECT with chunks",
      "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      400),
    Broken(
      "RFC 9112 §7.1.2 a trailer that is no field", chunked("GET / HTTP/1.1\r\n"), 400),
    Broken("RFC 9112 §7.1.2 a folded trailer", chunked("A: b\r\n c\r\n"), 400),
    Broken(
      "RFC 9112 §7.1.2 many trailers", chunked(String(repeating: "a:\r\n", count: 500)), 400),
  ])
  fileprivate func `a request that two parsers could read differently is rejected`(
    _ row: Broken
  ) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(row.text)
    let answer = try #require(client.textUntilClosed())
    if let status = row.status {
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    } else {
      #expect(answer.isEmpty)
    }
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.http.broken")
    #expect(rejected.status == row.status)
    #expect(bench.pushes(0).isEmpty)
  }

  @Test(arguments: [(256, true), (257, false)])
  func `the line of a chunk has the same limit wherever it is cut`(size: Int, isAccepted: Bool) {
    let line = "2;" + String(repeating: "x", count: size - 2)
    let bytes = Array(
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "\(line)\r\n{}\r\n0\r\n\r\n").utf8)
    for cut in 0...bytes.count {
      var parser = HTTP1Parser(headerLimit: 4096, bodyLimit: 100)
      var bodies: [[UInt8]] = []
      for piece in [bytes[..<cut], bytes[cut...]] {
        piece.withUnsafeBytes { parser.append($0) }
        while case let found = parser.next(), found != .needsMore {
          if case .request(_, let body) = found { bodies.append(body) }
        }
      }
      #expect(bodies == (isAccepted ? [Array("{}".utf8)] : []), "cut at \(cut)")
    }
  }

  @Test(arguments: [
    ("2", true), ("02", true), ("2;x", true), ("2 ;\tx = y", true), ("2;x=y;z", true),
    (#"2;x="y;\"=""#, true), (#"2;x="\\";y"#, true), ("2;x=\"\u{e9}\t\"", true),
    ("2;x=\"\"", true), ("2 ", false), ("2\t", false), (" 2", false), ("2 x", false),
    ("2;", false), ("2; ", false), ("2;;x", false), ("2;=y", false), ("2;x ", false),
    ("2;x=", false), ("2;x=y ", false), ("2;x\u{1}", false), ("2;x=\"\u{1}\"", false),
    (#"2;x="y"#, false), (#"2;x="y\""#, false), (#"2;x="y"z"#, false), (#"2;x=y"z""#, false),
    ("2;x=\u{e9}", false), ("2;x=\"\u{7f}\"", false),
  ])
  func `RFC 9112 §7.1 the line at the start of a chunk is a size with extensions`(
    line: String, isAccepted: Bool
  ) {
    let size = try? HTTP1Text.chunkSize(Array(line.utf8)[...])
    #expect(size == (isAccepted ? 2 : nil))
  }

  @Test func `bytes after a request that are not HTTP get a 400`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(post("ok") + "QUIT\r\n")
    let answers = try #require(client.textUntilClosed())
    #expect(answers.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answers.contains("HTTP/1.1 400 Bad Request\r\n"))
  }

  @Test func `a slow request ends after ten seconds, an idle connection after an hour`() throws {
    let bench = try FeedBench()
    let slow = try RawClient(port: bench.port)
    slow.send(post("ok") + "POST /3/device/ab HTTP/1.1\r\nHost:")
    let idle = try RawClient(port: bench.port)
    idle.send(post("ok"))
    _ = bench.pushes(2)
    _ = idle.text(until: "\r\n\r\n")
    bench.advance(11)
    #expect(slow.textUntilClosed()?.contains("HTTP/1.1 408 ") == true)
    idle.send(post("again"))
    #expect(bench.pushes(3).count == 3)
    _ = idle.text(until: "\r\n\r\n", count: 2)
    bench.advance(3601)
    #expect(idle.textUntilClosed()?.components(separatedBy: "HTTP/1.1 200").count == 3)
  }

  @Test func `a request read after earlier responses leaves no deadline`() throws {
    var limits = ConnectionLimits()
    limits.streams = 10
    let bench = try FeedBench(limits: limits, isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send((1...25).map { post("\($0)") }.joined())
    bench.resume()
    _ = client.text(until: "\r\n\r\n", count: 25)
    bench.advance(11)
    for _ in 0..<2 { bench.loop.wait {} }
    client.send(post("again"))
    _ = client.text(until: "\r\n\r\n", count: 26)
    #expect(bench.pushes(26).count == 26)
    #expect(bench.rejections(0).isEmpty)
  }

  @Test func `an unfinished request behind others has ten seconds from their responses`() throws {
    var limits = ConnectionLimits()
    limits.streams = 10
    let bench = try FeedBench(limits: limits, isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send((1...10).map { post("\($0)") }.joined() + "POST /3/device/ab HTTP/1.1\r\nHost:")
    // Accepted in one round, read in the next.
    for _ in 0..<3 { bench.loop.wait {} }
    bench.advance(11)
    for _ in 0..<2 { bench.loop.wait {} }
    bench.resume()
    _ = client.text(until: "\r\n\r\n", count: 10)
    bench.loop.wait {}
    #expect(bench.rejections(0).isEmpty)
    bench.advance(11)
    #expect(client.textUntilClosed()?.contains("HTTP/1.1 408 ") == true)
  }

  @Test func `pipelined requests over the limit all get responses`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(String(repeating: "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 5000))
    let answers = client.text(until: "ready\n", count: 5000)
    #expect(answers.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 5001)
  }

  @Test func `a client that reads no responses is closed after ten minutes`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    // Far more responses than the system buffers.
    client.send(String(repeating: "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 7000))
    // When nothing changes in many rounds, the system accepts no more of them.
    var (count, rounds) = (0, 0)
    while rounds < 1000 {
      bench.loop.wait {}
      let requests = bench.loop.counters.values.requests
      rounds = requests == count && count > 0 ? rounds + 1 : 0
      count = requests
    }
    #expect(count < 7000)
    bench.advance(601)
    for _ in 0..<3 { bench.loop.wait {} }
    // The system may have accepted more by now.
    bench.advance(601)
    #expect(wait(for: bench) { $0.openConnections == 0 })
  }

  /// Waits for a state of the counters.
  private func wait(for bench: FeedBench, _ isReached: (Counters.Values) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: patience)
    while !isReached(bench.loop.counters.values), Date() < limit { bench.loop.wait {} }
    return isReached(bench.loop.counters.values)
  }

  private static let fieldsOfWebPages = [
    "Origin: https://example.com", "Origin: null", "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: CROSS-SITE", "Sec-Fetch-Site: cross-site;x",
    "Sec-Fetch-Site: ",
  ]

  @Test(arguments: ["Sec-Fetch-Site: none", "Sec-Fetch-Site: same-origin"])
  func `a request that a user makes in a browser is accepted`(field: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(post("{}", extra: field + "\r\n"))
    #expect(client.text(until: "HTTP/1.1 200 OK").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test(arguments: fieldsOfWebPages)
  func `a CONNECT of a web page is rejected`(field: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(
      "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com\r\n\(field)\r\n\r\n")
    #expect(client.textUntilClosed()?.hasPrefix("HTTP/1.1 403 Forbidden\r\n") == true)
    let row = try #require(bench.rejections().first)
    #expect(
      row.because == "A web page in a browser sent the request (Origin or Sec-Fetch-Site says so).")
  }

  @Test(arguments: fieldsOfWebPages)
  func `a request of a web page is rejected`(field: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(post("{}", extra: field + "\r\n"))
    let answer = client.text(until: #"{"reason":"Forbidden"}"#)
    #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\napns-id: "))
    #expect(bench.rejections().first?.status == 403)
  }

  @Test func `/ready and /metrics respond without the runtime`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try RawClient(port: bench.port)
    client.send("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.text(until: "ready\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    bench.loop.counters.update { $0.accepted = 7 }
    client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let text = client.text(until: "pushinbox_notifications_listed 0\n")
    #expect(text.contains("\npushinbox_pushes_accepted_total 7\n"))
    #expect(text.contains("\npushinbox_requests_total 2\n"))
    #expect(text.contains("\npushinbox_connections_open 1\n"))
  }

  @Test func `a tunnel to a push host ends at this port`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send("CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com\r\n\r\n")
    #expect(client.text(until: "\r\n\r\n") == "HTTP/1.1 200 Connection established\r\n\r\n")
    client.send(post("inside"))
    #expect(bench.pushes().first?.bodyText == "inside")
    #expect(client.text(until: "content-length: 0\r\n\r\n").contains("HTTP/1.1 200 OK"))
  }

  @Test func `bytes that follow CONNECT before its response belong to the tunnel`() throws {
    let session = HTTP1Session(limits: ConnectionLimits(), memory: RequestMemory(limit: 1 << 20))
    func receive(_ text: String) {
      Array(text.utf8).withUnsafeBytes { session.receive($0, at: 0) }
    }
    receive("CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\nGE")
    let action = try #require(session.drainActions().first)
    guard case .tunnel(_, _, let stream) = action else {
      Issue.record("\(action) is no tunnel")
      return
    }
    receive("T /re")
    session.respond(to: stream, with: HTTPResponse(status: 200), at: 0)
    receive("ad")
    var output: [UInt8] = []
    session.produce(into: &output, limit: 1024)
    receive("y")
    #expect(session.tunnelInput == Array("GET /ready".utf8))
  }

  /// The end of the input may be read with CONNECT and what follows it, as in TLS.
  @Test(arguments: ["", "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n"])
  func `a tunnel whose client has ended its input responds to the requests in it`(inside: String)
    throws
  {
    let folder = try TemporaryFolder()
    let bench = try FeedBench(identity: CertificateAuthority.open(in: folder.path).identity)
    let client = try RawClient(port: bench.port)
    try client.startTLS()
    let connect = "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com\r\n\r\n"
    client.sendLast(connect + inside)
    let answers = try #require(client.textUntilClosed())
    #expect(answers.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\n"))
    #expect(answers.contains("\r\n\r\nready") != inside.isEmpty)
  }

  @Test func `a tunnel inside a tunnel is rejected`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    let connect = "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com\r\n\r\n"
    client.send(String(repeating: connect, count: 3000))
    let answers = try #require(client.textUntilClosed())
    #expect(answers.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 403 "))
    #expect(bench.rejections().map(\.status) == [403])
  }

  @Test(arguments: [
    ("example.com:443", "the push hosts of Apple and FCM only, not example.com:443"),
    ("api.push.apple.com:8443", "api.push.apple.com at port 443 or 2197, and the request has"),
    ("fcm.googleapis.com:2197", "fcm.googleapis.com at port 443, and the request has"),
    ("gateway.push.apple.com:2195", "the push hosts of Apple and FCM only"),
  ])
  func `a tunnel to another host is rejected`(target: String, cause: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n")
    #expect(client.textUntilClosed()?.hasPrefix("HTTP/1.1 403 Forbidden\r\n") == true)
    #expect(bench.rejections().first?.because.contains(cause) == true)
  }

  @Test(arguments: [
    (nil, 407), ("Basic " + base64("me:wrong"), 407), ("Bearer " + base64("me:a:b"), 407),
    ("Basic *", 407), ("Basic " + base64("me:a:b"), 200), ("basic  " + base64("me:a:b"), 200),
  ])
  func `a tunnel requires the configured user and password`(given: String?, status: Int)
    throws
  {
    var proxy = ProxySettings()
    (proxy.user, proxy.password) = ("me", "a:b")
    let bench = try FeedBench(proxy: proxy)
    let client = try RawClient(port: bench.port)
    let field = given.map { "Proxy-Authorization: \($0)\r\n" } ?? ""
    client.send("CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
    let answer = client.text(until: "\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    guard status == 407 else { return }
    #expect(answer.contains("\r\nproxy-authenticate: Basic realm=\"PushInbox\"\r\n"))
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.proxy.unauthorized")
    #expect(rejected.status == 407)
    #expect(rejected.fix.contains("USER:PASSWORD"))
    #expect(!rejected.because.contains("a:b"))
  }

  @Test func `connections over the limit are closed immediately`() throws {
    var limits = ConnectionLimits()
    limits.connections = 2
    let bench = try FeedBench(limits: limits)
    let clients = try (1...2).map { _ in try RawClient(port: bench.port) }
    for client in clients { client.send(post("{}")) }
    _ = bench.pushes(2)
    #expect(try RawClient(port: bench.port).textUntilClosed() == "")
    #expect(try RawClient(port: bench.port).textUntilClosed() == "")
    #expect(bench.loop.counters.values.turnedAway == 2)
    #expect(bench.rejections().map(\.reason) == ["intake.full"])
  }

  @Test func `over the limit the longest idle connection is closed for a new one`() throws {
    var limits = ConnectionLimits()
    limits.connections = 3
    limits.slowSeconds = 100
    let bench = try FeedBench(limits: limits)
    func push(from client: RawClient, number: Int = 1) {
      client.send(post("{}"))
      #expect(client.text(until: "HTTP/1.1 200", count: number).contains("200"))
    }
    let (begun, silent, newer) = try (
      RawClient(port: bench.port), RawClient(port: bench.port), RawClient(port: bench.port)
    )
    begun.send(Array(post("{}").utf8.dropLast()))
    push(from: newer)
    bench.advance(1)
    push(from: newer, number: 2)
    #expect(try RawClient(port: bench.port).textUntilClosed() == "", "no client is idle enough")
    bench.advance(limits.yieldSeconds)
    // The loop reads the clock once per round, so it has read it again when it responds.
    push(from: newer, number: 3)
    let last = try RawClient(port: bench.port)
    push(from: last)
    #expect(silent.textUntilClosed() == "")
    push(from: newer, number: 4)
    begun.send("}")
    #expect(begun.text(until: "HTTP/1.1 200").contains("200"))
    #expect(bench.loop.counters.values.turnedAway == 1)
  }

  @Test func `a silent connection is closed before one that sent a request`() throws {
    let bench = try FeedBench()
    let silent = try RawClient(port: bench.port)
    let known = try RawClient(port: bench.port)
    known.send(post("{}"))
    _ = known.text(until: "\r\n\r\n")
    bench.advance(61)
    #expect(silent.textUntilClosed() == "")
    known.send(post("{}"))
    #expect(known.text(until: "HTTP/1.1 200", count: 2).contains("200"))
    #expect(bench.rejections(0).isEmpty)
  }
}

private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
