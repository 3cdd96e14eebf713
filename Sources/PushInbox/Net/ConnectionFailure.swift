/// The reason why a connection carried no request, was closed over unread responses, or got no
/// list.
enum ConnectionFailure {
  /// The TLS handshake failed, or the client left after it because of the certificate.
  case handshake(TLSSession.Failure)
  /// The first bytes, or their absence, match no protocol of the port. The reason is half a
  /// sentence.
  case noProtocol(because: String, bytes: [UInt8])
  /// The client read no byte of a response for a number of seconds.
  case unread(seconds: Double)
  /// A list of this size in bytes was refused, because unread responses of all connections use the
  /// memory.
  case listRefused(bytes: Int, stream: Int)
}

/// Failures before a session begins.
extension Connection {
  /// Reports a connection that carried no request, and ends it.
  func openingFailed(_ because: String) {
    if let layer = secured.last, !layer.isEstablished {
      handshakeFailed(.other(because))
    } else if case .unknown(let bytes) = phase {
      report(.noProtocol(because: because, bytes: bytes))
    }
    leave()
    pump()
  }

  /// Reports a failed handshake, or a client that left after it without a request because of the
  /// name in the certificate: many clients check the name only after the handshake.
  func handshakeFailed(_ failure: TLSSession.Failure) {
    // Clients that reject the certificate do not report the name they expected.
    if failure == .badCertificate || failure == .closedAtCertificate, let name = wrongName {
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
