/// `GET /ready`: reports that the inbox accepts requests.
struct ReadyRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    guard routed.request.isRead, routed.request.path == "/ready" else { return false }
    routed.respond(with: .text(200, "ready", .apnsID(routed.loop.freshID())))
    return true
  }
}

extension HTTPRequest {
  /// Whether the method is `GET` or `HEAD`.
  var isRead: Bool { method == "GET" || method == "HEAD" }
}
