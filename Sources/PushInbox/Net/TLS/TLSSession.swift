import COpenSSL
import InboxModel

/// One side of a TLS connection over memory buffers: bytes in, bytes out, no socket.
final class TLSSession {
  /// The reason why a handshake or a record failed.
  enum Failure: Error, Equatable {
    /// The client does not trust our certificate authority.
    case unknownAuthority
    /// The client rejected the certificate: because of an unknown authority or of another name,
    /// depending on the client.
    case badCertificate
    /// The client closed the connection in the handshake, after it received our certificate. Some
    /// clients that reject a certificate send no alert, among them Node.js.
    case closedAtCertificate
    /// The client asked for a host that the certificate does not cover, and left.
    case wrongName(String)
    /// The client supports none of our versions of TLS.
    case oldVersion
    /// The client offers none of our ciphers.
    case noCipher
    /// The client offers application protocols, but none of ours.
    case noProtocol
    /// The client's certificates are longer than 16 KiB, or a handshake message is longer than TLS
    /// allows.
    case tooLarge
    /// Any other failure, in OpenSSL's words.
    case other(String)

    /// Creates the failure of an OpenSSL error.
    init(_ error: OpenSSLError) {
      switch error.reason {
      case SSL_R_TLSV1_ALERT_UNKNOWN_CA: self = .unknownAuthority
      case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
        self = .badCertificate
      case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        self = .oldVersion
      case SSL_R_NO_SHARED_CIPHER: self = .noCipher
      case SSL_R_NO_APPLICATION_PROTOCOL: self = .noProtocol
      case SSL_R_EXCESSIVE_MESSAGE_SIZE: self = .tooLarge
      default: self = .other(error.message)
      }
    }
  }

  private let ssl: OpaquePointer
  /// The input buffer, owned by `ssl`.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  /// Whether the client has sent `close_notify`.
  private(set) var isEnded = false

  /// Creates the server's side.
  convenience init?(_ context: TLSContext) {
    self.init(context) { SSL_set_accept_state($0) }
  }

  /// Creates the client's side, for a server whose certificate must cover `host`, a name or an
  /// address. Its first bytes are ready to be sent.
  convenience init?(_ context: TLSContext, connectingTo host: String) {
    self.init(context) { ssl in
      SSL_set_connect_state(ssl)
      // An address is not a server name (RFC 6066 §3), and is in another field of the certificate.
      if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) != 1 {
        SSL_set1_host(ssl, host)
        _ = cssl_set_server_name(ssl, host)
      }
      SSL_do_handshake(ssl)
    }
    ERR_clear_error()
  }

  private init?(_ context: TLSContext, _ prepare: (OpaquePointer) -> Void) {
    guard let ssl = SSL_new(context.pointer), let incoming = BIO_new(BIO_s_mem()),
      let outgoing = BIO_new(BIO_s_mem())
    else { return nil }
    self.ssl = ssl
    self.incoming = incoming
    self.outgoing = outgoing
    SSL_set_bio(ssl, incoming, outgoing)
    prepare(ssl)
  }

  deinit {
    SSL_free(ssl)
  }

  /// Whether the handshake is done.
  var isEstablished: Bool {
    SSL_is_init_finished(ssl) == 1
  }

  /// OpenSSL's reason for not trusting the other side's certificate; nil when it is trusted.
  var distrust: String? {
    let result = SSL_get_verify_result(ssl)
    return result == X509_V_OK ? nil : String(cString: X509_verify_cert_error_string(result))
  }

  /// Whether the handshake got as far as our certificate: a cipher is chosen.
  var hasSentCertificate: Bool { SSL_get_pending_cipher(ssl) != nil }

  /// The version: `TLS 1.3`, `TLS 1.2`, or an older one on the binary interface.
  var version: String {
    switch SSL_version(ssl) {
    case TLS1_3_VERSION: "TLS 1.3"
    case TLS1_1_VERSION: "TLS 1.1"
    case TLS1_VERSION: "TLS 1.0"
    default: "TLS 1.2"
    }
  }

  /// The client's certificate; nil without one.
  var clientCertificate: ClientCertificate? {
    guard let certificate = SSL_get1_peer_certificate(ssl) else { return nil }
    defer { X509_free(certificate) }
    return ClientCertificate(certificate)
  }

  /// Returns the host the client asked for if the certificate does not cover it; nil otherwise.
  ///
  /// - Parameter address: The address the client connected to, used if it named no host; nil if
  ///   unknown.
  func wrongName(at address: String?) -> String? {
    let named = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    guard let name = named ?? address, let certificate = SSL_get_certificate(ssl),
      X509_check_host(certificate, name, 0, 0, nil) != 1,
      X509_check_ip_asc(certificate, name, 0) != 1
    else { return nil }
    return name
  }

  /// Decrypts bytes from the client and passes on the plain text, piece by piece.
  ///
  /// - Throws: ``Failure``; the alert for the client is then in the output.
  func receive(
    _ bytes: UnsafeRawBufferPointer, scratch: UnsafeMutableRawBufferPointer,
    _ plain: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    ERR_clear_error()
    // OpenSSL keeps an incomplete record itself.
    defer { if BIO_ctrl_pending(incoming) == 0 { cssl_empty(incoming) } }
    BIO_write(incoming, bytes.baseAddress, Int32(bytes.count))
    while true {
      let count = SSL_read(ssl, scratch.baseAddress, Int32(scratch.count))
      if count > 0 {
        plain(UnsafeRawBufferPointer(rebasing: scratch[..<Int(count)]))
        continue
      }
      switch SSL_get_error(ssl, count) {
      case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
      case SSL_ERROR_ZERO_RETURN:
        isEnded = true
        return
      default: throw Failure(.drained())
      }
    }
  }

  /// Encrypts bytes for sending; does nothing before the handshake is done.
  func send(_ plain: [UInt8]) {
    guard !plain.isEmpty, isEstablished else { return }
    plain.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = SSL_write(ssl, part.baseAddress, Int32(min(part.count, 1 << 20)))
        guard count > 0 else { return }
        rest = rest.dropFirst(Int(count))
      }
    }
  }

  /// Sends `close_notify`.
  func close() {
    if isEstablished { SSL_shutdown(ssl) }
    ERR_clear_error()
  }

  /// Appends the encrypted output to `output` and removes it here.
  func drainOutput(into output: inout [UInt8]) {
    var start: UnsafeMutablePointer<CChar>?
    let count = cssl_memory(outgoing, &start)
    guard count > 0, let start else { return }
    output.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    cssl_empty(outgoing)
  }
}

