import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// Invalid input on every port of the built program. It must leak nothing and not affect other
/// senders.
@Suite(.patient, .enabled(if: Tool.curl != nil, "curl is not installed"))
struct RubbishTests {
  /// The first bytes of a ClientHello.
  private static let halfHello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

  private static let long = String(repeating: "v", count: 7000)

  /// Inputs that break a connection, and whether the client closes it itself.
  private static let kinds: [(name: String, bytes: [UInt8], endsItself: Bool)] = [
    ("half a TLS handshake", halfHello, true),
    ("rubbish", [0, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 10, 13, 10], false),
    ("half a request", Array("POST /3/device/ab HTTP/1.1\r\ncontent-le".utf8), true),
    ("a request that is none", Array("BREW /pot HTCPCP/1.0\r\n\r\n".utf8), false),
    ("half a preface", Array("PRI * HTTP/2.0\r\n\r\nSM".utf8), true),
    (
      "HTTP/2 that breaks off in a header block",
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        + HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [])
        + HTTP2Client.bytes(Kind.headers, flags: 1, stream: 1, HTTP2Client.block([])), true
    ),
    (
      "HTTP/2 with DATA on an idle stream",
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        + HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [])
        + HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, [1]), false
    ),
    (
      "a header over the limit",
      Array("POST /3/device/ab HTTP/1.1\r\na: \(long)\(long)\(long)\r\n\r\n".utf8), true
    ),
    (
      "HTTP/2 with a header block over the limit",
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        + HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [])
        + HTTP2Client.bytes(
          Kind.headers, flags: 1, stream: 1, HTTP2Client.block([("a", long), ("b", long)]))
        + HTTP2Client.bytes(
          Kind.continuation, flags: 4, stream: 1, HTTP2Client.fields([("c", long)])),
      true
    ),
    ("nine zeros", HTTP2Client.bytes(0, flags: 0, stream: 0, []), true),
    ("nothing", [], true),
  ]

  /// Sends all inputs to every port at the same time, and waits until each connection has ended.
  private func sendRubbish(to ports: [UInt16]) throws {
    var clients: [(name: String, client: RawClient)] = []
    for kind in Self.kinds {
      for (place, port) in ports.enumerated() {
        let client = try RawClient(port: port)
        client.send(kind.bytes)
        if kind.endsItself || place > 0 { client.endInput() }
        clients.append(("\(kind.name), port \(place)", client))
      }
    }
    for (name, client) in clients { #expect(client.textUntilClosed() != nil, "\(name)") }
  }

  /// Returns the ports of HTTP, the binary interface and its feedback service.
  private func ports(_ inbox: RunningInbox) throws -> [UInt16] {
    try ["apns", "legacy", "feedback"].map {
      try #require(HostPort(inbox.endpoints[$0]?.string ?? "")?.port)
    }
  }

  private static let everyPort = ["--legacy", "127.0.0.1:0", "--feedback", "127.0.0.1:0"]

  @Test func `broken connections of every kind leave no descriptor open`() throws {
    let inbox = try RunningInbox(Self.everyPort)
    let ports = try ports(inbox)
    let other = try HTTP2Client(port: inbox.port)
    other.push(1, "{}")
    _ = try #require(other.frame { $0.type == Kind.headers && $0.stream == 1 })
    let before = try counts(inbox)

    var stream = 3
    for _ in 0..<10 {
      try sendRubbish(to: ports)
      other.push(stream, "{}")
      #expect(other.frame { $0.type == Kind.headers && $0.stream == stream }?.payload.first == 0x88)
      stream += 2
    }
    // Lingering connections close within a second.
    let limit = Date(timeIntervalSinceNow: patience)
    var after = try counts(inbox)
    while after != before, Date() < limit { after = try counts(inbox) }
    #expect(after.connections == before.connections)
    #expect(after.descriptors == before.descriptors)
  }

  @Test func `invalid bytes of each kind are rows in Rejected, on every port`() throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let bench = try FeedBench(identity: authority.identity, isLegacy: true)
    var count = 0
    for kind in Self.kinds where !kind.bytes.isEmpty {
      for port in [bench.port, bench.legacyPort, bench.feedbackPort] {
        let client = try RawClient(port: port)
        client.send(kind.bytes)
        client.endInput()
        #expect(client.textUntilClosed() != nil)
        count += 1
        let rejections = bench.items { Set($0.rejections.map(\.origin.connection)).count >= count }
          .rejections
        let connections = Set(rejections.map(\.origin.connection)).count
        #expect(connections == count, "\(kind.name)")
        count = connections
        #expect(rejections.allSatisfy { !$0.because.isEmpty && !$0.fix.isEmpty })
      }
    }
  }

  @Test(.enabled(if: ProcessMemory(of: getpid()) != nil, "the system does not tell"))
  func `the memory of broken connections is released`() throws {
    let inbox = try RunningInbox(["--quiet"] + Self.everyPort)
    let ports = try ports(inbox)
    func memory(after rounds: Int) throws -> Int {
      for _ in 0..<rounds { try sendRubbish(to: ports) }
      return try #require(ProcessMemory(of: inbox.child.process)).resident
    }
    // The first rounds fill the lists of rejections and of events, which are bounded.
    let before = try memory(after: 60)
    let after = try memory(after: 120)
    // SQLite's cache grows by up to 2 MB; leaked connections would use about 25 MB.
    #expect(after - before < 6 << 20)
  }

  private struct Counts: Equatable {
    var connections: Int
    /// 0 where the system does not list them.
    var descriptors: Int
  }

  private func counts(_ inbox: RunningInbox) throws -> Counts {
    let metrics = try inbox.curl(nil, path: "/metrics").body
    let line = metrics.split(separator: "\n").first { $0.hasPrefix("pushinbox_connections_open ") }
    let folder = "/proc/\(inbox.child.process)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    let connections = Int(line?.split(separator: " ").last ?? "") ?? -1
    // curl's own connection may or may not be closed when the folder is read.
    return Counts(connections: connections, descriptors: max(0, descriptors - connections))
  }

  @Test
  func `when the program is terminated, the pushes up to its GOAWAY are answered and stored`()
    throws
  {
    let inbox = try RunningInbox()
    let client = try HTTP2Client(port: inbox.port)
    client.send(Kind.window, [0x3F, 0, 0, 0])
    var sent = 0
    func push(_ count: Int) {
      for _ in 0..<count {
        client.push(sent * 2 + 1, #"{"aps":{"alert":"number \#(sent)"}}"#)
        sent += 1
      }
    }
    push(200)
    let first = try #require(client.frame { $0.type == Kind.headers })
    var answered: Set = [first.stream]
    inbox.child.send(SIGTERM)
    push(200)
    var last: Int?
    while let frame = client.frame(where: { [Kind.headers, Kind.goaway].contains($0.type) }) {
      if frame.type == Kind.headers {
        #expect(frame.payload.first == 0x88)
        answered.insert(frame.stream)
      } else if frame.text.hasSuffix(#"{"reason":"Shutdown"}"#) {
        last = Int(frame.payload[2]) << 8 | Int(frame.payload[3])
      }
    }
    #expect(client.raw.isClosed)
    #expect(try inbox.child.waitForExit() == 128 + SIGTERM)
    #expect(answered == Set(stride(from: 1, through: try #require(last), by: 2)))
    let bodies = try inbox.home.list().bodies.compactMap(\.self)
    #expect(bodies.sorted() == answered.map { "number \(($0 - 1) / 2)" }.sorted())
  }

  @Test func `a push that cannot be stored until the end is rejected and not stored`()
    throws
  {
    let inbox = try RunningInbox()
    let client = try HTTP2Client(port: inbox.port)
    func status(_ stream: Int) -> UInt8? {
      // The response can take longer than one read waits.
      for _ in 0..<6 {
        if let frame = client.frame(where: { $0.type == Kind.headers && $0.stream == stream }) {
          return frame.payload.first
        }
      }
      return nil
    }
    client.push(1, #"{"aps":{"alert":"kept"}}"#)
    #expect(status(1) == 0x88)
    let opening = try Database.open(
      uri: "file:\(inbox.home.store)/inbox.db", durable: false)
    guard case .ready(let other) = opening else {
      Issue.record("\(opening)")
      return
    }
    try other.connection.execute("BEGIN IMMEDIATE")
    client.push(3, #"{"aps":{"alert":"refused"}}"#)
    try inbox.err.wait(containing: "the store failed")
    inbox.child.send(SIGTERM)
    #expect(status(3) != nil)
    #expect(client.frame { $0.type == Kind.data }?.text == #"{"reason":"ServiceUnavailable"}"#)
    try inbox.child.waitForExit()
    try other.connection.execute("ROLLBACK")
    #expect(try inbox.home.list().bodies == ["kept"])
  }

  @Test(.enabled(if: Tool("h2load") != nil, "h2load is not installed"))
  func `under load with faults a push with status 200 is stored exactly once`() throws {
    let inbox = try RunningInbox(["--quiet"])
    try inbox.run("fault", "add", "percent=10", "seed=42", "answer=TooManyRequests")
    try inbox.run("fault", "add", "every=7", "delay=20ms")
    let body = try inbox.home.write(#"{"aps":{"alert":"load"}}"#, to: "load.json")
    let load = try #require(Tool("h2load"))
    let result = try load.run([
      "-n", "4000", "-c", "8", "-m", "100", "-d", body, "http://\(inbox.address)/3/device/abcd",
    ])
    let statuses = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("status codes: ") })
    let numbers = statuses.split { !$0.isNumber }.compactMap { Int($0) }
    // The line `3600 2xx, 0 3xx, 400 4xx, 0 5xx`.
    let (good, rejected) = (try #require(numbers.first), numbers[4])
    #expect(good + rejected == 4000)
    #expect((200...600).contains(rejected))
    let list = try inbox.home.list()
    #expect(list.notifications.count == good)
    #expect(list["rejected"] == JSONValue(rejected))
  }
}
