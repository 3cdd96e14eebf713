/// The protocol of a connection, by its first bytes.
enum ProtocolDetection: Equatable {
  /// More bytes are needed.
  case undecided
  case tls
  case http2
  /// HTTP/1, `CONNECT` and everything that is nothing: that parser says what is wrong with it.
  case http1
  /// The port's own protocol, which is not HTTP.
  case own

  /// Reads the first bytes; the whole of `PRI * HTTP/2.0` must be there to be HTTP/2.
  ///
  /// - Parameters:
  ///   - speaksHTTP: Whether the port speaks HTTP, and not a protocol of its own.
  ///   - isSecured: Whether the bytes came inside TLS.
  init(_ bytes: some Collection<UInt8>, speaksHTTP: Bool = true, isSecured: Bool = false) {
    guard speaksHTTP else {
      self = bytes.first == 0x16 && !isSecured ? .tls : .own
      return
    }
    let preface = Array("PRI * HTTP/2.0".utf8)
    if bytes.isEmpty {
      self = .undecided
    } else if bytes.first == 0x16 {
      self = .tls
    } else if bytes.starts(with: preface) {
      self = .http2
    } else if preface.starts(with: bytes) {
      self = .undecided
    } else {
      self = .http1
    }
  }
}
