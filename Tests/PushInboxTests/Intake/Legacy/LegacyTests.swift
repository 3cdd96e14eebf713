import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// The binary interface over sockets: the test vectors of `docs/reference/binary-interface.md`,
/// byte for byte.
@Suite(.patient)
struct LegacyTests {
  struct Vector: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The bytes to send.
    var bytes: [UInt8]
    /// The expected bytes before the end.
    var answer: [UInt8]
    /// The identifiers, or `-`, of the accepted notifications.
    var accepted: [String]
    /// Whether the gateway knows the token.
    var isKnown = true
  }

  private static let known = hex(LegacyFrames.token)

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  static let vectors = [
    Vector(testDescription: "command 0", bytes: LegacyFrames.simple, answer: [], accepted: ["0"]),
    Vector(
      testDescription: "an unknown token, command 0", bytes: LegacyFrames.simple, answer: [],
      accepted: [], isKnown: false),
    Vector(
      testDescription: "an unknown token, command 1", bytes: LegacyFrames.enhanced(42),
      answer: [8, 8, 0, 0, 0, 42], accepted: [], isKnown: false),
    Vector(
      testDescription: "an unknown token between two known ones",
      bytes: LegacyFrames.enhanced(1) + LegacyFrames.enhanced(2, token: LegacyFrames.otherToken)
        + LegacyFrames.enhanced(3), answer: [8, 8, 0, 0, 0, 2], accepted: ["1"]),
    Vector(
      testDescription: "command 2", bytes: LegacyFrames.framed(5), answer: [], accepted: ["5"]),
    Vector(
      testDescription: "a payload of 2,049 bytes", bytes: LegacyFrames.framed(6, payload: 2049),
      answer: [8, 7, 0, 0, 0, 6], accepted: []),
    Vector(testDescription: "command 7", bytes: [7], answer: [8, 128, 0, 0, 0, 0], accepted: []),
    Vector(
      testDescription: "an item longer than the frame",
      bytes: [2, 0, 0, 0, 10, 3, 0, 4, 0, 0, 0, 8, 2, 255, 255],
      answer: [8, 128, 0, 0, 0, 8], accepted: []),
    Vector(
      testDescription: "an incomplete frame", bytes: Array(LegacyFrames.enhanced(9).prefix(20)),
      answer: [], accepted: []),
  ]

  private func bench(_ identity: TLSIdentity? = nil) throws -> FeedBench {
    let token = try #require(DeviceToken(hex: Self.known))
    var settings = GatewaySettings()
    settings.devices = [token: ListedDevice(token: token, topic: "com.example.app")]
    settings.tokens = .listed
    let gateway = BenchGateway(settings)
    return try FeedBench(identity: identity, isLegacy: true) { gateway.answer($0) }
  }

  private func token(_ vector: Vector, _ bytes: [UInt8]) -> [UInt8] {
    guard !vector.isKnown else { return bytes }
    var bytes = bytes
    let start = bytes.first == 0 ? 3 : 11
    bytes.replaceSubrange(start..<start + 32, with: LegacyFrames.otherToken)
    return bytes
  }

  /// Returns the identifiers of the accepted notifications.
  private func accepted(_ bench: FeedBench, atLeast count: Int) -> [String] {
    let pushes = bench.pushes(count).filter { $0.path.hasSuffix(Self.known) }
    return pushes.map { push in
      let words = push.origin.transport.split(separator: " ")
      return words.firstIndex(of: "identifier").map { words[$0 + 1].filter(\.isNumber) } ?? "0"
    }
  }

  @Test(arguments: vectors) func `the wire vectors get their responses without TLS`(vector: Vector)
    throws
  {
    for size in [Int.max, 1] {
      let bench = try bench()
      let client = try RawClient(port: bench.legacyPort)
      let bytes = token(vector, vector.bytes)
      if size == 1 {
        for byte in bytes { client.send([byte]) }
      } else {
        client.send(bytes)
      }
      client.endInput()
      #expect(client.textUntilClosed() != nil)
      #expect(client.bytes == vector.answer)
      #expect(accepted(bench, atLeast: vector.accepted.count) == vector.accepted)
    }
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func `the wire vectors get their responses inside TLS, at most 1.2`() throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let python = try #require(Tool.python)
    for vector in Self.vectors where !vector.answer.isEmpty {
      let bench = try bench(authority.identity)
      let result = try python.run([
        "-c", LegacyTLS.script, String(bench.legacyPort), authority.path,
        Self.hex(token(vector, vector.bytes)),
      ])
      #expect(result.output == "TLSv1.2 \(Self.hex(vector.answer))\n", "\(vector.testDescription)")
      #expect(accepted(bench, atLeast: vector.accepted.count) == vector.accepted)
    }
  }

  /// Status 10 names the last accepted notification, so that a sender continues after it
  /// (`docs/reference/binary-interface.md`).
  @Test(arguments: [(1, []), (3, [8, 10, 0, 0, 0, 2])] as [(Int, [UInt8])])
  func `a rejection by shutdown names the last accepted notification`(bad: Int, answer: [UInt8])
    throws
  {
    let asked = Box(0)
    let bench = try FeedBench(isLegacy: true) { request in
      asked.change { $0 += 1 }
      return asked.value == bad ? .rejected(503, "Shutdown", to: request) : .ok(to: request)
    }
    let client = try RawClient(port: bench.legacyPort)
    for identifier in 1...4 { client.send(LegacyFrames.enhanced(identifier)) }
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes == answer)
  }

  @Test
  func `APL-24, APL-25, APL-30 a client of 2012 that writes, closes and never reads is served`()
    throws
  {
    let bench = try bench()
    var client: RawClient? = try RawClient(port: bench.legacyPort)
    let body = #"{"aps":{"badge":1,"sound":"","alert":"\u4f60\u597d"}}"#
    client?.send([0, 0, 32] + LegacyFrames.token + [0, UInt8(body.utf8.count)] + Array(body.utf8))
    client = nil
    let push = try #require(bench.pushes().first)
    #expect(push.bodyText == body)
    #expect(try push.payload.get().badge == 1)
    #expect(push.origin.wire == .legacy)
    #expect(push.origin.transport == "command 0, clear")
    #expect(push.fields == [])
  }

  /// A sender in the style of 2012, on current PHP, with a certificate created for this test.
  @Test(
    .enabled(if: Tool.php != nil && Tool.openssl != nil, "php or openssl is not installed"),
    arguments: [
      (
        #""badge" => 1, "sound" => "default""#,
        #"{"aps":{"badge":1,"sound":"default","alert":"xxx"}}"#
      ),
      (#""sound" => """#, #"{"aps":{"badge":1,"alert":"xxx"}}"#),
      (#""badge" => 0"#, #"{"aps":{"alert":"xxx"}}"#),
    ])
  func `APL-24, APL-25, APL-27, APL-29, APL-30 a PHP client of 2012 is served`(
    set: String, body: String
  ) throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let bench = try bench(authority.identity)
    let senders = try SenderCertificates()
    defer { withExtendedLifetime(senders) {} }
    let sender = try senders.files(uid: "com.example.app", extensions: .none)
    let pem = folder.path + "/apns.pem"
    try [sender.certificate, sender.key].map { try Data(contentsOf: URL(filePath: $0)) }
      .reduce(Data(), +).write(to: URL(filePath: pem))
    let result = try #require(Tool.php).run([
      "-d", "openssl.cafile=\(authority.path)", "-r", PHPSender.script(set), "--",
      String(bench.legacyPort), pem,
    ])
    #expect(result.output == "")
    let push = try #require(bench.pushes().first)
    #expect(push.bodyText == body)
    #expect(push.path == "/3/device/" + Self.known)
    #expect(push.origin.transport == "command 0, TLS 1.2")
    #expect(push.certificate?.wrappedValue.topics == ["com.example.app"])
  }

  @Test func `accepted notifications get no response`() throws {
    let bench = try bench()
    let client = try RawClient(port: bench.legacyPort)
    client.send((1...300).flatMap { LegacyFrames.enhanced($0) })
    let pushes = bench.pushes(300)
    #expect(pushes.count == 300)
    #expect(pushes.last?.origin.transport == "command 1, identifier 300, clear")
    #expect(pushes.last?.origin.stream == 300)
    client.endInput()
    #expect(client.textUntilClosed() == "")
  }

  @Test func `bytes after a rejected notification are reported`() throws {
    let bench = try bench()
    let client = try RawClient(port: bench.legacyPort)
    let good = LegacyFrames.enhanced(3)
    client.send(LegacyFrames.enhanced(2, token: LegacyFrames.otherToken) + good + good)
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes == [8, 8, 0, 0, 0, 2])
    client.endInput()
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == LegacyFault.unread)
    #expect(rejected.because.contains("(command 1, identifier 2) at least \(2 * good.count) bytes"))
  }

  @Test func `invalid bytes are reported with their cause, and other clients are served`() throws {
    let bench = try bench()
    let other = try RawClient(port: bench.legacyPort)
    let client = try RawClient(port: bench.legacyPort)
    client.send("POST /3/device/ab HTTP/1.1\r\n\r\n")
    #expect(client.textUntilClosed() != nil)
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == LegacyFault.broken && rejected.status == 128)
    #expect(rejected.because.contains("0x50") && rejected.because.contains("it may be HTTP"))
    #expect(rejected.because.hasSuffix("From it on 30 bytes were discarded."))
    other.send(LegacyFrames.simple)
    #expect(bench.pushes().count == 1)
  }

  @Test func `a connection with an incomplete notification is closed after ten seconds`() throws {
    let bench = try bench()
    let client = try RawClient(port: bench.legacyPort)
    client.send(Array(LegacyFrames.simple.prefix(20)))
    while bench.loop.counters.values.connections == 0 { bench.loop.wait {} }
    for _ in 0..<3 { bench.loop.wait {} }
    bench.advance(11)
    #expect(client.textUntilClosed() == "")
    #expect(bench.rejections().first?.reason == LegacyFault.broken)
  }

  @Test func `an orderly shutdown names the last accepted notification`() throws {
    let bench = try bench()
    let client = try RawClient(port: bench.legacyPort)
    client.send(LegacyFrames.enhanced(1) + LegacyFrames.enhanced(7))
    #expect(bench.pushes(2).count == 2)
    bench.loop.wait {}
    bench.listener.quiesce()
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes == [8, 10, 0, 0, 0, 7])
  }

  // MARK: Feedback

  private static func entry(_ byte: UInt8) throws -> FeedbackEntry {
    let hex = String(repeating: String(format: "%02x", byte), count: 32)
    return FeedbackEntry(
      since: Date(timeIntervalSince1970: 1_334_654_880), token: try #require(DeviceToken(hex: hex)),
      app: "com.example.chat")
  }

  /// Returns a client in clear that waits for the server to speak.
  private func visitor(_ bench: FeedBench) throws -> RawClient {
    let count = bench.loop.counters.values.connections
    let client = try RawClient(port: bench.feedbackPort)
    while bench.loop.counters.values.connections == count { bench.loop.wait {} }
    bench.advance(0.4)
    return client
  }

  @Test func `APL-03 two uninstalled apps are reported once, without a request`() throws {
    let entries = try [Self.entry(1), Self.entry(2)]
    let bench = try FeedBench(isLegacy: true, feedback: entries)
    do {
      let client = try visitor(bench)
      #expect(client.textUntilClosed() != nil)
      #expect(client.bytes.count == 76)
      #expect(client.bytes == entries.flatMap(\.tuple))
    }
    #expect(bench.items { $0.contains(.feedbackSent(entries)) }.contains(.feedbackSent(entries)))
    let client = try visitor(bench)
    #expect(client.textUntilClosed() == "")
  }

  @Test func `a client that sends bytes is reported, and the list stays complete`() throws {
    let entries = try [Self.entry(1)]
    let bench = try FeedBench(isLegacy: true, feedback: entries)
    do {
      let client = try RawClient(port: bench.feedbackPort)
      client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(client.textUntilClosed() != nil)
      #expect(client.bytes == entries[0].tuple)
    }
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.legacy.broken")
    #expect(rejected.because == "The feedback service only sends, and received 18 bytes.")
    #expect(rejected.origin.transport == "feedback, clear")
    let client = try visitor(bench)
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes == entries[0].tuple)
  }

  @Test func `a client that reads half of the list leaves it complete`() throws {
    let entries = try (1...20_000).map { try Self.entry(UInt8($0 % 250)) }
    let bench = try FeedBench(isLegacy: true, feedback: entries)
    do {
      let client = try visitor(bench)
      while client.bytes.count < 38, client.receiveMore() {}
    }
    let client = try visitor(bench)
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes.count == 20_000 * 38)
  }

  /// Limits under which a slow system has enough time to receive the whole list.
  private static let patient: ConnectionLimits = {
    var limits = ConnectionLimits()
    limits.lingerSeconds = 1e6
    return limits
  }()

  @Test func `a half-closed feedback client receives each entry once`() throws {
    let entries = try [Self.entry(1)]
    let bench = try FeedBench(limits: Self.patient, isLegacy: true, feedback: entries)
    let client = try RawClient(port: bench.feedbackPort)
    client.endInput()
    while client.bytes.count < 38, client.receiveMore() {}
    // The server checks repeatedly whether the client has received them.
    while bench.loop.counters.values.openConnections > 0 { bench.advance(0.01) }
    #expect(client.textUntilClosed() != nil && client.bytes.count == 38)
    #expect(bench.items { $0.contains(.feedbackSent(entries)) }.contains(.feedbackSent(entries)))
    #expect(try visitor(bench).textUntilClosed() == "")
  }

  @Test func `a client that disconnects without reading leaves the list complete`() throws {
    let entries = try [Self.entry(1)]
    let bench = try FeedBench(
      limits: Self.patient, isHolding: true, isLegacy: true, feedback: entries)
    _ = try RawClient(port: bench.feedbackPort)
    while bench.loop.counters.values.connections == 0 { bench.loop.wait {} }
    bench.advance(0.4)
    bench.resume()
    while bench.loop.counters.values.openConnections > 0 { bench.advance(0.01) }
    let client = try visitor(bench)
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes.count == 38)
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func `inside TLS the list follows the handshake`() throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let entries = try [Self.entry(1)]
    let bench = try FeedBench(identity: authority.identity, isLegacy: true, feedback: entries)
    let result = try #require(Tool.python).run([
      "-c", LegacyTLS.script, String(bench.feedbackPort), authority.path, "",
    ])
    #expect(result.output == "TLSv1.2 \(Self.hex(entries[0].tuple))\n")
    #expect(bench.items { $0.contains(.feedbackSent(entries)) }.contains(.feedbackSent(entries)))
  }
}

