import InboxModel

/// What a port is for (`design/contract.md` §3).
enum Service: Sendable {
  /// Pushes over HTTP.
  case push
  /// Apple's binary interface.
  case legacy
  /// Its feedback service, where the server speaks first.
  case feedback

  /// The option that says where.
  var option: String {
    switch self {
    case .push: "--listen"
    case .legacy: "--legacy"
    case .feedback: "--feedback"
    }
  }

  /// The protocol whose bytes come in clear or inside TLS.
  func session(limits: ConnectionLimits) -> any Session {
    self == .feedback ? FeedbackSession() : LegacySession(limits: limits)
  }
}
