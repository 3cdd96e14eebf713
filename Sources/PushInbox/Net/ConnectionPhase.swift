/// The phase of a connection.
enum ConnectionPhase {
  /// The first bytes, while the protocol is still undetected.
  case unknown([UInt8])
  case speaking(any Session)
  /// The final response was sent. Input is discarded until the client closes its side, because
  /// closing a socket with unread bytes would discard that response (RFC 9112 §9.6).
  case lingering(until: Double, after: (any Session)?)
  case closed

  /// The current or former session.
  var session: (any Session)? {
    switch self {
    case .speaking(let session): session
    case .lingering(_, let session): session
    case .unknown, .closed: nil
    }
  }
}
