import InboxModel
import Testing

@testable import PushInbox

/// The memory that ``RequestMemory`` counts for HTTP/1 requests while they are received.
@Suite(.patient)
struct HTTP1MemoryTests {
  private let memory = RequestMemory(limit: 1 << 20)

  private func session() -> HTTP1Session {
    HTTP1Session(limits: ConnectionLimits(), memory: memory)
  }

  private static func head(length: Int) -> String {
    "POST /3/device/zz HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n"
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `an incomplete head counts with its bytes`() {
    let session = self.session()
    session.receive("POST / HTTP/1.1\r\nHost: local")
    #expect(memory.bytes == 28)
    session.receive("host\r\nX: ")
    #expect(memory.bytes == 37)
  }

  @Test func `an incomplete body counts with its storage, until the request is passed on`() {
    let session = self.session()
    session.receive(Self.head(length: 60_000) + Self.text(1000))
    #expect((1000...6000).contains(memory.bytes))
    session.receive(Self.text(58_999))
    #expect((59_999...66_000).contains(memory.bytes))
    let actions = session.receive("x")
    #expect(actions.count == 1)
    #expect(memory.bytes == RequestMemory.slot)
    session.respond(to: 1, with: HTTPResponse(status: 200), at: 0)
    var output: [UInt8] = []
    session.produce(into: &output, limit: 1000)
    #expect(memory.bytes == 0)
  }

  @Test func `a body in chunks counts with its storage`() {
    let session = self.session()
    session.receive(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4e20\r\n"
        + Self.text(20_000))
    #expect((20_000...41_000).contains(memory.bytes))
    #expect(session.receive("\r\n0\r\n\r\n").count == 1)
    #expect(memory.bytes == RequestMemory.slot)
  }

  @Test func `a body over the limit uses no more memory while the rest arrives`() {
    let session = self.session()
    #expect(session.receive(Self.head(length: 500_000) + Self.text(70_000)).count == 1)
    for _ in 0..<10 {
      session.receive(Self.text(40_000))
      #expect(memory.bytes == RequestMemory.slot)
    }
  }

  @Test func `requests that wait to be parsed count with their bytes`() {
    let session = self.session()
    let request = Self.head(length: 2) + "{}"
    session.receive(String(repeating: request, count: 40))
    // All are parsed, since none has its response.
    #expect(memory.bytes == 40 * RequestMemory.slot)
    for stream in 1...40 {
      session.respond(to: stream, with: HTTPResponse(status: 200), at: 0)
    }
    session.receive(String(repeating: request, count: 3))
    #expect(memory.bytes == 40 * RequestMemory.slot + 3 * request.utf8.count)
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + text(5000),
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n" + text(5000)
      + "y\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + text(5000),
  ])
  func `the last request of a connection releases its memory`(input: String) {
    let session = self.session()
    #expect(session.receive(input).count == 1)
    #expect(memory.bytes == RequestMemory.slot)
  }

  @Test func `a request that is not complete in time releases its memory`() {
    let session = self.session()
    session.receive(Self.head(length: 60_000) + Self.text(30_000))
    session.timePassed(ConnectionLimits().slowSeconds)
    #expect(memory.bytes == RequestMemory.slot)
    session.receive(Self.text(10_000))
    #expect(memory.bytes == RequestMemory.slot)
  }

  @Test func `the end of a connection releases the memory of its incomplete request`() {
    var session: HTTP1Session? = self.session()
    session?.receive(Self.head(length: 60_000) + Self.text(30_000))
    #expect(memory.bytes > 30_000)
    session?.inputEnded()
    #expect(memory.bytes == RequestMemory.slot)
    session = nil
    #expect(memory.bytes == 0)

    session = self.session()
    session?.receive(Self.head(length: 60_000) + Self.text(30_000))
    #expect(memory.bytes > 30_000)
    session = nil
    #expect(memory.bytes == 0)
  }

  @Test func `bytes for a tunnel count until it is opened`() {
    var session: HTTP1Session? = self.session()
    let connect = "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: a\r\n\r\n"
    session?.receive(connect + Self.text(1000))
    #expect(memory.bytes == RequestMemory.slot + 1000)
    session?.respond(to: 1, with: HTTPResponse(status: 200), at: 0)
    var output: [UInt8] = []
    session?.produce(into: &output, limit: 1000)
    #expect(session?.tunnelInput?.count == 1000)
    session = nil
    #expect(memory.bytes == 0)
  }

  // MARK: Sockets

  /// Returns the bytes that are held now.
  private func held(_ bench: FeedBench) -> Int {
    nonisolated(unsafe) var bytes = 0
    bench.loop.wait {
      let connections = bench.loop.watchedHandlers.compactMap { $0 as? Connection }
      bytes = connections.first?.registry.requestMemory.bytes ?? 0
    }
    return bytes
  }

  /// Returns the number of requests that were passed on.
  private func requests(_ bench: FeedBench) -> Int {
    nonisolated(unsafe) var count = 0
    bench.loop.wait { count = bench.loop.requestCount }
    return count
  }

  /// Returns clients with a request each, of whose body the last byte is missing.
  private func slowClients(_ count: Int, _ bench: FeedBench) throws -> [RawClient] {
    let before = held(bench)
    let clients = try (0..<count).map { _ in
      let client = try RawClient(port: bench.port)
      client.send(Self.head(length: 60_000) + Self.text(59_999))
      return client
    }
    while held(bench) < before + count * 59_999 {}
    return clients
  }

  @Test func `while slow bodies use the memory, other connections have one request at a time`()
    throws
  {
    var limits = ConnectionLimits()
    limits.requestMemory = 200_000
    let bench = try FeedBench(limits: limits, isHolding: true)
    let slow = try slowClients(5, bench)
    // The requests of both arrive in one read each.
    let first = try RawClient(port: bench.port)
    first.send(String(repeating: Self.head(length: 2) + "{}", count: 3))
    let second = try HTTP2Client(port: bench.port)
    second.raw.send(
      [1, 3].flatMap {
        HTTP2Client.headers($0)
          + HTTP2Client.bytes(HTTP2Client.Kind.data, flags: 1, stream: $0, Array("{}".utf8))
      })
    let refused = second.frame { $0.type == HTTP2Client.Kind.reset }
    #expect(refused?.stream == 3)
    #expect(refused?.payload == [0, 0, 0, 7])
    while requests(bench) < 2 {}
    for _ in 0..<5 { bench.loop.wait {} }
    #expect(requests(bench) == 2)

    // Complete bodies make room.
    for client in slow { client.send("x") }
    while requests(bench) < 7 {}
    bench.resume()
    #expect(first.text(until: "HTTP/1.1 200 OK", count: 3).contains("HTTP/1.1 200 OK"))
    #expect(second.frame { $0.type == HTTP2Client.Kind.headers }?.stream == 1)
  }

  @Test func `slow bodies hold no memory after their time limit`() throws {
    var limits = ConnectionLimits()
    limits.requestMemory = 100_000
    let bench = try FeedBench(limits: limits)
    let slow = try slowClients(3, bench)
    bench.advance(limits.slowSeconds + 1)
    for client in slow {
      #expect(client.textUntilClosed()?.hasPrefix("HTTP/1.1 408 Request Timeout") == true)
    }
    while held(bench) > 0 {}
    let other = try RawClient(port: bench.port)
    other.send(String(repeating: Self.head(length: 2) + "{}", count: 2))
    #expect(other.text(until: "HTTP/1.1 200 OK", count: 2).contains("HTTP/1.1 200 OK"))
  }
}
