import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

@Suite(.patient)
struct HTTP2Tests {
  @Test func `a thousand streams are permitted at once, and PING gets a response`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    let settings = try #require(client.frame { $0.type == Kind.settings && $0.flags == 0 })
    #expect(settings.payload.starts(with: [0, 3, 0, 0, 3, 232]))
    client.send(Kind.ping, Array("8 bytes.".utf8))
    let pong = try #require(client.frame { $0.type == Kind.ping })
    #expect(pong.flags == 1)
    #expect(pong.text == "8 bytes.")
  }

  @Test func `a push arrives with its fields and gets a response on its stream`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.push(1, #"{"aps":{}}"#, [("apns-id", "AbC"), ("user-agent", "toy/2")])
    client.push(3, "{}", [("apns-id", "AbC"), ("user-agent", "toy/2")])
    let answer = try #require(client.frame { $0.type == Kind.headers && $0.stream == 3 })
    #expect(answer.payload.first == 0x88)
    #expect(answer.endsStream)
    let pushes = bench.pushes(2)
    #expect(pushes.map(\.bodyText) == [#"{"aps":{}}"#, "{}"])
    #expect(
      pushes.last?.fields == [HeaderField("apns-id", "AbC"), HeaderField("user-agent", "toy/2")])
    #expect(
      pushes.last?.origin
        == Origin(wire: .h2, transport: "clear", client: "toy/2", connection: 1, stream: 3))
  }

  @Test func `END_STREAM is accepted on an empty DATA frame and on trailers`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(HTTP2Client.headers(1, [("te", "trailers")]))
    client.send(Kind.data, stream: 1, Array("one".utf8))
    client.send(Kind.data, flags: 1, stream: 1)
    client.raw.send(HTTP2Client.headers(3))
    client.send(Kind.data, stream: 3, Array("two".utf8))
    client.send(Kind.headers, flags: 5, stream: 3, [0, 1, 0x78, 1, 0x79])
    #expect(bench.pushes(2).map(\.bodyText) == ["one", "two"])
    #expect(bench.pushes(2).last?.fields == [])
  }

  @Test func `a GET request is passed on with its method and path`() throws {
    let bench = try FeedBench { .rejected(405, "MethodNotAllowed", to: $0) }
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(HTTP2Client.headers(1, method: "GET", path: "/3/device/ab?q", ends: true))
    let body = try #require(client.frame { $0.type == Kind.data })
    #expect(body.text == #"{"reason":"MethodNotAllowed"}"#)
    #expect(bench.pushes().first?.method == "GET")
    #expect(bench.pushes().first?.path == "/3/device/ab")
  }

  @Test func `the body of a 410 response has its timestamp in milliseconds`() throws {
    let bench = try FeedBench {
      PushResponse(
        status: 410, apnsID: $0.freshID, reason: RejectionReason(rawValue: "Unregistered"),
        timestamp: Date(timeIntervalSince1970: 1_767_225_600))
    }
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "{}")
    let body = try #require(client.frame { $0.type == Kind.data })
    #expect(body.text == #"{"reason":"Unregistered","timestamp":1767225600000}"#)
  }

  @Test func `a body over the limit gets a response, and the connection stays open`() throws {
    let bench = try FeedBench { request in
      request.body.count > 65_536
        ? .rejected(413, "PayloadTooLarge", to: request) : .ok(to: request)
    }
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(HTTP2Client.headers(1))
    // Like a client that respects the window: a new piece for each window update.
    let piece = [UInt8](repeating: 0x78, count: 16_000)
    for _ in 1...4 { client.send(Kind.data, stream: 1, piece) }
    _ = try #require(client.frame { $0.type == Kind.window && $0.stream == 1 })
    for _ in 1...2 { client.send(Kind.data, stream: 1, piece) }
    client.send(Kind.data, flags: 1, stream: 1)
    let body = try #require(client.frame { $0.type == Kind.data && $0.stream == 1 })
    #expect(body.text == #"{"reason":"PayloadTooLarge"}"#)
    client.push(3, "{}")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 3 } != nil)
    #expect(bench.pushes(2).map(\.body.count) == [65_537, 2])
  }

  @Test func `an error body waits for the client's window`() throws {
    let bench = try FeedBench { .rejected(400, "BadDeviceToken", to: $0) }
    let client = try HTTP2Client(port: bench.port)
    client.send(Kind.settings, [0, 4, 0, 0, 0, 5])
    client.push(1, "{}")
    let first = try #require(client.frame { $0.type == Kind.data })
    #expect(first.text == #"{"rea"#)
    client.send(Kind.window, stream: 1, [0, 0, 1, 0])
    let second = try #require(client.frame { $0.type == Kind.data })
    #expect(first.text + second.text == #"{"reason":"BadDeviceToken"}"#)
    #expect(second.endsStream)
  }

  @Test(arguments: [false, true])
  func `responses over the socket's buffer all arrive`(endsInput: Bool) throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.send(Kind.window, [0x7F, 0, 0, 0])
    for number in 0..<1000 {
      client.raw.send(
        HTTP2Client.headers(number * 2 + 1, method: "GET", path: "/metrics", ends: true))
    }
    if endsInput { client.raw.endInput() }
    var ended = 0
    while ended < 1000, client.frame(where: { $0.type == Kind.data && $0.endsStream }) != nil {
      ended += 1
    }
    #expect(ended == 1000)
  }

  @Test func `a header block over the limit is rejected, and the connection stays open`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    let long = String(repeating: "v", count: 8000)
    client.raw.send(HTTP2Client.headers(1, [("a", long)], ends: true))
    let block = HTTP2Client.block([("a", long), ("b", long), ("c", long)])
    client.send(Kind.headers, flags: 1, stream: 3, Array(block.prefix(16_000)))
    client.send(Kind.continuation, flags: 4, stream: 3, Array(block.dropFirst(16_000)))
    #expect(bench.rejections().first?.status == 431)
    #expect(client.frame { $0.stream == 3 } != nil)
    client.push(5, "{}")
    #expect(bench.pushes(2).map(\.origin.stream) == [1, 5])
  }

  @Test(arguments: [
    "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\n\r\n",
  ])
  func `a preface that only begins like HTTP/2 ends the connection`(text: String) throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port)
    client.send(text)
    #expect(client.textUntilClosed() != nil)
    #expect(bench.rejections().first?.reason == "intake.http.broken")
  }

  @Test func `a slow stream ends the connection after the others got responses`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "{}")
    client.raw.send(HTTP2Client.headers(3))
    client.send(Kind.ping, Array("8 bytes.".utf8))
    _ = client.frame { $0.type == Kind.ping }
    bench.advance(11)
    let reset = try #require(client.frame { $0.type == Kind.reset || $0.type == Kind.goaway })
    #expect(reset.type == Kind.goaway || reset.stream == 3)
    bench.resume()
    let answer = try #require(client.frame { $0.type == Kind.headers })
    #expect(answer.stream == 1)
    #expect(client.raw.textUntilClosed() != nil)
  }

  @Test func `a slow stream is ended while other streams of the connection get responses`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(HTTP2Client.headers(1))
    client.push(3, "{}")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 3 } != nil)
    bench.advance(6)
    client.push(5, "{}")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 5 } != nil)
    bench.advance(6)
    let reset = try #require(client.frame { $0.type == Kind.reset || $0.type == Kind.goaway })
    #expect(reset.type == Kind.goaway || reset.stream == 1)
  }

  @Test
  func `an unfinished request of a client that did not read has ten seconds once it does`() throws {
    let bench = try FeedBench()
    let client = try RawClient(port: bench.port, receiveBuffer: 4096)
    let request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    // More responses than the system buffers; the last request is incomplete.
    var rest = Array((String(repeating: request, count: 300) + "GET /ready").utf8)[...]
    var (requests, rounds) = (0, 0)
    while rounds < 100 {
      rest = client.sendNow(encoded: rest)
      bench.loop.wait {}
      let now = bench.loop.counters.values.requests
      rounds = now == requests ? rounds + 1 : 0
      requests = now
    }
    bench.advance(60)
    for _ in 0..<3 { bench.loop.wait {} }
    let last = "pushinbox_notifications_listed 0\n"
    #expect(client.text(until: last, count: 300).components(separatedBy: last).count == 301)
    while !rest.isEmpty { rest = client.sendNow(encoded: rest) }
    client.send(" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let answers = client.text(until: "ready\n")
    #expect(answers.hasSuffix("ready\n") && !answers.contains("HTTP/1.1 408"))
  }

  @Test func `a push whose body arrives after GOAWAY is answered`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(HTTP2Client.headers(1))
    client.send(Kind.ping, Array("8 bytes.".utf8))
    _ = client.frame { $0.type == Kind.ping }
    var (isSent, status) = (false, UInt8?.none)
    bench.listener.stop(within: patience) {
      if isSent, status == nil {
        bench.resume()
        status = client.frame { $0.type == Kind.headers && $0.stream == 1 }?.payload.first
        client.raw.endInput()
      } else if !isSent {
        isSent = client.frame { $0.type == Kind.goaway } != nil
        client.send(Kind.data, flags: 1, stream: 1, Array("{}".utf8))
      }
    }
    #expect(status == 0x88)
    #expect(bench.pushes().count == 1)
  }

  @Test func `stopping finishes accepted requests and sends GOAWAY`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "{}")
    client.send(Kind.ping, Array("8 bytes.".utf8))
    _ = client.frame { $0.type == Kind.ping }
    bench.listener.quiesce()
    let goaway = try #require(client.frame { $0.type == Kind.goaway })
    #expect(goaway.payload[3] == 1)
    #expect(goaway.text.hasSuffix(#"{"reason":"Shutdown"}"#))
    bench.resume()
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 1 } != nil)
    #expect(client.raw.textUntilClosed() != nil)
    // A program that another test starts at this moment holds the closed socket until it executes.
    // A connection made meanwhile is then reset, and the next attempt is rejected.
    let isRejected = (0..<3).contains { _ in
      guard let late = try? RawClient(port: bench.port) else { return true }
      _ = late.textUntilClosed()
      return false
    }
    #expect(isRejected)
  }

  @Test func `an idle connection is closed after an hour with a reason`() throws {
    let bench = try FeedBench()
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "{}")
    _ = client.frame { $0.type == Kind.headers }
    bench.advance(3601)
    let goaway = try #require(client.frame { $0.type == Kind.goaway })
    #expect(goaway.text.hasSuffix(#"{"reason":"IdleTimeout"}"#))
    #expect(client.raw.textUntilClosed() != nil)
  }

  @Test func `a slow runtime stops the reading, and no push is lost`() throws {
    let limit = 100_000
    let bench = try FeedBench(intakeLimit: limit, isHolding: true)
    let port = bench.port
    let body = String(repeating: "x", count: 4000)
    let sender = Thread {
      guard let client = try? HTTP2Client(port: port) else { return }
      // 900 bodies exceed the window of the connection.
      for number in 0..<900 {
        client.push(number * 2 + 1, "\(number) " + body)
        if number % 100 == 99 { client.send(Kind.ping, Array("8 bytes.".utf8)) }
      }
      _ = client.frame { $0.type == Kind.headers && $0.stream == 1799 }
    }
    sender.start()
    while bench.intake.hasRoom { bench.loop.wait {} }
    // In rounds without reading nothing is added.
    for _ in 0..<3 { bench.loop.wait {} }
    let held = bench.intake.drain()
    #expect(!held.isEmpty && held.count < 900)
    #expect(held.reduce(0) { $0 + $1.weight } < limit + 512 << 10)
    bench.resume()
    let rest = bench.pushes(900 - held.count)
    #expect((held.pushes + rest).map { Int($0.bodyText.prefix { $0 != " " }) } == Array(0..<900))
  }
}
