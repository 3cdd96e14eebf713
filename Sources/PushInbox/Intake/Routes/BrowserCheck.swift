import InboxModel

/// Rejects requests of web pages, which a browser would send to this machine for any site.
struct BrowserCheck: Route {
  /// The reason of the rejection, a sentence without its full stop.
  static let because =
    "A web page in a browser sent the request (Origin or Sec-Fetch-Site says so)"

  func handle(_ routed: RoutedRequest) -> Bool {
    guard routed.request.head.isFromWebPage else { return false }
    let reason = RejectionReason.forbidden
    let apnsID = routed.loop.freshID()
    routed.loop.emit(
      .rejected(
        RejectedRequest(
          origin: routed.origin, at: routed.receivedAt, reason: reason.rawValue,
          status: reason.status,
          because: Self.because + ".",
          fix: "Send pushes from a program; pages may not reach this port.",
          apnsID: apnsID, body: routed.request.body)))
    routed.respond(
      with: HTTPResponse(PushResponse(status: reason.status, apnsID: apnsID, reason: reason)))
    return true
  }
}
