import Foundation
import InboxModel

/// HTTP on the port for senders: passes each request to the first route that handles it.
// Sendable: used only on the loop's thread, to which the listener passes it after creation.
final class Router: IntakeService, @unchecked Sendable {
  let loop: IntakeLoop
  let tls: TLSContext?
  let ownProtocol: PortProtocol? = nil
  let wire = Origin.Wire.h1
  private let routes: [any Route]
  private let proxy: ProxyRoute

  init(loop: IntakeLoop, tls: TLSContext?, proxy: ProxySettings, routes: [any Route]) {
    self.loop = loop
    self.tls = tls
    self.proxy = ProxyRoute(settings: proxy)
    self.routes = routes
  }

  func handleActions(of session: any Session, on connection: Connection) {
    guard let session = session.http else { return }
    connection.handleActions(of: session) { actions in
      let date = loop.clock.date()
      for action in actions { handle(action, of: session, on: connection, at: date) }
    }
  }

  private func handle(
    _ action: HTTPAction, of session: any HTTPSession, on connection: Connection, at date: Date
  ) {
    switch action {
    case .request(let request):
      loop.requestCount += 1
      let routed = RoutedRequest(
        request: request, session: session, connection: connection, loop: loop, receivedAt: date)
      for route in routes where route.handle(routed) { break }
    case .broken(let violation): report(violation, of: session, on: connection, at: date)
    case .tunnel(let target, let head, let stream):
      proxy.open(target, head, stream, of: session, on: connection, at: date, loop)
    case .clientLeft(let stream):
      for route in routes { route.clientLeft(stream: stream, of: connection) }
    }
  }

  private func report(
    _ violation: ProtocolViolation, of session: any HTTPSession, on connection: Connection,
    at date: Date
  ) {
    let apnsID = loop.freshID()
    loop.emit(
      .rejected(
        RejectedRequest(
          origin: connection.origin(session.version.wire, stream: violation.stream), at: date,
          reason: "intake.http.broken", status: violation.status,
          because: "The request could not be read: \(violation.because).", fix: violation.fix,
          apnsID: violation.status == nil ? nil : apnsID)))
    guard let status = violation.status else { return }
    session.respond(
      to: violation.stream, with: .text(status, violation.because, .apnsID(apnsID)), at: loop.now)
  }

  func sessionEnded(_ session: any Session, on connection: Connection, _ end: ConnectionEnd) {}

  func connectionClosed(_ connection: Connection) {
    for route in routes { route.connectionClosed(connection.number) }
    guard connection.hasServiceState else { return }
    loop.emit(.connectionEnded(connection.number, at: loop.clock.date()))
  }
}
