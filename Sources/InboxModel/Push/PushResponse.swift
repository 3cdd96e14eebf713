import Foundation

/// The response to the sender of a push (Apple, "Handling notification responses from APNs").
public struct PushResponse: Equatable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The request's `apns-id` exactly as sent, or the fresh one.
  public var apnsID: APNSID
  /// `apns-unique-id`; nil outside the development environment and for what was refused.
  public var uniqueID: APNSID?
  /// Why it was rejected; nil with status 200.
  public var reason: RejectionReason?
  /// With 410 only: since when the token is not valid.
  public var timestamp: Date?
  /// The body where it is not APNs that answers, a JSON text; nil for APNs.
  public var document: String?
  /// Seconds it waits before it goes out: the work of a fault.
  public var delay: TimeInterval = 0
  /// The end of the connection after it; nil when the connection continues.
  public var ending: ConnectionEnding?

  /// The end of a connection, the work of a fault.
  public enum ConnectionEnding: Equatable, Sendable {
    /// Cut in place of the answer.
    case cut
    /// GOAWAY with this reason, then the answer.
    case goaway(RejectionReason)
  }

  /// Makes an answer.
  public init(
    status: Int, apnsID: APNSID, uniqueID: APNSID? = nil, reason: RejectionReason? = nil,
    timestamp: Date? = nil
  ) {
    self.status = status
    self.apnsID = apnsID
    self.uniqueID = uniqueID
    self.reason = reason
    self.timestamp = timestamp
  }

  /// An answer of another service than APNs.
  public init(status: Int, document: String) {
    self.init(status: status, apnsID: "")
    self.document = document
  }

  /// The JSON body; empty with status 200 of APNs.
  public var body: String {
    document ?? reason.map { Self.body($0.rawValue, timestamp) } ?? ""
  }

  /// The JSON body that gives a reason.
  static func body(_ reason: String, _ timestamp: Date?) -> String {
    let since = timestamp.map { ",\"timestamp\":\(Timestamp.milliseconds($0))" } ?? ""
    return "{\"reason\":\(JSONWriter.text(.string(reason)))\(since)}"
  }
}

/// The destination of a response: meaningful to the feed that made it, opaque to others.
public struct ResponseHandle: Hashable, Sendable {
  /// The feed's number of the connection.
  public var connection: Int
  /// The stream, or the count of the request on the connection.
  public var stream: Int

  /// Makes an address.
  public init(connection: Int, stream: Int) {
    self.connection = connection
    self.stream = stream
  }
}

extension RejectedRequest {
  /// The JSON body the sender was answered with; what is no push is answered with a line of text, so nil.
  public var answerBody: String? {
    if let document = Guests.document(answering: self) { return document }
    return reason.hasPrefix("intake.") ? nil : PushResponse.body(reason, goneSince)
  }
}
