import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The bounds of the memory for requests and responses, without sockets where possible.
@Suite(.patient)
struct RequestMemoryTests {
  // MARK: HTTP/1.1

  private static let request =
    "POST /3/device/zz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"

  private func session(_ count: Int, _ memory: RequestMemory) -> HTTP1Session {
    let session = HTTP1Session(limits: ConnectionLimits(), memory: memory)
    Array(String(repeating: Self.request, count: count).utf8).withUnsafeBytes {
      session.receive($0, at: 0)
    }
    return session
  }

  /// Responds to parsed requests until there are no more; returns their number.
  private func answerAll(_ session: HTTP1Session, body: Int) -> Int {
    var count = 0
    while true {
      let actions = session.drainActions()
      guard !actions.isEmpty else { return count }
      for case .request(let request) in actions {
        count += 1
        session.respond(
          to: request.stream,
          with: HTTPResponse(
            status: 400, fields: .apnsID("id"), body: [UInt8](repeating: 120, count: body)), at: 0)
      }
    }
  }

  @Test(arguments: [(0, 32), (60, 32), (2000, 5), (100_000, 1)])
  func `over HTTP/1.1 a bounded number of responses of any size waits`(body: Int, count: Int) {
    let memory = RequestMemory(limit: 1 << 30)
    let session = session(500, memory)
    #expect(answerAll(session, body: body) == count)
    #expect(!session.wantsInput)
    #expect(
      memory.bytes == count * (RequestMemory.slot + body)
        + (500 - count) * Self.request.utf8.count)
    // Each sent response makes room.
    var (answered, output) = (count, [UInt8]())
    while session.hasOutput {
      output = []
      session.produce(into: &output, limit: max(1, body / 2))
      answered += answerAll(session, body: body)
    }
    #expect(answered == 500)
    #expect(memory.bytes == 0)
  }

  @Test func `over HTTP/1.1 a long response counts as memory until its last piece is sent`() {
    let memory = RequestMemory(limit: 1 << 30)
    let session = session(1, memory)
    let body = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
    for case .request(let request) in session.drainActions() {
      session.respond(to: request.stream, with: HTTPResponse(status: 200, body: body), at: 0)
    }
    var (sent, pieces): ([UInt8], Int) = ([], 0)
    while session.hasOutput {
      #expect(memory.bytes == RequestMemory.slot + body.count)
      var output: [UInt8] = []
      session.produce(into: &output, limit: 8192)
      #expect(output.count <= 8192)
      sent += output
      pieces += 1
    }
    #expect(pieces == 3)
    #expect(sent.suffix(body.count) == body[...])
    #expect(
      String(decoding: sent.dropLast(body.count), as: UTF8.self)
        == "HTTP/1.1 200 OK\r\ncontent-length: 20000\r\n\r\n")
    #expect(memory.bytes == 0)
  }

  @Test
  func `over HTTP/1.1 a thousand requests are parsed, only one if memory is short`() {
    // The 500 requests behind them, of each session, wait with their bytes.
    let memory = RequestMemory(
      limit: 2000 * RequestMemory.slot + 1000 * Self.request.utf8.count)
    let (first, second) = (session(1500, memory), session(1500, memory))
    func parsed(_ session: HTTP1Session) -> Int {
      var count = 0
      while !session.drainActions().isEmpty { count += 1 }
      return count
    }
    #expect(parsed(first) == 1000)
    #expect(parsed(second) == 1000)
    let third = session(1500, memory)
    #expect(parsed(third) == 1)
    #expect(parsed(third) == 0)
  }

  // MARK: HTTP/2

  @Test func `over HTTP/2 streams are refused when unread responses use the memory`() throws {
    var limits = ConnectionLimits()
    limits.requestMemory = 80_000
    let bench = try FeedBench(limits: limits)
    let client = try HTTP2Client(port: bench.port)
    client.send(Kind.settings, [0, 4, 0, 0, 0, 0])
    for number in 0..<200 {
      client.raw.send(
        HTTP2Client.headers(2 * number + 1, method: "GET", path: "/ready", ends: true))
    }
    var (answered, rejected) = (Set<Int>(), Set<Int>())
    while answered.count + rejected.count < 200, let frame = client.frame(where: { _ in true }) {
      if frame.type == Kind.headers { answered.insert(frame.stream) }
      if frame.type == Kind.reset {
        #expect(frame.payload == [0, 0, 0, 7])
        rejected.insert(frame.stream)
      }
    }
    // A stream counts as 1,024 bytes and its response. Unread responses use three quarters of the
    // memory, and what one read adds.
    #expect((55...100).contains(answered.count) && answered.isDisjoint(with: rejected))
    let rows = bench.rejections()
    #expect(rows.count == 1)
    #expect(rows.first?.because.contains("unread responses hold too much memory") == true)

    // Other clients have one stream at a time, …
    let other = try HTTP2Client(port: bench.port)
    for stream in [1, 3] {
      other.push(stream, "{}")
      #expect(other.frame { $0.type == Kind.headers }?.stream == stream)
    }
    // … and read responses make room.
    client.send(Kind.settings, [0, 4, 0, 0, 0xFF, 0xFF])
    var ended = 0
    while ended < answered.count, let frame = client.frame(where: { $0.type == Kind.data }) {
      #expect(frame.text == "ready\n" && frame.endsStream)
      ended += 1
    }
    client.push(2001, "{}")
    #expect(client.frame { $0.type == Kind.headers }?.stream == 2001)
  }

  @Test
  func `over HTTP/2 waiting requests stop the reading while memory is short`()
    throws
  {
    var limits = ConnectionLimits()
    // The bytes of one read fit above the limit.
    limits.requestMemory = 400_000
    let bench = try FeedBench(limits: limits, isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    for number in 0..<1000 { client.push(2 * number + 1, "{}") }
    while bench.intake.hasItemsOfConnections == false { bench.loop.wait {} }
    bench.resume()
    var answered = 0
    while answered < 1000, let frame = client.frame(where: { $0.type != Kind.settings }) {
      #expect(frame.type == Kind.headers || frame.type == Kind.window)
      if frame.type == Kind.headers { answered += 1 }
    }
    #expect(answered == 1000)
  }

  // MARK: Lists of channels

  private static let listSize = 30_000

  /// A bench with memory for three lists, whose runtime waits until all requests are parsed.
  private func listBench() throws -> FeedBench {
    let list = String(repeating: "x", count: Self.listSize)
    return try FeedBench(limits: limits(100_000), isHolding: true) { request in
      var response = PushResponse(status: 200, apnsID: request.apnsID)
      response.isAboutChannel = request.path.contains("channels")
      response.document = list
      return response
    }
  }

  /// Waits until the runtime has a number of requests, and lets it respond.
  private func respond(_ bench: FeedBench, to count: Int) {
    nonisolated(unsafe) var parsed = 0
    while parsed < count { bench.loop.wait { parsed = bench.loop.requestCount } }
    bench.resume()
  }

  @Test func `over HTTP/1.1 a list of channels is refused while memory is used up`() throws {
    let bench = try listBench()
    func ask(_ count: Int) throws -> RawClient {
      let head = "GET /1/apps/com.example.app/all-channels HTTP/1.1\r\nHost: localhost\r\n"
      let client = try RawClient(port: bench.port)
      client.send(String(repeating: head + "\r\n", count: count - 1))
      client.send(head + "Connection: close\r\n\r\n")
      return client
    }
    let client = try ask(20)
    respond(bench, to: 20)
    let text = try #require(client.textUntilClosed())
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count - 1 == 3)
    #expect(text.components(separatedBy: "HTTP/1.1 503 Service Unavailable").count - 1 == 17)
    #expect(text.hasSuffix(#"{"reason":"ServiceUnavailable"}"#))
    // Of each connection one is reported.
    let rows = bench.rejections()
    #expect(rows.count == 1)
    #expect(
      rows.first?.because
        == "Responses that clients have not read leave no room for a list of 30000 bytes.")
    // The responses were read, so there is room again.
    #expect(try ask(1).textUntilClosed()?.hasPrefix("HTTP/1.1 200 OK") == true)
  }

  @Test func `over HTTP/2 a list of channels is refused while memory is used up`() throws {
    let bench = try listBench()
    let client = try HTTP2Client(port: bench.port)
    client.send(Kind.settings, [0, 4, 0, 0, 0, 0])
    for number in 0..<20 {
      client.raw.send(
        HTTP2Client.headers(
          2 * number + 1, method: "GET", path: "/1/apps/com.example.app/all-channels", ends: true))
    }
    respond(bench, to: 20)
    // 0x88 is `:status: 200` (RFC 7541, appendix A).
    let accepted = (0..<20).compactMap { _ in client.frame { $0.type == Kind.headers } }
      .filter { $0.payload.first == 0x88 }
    // The streams themselves hold 20 KiB.
    #expect(accepted.count == 2)
    #expect(bench.rejections().map(\.reason) == ["ServiceUnavailable"])
  }

  @Test func `other responses are sent while memory is used up, whatever their size`() throws {
    let bench = try listBench()
    let client = try RawClient(port: bench.port)
    client.send(String(repeating: Self.request, count: 20))
    respond(bench, to: 20)
    let text = client.text(until: "HTTP/1.1 200 OK", count: 20)
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count - 1 == 20)
  }

  // MARK: Unread responses

  /// Returns a client whose window is closed, with responses that wait for it.
  private func stalledClient(
    _ bench: FeedBench, _ count: Int, path: String = "/ready"
  ) throws -> HTTP2Client {
    let client = try HTTP2Client(port: bench.port)
    client.send(Kind.settings, [0, 4, 0, 0, 0, 0])
    let requests = (0..<count).map {
      HTTP2Client.headers(2 * $0 + 1, method: "GET", path: path, ends: true)
    }
    // Those of one turn are parsed before there is a response.
    client.raw.send(Array(requests.joined()))
    for _ in 0..<count { #expect(client.frame { $0.type == Kind.headers } != nil) }
    return client
  }

  private func limits(_ requestMemory: Int) -> ConnectionLimits {
    var limits = ConnectionLimits()
    limits.requestMemory = requestMemory
    return limits
  }

  @Test(arguments: [(30_000, 2.0), (48_000, 11), (24 << 20, 601)])
  func `a connection with closed HTTP/2 windows ends, sooner while memory is short`(
    memory: Int, seconds: Double
  ) throws {
    let bench = try FeedBench(limits: limits(memory))
    let client = try stalledClient(bench, 30)
    bench.advance(seconds - 2)
    // The loop has reached that time. A frame that reads no response is no progress.
    client.send(Kind.ping, Array("8 bytes.".utf8))
    #expect(client.frame { $0.type == Kind.ping || $0.type == Kind.goaway }?.type == Kind.ping)
    bench.advance(2)
    // ENHANCE_YOUR_CALM (RFC 9113 §7).
    #expect(client.frame { $0.type == Kind.goaway }?.payload.suffix(4) == [0, 0, 0, 11])
    #expect(client.raw.textUntilClosed() != nil)
    let row = try #require(bench.rejections().first)
    #expect(row.reason == "intake.unread")
    #expect(row.because.contains("for \(Int(seconds) - 1) s "))
    bench.loop.wait {}
    #expect(bench.loop.counters.values.openConnections == 0)
  }

  @Test func `the metrics hold memory only from the first byte that the client has room for`()
    throws
  {
    let bench = try FeedBench()
    let client = try stalledClient(bench, 20, path: "/metrics")
    // The loop runs in turns with this thread.
    func held() -> Int {
      nonisolated(unsafe) var bytes = 0
      bench.loop.wait {
        let connections = bench.loop.watchedHandlers.compactMap { $0 as? Connection }
        bytes = connections.first?.registry.requestMemory.bytes ?? -1
      }
      return bytes
    }
    #expect(held() == 20 * RequestMemory.stream)
    client.send(Kind.window, stream: 1, [0, 0, 0, 1])
    #expect(client.frame { $0.type == Kind.data }?.payload.count == 1)
    let text = held() - 20 * RequestMemory.stream
    #expect((1000...10_000).contains(text))
    // The window of the connection, then those of the streams.
    client.send(Kind.window, [0, 16, 0, 0])
    client.send(Kind.settings, [0, 4, 0, 0, 0xFF, 0xFF])
    for _ in 0..<20 { #expect(client.frame { $0.type == Kind.data && $0.endsStream } != nil) }
    #expect(held() == 0)
  }

  @Test(arguments: [(30_000, 2.0), (48_000, 11), (24 << 20, 601)])
  func `a connection whose client reads no metrics ends, sooner while memory is short`(
    memory: Int, seconds: Double
  ) throws {
    let bench = try FeedBench(limits: limits(memory))
    let client = try stalledClient(bench, 30, path: "/metrics")
    bench.advance(seconds)
    #expect(client.frame { $0.type == Kind.goaway }?.payload.suffix(4) == [0, 0, 0, 11])
  }

  @Test func `a client that reads one byte every 9 seconds keeps its connection`() throws {
    let bench = try FeedBench(limits: limits(80_000))
    let client = try stalledClient(bench, 50)
    for _ in 0..<6 {
      bench.advance(9)
      // WINDOW_UPDATE of one byte for the first stream (RFC 9113 §6.9).
      client.send(Kind.window, stream: 1, [0, 0, 0, 1])
      #expect(client.frame { $0.type == Kind.data }?.payload.count == 1)
    }
    // Responses that were sent completely end no connection.
    client.send(Kind.settings, [0, 4, 0, 0, 0xFF, 0xFF])
    for _ in 0..<49 { #expect(client.frame { $0.type == Kind.data && $0.endsStream } != nil) }
    bench.advance(60)
    client.push(201, "{}")
    #expect(client.frame { $0.type == Kind.headers || $0.type == Kind.goaway }?.stream == 201)
  }

  @Test func `a client that does not read its socket is closed, sooner while memory is short`()
    throws
  {
    for (memory, seconds) in [(1, 2.0), (24 << 20, 601)] {
      let bench = try FeedBench(limits: limits(memory))
      let client = try RawClient(port: bench.port, receiveBuffer: 4096)
      let request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
      var rest = Array(String(repeating: request, count: 3000).utf8)[...]
      var (requests, rounds) = (0, 0)
      while rounds < 100 {
        rest = client.sendNow(encoded: rest)
        bench.loop.wait {}
        let now = bench.loop.counters.values.requests
        rounds = now == requests ? rounds + 1 : 0
        requests = now
      }
      bench.advance(seconds - 2)
      for _ in 0..<3 { bench.loop.wait {} }
      #expect(bench.loop.counters.values.openConnections == 1)
      bench.advance(2)
      #expect(bench.rejections().first?.reason == "intake.unread")
      #expect(client.textUntilClosed() != nil)
    }
  }

  @Test func `a client that reads opens streams beside clients with unread responses`() throws {
    let bench = try FeedBench(limits: limits(400_000))
    // Each holds at least one stream, also while memory is short.
    let stalled = try (0..<8).map { _ in
      let client = try HTTP2Client(port: bench.port)
      client.send(Kind.settings, [0, 4, 0, 0, 0, 0])
      for number in 0..<100 {
        client.raw.send(
          HTTP2Client.headers(2 * number + 1, method: "GET", path: "/ready", ends: true))
        #expect(client.frame { $0.type == Kind.headers || $0.type == Kind.reset } != nil)
      }
      return client
    }
    let other = try HTTP2Client(port: bench.port)
    let pushes = (0..<60).map { number in
      HTTP2Client.headers(2 * number + 1)
        + HTTP2Client.bytes(Kind.data, flags: 1, stream: 2 * number + 1, Array("{}".utf8))
    }
    other.raw.send(Array(pushes.joined()))
    for _ in 0..<60 {
      #expect(
        other.frame { $0.type == Kind.headers || $0.type == Kind.reset }?.type == Kind.headers)
    }
    withExtendedLifetime(stalled) {}
  }

  // MARK: The intake

  /// A push and a lower bound of its memory, measured with copies.
  static let weights: [(name: String, fields: [HeaderField], body: String, least: Int)] = [
    ("empty fields", (0..<400).map { _ in HeaderField("a", "") }, "{}", 400 * 33),
    ("a long path and value", [HeaderField("a", String(repeating: "v", count: 8000))], "{}", 8000),
    ("a text", [], #"{"aps":{"alert":"\#(String(repeating: "x", count: 4000))"}}"#, 8000),
    ("numbers", [], #"{"aps":{},"a":[\#(String(repeating: "1,", count: 2000))1]}"#, 50_000),
    ("members", [], #"{"aps":{}\#(String(repeating: #","":1"#, count: 800))}"#, 50_000),
  ]

  @Test(arguments: weights)
  func `the weight of a push includes its fields and its parsed payload`(
    row: (name: String, fields: [HeaderField], body: String, least: Int)
  ) {
    let request = PushRequest(
      path: "/3/device/abcd", fields: row.fields, body: Array(row.body.utf8),
      origin: Origin(wire: .h2), receivedAt: .distantPast, freshID: "")
    #expect(FeedItem.push(request, reply: nil).weight >= row.least, "\(row.name)")
  }

  @Test(arguments: [0, 15_000])
  func `the weight of rejected and ICQ requests includes their texts`(length: Int) {
    let text = String(repeating: "u", count: length)
    let origin = Origin(wire: .h1, client: text)
    let items: [FeedItem] = [
      .rejected(
        RejectedRequest(origin: origin, at: .distantPast, reason: "", because: "", fix: "")),
      .rejected(
        RejectedRequest(
          origin: origin, at: .distantPast, reason: "", because: text, fix: "", path: text,
          fields: [HeaderField(text, text)])),
      .icq(
        ICQRequest(.event, body: [], origin: origin, receivedAt: .distantPast, freshID: ""),
        reply: ResponseHandle(connection: 1, stream: 1)),
    ]
    #expect(items.map(\.weight) == [1024 + length, 1024 + 64 + 5 * length, 1024 + length])
  }

  @Test
  func `the weight of an ordinary push is little more than its bytes`()
    throws
  {
    let bench = try FeedBench(isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4000))"}}"#
    for number in 0..<50 { client.push(2 * number + 1, body, [("apns-topic", "com.example.app")]) }
    var items: [FeedItem] = []
    while items.count < 50 {
      bench.loop.wait {}
      items += bench.intake.drain()
    }
    // The storage of a body that arrives in two pieces may be twice its size.
    #expect(items.map(\.weight).filter { !(9000..<14_000).contains($0) } == [])
  }

  @Test
  func `a batch of the intake is bounded by number and weight, and later items keep their weight`()
  {
    func item(_ number: Int, body: Int = 0) -> FeedItem {
      .icq(
        ICQRequest(
          .session, body: [UInt8](repeating: 120, count: body),
          origin: Origin(wire: .h1, connection: number), receivedAt: .distantPast,
          freshID: "\(number)"),
        reply: ResponseHandle(connection: number, stream: 1))
    }
    let intake = Intake(limit: 10_000) {}
    let items = [item(1), item(2), item(3, body: 9000), item(4), item(5)]
    intake.offer(items)
    #expect(!intake.hasRoom)
    #expect(intake.nextBatch(most: 1, weight: .max) == Array(items[..<1]))
    #expect(!intake.hasRoom)
    // The item that reaches the limit is included: even one that is larger is handled.
    #expect(intake.nextBatch(most: .max, weight: 1500) == Array(items[1..<3]))
    #expect(intake.hasRoom)
    #expect(intake.nextBatch(most: .max, weight: 1) == Array(items[3..<4]))
    #expect(intake.drain() == Array(items[4...]))
    #expect(!intake.hasItemsOfConnections)
  }
}
