import COpenSSL

/// The first error in OpenSSL's queue of this thread.
struct OpenSSLError: Error, Equatable, Sendable {
  /// OpenSSL's reason code, `SSL_R_…` for errors of a handshake.
  var reason: Int32
  /// OpenSSL's description.
  var message: String

  /// Returns the first queued error and clears the queue.
  static func drained() -> OpenSSLError {
    let code = ERR_get_error()
    ERR_clear_error()
    let message = ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown error"
    return OpenSSLError(reason: cssl_reason(code), message: message)
  }
}
