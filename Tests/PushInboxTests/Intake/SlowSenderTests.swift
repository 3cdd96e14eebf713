import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// Senders that stop after some bytes, all at the same time, on every port.
@Suite(.patient)
struct SlowSenderTests {
  enum Port: CaseIterable { case push, legacy, feedback }

  /// The first bytes of slow senders, the byte that they repeat after them, and their ports.
  private static let beginnings: [(name: String, bytes: [UInt8], drip: UInt8, ports: [Port])] = [
    ("half a TLS handshake", [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3], 0, Port.allCases),
    ("one byte of TLS", [22], 3, Port.allCases),
    ("one byte before the protocol is detected", Array("P".utf8), UInt8(ascii: "R"), [.push]),
    (
      "half a header", Array("POST /3/device/ab HTTP/1.1\r\nhost: localhost\r\na: b".utf8),
      UInt8(ascii: "b"), [.push]
    ),
    (
      "half a body",
      Array("POST /3/device/ab HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{".utf8),
      UInt8(ascii: " "), [.push]
    ),
    ("half a preface", Array("PRI * HTTP/2.0\r\n\r\nS".utf8), UInt8(ascii: "M"), [.push]),
    ("HTTP/2 without SETTINGS", Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), 0, [.push]),
    (
      "half a header block", opened + HTTP2Client.bytes(Kind.headers, flags: 1, stream: 1, []), 0,
      [.push]
    ),
    ("a stream without its body", opened + HTTP2Client.headers(1), 0, [.push]),
    ("half a notification", Array(LegacyFrames.simple.prefix(20)), 7, [.legacy]),
  ]

  private static let opened =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    + HTTP2Client.bytes(Kind.settings, flags: 0, stream: 0, [])

  @Test func `half-open and dripping connections end after ten seconds, others continue`() throws {
    let folder = try TemporaryFolder()
    let authority = try CertificateAuthority.open(in: folder.path)
    let bench = try FeedBench(identity: authority.identity, isLegacy: true)
    let other = try HTTP2Client(port: bench.port)
    var stream = -1
    func pushes() -> Bool {
      stream += 2
      other.push(stream, "{}")
      return other.frame { $0.type == Kind.headers && $0.stream == stream } != nil
    }
    #expect(pushes())

    var slow: [(name: String, client: RawClient, drip: UInt8)] = []
    for (name, bytes, drip, ports) in Self.beginnings {
      for port in ports {
        let number =
          switch port {
          case .push: bench.port
          case .legacy: bench.legacyPort
          case .feedback: bench.feedbackPort
          }
        let client = try RawClient(port: number)
        client.send(bytes)
        slow.append(("\(name), \(port)", client, drip))
      }
    }
    settle(bench, connections: slow.count + 1)
    #expect(pushes())
    bench.advance(6)
    for each in slow { each.client.send([each.drip]) }
    settle(bench, connections: slow.count + 1)
    #expect(bench.loop.counters.values.openConnections == slow.count + 1)
    #expect(pushes())
    bench.advance(6)
    for each in slow { #expect(each.client.textUntilClosed() != nil, "\(each.name)") }
    #expect(pushes())
    // Lingering connections close after a second.
    bench.advance(2)
    settle(bench, connections: 1)
    #expect(bench.loop.counters.values.openConnections == 1)
    #expect(bench.rejections(slow.count).count == slow.count)
  }

  /// Waits until `connections` are open, and their bytes are read.
  private func settle(_ bench: FeedBench, connections: Int) {
    let limit = Date(timeIntervalSinceNow: patience)
    while bench.loop.counters.values.openConnections != connections, Date() < limit {
      bench.loop.wait {}
    }
    for _ in 0..<3 { bench.loop.wait {} }
  }
}
