/// `METHOD target HTTP/1.x` (RFC 9112 §3).
struct HTTP1RequestLine: Equatable {
  var method: String
  /// As written.
  var target: String
  /// HTTP/1.0: no persistence, no chunks.
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

  /// Whether the third word of a line begins with `HTTP/` (RFC 9112 §2.3).
  static func namesHTTP(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
    return words.count == 3 && words[2].starts(with: "HTTP/".utf8)
  }

  /// The path without query, of an absolute target too (RFC 9112 §3.2).
  var path: String {
    let rest = absoluteRest.map { $0[$0.endOfAuthority...] } ?? target[...]
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The host and port of an absolute target, which count in place of `Host` (RFC 9112 §3.2.2); nil
  /// for other targets.
  var authority: String? { absoluteRest.map { String($0[..<$0.endOfAuthority]) } }

  /// The part of an absolute target behind its scheme; nil for other targets.
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

/// How the body of a request is delimited and what its connection does afterwards (RFC 9112 §6, §9).
struct HTTP1Framing {
  private let isOldVersion: Bool
  private(set) var length: Int?
  private(set) var isChunked = false
  private(set) var wantsContinue = false
  private var hosts = 0
  private var closes = false
  private var staysOpen = false

  init(isOldVersion: Bool) {
    self.isOldVersion = isOldVersion
  }

  var keepsAlive: Bool {
    isOldVersion ? staysOpen && !closes : !closes
  }

  /// Applies a field that decides about the end of the message or of the connection.
  mutating func apply(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) throws(HTTP1Error) {
    switch name.count {
    case 4 where name.elementsEqual("host".utf8):
      hosts += 1
    case 6 where name.elementsEqual("expect".utf8):
      guard HTTP1Text.lowerCase(value) == "100-continue" else {
        throw HTTP1Error(417, "only `100-continue` may be expected")
      }
      wantsContinue = !isOldVersion
    case 10 where name.elementsEqual("connection".utf8):
      for word in HTTP1Text.lowerCase(value).split(separator: ",") {
        let word = word.trimmingPrefix { $0 == " " }.prefix { $0 != " " }
        if word == "close" { closes = true }
        if word == "keep-alive" { staysOpen = true }
      }
    case 14 where name.elementsEqual("content-length".utf8):
      guard length == nil else { throw HTTP1Error(400, "content-length is given twice") }
      guard !value.isEmpty, value.count <= 18, value.allSatisfy({ (48...57).contains($0) })
      else { throw HTTP1Error(400, "content-length is not a number") }
      length = value.reduce(0) { $0 * 10 + Int($1 - 48) }
    case 17 where name.elementsEqual("transfer-encoding".utf8):
      guard !isChunked else { throw HTTP1Error(400, "transfer-encoding is given twice") }
      guard HTTP1Text.lowerCase(value) == "chunked" else {
        throw HTTP1Error(501, "the only transfer coding taken is `chunked`")
      }
      isChunked = true
    default: break
    }
  }

  /// What holds for all fields together.
  func check() throws(HTTP1Error) {
    if isChunked, length != nil {
      throw HTTP1Error(400, "content-length and transfer-encoding contradict each other")
    }
    if isChunked, isOldVersion {
      throw HTTP1Error(400, "HTTP/1.0 has no transfer-encoding")
    }
    if hosts > 1 || (hosts == 0 && !isOldVersion) {
      throw HTTP1Error(400, "a request has exactly one host field")
    }
  }
}

/// The grammar of single lines (RFC 9110 §5, RFC 9112 §2–7).
enum HTTP1Text {
  /// tchar of RFC 9110 §5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case 33, 35, 36, 37, 38, 39, 42, 43, 45, 46, 94, 95, 96, 124, 126: true
    default: false
    }
  }

  /// A line without its CRLF; `bytes` ends before the LF.
  static func line(_ bytes: ArraySlice<UInt8>) throws(HTTP1Error) -> ArraySlice<UInt8> {
    guard bytes.last == 13 else { throw HTTP1Error(400, "a line does not end in CR LF") }
    let text = bytes.dropLast()
    guard !text.contains(where: { $0 == 13 || $0 == 0 }) else {
      throw HTTP1Error(400, "a line holds a CR or a NUL")
    }
    return text
  }

  /// `name: value`, the name in lower case, the value trimmed.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTP1Error) -> (
    name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  ) {
    guard let colon = line.firstIndex(of: 58), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw HTTP1Error(400, "a header line is not `name: value`") }
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    guard value.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
      throw HTTP1Error(400, "a header value holds a control character")
    }
    return (line[..<colon].map(lower)[...], value)
  }

  /// The size at the start of a chunk; extensions are passed over (RFC 9112 §7.1).
  static func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTP1Error) -> Int {
    let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit }
    let rest = line[digits.endIndex...].drop { $0 == 32 || $0 == 9 }
    guard (1...15).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";"),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw HTTP1Error(400, "a chunk's size is not a hexadecimal number") }
    return size
  }

  static func lowerCase(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map(lower), as: UTF8.self)
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 32 : byte
  }
}
