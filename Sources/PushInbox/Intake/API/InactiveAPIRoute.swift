/// The route in place of ``APIRoute`` for an inbox without `--api`: responds with how to turn the
/// API for tests on, so that such a request is not judged as a push.
struct InactiveAPIRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    guard APIEndpoint.isServed(routed.request.path) else { return false }
    routed.respond(
      with: APIRoute.error(404, "the API for tests is off: start PushInbox with --api"))
    return true
  }
}
