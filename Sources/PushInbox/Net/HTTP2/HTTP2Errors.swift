import CNGHTTP2

/// The reasons why nghttp2 ended a connection or a stream. nghttp2 does so by itself where the
/// protocol requires it, and the user should see the cause.
struct HTTP2Errors {
  /// A fault of a stream or of the connection.
  private struct Fault {
    var cause: String
    /// The correction, if one is known.
    var fix: String?
  }

  /// The faults of rejected frames by stream; 0 has the last fault of the connection.
  private var faults: [Int32: Fault] = [:]
  /// The fault of a field of the current frame.
  private var invalidField: Fault?
  /// The number of reported stream errors by code.
  private var told: [UInt32: Int] = [:]

  /// Whether a stream was refused because memory is short; otherwise the client opened too many.
  var isMemoryShort = false

  /// The maximum number of reports of each kind for one connection. Refused streams are reported
  /// once: a client that ignores the limit causes one with each request.
  private static let mostTold = 100

  /// Records a rejected frame. Its consequence is reported when nghttp2 sends the RST_STREAM or
  /// GOAWAY frame.
  mutating func recordInvalidFrame(_ frame: nghttp2_frame_hd, _ code: Int32) {
    let field = code == NGHTTP2_ERR_HTTP_HEADER.rawValue ? invalidField : nil
    invalidField = nil
    let cause = "\(Self.name(of: frame.type)): \(field?.cause ?? Self.message(Int(code)))"
    let fix = code == NGHTTP2_ERR_HTTP_MESSAGING.rawValue ? Self.pseudoHeaderFix : field?.fix
    recordFault(Fault(cause: cause, fix: fix), of: frame.stream_id)
  }

  private static let pseudoHeaderFix =
    "Send :method, :scheme, :path and :authority, each once and before all other fields."

  /// Returns the correction of a rejected field. Only the values of pseudo-header fields, `host`
  /// and `content-length` can be the cause: nghttp2 ignores other fields with invalid values.
  private static func fix(of name: String, _ value: Substring) -> String {
    let isClean = !value.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    switch name {
    case ":path" where !isClean:
      return
        "Send a path without spaces and other characters that a URL may not have: a device token "
        + "is written in hexadecimal digits without spaces or brackets."
    case _ where name.hasPrefix(":") && !isClean:
      return "Send \(name) without spaces and control characters."
    case _ where name.hasPrefix(":"): return pseudoHeaderFix
    case "host": return "Send host once and with a value, or :authority in its place."
    case "content-length": return contentLengthFix
    default: return "Send field names in lower case, and no connection, te or transfer-encoding."
    }
  }

  private static let contentLengthFix =
    "Set content-length to the length of the body in bytes, or omit it."

  /// Records a rejected field from nghttp2's message, which ends with `name: [:path], value: [/3]`.
  /// The frame's rejection follows.
  mutating func recordInvalidField(_ text: UnsafeRawBufferPointer) {
    let message = String(decoding: text, as: UTF8.self)
    let parts = message.firstRange(of: "name: [").map { message[$0.upperBound...] }?
      .split(separator: "], value: [", maxSplits: 1, omittingEmptySubsequences: false)
    let fix = parts.flatMap { $0.count == 2 ? Self.fix(of: String($0[0]), $0[1].dropLast()) : nil }
    invalidField = Fault(cause: String(decoding: text.prefix(200), as: UTF8.self), fix: fix)
  }

  /// Records a body whose size differs from `content-length`; ignored if the sizes are equal.
  mutating func recordContentLength(_ contentLength: String, received: Int, of stream: Int32) {
    guard contentLength != String(received), faults[stream] == nil else { return }
    let cause = "content-length is \(contentLength.prefix(20)), \(received) bytes were received"
    recordFault(Fault(cause: cause, fix: Self.contentLengthFix), of: stream)
  }

  private mutating func recordFault(_ fault: Fault, of stream: Int32) {
    if faults.count > Self.mostTold { faults = [:] }
    faults[stream] = fault
    faults[0] = fault
  }

  /// Returns the report of an ended connection; nil when it ended without an error.
  func ending(_ code: UInt32, _ debug: UnsafeBufferPointer<UInt8>) -> HTTPAction? {
    guard code != NGHTTP2_NO_ERROR.rawValue else { return nil }
    let said = String(decoding: debug.prefix(200), as: UTF8.self)
    return action("connection error", 0, code, said.isEmpty ? faults[0]?.cause : said, fix: nil)
  }

  /// Returns the report of a reset stream; nil when we caused the reset or the limit of reports is
  /// reached.
  mutating func reset(_ stream: Int32, _ code: UInt32, limit: Int) -> HTTPAction? {
    let fault = faults.removeValue(forKey: stream)
    // Ours: the unread rest of a body, or a request that took too long.
    guard ![NGHTTP2_NO_ERROR.rawValue, NGHTTP2_CANCEL.rawValue].contains(code) else { return nil }
    let isRejected = code == NGHTTP2_REFUSED_STREAM.rawValue
    told[code, default: 0] += 1
    guard told[code, default: 0] <= (isRejected ? 1 : Self.mostTold) else { return nil }
    guard isRejected else {
      return action("stream error", stream, code, fault?.cause, fix: fault?.fix)
    }
    return isMemoryShort
      ? action(
        "stream error", stream, code, "open requests and unread responses hold too much memory",
        fix: "Read the responses, then retry this request.")
      : action(
        "stream error", stream, code, "more than \(limit) at a time",
        fix: "Respect SETTINGS_MAX_CONCURRENT_STREAMS: wait for responses, then retry this request."
      )
  }

  private func action(
    _ what: String, _ stream: Int32, _ code: UInt32, _ cause: String?, fix: String?
  ) -> HTTPAction {
    let name = nghttp2_http2_strerror(code).map { String(cString: $0) } ?? "\(code)"
    return .broken(
      ProtocolViolation(
        stream: Int(stream), because: "HTTP/2 \(what) \(name)" + (cause.map { ", \($0)" } ?? ""),
        fix: fix))
  }

  private static func name(of type: UInt8) -> String {
    let names = [
      "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY",
      "WINDOW_UPDATE", "CONTINUATION",
    ]
    return names.indices.contains(Int(type)) ? names[Int(type)] : "a frame of type \(type)"
  }

  /// Returns nghttp2's description of an error code.
  static func message(_ code: Int) -> String {
    nghttp2_strerror(Int32(code)).map { String(cString: $0) } ?? "error \(code)"
  }
}
