import Foundation
import InboxModel

/// What a connection turns away by itself, and how it tells the sender and the person.
extension Connection {
  func refuse(
    _ request: HTTPRequest, on session: any Session, at date: Date, because: String, fix: String
  ) {
    let reason = RejectionReason.forbidden
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(session.wire, stream: request.stream, userAgent: request.head.userAgent),
          at: date, reason: reason.rawValue, status: reason.status, because: because, fix: fix,
          body: request.body)))
    answer(
      request.stream, on: session,
      with: HTTPResponse(Answer(status: reason.status, apnsID: hub.freshID(), reason: reason)))
  }

  func tunnel(
    to target: String, stream: Int, on session: any Session, at date: Date
  ) {
    if !isTunnel, ProxyTarget.isServed(target) {
      answer(stream, on: session, with: HTTPResponse(status: 200, apnsID: ""))
      return
    }
    let because =
      isTunnel
      ? "CONNECT came inside a tunnel"
      : "CONNECT reaches the push hosts of Apple and FCM only, not \(target.prefix(200))"
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(session.wire, stream: stream), at: date,
          reason: RejectionReason.forbidden.rawValue, status: RejectionReason.forbidden.status,
          because: because + ".",
          fix: "Use this proxy for push hosts only: set it on the push client, not for everything.")
      ))
    answer(stream, on: session, with: .text(403, because, hub.freshID()))
  }

  func openingFailed(_ because: String) {
    if let layer = secured.last, !layer.isEstablished {
      handshakeFailed(.other(because))
    } else if case .unknown(let bytes) = top {
      refuseOpening(because, bytes)
    }
    leave()
    pump()
  }

  func refuseOpening(_ because: String, _ bytes: [UInt8]) {
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(.h1), at: hub.loop.clock.date(), reason: "intake.http.broken",
          because: "The connection carried no request: \(because).",
          fix: "Send TLS, HTTP/2 with prior knowledge, or HTTP/1.1 to this port.",
          body: Array(bytes.prefix(4096)))))
  }

  func handshakeFailed(_ failure: TLSSession.Failure) {
    hub.loop.counters.update { $0.failedHandshakes += 1 }
    hub.loop.emit(
      .refused(
        Refusal(
          origin: Origin(wire: .tls, transport: "TLS", client: peerText, connection: number),
          at: hub.loop.clock.date(), reason: failure.code, because: failure.because,
          fix: failure.fix)))
  }
}
