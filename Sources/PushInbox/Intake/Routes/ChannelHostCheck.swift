import InboxModel

/// Rejects requests that one of Apple's hosts does not serve: channels are managed on hosts of
/// their own (Apple, "Sending channel management requests to APNs"). Other hosts serve every path.
struct ChannelHostCheck: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    guard let host = routed.request.authority.map(PushHosts.name), host.hasSuffix("push.apple.com")
    else { return false }
    let isManagementHost = PushHosts.ofChannels.contains(host)
    let path = ChannelPath(routed.request.path)
    guard isManagementHost != (path?.isManagement == true) else { return false }
    let reason = RejectionReason.badPath
    let requestID = routed.loop.freshID()
    routed.loop.emit(
      .rejected(
        RejectedRequest(
          origin: routed.origin, at: routed.receivedAt, reason: reason.rawValue,
          status: reason.status,
          because: isManagementHost
            ? "\(host) manages channels only, and the path is `\(routed.request.path.prefix(200))`."
            : "\(host) does not manage channels.",
          fix: isManagementHost
            ? "Send pushes and broadcasts to api.push.apple.com or api.sandbox.push.apple.com."
            : "Send it to " + PushHosts.ofChannels.joined(separator: " or ") + ".",
          apnsID: requestID, body: routed.request.body, app: path.map { BundleID($0.app) },
          path: routed.request.path,
          fields: routed.request.head.fields.filter { $0.name != PushHeaders.Name.authorization })))
    var answer = PushResponse(status: reason.status, apnsID: requestID, reason: reason)
    answer.isAboutChannel = isManagementHost || path != nil
    routed.respond(with: HTTPResponse(answer))
    return true
  }
}
