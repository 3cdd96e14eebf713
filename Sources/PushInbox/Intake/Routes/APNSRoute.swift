import InboxModel

/// The provider API of APNs: every request that is of no other kind, so that the gateway says what is wrong with it.
struct APNSRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    // The gateway binds a connection to the provider tokens that came over it.
    if request.head[PushHeaders.Name.authorization] != nil {
      routed.connection.hasServiceState = true
    }
    routed.loop.emit(
      .push(
        PushRequest(
          method: request.method, path: request.path, fields: request.head.fields,
          body: request.body, certificate: routed.connection.certificate, origin: routed.origin,
          receivedAt: routed.receivedAt, freshID: routed.loop.freshID()),
        reply: routed.reply))
    return true
  }
}
