/// The framing of a request's body, and the persistence of its connection (RFC 9112 §6, §9).
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

  /// Whether a body follows, even an empty one in chunks.
  var hasBody: Bool { isChunked || length ?? 0 > 0 }

  var keepsAlive: Bool {
    isOldVersion ? staysOpen && !closes : !closes
  }

  /// Applies a field that determines the end of the message or of the connection.
  mutating func apply(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) throws(HTTP1Error) {
    switch name.count {
    case 4 where name.elementsEqual("host".utf8):
      guard HTTP1Text.isHost(value) else {
        throw HTTP1Error(400, "the host field is not a host and port")
      }
      hosts += 1
    case 6 where name.elementsEqual("expect".utf8):
      guard HTTP1Text.lowerCase(value) == "100-continue" else {
        throw HTTP1Error(417, "the only supported expectation is `100-continue`")
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
      let codings = HTTP1Text.lowerCase(value).split { ", \t".contains($0) }
      if codings.dropLast().contains("chunked") {
        throw HTTP1Error(400, "`chunked` is not the last transfer coding")
      }
      guard codings == ["chunked"] else {
        throw HTTP1Error(501, "the only supported transfer coding is `chunked`")
      }
      isChunked = true
    default: break
    }
  }

  /// Validates the combination of fields.
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
