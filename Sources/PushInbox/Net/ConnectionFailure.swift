/// The reason for which a connection carried no request.
enum ConnectionFailure {
  /// The TLS handshake failed, or the client left after it because of the certificate.
  case handshake(TLSSession.Failure)
  /// The first bytes, or their absence, are of no protocol that is spoken on the port; half a sentence.
  case noProtocol(because: String, bytes: [UInt8])
}

/// Failures before a session begins.
extension Connection {
  /// Ends a connection that carried no request.
  func openingFailed(_ because: String) {
    if let layer = secured.last, !layer.isEstablished {
      handshakeFailed(.other(because))
    } else if case .unknown(let bytes) = top {
      report(.noProtocol(because: because, bytes: bytes))
    }
    leave()
    pump()
  }

  /// Reports a failed handshake, or a client that left after it without a request because of the name in the
  /// certificate: many check that when the handshake is done.
  func handshakeFailed(_ failure: TLSSession.Failure) {
    // Those that reject the certificate do not say which name they wanted.
    if failure == .badCertificate, let name = wrongName {
      report(.handshake(.wrongName(name)))
    } else {
      report(.handshake(failure))
    }
  }

  /// The host name the client expected, if the certificate does not cover it.
  var wrongName: String? {
    secured.last?.wrongName(at: isTunnel ? nil : localHost)
  }
}