/// An old PHP sender (APL-24 to APL-30): it omits false values, selects the sandbox host on
/// request, and ignores responses.
private enum PHPSender {
  static func script(_ fields: String) -> String {
    #"""
    class Push {
      var $token = '', $message = '', $badge = 1, $sound = '', $sandbox = false;
      var $hosts = array('sandbox' => '', 'production' => '');
      function body() {
        $aps = array();
        if ($this->badge) $aps['badge'] = $this->badge;
        if ($this->sound) $aps['sound'] = $this->sound;
        $aps['alert'] = $this->message;
        return json_encode(array('aps' => $aps));
      }
      function send($certificate) {
        $context = stream_context_create();
        stream_context_set_option($context, 'ssl', 'local_cert', $certificate);
        $host = $this->hosts[$this->sandbox ? 'production' : 'sandbox'];
        $apns = stream_socket_client("ssl://$host", $error, $text, 60, STREAM_CLIENT_CONNECT, $context);
        $token = str_replace(' ', '', $this->token);
        $body = $this->body();
        fwrite($apns, chr(0) . pack('n', 32) . pack('H*', $token) . pack('n', strlen($body)) . $body);
        fclose($apns);
      }
    }
    $push = new Push;
    $push->token = '00010203 04050607 08090a0b 0c0d0e0f 10111213 14151617 18191a1b 1c1d1e1f';
    $push->message = 'xxx';
    $push->sandbox = true;
    $push->hosts['production'] = "localhost:$argv[1]";
    foreach (array(\#(fields)) as $name => $value) $push->$name = $value;
    $push->send($argv[2]);
    """#
  }
}

/// Frames as a sender writes them.
enum LegacyFrames {
  static let token = (0..<32).map { UInt8($0) }
  static let otherToken = [UInt8](repeating: 0xEE, count: 32)
  static let payload = #"{"aps":{"alert":"Hi"}}"#
  private static let body = [UInt8](payload.utf8)

  static let simple = [0, 0, 32] + token + [0, 22] + body

  static func enhanced(_ identifier: Int, token: [UInt8] = token) -> [UInt8] {
    [1] + number(identifier) + [0x69, 0x55, 0xB9, 0, 0, UInt8(token.count)] + token + [0, 22] + body
  }

  /// Command 2 with the items 1 to 4; a payload of so many bytes, or the usual one.
  static func framed(_ identifier: Int, payload size: Int? = nil) -> [UInt8] {
    let payload = size.map { [UInt8](repeating: 0x20, count: $0) } ?? body
    let items: [UInt8] =
      [1, 0, 32] + token + [2, UInt8(payload.count >> 8), UInt8(payload.count & 255)] + payload
      + [3, 0, 4] + number(identifier) + [4, 0, 4, 0x69, 0x55, 0xB9, 0]
    return [2] + number(items.count) + items
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }
}
