import Foundation
import InboxModel

/// A service that passes requests, and reports about its port, to the runtime.
protocol IntakeService: ConnectionService {
  var loop: IntakeLoop { get }
  /// The wire protocol that reports about the port itself name.
  var wire: Origin.Wire { get }
}

extension IntakeService {
  func connectionFailed(_ connection: Connection, _ failure: ConnectionFailure) {
    switch failure {
    case .handshake(let failure):
      loop.counters.update { $0.failedHandshakes += 1 }
      loop.emit(
        .rejected(
          RejectedRequest(
            origin: Origin(
              wire: .tls, transport: "TLS", client: connection.peerText,
              connection: connection.number),
            at: loop.clock.date(), reason: failure.code, because: failure.because,
            fix: failure.fix)))
    case .noProtocol(let because, let bytes):
      loop.emit(
        .rejected(
          RejectedRequest(
            origin: connection.origin(.h1), at: loop.clock.date(), reason: "intake.http.broken",
            because: "The connection carried no request: \(because).",
            fix: "Send TLS, HTTP/2 with prior knowledge, or HTTP/1.1 to this port.",
            body: Array(bytes.prefix(4096)))))
    case .unread(let seconds):
      loop.emit(
        .rejected(
          RejectedRequest(
            origin: connection.origin(connection.session?.http?.version.wire ?? wire),
            at: loop.clock.date(), reason: "intake.unread",
            because:
              "The client read no response for \(Int(seconds)) s and was disconnected.",
            fix: Self.readResponses)))
    case .listRefused(let bytes, let stream):
      loop.emit(
        .rejected(
          RejectedRequest(
            origin: connection.origin(
              connection.session?.http?.version.wire ?? wire, stream: stream),
            at: loop.clock.date(), reason: RejectionReason.serviceUnavailable.rawValue,
            because:
              "Responses that clients have not read leave no room for a list of \(bytes) bytes.",
            fix: Self.readResponses)))
    }
  }

  private static var readResponses: String {
    "Read the responses as they come; over HTTP/2 also send WINDOW_UPDATE frames."
  }

  func connectionTurnedAway(from peer: HostPort?, by limit: ConnectionLimit) {
    let because: String
    var fix = "Use few persistent connections: one carries thousands of pushes."
    switch limit {
    case .connections(let count):
      because =
        "\(count) connections are open, which is the limit; further ones are closed at once."
    case .descriptors:
      because = "The process has no descriptors left; the next connections wait."
      fix += " `ulimit -n` raises the limit on open files."
    }
    loop.emit(
      .rejected(
        RejectedRequest(
          origin: Origin(wire: wire, client: peer?.description), at: loop.clock.date(),
          reason: "intake.full", because: because, fix: fix)))
  }
}

extension Connection {
  /// Returns the origin of a request on this connection.
  func origin(_ wire: Origin.Wire, stream: Int = 0, userAgent: String? = nil) -> Origin {
    Origin(
      wire: wire, transport: secured.last?.version ?? "clear", client: userAgent ?? peerText,
      connection: number, stream: stream)
  }
}
