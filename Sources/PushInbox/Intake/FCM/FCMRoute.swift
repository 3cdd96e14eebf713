import InboxModel

/// The route of FCM messages, which go to the gateway.
struct FCMRoute: Route {
  let accessTokens: AccessTokens

  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    guard FCMRequest.isMeant(by: request.path) else { return false }
    let bearer = request.head[PushHeaders.Name.authorization]
    routed.loop.emit(
      .push(
        PushRequest(
          FCMRequest(
            method: request.method, path: request.path, body: request.body,
            sender: accessTokens.sender(showing: bearer)),
          path: request.path, fields: request.head.fields, body: request.body,
          origin: routed.origin, receivedAt: routed.receivedAt, freshID: routed.loop.freshID()),
        reply: routed.reply))
    return true
  }
}
