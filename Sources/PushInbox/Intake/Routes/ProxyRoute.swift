import Foundation
import InboxModel

/// `CONNECT`: opens a tunnel to this inbox under the name of a push host.
struct ProxyRoute {
  let settings: ProxySettings

  /// Opens a tunnel, or rejects it with a reason. Requests of web pages, other targets than push
  /// hosts and wrong passwords are rejected.
  func open(
    _ target: String, _ head: HeaderBlock, _ stream: Int, of session: any HTTPSession,
    on connection: Connection, at date: Date, _ loop: IntakeLoop
  ) {
    let authorization = head["proxy-authorization"]
    let status: Int
    let because: String
    var fix = "Use this proxy for push hosts only: set it on the push client, not for everything."
    if connection.isTunnel {
      (status, because) = (403, "CONNECT was sent inside a tunnel")
    } else if head.isFromWebPage {
      (status, because) = (403, BrowserCheck.because)
    } else if let rejected = ProxyTarget.rejection(of: target) {
      (status, because) = (403, rejected)
    } else if !settings.admits(authorization) {
      status = 407
      because =
        authorization == nil
        ? "CONNECT has no user and password"
        : "CONNECT has another user or password than gateway.proxy"
      fix =
        "Configure the proxy of the client as http://USER:PASSWORD@HOST:PORT, as in gateway.proxy."
    } else {
      session.respond(to: stream, with: HTTPResponse(status: 200), at: loop.now)
      return
    }
    let apnsID = loop.freshID()
    loop.emit(
      .rejected(
        RejectedRequest(
          origin: connection.origin(session.version.wire, stream: stream), at: date,
          reason: status == 407
            ? "intake.proxy.unauthorized" : RejectionReason.forbidden.rawValue,
          status: status, because: because + ".", fix: fix, apnsID: apnsID)))
    session.respond(to: stream, with: .text(status, because, .apnsID(apnsID)), at: loop.now)
  }
}
