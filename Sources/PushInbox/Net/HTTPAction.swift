/// A result of parsing HTTP.
enum HTTPAction: Equatable, Sendable {
  /// A complete request; it needs a response.
  case request(HTTPRequest)
  /// A violation of the protocol. Needs a response when it has a status; the session ends the
  /// connection or the stream itself.
  case broken(ProtocolViolation)
  /// `CONNECT host:port` with its fields. Needs a response; after 200 the connection becomes a
  /// tunnel.
  case tunnel(to: String, HeaderBlock, stream: Int)
  /// The client cancelled a request, or closed its side of the connection, before the response had
  /// ended. After the latter it may still read the response.
  case clientLeft(stream: Int)
}

/// A version of HTTP.
enum HTTPVersion: Sendable {
  case http1, http2
}
