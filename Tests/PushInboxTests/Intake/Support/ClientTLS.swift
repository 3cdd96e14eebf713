import COpenSSL

/// The client's side of one TLS connection over memory buffers. It trusts any certificate.
final class ClientTLS {
  private let context: OpaquePointer
  private let ssl: OpaquePointer
  /// Owned by `ssl`.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  struct Failure: Error {}

  /// Makes a client before its handshake.
  ///
  /// - Parameter host: The name in the handshake (SNI).
  init(host: String) throws {
    guard let context = SSL_CTX_new(TLS_client_method()), let ssl = SSL_new(context),
      let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem())
    else { throw Failure() }
    self.context = context
    self.ssl = ssl
    self.incoming = incoming
    self.outgoing = outgoing
    SSL_set_bio(ssl, incoming, outgoing)
    SSL_set_connect_state(ssl)
    // A macro over this.
    var name = Array(host.utf8CString)
    SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &name)
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  /// Continues the handshake; returns true when it is done.
  func shakeHands() -> Bool {
    ERR_clear_error()
    return SSL_do_handshake(ssl) == 1
  }

  /// Adds received bytes.
  func feed(_ bytes: [UInt8]) {
    BIO_write(incoming, bytes, Int32(bytes.count))
  }

  /// Returns the bytes to send.
  func output() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(outgoing)))
    BIO_read(outgoing, &bytes, Int32(bytes.count))
    return bytes
  }

  func encrypt(_ plain: [UInt8]) -> [UInt8] {
    ERR_clear_error()
    SSL_write(ssl, plain, Int32(plain.count))
    return output()
  }

  /// Returns the end of the output (close_notify).
  func close() -> [UInt8] {
    SSL_shutdown(ssl)
    return output()
  }

  func decrypt(_ bytes: [UInt8]) -> [UInt8] {
    feed(bytes)
    ERR_clear_error()
    var plain: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = SSL_read(ssl, &part, Int32(part.count)), count > 0 {
      plain += part[..<Int(count)]
    }
    return plain
  }
}
