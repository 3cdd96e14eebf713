/// HTTP spoken on one connection.
protocol HTTPSession: Session {
  var version: HTTPVersion { get }
  /// Returns what was found since the last call, in order, and forgets it.
  func drainActions() -> [HTTPAction]
  /// Receives the response to a request; ignored when the request is gone.
  func respond(to stream: Int, with response: HTTPResponse, at now: Double)
  /// Lets a client that has authenticated itself open all streams at once.
  func liftStreamLimit()
}

extension HTTPSession {
  var http: (any HTTPSession)? { self }
  func liftStreamLimit() {}
}
