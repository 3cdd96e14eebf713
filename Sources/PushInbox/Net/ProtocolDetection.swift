/// What a connection speaks, by its first bytes (`design/contract.md` §3).
enum ProtocolDetection: Equatable {
  /// More bytes are needed.
  case undecided
  case tls
  case http2
  /// HTTP/1, `CONNECT` and everything that is nothing: that parser says what is wrong with it.
  case http1
  /// Apple's binary interface, or the feedback service.
  case legacy

  /// Looks at the first bytes; the whole of `PRI * HTTP/2.0` must be there to be HTTP/2.
  init(_ bytes: some Collection<UInt8>, at service: Service = .push, isSecured: Bool = false) {
    guard service == .push else {
      self = bytes.first == 0x16 && !isSecured ? .tls : .legacy
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
