/// A violation of HTTP, for the list of rejected requests.
struct ProtocolViolation: Equatable, Sendable {
  /// The request or stream, from 1; 0 for the whole connection.
  var stream = 0
  /// The status of the response; nil where the protocol ends the stream or the connection instead.
  var status: Int?
  /// The cause; it continues a sentence.
  var because: String
  /// The correction, a sentence.
  var fix: String

  /// Creates a violation with its reason and its correction.
  init(stream: Int = 0, status: Int? = nil, because: String, fix: String? = nil) {
    self.stream = stream
    self.status = status
    self.because = because
    self.fix = fix ?? Self.fix(status)
  }

  private static func fix(_ status: Int?) -> String {
    switch status {
    case 408: slow
    case 414: "Send a shorter request target."
    case 431: "Send fewer or shorter headers."
    case 505: "Use HTTP/2, or HTTP/1.1 with its version in the request line."
    default: "Send HTTP/2 or HTTP/1.1 with a library that conforms to RFC 9113 and RFC 9112."
    }
  }

  /// The correction for a request that arrives too slowly.
  static let slow =
    "Send header and body without a pause; if the sender does, check the network."
}
