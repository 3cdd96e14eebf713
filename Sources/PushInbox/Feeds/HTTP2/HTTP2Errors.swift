import CNGHTTP2

/// Why nghttp2 ended a connection or a stream: it does so by itself where the protocol asks for it, and the
/// person should see the cause.
struct HTTP2Errors {
  /// What was last said of a frame that did not pass.
  private var invalidFrame: String?
  /// What was said of a field of the frame that is looked at.
  private var invalidField: String?
  /// The errors of streams that were told: of each kind the first, however many a client makes.
  private var told: Set<UInt32> = []

  /// A frame did not pass; what becomes of it is heard of when that is sent.
  mutating func note(_ frame: nghttp2_frame_hd, _ code: Int32) {
    let cause =
      code == NGHTTP2_ERR_HTTP_HEADER.rawValue ? invalidField : nil
    invalidFrame = "\(Self.name(of: frame.type)): \(cause ?? Self.message(Int(code)))"
    invalidField = nil
  }

  /// A field did not pass, as nghttp2 says with its name and value; its frame is heard of next.
  mutating func note(field text: UnsafeRawBufferPointer) {
    invalidField = String(decoding: text.prefix(200), as: UTF8.self)
  }

  /// A request has more or fewer bytes than it said, where that is so.
  mutating func note(contentLength: String, received: Int) {
    guard contentLength != String(received) else { return }
    invalidFrame = "content-length is \(contentLength.prefix(20)), \(received) bytes came"
  }

  /// The connection ends; nil when nothing was wrong with it.
  func ending(_ code: UInt32, _ debug: UnsafeBufferPointer<UInt8>) -> SessionAction? {
    guard code != NGHTTP2_NO_ERROR.rawValue else { return nil }
    let said = String(decoding: debug.prefix(200), as: UTF8.self)
    return action("connection error", code, said.isEmpty ? invalidFrame : said)
  }

  /// A stream ends; nil when that is our doing, or was told before.
  mutating func reset(_ code: UInt32, limit: Int) -> SessionAction? {
    // Ours: the rest of a body nobody wants, a request that took too long.
    guard ![NGHTTP2_NO_ERROR.rawValue, NGHTTP2_CANCEL.rawValue].contains(code),
      told.insert(code).inserted
    else { return nil }
    let isRefused = code == NGHTTP2_REFUSED_STREAM.rawValue
    return action(
      "stream error", code, isRefused ? "more than \(limit) at a time" : invalidFrame)
  }

  private func action(_ what: String, _ code: UInt32, _ cause: String?) -> SessionAction {
    let name = nghttp2_http2_strerror(code).map { String(cString: $0) } ?? "\(code)"
    return .broken(
      stream: nil, status: 400, because: "HTTP/2 \(what) \(name)" + (cause.map { ", \($0)" } ?? ""))
  }

  private static func name(of type: UInt8) -> String {
    let names = [
      "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY",
      "WINDOW_UPDATE", "CONTINUATION",
    ]
    return names.indices.contains(Int(type)) ? names[Int(type)] : "a frame of type \(type)"
  }

  /// What nghttp2 calls one of its own errors.
  static func message(_ code: Int) -> String {
    nghttp2_strerror(Int32(code)).map { String(cString: $0) } ?? "error \(code)"
  }
}
