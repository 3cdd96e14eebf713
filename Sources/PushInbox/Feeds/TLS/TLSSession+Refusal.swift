extension TLSSession.Failure {
  /// The code of `design/contract.md` §7.
  var code: String {
    switch self {
    case .unknownAuthority: "intake.tls.unknown-ca"
    case .noProtocol: "intake.tls.no-alpn"
    case .other: "intake.tls.failed"
    }
  }

  /// The cause in a sentence.
  var because: String {
    switch self {
    case .unknownAuthority:
      "The client does not trust this inbox's certificate authority."
    case .noProtocol:
      "The client offers neither `h2` nor `http/1.1` in the handshake (ALPN)."
    case .other(let message):
      "The TLS handshake failed: \(message)."
    }
  }

  /// What the sender should do, a sentence.
  var fix: String {
    switch self {
    case .unknownAuthority:
      "Let the client trust the file `pushinbox ca` names, or send in clear to the same port."
    case .noProtocol:
      "Let the client offer `h2`, or nothing at all."
    case .other:
      "Use TLS 1.2 or 1.3 and trust the file `pushinbox ca` names, or send in clear."
    }
  }
}
