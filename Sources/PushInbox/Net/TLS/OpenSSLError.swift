import COpenSSL

/// The first error OpenSSL queued on this thread.
struct OpenSSLError: Error, Equatable, Sendable {
  /// The reason's number, `SSL_R_…` for errors of a handshake.
  var reason: Int32
  /// OpenSSL's description.
  var message: String

  /// Takes what is queued and empties the queue.
  static func drained() -> OpenSSLError {
    let code = ERR_get_error()
    ERR_clear_error()
    let message = ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown error"
    return OpenSSLError(reason: cssl_reason(code), message: message)
  }
}
