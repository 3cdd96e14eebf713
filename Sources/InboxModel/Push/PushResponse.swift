import Foundation

/// The response to the sender of a push (Apple, "Handling notification responses from APNs").
public struct PushResponse: Equatable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The request's `apns-id` exactly as sent, or the generated one.
  public var apnsID: APNSID
  /// `apns-unique-id`; nil outside the development environment and for rejected requests.
  public var uniqueID: APNSID?
  /// Whether the request was about a broadcast channel: the response has `apns-request-id` in place
  /// of `apns-id`.
  public var isAboutChannel = false
  /// `apns-channel-id`; nil for a response that names no channel.
  public var channelID: String?
  /// The reason of the rejection; nil with status 200.
  public var reason: RejectionReason?
  /// The moment from which the token is not valid; with status 410 only; nil otherwise.
  public var timestamp: Date?
  /// The JSON body of a response from another service; nil for APNs.
  public var document: String?
  /// The delay before the response is sent, in seconds, caused by an injected fault.
  public var delay: TimeInterval = 0
  /// The way the connection ends after the response; nil if it continues.
  public var ending: ConnectionEnding?

  /// The way an injected fault ends a connection.
  public enum ConnectionEnding: Equatable, Sendable {
    /// The connection closes without a response.
    case cut
    /// GOAWAY with this reason, then the response.
    case goaway(RejectionReason)
  }

  /// Makes a response.
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

  /// Makes a response of a service other than APNs.
  public init(status: Int, document: String) {
    self.init(status: status, apnsID: "")
    self.document = document
  }

  /// The JSON body; empty for status 200 of APNs.
  public var body: String {
    document ?? reason.map { Self.body($0.rawValue, timestamp) } ?? ""
  }

  /// Returns the rejection to send in place of this response of APNs.
  public func rejected(_ reason: RejectionReason) -> PushResponse {
    var response = PushResponse(status: reason.status, apnsID: apnsID, reason: reason)
    response.isAboutChannel = isAboutChannel
    return response
  }

  /// Returns the JSON body with a reason.
  static func body(_ reason: String, _ timestamp: Date?) -> String {
    let since = timestamp.map { ",\"timestamp\":\(Timestamp.milliseconds($0))" } ?? ""
    return "{\"reason\":\(JSONWriter.text(.string(reason)))\(since)}"
  }
}

/// The destination of a response. Only the feed that made it can interpret it.
public struct ResponseHandle: Hashable, Sendable {
  /// The feed's number of the connection.
  public var connection: Int
  /// The stream, or the ordinal of the request on the connection.
  public var stream: Int

  /// Makes a handle.
  public init(connection: Int, stream: Int) {
    self.connection = connection
    self.stream = stream
  }
}

extension RejectedRequest {
  /// The JSON body of the response to the sender. Nil for input that is not a push: its response is
  /// a line of text.
  public var answerBody: String? {
    if let document = Guests.document(answering: self) { return document }
    return reason.hasPrefix("intake.") ? nil : PushResponse.body(reason, unregisteredSince)
  }
}
