import Foundation
import InboxModel

/// The handling of one kind of HTTP request.
protocol Route {
  /// Handles a request of the route's kind: responds, or passes it to the runtime, which responds
  /// later.
  ///
  /// - Returns: Whether the request is of that kind; otherwise the next route is tried.
  func handle(_ routed: RoutedRequest) -> Bool
  /// Handles a client that left before its response had ended.
  func clientLeft(stream: Int, of connection: Connection)
  /// Handles the end of a connection.
  func connectionClosed(_ connection: Int)
}

extension Route {
  func clientLeft(stream: Int, of connection: Connection) {}
  func connectionClosed(_ connection: Int) {}
}

/// A request with its connection.
struct RoutedRequest {
  let request: HTTPRequest
  let session: any HTTPSession
  let connection: Connection
  let loop: IntakeLoop
  let receivedAt: Date

  /// The origin of the request.
  var origin: Origin {
    connection.origin(
      session.version.wire, stream: request.stream, userAgent: request.head.userAgent)
  }

  /// The handle for the runtime's response.
  var reply: ResponseHandle {
    ResponseHandle(connection: connection.number, stream: request.stream)
  }

  /// Responds immediately.
  func respond(with response: HTTPResponse) {
    session.respond(to: request.stream, with: response, at: loop.now)
  }
}

extension HTTPVersion {
  /// The version's name in ``Origin``.
  var wire: Origin.Wire {
    switch self {
    case .http1: .h1
    case .http2: .h2
    }
  }
}

extension HTTPResponse {
  /// Creates the response to a push; clients expect `apns-id`.
  init(_ answer: PushResponse) {
    var fields: [HeaderField] = .apnsID(answer.apnsID)
    if answer.isAboutChannel {
      fields = [HeaderField(PushHeaders.Name.requestID, answer.apnsID.text)]
      if let id = answer.channelID {
        fields.append(HeaderField(PushHeaders.Name.channelID, id))
      }
    }
    if let uniqueID = answer.uniqueID {
      fields.append(HeaderField("apns-unique-id", uniqueID.text))
    }
    self.init(status: answer.status, fields: fields, body: Array(answer.body.utf8))
    if !body.isEmpty { contentType = "application/json" }
  }
}

extension [HeaderField] {
  /// Returns the field with the identifier of a request; none for an empty identifier.
  static func apnsID(_ id: APNSID) -> [HeaderField] {
    id.isEmpty ? [] : [HeaderField("apns-id", id.text)]
  }
}
