import InboxModel

/// A request as both versions of HTTP hand it on.
struct HTTPRequest: Equatable, Sendable {
  /// The HTTP/2 stream, or the count of the request on its connection from 1.
  var stream: Int
  var method: String
  /// Without the query.
  var path: String
  var head: HeaderBlock
  /// At most ``FeedLimits/bodyBytes`` and one byte more, which says that there was more.
  var body: [UInt8]
}

/// An answer as both versions of HTTP write it.
struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// `apns-id`: aioapns waits for ever without it (`spec/client-libraries.md` 2).
  var apnsID: String
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
  init(_ answer: Answer) {
    status = answer.status
    apnsID = answer.apnsID
    guard let reason = answer.reason else { return }
    contentType = "application/json"
    var text = "{\"reason\":\"\(reason.rawValue)\""
    if let timestamp = answer.timestamp {
      text += ",\"timestamp\":\(Timestamp.milliseconds(timestamp))"
    }
    body = Array((text + "}").utf8)
  }
}

/// What a protocol machine found in the bytes it was given.
enum SessionAction: Equatable, Sendable {
  /// A whole request; wants an answer.
  case request(HTTPRequest)
  /// Something that breaks the protocol. Wants an answer with this status when a stream is named; the
  /// machine ends the connection, or the stream, by itself.
  case broken(stream: Int?, status: Int, because: String)
  /// `CONNECT host:port`: wants an answer; with 200 the machine steps aside.
  case tunnel(to: String, stream: Int)
}

/// HTTP spoken on one connection: bytes in, actions out; answers in, bytes out. It knows no socket.
protocol HTTPSession: AnyObject {
  /// How it is called in ``Origin``.
  var wire: Origin.Wire { get }
  /// Takes bytes that came from the client.
  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)
  /// The client will send nothing more.
  func inputEnded()
  /// What was found since the last call, in order.
  func takeActions() -> [SessionAction]
  /// Takes the answer to a request; ignored when the request is gone.
  func answer(_ stream: Int, with response: HTTPResponse, at now: Double)
  /// Appends what is to be sent, until `output` holds about `limit` bytes.
  func produce(into output: inout [UInt8], limit: Int)
  /// Whether ``produce(into:limit:)`` would append something now.
  var hasOutput: Bool { get }
  /// When an unfinished request has taken too long; nil when there is none.
  var deadline: Double? { get }
  /// The deadline was reached.
  func timePassed(_ now: Double)
  /// Whether it can take more bytes now.
  var wantsInput: Bool { get }
  /// Requests that wait for their answers.
  var waitingCount: Int { get }
  /// Takes no new requests, says why where the protocol can, and finishes what it has.
  func shutDown(_ reason: String)
  /// Whether nothing more will come out of it: the connection may be closed.
  var isFinished: Bool { get }
  /// What came after a tunnel was opened, for the protocol inside it; nil while there is no tunnel.
  var tunnelInput: [UInt8]? { get }
}

extension HTTPSession {
  var tunnelInput: [UInt8]? { nil }
}
