import InboxModel

/// A result of the binary interface or its feedback service on a connection.
enum LegacyAction: Equatable, Sendable {
  /// A whole notification; wants an answer.
  case notification(LegacyFrame, stream: Int)
  /// Bytes that are none; so many bytes, from them on, are thrown away.
  case fault(LegacyFault, stream: Int, unread: [UInt8])
  /// A notification of which the end did not come.
  case cut(because: String, stream: Int, bytes: [UInt8])
  /// At least so many bytes came after a notification that was rejected, and were thrown away.
  case unread(Int, after: String, stream: Int)
  /// Somebody wants the feedback list.
  case feedbackAsked
  /// Somebody sent so many bytes, of which these are the first, to the feedback service.
  case spokenTo([UInt8], count: Int)
  /// Somebody has it.
  case feedbackSent([FeedbackEntry])
}

/// A session of the binary interface or its feedback service.
protocol LegacyProtocolSession: Session {
  /// Returns what was found since the last call, in order, and forgets it.
  func drainActions() -> [LegacyAction]
  /// Returns what is left to report of a connection that ends.
  func ended(_ end: ConnectionEnd) -> [LegacyAction]
}
