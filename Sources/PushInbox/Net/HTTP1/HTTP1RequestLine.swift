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
    else { throw HTTP1Error(400, "the first line is no request line: METHOD TARGET HTTP/1.1") }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isOldVersion = false
    case "HTTP/1.0": isOldVersion = true
    case let version where version.hasPrefix("HTTP/"):
      throw HTTP1Error(505, "\(version.prefix(16)) is not spoken here")
    default:
      throw HTTP1Error(400, "the first line is no request line: METHOD TARGET HTTP/1.1")
    }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
  }

  /// Whether a word after the second one begins with `HTTP/` (RFC 9112 §2.3). Two spaces enclose
  /// an empty word.
  static func namesHTTP(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: 32, omittingEmptySubsequences: false)
    return words.dropFirst(2).contains { $0.starts(with: "HTTP/".utf8) }
  }

  /// The path without query, also of an absolute target (RFC 9112 §3.2).
  var path: String {
    let rest = absoluteRest.map { $0[$0.endOfAuthority...] } ?? target[...]
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The host and port of an absolute target, which take precedence over `Host` (RFC 9112 §3.2.2);
  /// nil for other targets.
  var authority: String? { absoluteRest.map { String($0[..<$0.endOfAuthority]) } }

  /// The part of an absolute target after its scheme; nil for other targets.
  private var absoluteRest: Substring? {
    guard !target.hasPrefix("/"), let scheme = target[...].range(ofASCII: "://") else { return nil }
    return target[scheme.upperBound...]
  }
}

extension Substring {
  fileprivate var endOfAuthority: Index {
    firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? endIndex
  }
}

extension Substring {
  fileprivate func range(ofASCII text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
