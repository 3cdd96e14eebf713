/// The hosts that a request may name in `Host` or `:authority`.
///
/// A web page whose own name resolves to this machine (DNS rebinding) could read responses as its
/// own. Its requests name that host, so requests for unknown hosts are rejected.
struct ServedHosts: Sendable {
  private let names: Set<String>

  /// Makes the set of served hosts, with Apple's and Google's names.
  ///
  /// - Parameters:
  ///   - listening: The hosts of the listening ports, as configured.
  ///   - names: Further names of this machine (`tls.names`).
  init(listening: [String] = [], names: [String] = []) {
    self.names = Set((PushHosts.names + listening + names).map(Self.folded))
  }

  /// Whether requests for a host are accepted: it is a name of this inbox, a loopback address, or
  /// the address that the client connected to.
  ///
  /// - Parameters:
  ///   - authority: The host, and any port.
  ///   - local: The address of this end of the connection.
  func contains(_ authority: String, local: @autoclosure () -> String?) -> Bool {
    guard let host = Self.host(of: authority) else { return false }
    if names.contains(Self.folded(host)) { return true }
    guard let address = Self.address(host) else { return false }
    return HostPort(host: address, port: 0).isLoopback || address == local().flatMap(Self.address)
  }

  /// Returns the host without port and brackets; nil for an invalid authority (RFC 3986 §3.2).
  private static func host(of authority: String) -> String? {
    var host = authority[...]
    if let colon = host.lastIndex(of: ":"), host.last != "]" {
      guard host[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      host = host[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      return String(host.dropFirst().dropLast())
    }
    return host.isEmpty || host.contains(":") ? nil : String(host)
  }

  /// Returns the name in lower case, without the dot that may end a full name (RFC 1034 §3.1).
  private static func folded(_ host: String) -> String {
    let name = host.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  /// Returns the canonical form of an address; nil for names.
  private static func address(_ host: String) -> String? {
    var bytes = in6_addr()
    for family in [AF_INET, AF_INET6] where inet_pton(family, host.unscoped, &bytes) == 1 {
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(family, &bytes, &text, socklen_t(text.count)) != nil else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }
}

extension String {
  /// The text without the zone of a link-local address, `%eth0` (RFC 4007 §11).
  fileprivate var unscoped: String { String(prefix { $0 != "%" }) }
}
