import InboxModel

/// A response as both versions of HTTP write it.
struct HTTPResponse: Equatable, Sendable {
  var status: Int
  /// Further header fields, in their order. HTTP/2 keeps them out of its compression table.
  var fields: [HeaderField] = []
  var contentType: String?
  var body: [UInt8] = []
}

extension HTTPResponse {
  /// One line of text for people.
  static func text(_ status: Int, _ text: String, _ fields: [HeaderField] = []) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: fields, contentType: "text/plain; charset=utf-8",
      body: Array((text + "\n").utf8))
  }
}
