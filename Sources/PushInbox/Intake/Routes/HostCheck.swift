import InboxModel

/// Rejects requests for a host that is not served here (RFC 9110 §15.5.20).
struct HostCheck: Route {
  let hosts: ServedHosts

  func handle(_ routed: RoutedRequest) -> Bool {
    guard let host = routed.request.authority, host != routed.connection.servedHost else {
      return false
    }
    guard !hosts.contains(host, local: routed.connection.localHost) else {
      routed.connection.servedHost = host
      return false
    }
    let apnsID = routed.loop.freshID()
    let because =
      "the host `\(host.prefix(200))` is not served here"
    routed.loop.emit(
      .rejected(
        RejectedRequest(
          origin: routed.origin, at: routed.receivedAt, reason: "intake.http.misdirected",
          status: 421, because: because.prefix(1).uppercased() + because.dropFirst() + ".",
          fix: "Connect to localhost, or list the name in tls.names and start PushInbox again.",
          apnsID: apnsID, body: routed.request.body)))
    routed.respond(with: .text(421, because, .apnsID(apnsID)))
    return true
  }
}
