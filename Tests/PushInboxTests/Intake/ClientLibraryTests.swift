import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The requirements of real client libraries for a push server.
///
/// `Tests/clients/run` runs five of the libraries themselves. The tests here have the bytes of
/// their traces, and behaviour of other libraries. Tested elsewhere are
///
/// - TLS with and without ALPN: `TLSTests`
/// - the form of provider tokens: `ProviderTokenTests`; its lint error: `LintTests`; valid
///   signatures in DER: `ReasonTests`, where `openssl` writes them in that form
/// - the limit of streams, the client's window, trailers, an invalid preface, and times in
///   milliseconds: `HTTP2Tests`
/// - one table of reasons: `RejectionReasonTests`
/// - the binary interface: `LegacyTests`
@Suite(.patient)
struct ClientLibraryTests {
  /// A request with a library's bytes, which must be accepted.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }
  }

  private static let body = Array(#"{"aps":{"alert":"Hi"}}"#.utf8)
  private static let topic = ("apns-topic", "com.example.app")
  private static let line = [
    (":method", "POST"), (":scheme", "https"), (":path", "/3/device/abcd"),
  ]

  private static func settings(_ entries: [UInt8]) -> [UInt8] {
    HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, entries)
  }

  /// Returns a complete request on the first stream.
  private static func request(
    _ fields: [(String, String)], host: [(String, String)] = [(":authority", "localhost:2197")]
  ) -> [UInt8] {
    HTTP2Client.bytes(
      Kind.headers, flags: 4, stream: 1, HTTP2Client.fields(line + host + fields))
      + HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, body)
  }

  static let rows = [
    Row(
      name: "host in place of :authority",
      bytes: request([("host", "localhost:2197"), topic], host: [])),
    Row(
      name: ":authority without a port",
      bytes: request([topic], host: [(":authority", "localhost")])),
    Row(
      name: ":authority of Apple",
      bytes: request([topic], host: [(":authority", "api.push.apple.com")])),
    Row(name: "empty SETTINGS", bytes: settings([]) + request([topic])),
    Row(
      name: "SETTINGS with no push and 0 streams",
      bytes: settings([0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]) + request([topic])),
    Row(
      name: "END_STREAM on an empty DATA frame",
      bytes: HTTP2Client.headers(1, [topic])
        + HTTP2Client.bytes(Kind.data, flags: 0, stream: 1, body)
        + HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, [])),
    Row(name: "an empty topic", bytes: request([("apns-topic", "")])),
    Row(name: "no header of Apple's at all", bytes: request([])),
  ]

  @Test(arguments: rows) func `a request with the bytes of each library is accepted`(row: Row)
    throws
  {
    let gateway = BenchGateway()
    let bench = try FeedBench { gateway.answer($0) }
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(row.bytes)
    let answer = try #require(client.frame { $0.type == Kind.headers && $0.stream == 1 })
    #expect(answer.payload.first == 0x88)
    #expect(bench.pushes().first?.body == Self.body)
  }

  /// The options of curl, and the expected status.
  static let outcomes: [(status: Int, path: String, options: [String])] = [
    (200, "/3/device/abcd", []), (400, "/3/device/zz", []),
    (400, "/3/device/abcd", ["-d", ""]), (404, "/4/device/abcd", []),
    (405, "/3/device/abcd", ["-X", "PUT"]),
    (
      413, "/3/device/abcd",
      ["-d", #"{"aps":{"alert":"\#(String(repeating: "x", count: 5000))"}}"#]
    ),
    (431, "/3/device/abcd", ["-H", "x: " + String(repeating: "v", count: 20_000)]),
  ]

  @Test(
    .enabled(if: Tool.curl != nil, "curl is not installed"),
    arguments: ["--http2-prior-knowledge", "--http1.1"])
  func `a response has the apns-id of the request, or a new one`(transport: String)
    throws
  {
    let curl = try #require(Tool.curl)
    let gateway = BenchGateway()
    let bench = try FeedBench { gateway.answer($0) }
    let sent = "0f1E2d3C-0000-4000-8000-00000000C0dE"
    for (status, path, options) in Self.outcomes {
      for id in [sent, nil] {
        let result = try curl.run(
          ["-sS", "-i", "--max-time", "60", transport, "-H", "apns-topic: com.example.app"]
            + (id.map { ["-H", "apns-id: " + $0] } ?? [])
            + (options.contains("-d") ? options : options + ["-d", "{}"])
            + ["http://127.0.0.1:\(bench.port)\(path)"])
        #expect(result.output.contains(" \(status) "), "\(path) \(result)")
        let line = result.output.split(separator: "\r\n").first { $0.hasPrefix("apns-id: ") }
        let answered = line?.dropFirst("apns-id: ".count) ?? ""
        #expect(UUID(uuidString: String(answered)) != nil, "\(status)")
        // If the headers do not fit, the identifier is not read.
        if let id, status != 431 { #expect(answered == id, "\(status)") }
      }
    }
  }

  @Test func `none of a thousand slow responses is lost`() throws {
    let bench = try FeedBench(isHolding: true)
    let client = try HTTP2Client(port: bench.port)
    for number in 0..<1000 { client.push(number * 2 + 1, "{}") }
    client.send(Kind.ping, Array("8 bytes.".utf8))
    let early = try #require(
      client.frame { [Kind.ping, Kind.headers, Kind.reset].contains($0.type) })
    #expect(early.type == Kind.ping)
    bench.resume()
    var answered: Set<Int> = []
    while answered.count < 1000, let frame = client.frame(where: { $0.type == Kind.headers }) {
      answered.insert(frame.stream)
    }
    #expect(answered.count == 1000)
  }

  /// A hundred connections that start the handshake at the same time, each for one push.
  private static let burst = """
    import socket, ssl, sys, threading
    context = ssl.create_default_context(cafile=sys.argv[2])
    start = threading.Barrier(100)
    answers = []
    def send():
        start.wait()
        plain = socket.create_connection(("localhost", int(sys.argv[1])), 120)
        with context.wrap_socket(plain, server_hostname="localhost") as secured:
            secured.sendall(b"POST /3/device/abcd HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-length: 2\\r\\n\\r\\n{}")
            answers.append(secured.recv(12))
    threads = [threading.Thread(target=send) for _ in range(100)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(answers.count(b"HTTP/1.1 200"))
    """

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func `a hundred parallel connections with one message each are accepted`() throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let bench = try FeedBench(identity: authority.identity)
    let result = try #require(Tool.python).run([
      "-c", Self.burst, String(bench.port), authority.path,
    ])
    #expect(result.output == "100\n")
  }

  @Test func `pushes to 500 unknown tokens are accepted`() throws {
    let gateway = BenchGateway()
    let bench = try FeedBench { gateway.answer($0) }
    let client = try HTTP2Client(port: bench.port)
    for number in 0..<500 {
      let path = "/3/device/" + String(format: "%064x", number)
      client.raw.send(HTTP2Client.headers(number * 2 + 1, path: path, [Self.topic]))
      client.send(Kind.data, flags: 1, stream: number * 2 + 1, Self.body)
    }
    var taken = 0
    while taken < 500, let frame = client.frame(where: { $0.type == Kind.headers }),
      frame.payload.first == 0x88
    { taken += 1 }
    #expect(taken == 500)
  }
}
