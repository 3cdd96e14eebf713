import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The turns of connections that have received more requests than are handled at once.
@Suite(.patient)
struct ConnectionTurnTests {
  /// Answers each request with its path, and records the connections that they came over.
  private final class EchoService: ConnectionService, @unchecked Sendable {
    let tls: TLSContext? = nil
    let ownProtocol: PortProtocol? = nil
    /// The number of the connection of each request, in the order in which they were handled.
    var handled: [Int] = []
    /// Called after each request.
    var whenHandled: (() -> Void)?

    func handleActions(of session: any Session, on connection: Connection) {
      guard let session = session.http else { return }
      connection.handleActions(of: session) { actions in
        for action in actions {
          guard case .request(let request) = action else {
            Issue.record("\(action)")
            continue
          }
          handled.append(connection.number)
          session.respond(
            to: request.stream, with: .text(200, request.path, .apnsID("id")),
            at: connection.registry.loop.now)
          whenHandled?()
        }
      }
    }

    func sessionEnded(_ session: any Session, on connection: Connection, _ end: ConnectionEnd) {}
    func connectionClosed(_ connection: Connection) {}
    func connectionFailed(_ connection: Connection, _ failure: ConnectionFailure) {}
    func connectionTurnedAway(from peer: HostPort?, by limit: ConnectionLimit) {}
  }

  /// A loop whose consumer has room only if that is set.
  private final class Loop: EventLoop, @unchecked Sendable {
    var isOpen = true
    override var hasRoom: Bool { isOpen }
  }

  private let loop: Loop
  private let service = EchoService()
  private let connections: ConnectionRegistry

  init() throws {
    loop = try Loop(name: "turns")
    connections = ConnectionRegistry(loop: loop, limits: ConnectionLimits()) { _ in }
  }

  /// Lets senders write their bytes, end their output and connect; returns what each receives.
  private func answers(to senders: [[UInt8]]) throws -> [[UInt8]] {
    let ends = try senders.map { bytes in
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Platform.streamType, 0, &ends) == 0)
      try #require(write(ends[0], bytes, bytes.count) == bytes.count)
      shutdown(ends[0], Int32(SHUT_WR))
      return ends
    }
    loop.wait { [connections, service] in
      for end in ends { connections.add(end[1], from: nil, for: service) }
    }
    return ends.map { end in
      let file = FileHandle(fileDescriptor: end[0], closeOnDealloc: true)
      return Array(file.readDataToEndOfFile())
    }
  }

  private static func requests(_ count: Int, _ version: HTTPVersion) -> [UInt8] {
    switch version {
    case .http1:
      Array((1...count).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined().utf8)
    case .http2:
      HTTP2Client.preface + HTTP2Client.bytes(HTTP2Client.Kind.settings, flags: 0, stream: 0, [])
        + (1...count).flatMap {
          HTTP2Client.headers(2 * $0 - 1, method: "GET", path: "/\($0)", ends: true)
        }
    }
  }

  @Test(arguments: [HTTPVersion.http1, .http2], [1, 33, 400])
  func `a connection with many requests lets others have their turn`(
    version: HTTPVersion, count: Int
  ) throws {
    let received = try answers(
      to: [Self.requests(count, version), Self.requests(1, version)])
    loop.stop()
    #expect(service.handled.count { $0 == 1 } == count)
    #expect(service.handled.count { $0 == 2 } == 1)
    // The first connection may have had two turns, of a few requests more than 32 over HTTP/2.
    #expect(try #require(service.handled.firstIndex(of: 2)) <= 2 * 64)
    #expect(received[0].count > received[1].count || count == 1)
  }

  @Test(arguments: [HTTPVersion.http1, .http2])
  func `requests that wait for their turn are handled when the consumer has room again`(
    version: HTTPVersion
  ) throws {
    // Sendable: it is used on the loop's thread, and read after its end.
    nonisolated(unsafe) var counts: [Int] = []
    service.whenHandled = { [unowned loop, unowned service] in
      guard service.handled.count == 32 else { return }
      loop.isOpen = false
      // The current turn ends normally. Two rounds later no other turn has started.
      loop.perform {
        counts.append(service.handled.count)
        loop.perform {
          counts.append(service.handled.count)
          loop.isOpen = true
        }
      }
    }
    _ = try answers(to: [Self.requests(400, version)])
    loop.stop()
    #expect(service.handled == [Int](repeating: 1, count: 400))
    #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] < 100)
  }
}
