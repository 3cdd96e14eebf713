import InboxModel

/// A response for either version of HTTP.
struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// Further header fields, in their order. HTTP/2 does not add them to its compression table.
  var fields: [HeaderField] = []
  var contentType: String?
  var body: [UInt8] = []
}

extension HTTPResponse {
  /// Returns a response with one line of plain text.
  static func text(_ status: Int, _ text: String, _ fields: [HeaderField] = []) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: fields, contentType: "text/plain; charset=utf-8",
      body: Array((text + "\n").utf8))
  }
}
