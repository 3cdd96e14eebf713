/// `GET /metrics`: the counters in the text format of Prometheus.
struct MetricsRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    guard routed.request.isRead, routed.request.path == "/metrics" else { return false }
    let loop = routed.loop
    // Updated on demand instead of with each request.
    let count = loop.requestCount
    loop.counters.update { $0.requests = count }
    routed.respond(
      with: HTTPResponse(
        status: 200, fields: .apnsID(loop.freshID()), contentType: "text/plain; version=0.0.4",
        body: Array(loop.counters.prometheusText.utf8)))
    return true
  }
}
