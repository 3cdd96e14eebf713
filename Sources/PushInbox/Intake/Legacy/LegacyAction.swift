import InboxModel

/// A result of the binary interface or of its feedback service on a connection.
enum LegacyAction: Equatable, Sendable {
  /// A complete notification; it needs a response.
  case notification(LegacyFrame, stream: Int)
  /// Bytes that are not a notification, with the first bytes that are discarded from there on.
  case fault(LegacyFault, stream: Int, unread: [UInt8])
  /// A notification that ended early.
  case cut(because: String, stream: Int, bytes: [UInt8])
  /// At least this many bytes followed a rejected notification and were discarded.
  case unread(Int, after: String, stream: Int)
  /// A client requested the feedback list.
  case feedbackAsked
  /// A client sent bytes to the feedback service: the first of them, and their count.
  case spokenTo([UInt8], count: Int)
  /// The client received the feedback list.
  case feedbackSent([FeedbackEntry])
}

/// A session of the binary interface or its feedback service.
protocol LegacyProtocolSession: Session {
  /// Returns and removes the actions since the last call, in order.
  func drainActions() -> [LegacyAction]
  /// Returns the actions that remain when the connection ends.
  func ended(_ end: ConnectionEnd) -> [LegacyAction]
}
