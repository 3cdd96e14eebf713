/// `METHOD target HTTP/1.x` (RFC 9112 §3).
struct HTTP1RequestLine: Equatable {
  var method: String
  /// The request target as written.
  var target: String
  /// Whether the version is HTTP/1.0, which has no persistent connections and no chunks.
  var isOldVersion: Bool

  init(_ line: ArraySlice<UInt8>) throws(HTTP1Error) {
    let parts = line.split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty,
      parts[0].allSatisfy(HTTP1Text.isToken), parts[1].allSatisfy({ $0 > 32 && $0 != 127 })
    else { throw HTTP1Error(400, "the first line is not a request line: METHOD TARGET HTTP/1.1") }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isOldVersion = false
    case "HTTP/1.0": isOldVersion = true
    case let version where version.hasPrefix("HTTP/"):
      throw HTTP1Error(505, "\(version.prefix(16)) is not supported")
    default:
      throw HTTP1Error(400, "the first line is not a request line: METHOD TARGET HTTP/1.1")
    }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
    guard hasValidTarget else {
      throw HTTP1Error(400, "the target is neither a path nor an address; CONNECT needs HOST:PORT")
    }
  }

  /// Whether the target has a form that the method permits (RFC 9112 §3.2). None has a fragment.
  private var hasValidTarget: Bool {
    let bytes = Array(target.utf8)
    if bytes.contains(UInt8(ascii: "#")) { return false }
    if method == "CONNECT" {
      return HTTP1Text.isHost(bytes[...]) && HostPort(target).map { $0.port > 0 } ?? false
    }
    if isOriginForm || target == "*" && method == "OPTIONS" { return true }
    // A host is required, and a user before it is an error (RFC 9110 §4.2).
    guard let authority, !authority.isEmpty else { return false }
    return HTTP1Text.isHost(Array(authority.utf8)[...])
  }

  private var isOriginForm: Bool { target.utf8.first == UInt8(ascii: "/") }

  /// Whether a word after the second one begins with `HTTP/` (RFC 9112 §2.3). Two spaces enclose
  /// an empty word.
  static func namesHTTP(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: 32, omittingEmptySubsequences: false)
    return words.dropFirst(2).contains { $0.starts(with: "HTTP/".utf8) }
  }

  /// The path without query, also of an absolute target (RFC 9112 §3.2).
  var path: String {
    let rest = absoluteRest.map { $0[$0.endOfAuthority...] } ?? target.utf8[...]
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    return path.isEmpty ? "/" : String(Substring(path))
  }

  /// The query without its question mark, as sent (RFC 3986 §3.4); empty for none.
  var query: String {
    guard let start = target.firstIndex(of: "?") else { return "" }
    return String(target[target.index(after: start)...].prefix { $0 != "#" })
  }

  /// The host and port of an absolute target, which take precedence over `Host` (RFC 9112 §3.2.2);
  /// nil for other targets.
  var authority: String? { absoluteRest.map { String(Substring($0[..<$0.endOfAuthority])) } }

  /// The part of an absolute target after its scheme, `http` or `https`; nil for other targets.
  private var absoluteRest: Substring.UTF8View? {
    guard !isOriginForm else { return nil }
    for scheme in ["http://", "https://"]
    where target.prefix(scheme.count).lowercased() == scheme {
      return target.utf8.dropFirst(scheme.count)
    }
    return nil
  }
}

extension Substring.UTF8View {
  fileprivate var endOfAuthority: Index {
    firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? endIndex
  }
}
