import Foundation
import InboxModel

/// What a connection turns away by itself, and how it tells the sender and the person.
extension Connection {
  func refuse(
    _ request: HTTPRequest, on session: any Session, at date: Date, because: String, fix: String
  ) {
    let reason = RejectionReason.forbidden
    let apnsID = hub.freshID()
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(session.wire, stream: request.stream, userAgent: request.head.userAgent),
          at: date, reason: reason.rawValue, status: reason.status, because: because, fix: fix,
          apnsID: apnsID, body: request.body)))
    answer(
      request.stream, on: session,
      with: HTTPResponse(PushResponse(status: reason.status, apnsID: apnsID, reason: reason)))
  }

  /// Rejects a request for a host that is not this one (RFC 9110 §15.5.20).
  func misdirect(_ request: HTTPRequest, for host: String, on session: any Session, at date: Date) {
    let apnsID = hub.freshID()
    let name = host.prefix(200)
    let because = "the request is for the host `\(name)`, which is not one of this inbox"
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(session.wire, stream: request.stream, userAgent: request.head.userAgent),
          at: date, reason: "intake.http.misdirected", status: 421,
          because: because.prefix(1).uppercased() + because.dropFirst() + ".",
          fix: "Connect to localhost, or list the name in tls.names and start PushInbox again.",
          apnsID: apnsID, body: request.body)))
    answer(request.stream, on: session, with: .text(421, because, apnsID))
  }

  /// Opens a tunnel, or says why not: to a browser as little as to a program with a wrong password.
  func tunnel(
    to target: String, _ authorization: String?, stream: Int, on session: any Session, at date: Date
  ) {
    let status: Int
    let because: String
    var fix = "Use this proxy for push hosts only: set it on the push client, not for everything."
    if isTunnel {
      (status, because) = (403, "CONNECT came inside a tunnel")
    } else if let refusal = ProxyTarget.refusal(of: target) {
      (status, because) = (403, refusal)
    } else if !hub.proxy.admits(authorization) {
      status = 407
      because =
        authorization == nil
        ? "CONNECT came without user and password"
        : "CONNECT came with another user or password than gateway.proxy has"
      fix = "Give the client the proxy as http://USER:PASSWORD@HOST:PORT, as in gateway.proxy."
    } else {
      answer(stream, on: session, with: HTTPResponse(status: 200, apnsID: ""))
      return
    }
    let apnsID = hub.freshID()
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin(session.wire, stream: stream), at: date,
          reason: status == 407
            ? "intake.proxy.unauthorized" : RejectionReason.forbidden.rawValue,
          status: status, because: because + ".", fix: fix, apnsID: apnsID)))
    answer(stream, on: session, with: .text(status, because, apnsID))
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

  /// Says why TLS came to nothing, or that a client left after it without a word because of the name in the
  /// certificate: many look at that when the handshake is done.
  func handshakeFailed(_ failure: TLSSession.Failure) {
    var failure = failure
    // Those that say what is wrong with the certificate do not say which name they wanted.
    if failure == .badCertificate, let name = wrongName { failure = .wrongName(name) }
    hub.loop.counters.update { $0.failedHandshakes += 1 }
    hub.loop.emit(
      .refused(
        Refusal(
          origin: Origin(wire: .tls, transport: "TLS", client: peerText, connection: number),
          at: hub.loop.clock.date(), reason: failure.code, because: failure.because,
          fix: failure.fix)))
  }

  /// The host for which the client takes us, when the certificate is not for it.
  var wrongName: String? {
    secured.last?.wrongName(at: isTunnel ? nil : localHost)
  }
}
