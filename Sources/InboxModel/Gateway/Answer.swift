import Foundation

/// Where an answer goes: known to the feed that made it, opaque to everybody else.
public struct ReplyAddress: Hashable, Sendable {
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

/// What the sender of a push is told (`spec/apns-provider-api.md` §9.1).
public struct Answer: Equatable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The request's `apns-id` exactly as sent, or the fresh one.
  public var apnsID: String
  /// Why it was refused; nil with status 200.
  public var reason: RejectionReason?
  /// With 410 only: since when the token is not valid.
  public var timestamp: Date?

  /// Makes an answer.
  public init(status: Int, apnsID: String, reason: RejectionReason? = nil, timestamp: Date? = nil) {
    self.status = status
    self.apnsID = apnsID
    self.reason = reason
    self.timestamp = timestamp
  }
}
