/// A result of parsing HTTP.
enum HTTPAction: Equatable, Sendable {
  /// A whole request; needs a response.
  case request(HTTPRequest)
  /// Something that breaks the protocol. Needs a response when it has a status; the session ends the
  /// connection, or the stream, by itself.
  case broken(ProtocolViolation)
  /// `CONNECT host:port` with the value of `Proxy-Authorization`: needs a response; after 200 the session
  /// steps aside.
  case tunnel(to: String, authorization: String?, stream: Int)
}

/// A version of HTTP.
enum HTTPVersion: Sendable {
  case http1, http2
}
