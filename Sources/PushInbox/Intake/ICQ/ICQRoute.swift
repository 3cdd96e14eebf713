import InboxModel

/// The route of requests to the ICQ server (`docs/systems/icq.md`).
struct ICQRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    guard let matter = ICQRequest.Matter(method: request.method, path: request.path) else {
      return false
    }
    routed.loop.emit(
      .icq(
        ICQRequest(
          matter, body: request.body, origin: routed.origin, receivedAt: routed.receivedAt,
          freshID: routed.loop.freshID()),
        reply: routed.reply))
    return true
  }
}
