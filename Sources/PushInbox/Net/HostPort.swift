/// A host and a port in the form `HOST:PORT`, IPv6 addresses in brackets: `127.0.0.1:2197`,
/// `[::1]:0`.
struct HostPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without brackets.
  var host: String
  /// The port; 0 lets the system choose one.
  var port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses the text; nil when host or port is missing or the port is invalid.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = UInt16(digits)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "[]".contains($0) }) else {
      return nil
    }
    self.init(host: String(host), port: port)
  }

  /// Parses an address to listen on. A port alone, `2197` or `:2197`, is on the loopback address.
  init?(listening text: String) {
    let port = text.hasPrefix(":") ? text.dropFirst() : text[...]
    self.init(port.contains(":") || UInt16(port) == nil ? text : "127.0.0.1:\(port)")
  }

  var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether only programs on this machine can connect to it.
  var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }
}
