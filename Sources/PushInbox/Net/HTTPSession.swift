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

/// An answer as both versions of HTTP write it.
struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// `apns-id`: aioapns waits for ever without it (`spec/client-libraries.md` 2). Empty, there is none.
  var apnsID: String
  /// `apns-unique-id`; nil where there is none.
  var uniqueID: String?
  var contentType: String?
  var body: [UInt8] = []
}

extension HTTPResponse {
  /// One line of text for people.
  static func text(_ status: Int, _ text: String, _ apnsID: String) -> HTTPResponse {
    HTTPResponse(
      status: status, apnsID: apnsID, contentType: "text/plain; charset=utf-8",
      body: Array((text + "\n").utf8))
  }

  /// The answer to a push (`spec/apns-provider-api.md` §9.1).
  init(_ answer: PushResponse) {
    status = answer.status
    apnsID = answer.apnsID
    uniqueID = answer.uniqueID
    body = Array(answer.body.utf8)
    if !body.isEmpty { contentType = "application/json" }
  }
}

/// What a protocol machine found in the bytes it was given.
enum SessionAction: Equatable, Sendable {
  /// A whole request; wants an answer.
  case request(HTTPRequest)
  /// Something that breaks the protocol. Wants an answer when it has a status; the machine ends the
  /// connection, or the stream, by itself.
  case broken(ProtocolViolation)
  /// `CONNECT host:port` with what came as `Proxy-Authorization`: wants an answer; with 200 the machine
  /// steps aside.
  case tunnel(to: String, authorization: String?, stream: Int)
  /// What the binary interface found.
  case legacy(LegacyAction)
}

/// HTTP spoken on one connection.
protocol HTTPSession: Session {
  /// Takes the answer to a request; ignored when the request is gone.
  func answer(_ stream: Int, with response: HTTPResponse, at now: Double)
}

extension HTTPSession {
  func answer(_ stream: Int, with answer: PushResponse, at now: Double) {
    self.answer(stream, with: HTTPResponse(answer), at: now)
  }
}
