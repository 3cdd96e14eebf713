extension TLSSession.Failure {
  /// The reason code.
  var code: String {
    switch self {
    case .unknownAuthority, .badCertificate: "intake.tls.unknown-ca"
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
      "The client does not take this inbox's certificate: it does not know its authority, or asked for "
        + "another host."
    case .wrongName(let name):
      "The client asked for the host \(name.prefix(200)), for which the certificate is not, and left "
        + "without a request."
    case .oldVersion:
      "The client speaks no version of TLS that is spoken here: 1.2 and 1.3, as at Apple."
    case .noCipher:
      "The client offers no cipher that is used here."
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
      "Let the client trust the file `pushinbox ca` names, or send in clear to the same port."
    case .badCertificate:
      "Let the client trust the file `pushinbox ca` names and connect to localhost, or send in clear to the "
        + "same port."
    case .wrongName:
      "Connect to localhost or 127.0.0.1, list the host's name in tls.names before the CA is made, or send "
        + "in clear to the same port."
    case .oldVersion:
      "Update the client's TLS library, or let it send in clear to the same port."
    case .noCipher:
      "Let the client use the ciphers its TLS library has by default."
    case .noProtocol:
      "Let the client offer `h2`, or nothing at all."
    case .tooLarge:
      "Let the client show its own certificate alone, or none."
    case .other:
      "Use TLS 1.2 or 1.3 and trust the file `pushinbox ca` names, or send in clear."
    }
  }
}
