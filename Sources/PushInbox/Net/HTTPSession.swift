/// HTTP spoken on one connection.
protocol HTTPSession: Session {
  var version: HTTPVersion { get }
  /// Returns and removes the next actions, in order: one or a few dozen. Parses received bytes
  /// where that is needed for them.
  func drainActions() -> [HTTPAction]
  /// Queues the response to a request; ignored when the request is gone.
  func respond(to stream: Int, with response: HTTPResponse, at now: Double)
  /// Queues the response to a request whose body is read piece by piece; ignored when the request
  /// is gone. The body of `response` is not used.
  func respond(
    to stream: Int, with response: HTTPResponse, body: any HTTPBody, at now: Double)
  /// Continues a response after its body had nothing to read.
  func resume(_ stream: Int, at now: Double)
  /// Allows a client that has authenticated itself to open all streams.
  func liftStreamLimit()
}

extension HTTPSession {
  var http: (any HTTPSession)? { self }
  func liftStreamLimit() {}
}
