import Foundation
import InboxModel

/// The routes: requests that are answered at once, those that are rejected, and those for the runtime.
extension Connection {
  /// Does what the session found, and what it finds because room was made by an answer.
  func act(on session: any Session) {
    while true {
      let actions = session.takeActions()
      guard !actions.isEmpty else { return }
      let date = hub.loop.clock.date()
      for action in actions { act(action, on: session, at: date) }
    }
  }

  /// Does one thing that the session found.
  func act(_ action: SessionAction, on session: any Session, at date: Date) {
    switch action {
    case .request(let request):
      route(request, on: session, at: date)
    case .broken(let breach):
      let apnsID = hub.freshID()
      let refusal = Refusal(
        origin: origin(session.wire, stream: breach.stream), at: date,
        reason: "intake.http.broken", status: breach.status,
        because: "The request could not be read: \(breach.because).", fix: breach.fix,
        apnsID: breach.status == nil ? nil : apnsID)
      hub.loop.emit(.refused(refusal))
      if let status = breach.status {
        answer(breach.stream, on: session, with: .text(status, breach.because, apnsID))
      }
    case .tunnel(let target, let authorization, let stream):
      tunnel(to: target, authorization, stream: stream, on: session, at: date)
    case .legacy(let action): act(action, at: date)
    }
  }

  /// Gives a response to the session, if it speaks HTTP.
  func answer(_ stream: Int, on session: any Session, with response: HTTPResponse) {
    (session as? any HTTPSession)?.answer(stream, with: response, at: hub.loop.now)
  }

  private func route(_ request: HTTPRequest, on session: any Session, at date: Date) {
    hub.requestCount += 1
    guard isAdmitted(request, on: session, at: date), !answerAtOnce(request, on: session) else {
      return
    }
    let origin = origin(session.wire, stream: request.stream, userAgent: request.head.userAgent)
    let reply = ResponseHandle(connection: number, stream: request.stream)
    if let matter = ICQRequest.Matter(method: request.method, path: request.path) {
      hub.loop.emit(
        .icq(
          ICQRequest(
            matter, body: request.body, origin: origin, receivedAt: date, freshID: hub.freshID()),
          reply: reply))
      return
    }
    if request.path == Self.tokenPath, let session = session as? any HTTPSession {
      grantToken(request, on: session, from: origin, at: date)
      return
    }
    if FCMRequest.isMeant(by: request.path) {
      hub.loop.emit(.push(message(request, from: origin, at: date), reply: reply))
      return
    }
    recordTokens(in: request)
    let push = PushRequest(
      method: request.method, path: request.path, fields: request.head.fields, body: request.body,
      certificate: certificate, origin: origin, receivedAt: date, freshID: hub.freshID())
    hub.loop.emit(.push(push, reply: reply))
  }

  /// Rejects what a web page sent, and what is for another host than this one.
  private func isAdmitted(
    _ request: HTTPRequest, on session: any Session, at date: Date
  ) -> Bool {
    if request.head.isFromWebPage {
      let because = "a web page sent it (Origin or Sec-Fetch-Site says so)"
      refuse(
        request, on: session, at: date, because: "The request came from a browser: \(because).",
        fix: "Send pushes from a program; pages may not reach this port.")
      return false
    }
    if let host = request.authority, !hub.hosts.contains(host, local: localHost) {
      misdirect(request, for: host, on: session, at: date)
      return false
    }
    return true
  }

  /// Answers the requests for which nothing but this thread is needed; false for all others.
  private func answerAtOnce(_ request: HTTPRequest, on session: any Session) -> Bool {
    guard request.method == "GET" || request.method == "HEAD" else { return false }
    switch request.path {
    case "/ready":
      answer(request.stream, on: session, with: .text(200, "ready", hub.freshID()))
    case "/metrics":
      hub.publishCounts()
      answer(
        request.stream, on: session,
        with: HTTPResponse(
          status: 200, apnsID: hub.freshID(), contentType: "text/plain; version=0.0.4",
          body: Array(hub.loop.counters.prometheusText.utf8)))
    default: return false
    }
    return true
  }

  /// How a request came in, and from whom.
  func origin(
    _ wire: Origin.Wire, stream: Int = 0, userAgent: String? = nil
  ) -> Origin {
    Origin(
      wire: wire, transport: secured.last?.version ?? "clear", client: userAgent ?? peerText,
      connection: number, stream: stream)
  }
}
