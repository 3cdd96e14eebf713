import InboxModel

/// The provider API of APNs. This route handles every request that no other route does, so that the
/// gateway can report the fault.
struct APNSRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    // The gateway binds a connection to the provider tokens it carried.
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
