/// The address of an HTTP stream: `http://127.0.0.1:3000/events?app=chat`.
struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  var isSecure: Bool
  /// The host and port to connect to.
  var place: HostPort
  /// The request target: path and query, not empty.
  var target: String

  /// Parses an address.
  ///
  /// - Returns: nil for another scheme, a missing host, a user name, an invalid port, and
  ///   characters that must be percent-encoded.
  init?(_ text: String) {
    guard let end = text.firstRange(of: "://") else { return nil }
    switch text[..<end.lowerBound].lowercased() {
    case "http": isSecure = false
    case "https": isSecure = true
    default: return nil
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    // The fragment is not sent (RFC 3986 §3.5).
    let rest = text[end.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let port = isSecure ? 443 : 80
    let hasPort = authority.last != "]" && authority.contains(":") && authority.last != ":"
    let bare = authority.last == ":" ? authority.dropLast() : authority
    guard !authority.contains("@"),
      let place = HostPort(hasPort ? String(authority) : "\(bare):\(port)"), place.port != 0
    else { return nil }
    self.place = HostPort(host: place.host.lowercased(), port: place.port)
    let target = rest[authority.endIndex...]
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// The value of the `host` header field: without the port if it is the scheme's default (RFC 9110
  /// §7.2).
  var hostField: String {
    let text = place.description
    return place.port == (isSecure ? 443 : 80)
      ? String(text.dropLast("\(place.port)".count + 1)) : text
  }

  var description: String { "\(isSecure ? "https" : "http")://\(hostField)\(target)" }
}
