import InboxModel

/// A request as both versions of HTTP hand it on.
struct HTTPRequest: Equatable, Sendable {
  /// The HTTP/2 stream, or the count of the request on its connection from 1.
  var stream: Int
  var method: String
  /// Without the query.
  var path: String
  /// The host it is for, and its port if one was named; nil where HTTP/1.0 named none.
  var authority: String?
  var head: HeaderBlock
  /// At most ``ConnectionLimits/bodyBytes`` and one byte more, which says that there was more.
  var body: [UInt8]
}

/// A response as both versions of HTTP write it.
struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// Further header fields, in their order. HTTP/2 keeps them out of its compression table.
  var fields: [HeaderField] = []
  var contentType: String?
  var body: [UInt8] = []
}

extension HTTPResponse {
  /// One line of text for people.
  static func text(_ status: Int, _ text: String, _ fields: [HeaderField] = []) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: fields, contentType: "text/plain; charset=utf-8",
      body: Array((text + "\n").utf8))
  }
}

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
