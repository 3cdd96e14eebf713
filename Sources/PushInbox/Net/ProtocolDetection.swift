/// The protocol of a connection, detected from its first bytes.
enum ProtocolDetection: Equatable {
  /// More bytes are needed.
  case undecided
  case tls
  case http2
  /// HTTP/1, `CONNECT` and anything unknown, whose fault the HTTP/1 parser reports.
  case http1
  /// The port's own protocol, which is not HTTP.
  case own

  /// Detects the protocol from the first bytes. HTTP/2 needs the whole of `PRI * HTTP/2.0`.
  ///
  /// - Parameters:
  ///   - speaksHTTP: Whether the port has HTTP rather than its own protocol.
  ///   - isSecured: Whether the bytes arrived inside TLS.
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
