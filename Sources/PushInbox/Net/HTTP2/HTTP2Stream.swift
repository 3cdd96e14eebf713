import InboxModel

/// One stream from its first header field to its end.
final class HTTP2Stream {
  /// The parts of the previous request of the connection that the next one mostly has too.
  struct Previous {
    var head: HeaderBlock?
    /// The path, up to 256 bytes.
    var path = ""
  }

  let id: Int32
  var method = ""
  var path = ""
  var query = ""
  /// The value of `:authority`.
  var authority: String?
  var head = HeaderBlock()
  /// The size of all fields in bytes, pseudo-header fields included.
  var headSize = 0
  var hasTooManyHeaders = false
  var body: [UInt8] = []
  /// The bytes of the body that were not yet returned to the client's window.
  var unconsumed = 0
  var isHandedOver = false
  var isAnswered = false
  /// Whether the client has sent the whole request.
  var isComplete = false
  var response: [UInt8] = []
  private(set) var responseSent = 0
  /// The body that is read piece by piece; nil for ``response``.
  var responseBody: (any HTTPBody)?
  /// Whether that body had nothing to read, so that nghttp2 waits for it.
  var isStalled = false
  /// Whether that body was read to its end.
  var hasEnded = false
  /// Whether a part of the response body is not sent yet.
  var isUnread = false
  /// The bytes of ``RequestMemory`` that the stream holds.
  var held = 0

  init(_ id: Int32) {
    self.id = id
  }

  /// Whether the request waits for the server: for its response, or for the next piece of one.
  var isWaiting: Bool { isHandedOver && (!isAnswered || isStalled) }
  /// Whether a part of the response is not made yet.
  var hasIncompleteResponse: Bool {
    isHandedOver && (!isAnswered || responseBody != nil && !hasEnded)
  }

  /// Adds a header field of the request.
  func add(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
    after previous: inout Previous
  ) {
    if name.first != UInt8(ascii: ":") {
      head.add(name: name, value: value, like: previous.head)
    } else if name.isSame(as: ":path") {
      let end = value.firstIndex(of: UInt8(ascii: "?")) ?? value.endIndex
      let bytes = UnsafeBufferPointer(rebasing: value[..<end])
      // Most requests of a sender have the same path.
      path =
        previous.path.hasSameBytes(as: bytes)
        ? previous.path : String(decoding: bytes, as: UTF8.self)
      if end <= 256 { previous.path = path }
      if end < value.endIndex {
        query = String(decoding: value[(end + 1)...], as: UTF8.self)
      }
    } else if name.isSame(as: ":method") {
      method = value.isSame(as: "POST") ? "POST" : String(decoding: value, as: UTF8.self)
    } else if name.isSame(as: ":authority") {
      authority = String(decoding: value, as: UTF8.self)
    }
  }

  /// The request, whole or cut at the limit of bodies.
  var request: HTTPRequest {
    HTTPRequest(
      stream: Int(id), method: method, path: path, query: query,
      authority: authority ?? head["host"], head: head, body: body)
  }

  /// Moves the next bytes of ``response`` to a DATA frame.
  ///
  /// - Returns: Their number, and whether they are the last ones.
  func readResponse(
    into buffer: UnsafeMutablePointer<UInt8>, _ limit: Int
  ) -> (count: Int, isLast: Bool) {
    let rest = response[responseSent...]
    let count = min(limit, rest.count)
    rest.prefix(count).withUnsafeBufferPointer {
      if let start = $0.baseAddress { buffer.update(from: start, count: count) }
    }
    responseSent += count
    return (count, responseSent == response.count)
  }
}
