/// `GET /metrics`: the counters in the text format of Prometheus.
struct MetricsRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    guard routed.request.isRead, routed.request.path == "/metrics" else { return false }
    let loop = routed.loop
    var response = HTTPResponse(
      status: 200, fields: .apnsID(loop.freshID()), contentType: "text/plain; version=0.0.4")
    switch routed.session.version {
    case .http1:
      response.body = text(of: loop)
      routed.respond(with: response)
    case .http2:
      // A request is much smaller than this text, and may wait for a window.
      let body = LateBody { [unowned loop] in text(of: loop) }
      routed.session.respond(to: routed.request.stream, with: response, body: body, at: loop.now)
    }
    return true
  }

  private func text(of loop: IntakeLoop) -> [UInt8] {
    // Updated on demand instead of with each request.
    let count = loop.requestCount
    loop.counters.update { $0.requests = count }
    return Array(loop.counters.prometheusText.utf8)
  }
}