/// The TLS settings that all connections of a listener or a client share: certificate, versions,
/// application protocols.
final class TLSContext {
  /// The version of OpenSSL.
  static var libraryVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }

  let pointer: OpaquePointer

  /// Loads the certificate and its key.
  ///
  /// - Parameter servesOldClients: Whether clients may use versions before TLS 1.2. Such ports have
  ///   no HTTP.
  init(_ identity: TLSIdentity, servesOldClients: Bool = false) throws(OpenSSLError) {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_server_method()) else { throw .drained() }
    self.pointer = pointer
    cssl_set_server_options(pointer)
    cssl_set_modes(pointer)
    cssl_bound_memory(pointer, Self.mostCertificateBytes)
    let context = Array("pushinbox".utf8)
    guard Self.setVersions(pointer, servesOldClients),
      SSL_CTX_use_certificate_chain_file(pointer, identity.certificatePath) == 1,
      SSL_CTX_use_PrivateKey_file(pointer, identity.keyPath, SSL_FILETYPE_PEM) == 1,
      SSL_CTX_check_private_key(pointer) == 1,
      SSL_CTX_set_session_id_context(pointer, context, UInt32(context.count)) == 1
    else { throw .drained() }
    // A certificate is requested, not required. Any certificate is accepted here, since the gateway
    // can give the sender a reason and a failed handshake cannot.
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
    SSL_CTX_set_cert_verify_callback(pointer, { _, _ in 1 }, nil)
    guard !servesOldClients else { return }
    SSL_CTX_set_alpn_select_cb(
      pointer,
      { _, chosen, length, offered, count, _ in
        // Our protocols in the order of preference; the client's are length-prefixed names (RFC
        // 7301 §3.1).
        guard let chosen, let length, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let names = UnsafeBufferPointer(start: offered, count: Int(count))
        for ours in ["h2", "http/1.1"] {
          var start = 0
          while start < names.count {
            let end = start + 1 + Int(names[start])
            guard end <= names.count else { return SSL_TLSEXT_ERR_ALERT_FATAL }
            if names[(start + 1)..<end].elementsEqual(ours.utf8) {
              chosen.pointee = offered + start + 1
              length.pointee = names[start]
              return SSL_TLSEXT_ERR_OK
            }
            start = end
          }
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
      }, nil)
  }

  /// The maximum size in bytes of all certificates that a client presents.
  private static let mostCertificateBytes = 16 << 10

  /// Allows old clients TLS versions that are deprecated today, and turns off the tickets that TLS
  /// 1.3 sends after the handshake, because they make such clients miss the bytes after them.
  private static func setVersions(_ pointer: OpaquePointer, _ servesOldClients: Bool) -> Bool {
    guard servesOldClients else { return cssl_set_minimum_version(pointer, TLS1_2_VERSION) == 1 }
    return cssl_set_minimum_version(pointer, TLS1_VERSION) == 1
      && cssl_set_maximum_version(pointer, TLS1_2_VERSION) == 1
      && SSL_CTX_set_cipher_list(pointer, "DEFAULT:@SECLEVEL=0") == 1
  }

  /// Creates a client's context: TLS 1.2 or newer, and certificates that the system trusts.
  /// `SSL_CERT_FILE` and `SSL_CERT_DIR` name other authorities.
  init() throws(OpenSSLError) {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_client_method()) else { throw .drained() }
    self.pointer = pointer
    cssl_set_modes(pointer)
    guard cssl_set_minimum_version(pointer, TLS1_2_VERSION) == 1,
      SSL_CTX_set_default_verify_paths(pointer) == 1
    else { throw .drained() }
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
  }

  deinit {
    SSL_CTX_free(pointer)
  }
}
