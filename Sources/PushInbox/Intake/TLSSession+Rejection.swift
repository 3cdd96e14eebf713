extension TLSSession.Failure {
  /// The reason code.
  var code: String {
    switch self {
    case .unknownAuthority, .badCertificate, .closedAtCertificate: "intake.tls.unknown-ca"
    case .noProtocol: "intake.tls.no-alpn"
    case .wrongName, .oldVersion, .noCipher, .tooLarge, .other: "intake.tls.failed"
    }
  }

  /// The cause, a sentence.
  var because: String {
    switch self {
    case .unknownAuthority:
      "The client does not trust this inbox's certificate authority."
    case .badCertificate:
      "The client rejected this inbox's certificate: it does not trust its authority, or asked for "
        + "another host."
    case .closedAtCertificate:
      "The client closed the connection when it received this inbox's certificate: probably it does not "
        + "trust the certificate authority."
    case .wrongName(let name):
      "The certificate does not cover \(name.prefix(200)), the host that the client asked for; the client "
        + "closed the connection."
    case .oldVersion:
      "The client supports neither TLS 1.2 nor TLS 1.3, the versions of this inbox and of Apple."
    case .noCipher:
      "The client offers no supported cipher."
    case .noProtocol:
      "The client offers neither `h2` nor `http/1.1` in the handshake (ALPN)."
    case .tooLarge:
      "The client's certificates have more than 16 KiB, or another message of its handshake is too long."
    case .other(let message):
      "The TLS handshake failed: \(message)."
    }
  }

  /// The correction for the sender, a sentence.
  var fix: String {
    switch self {
    case .unknownAuthority:
      "Add the file that `pushinbox ca` prints to the trusted certificates of the client, or send in "
        + "clear to the same port."
    case .badCertificate, .closedAtCertificate:
      "Add the file that `pushinbox ca` prints to the trusted certificates of the client and connect to "
        + "localhost, or send in clear to the same port."
    case .wrongName:
      "Connect to localhost or 127.0.0.1, list the host's name in tls.names before the CA is made, or send "
        + "in clear to the same port."
    case .oldVersion:
      "Update the client's TLS library, or send in clear to the same port."
    case .noCipher:
      "Use the default ciphers of the client's TLS library."
    case .noProtocol:
      "Configure the client to offer `h2`, or no protocol."
    case .tooLarge:
      "Configure the client to send its own certificate only, or none."
    case .other:
      "Use TLS 1.2 or 1.3 and trust the file that `pushinbox ca` prints, or send in clear."
    }
  }
}
