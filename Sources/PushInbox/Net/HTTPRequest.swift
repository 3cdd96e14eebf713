/// A request of either version of HTTP.
struct HTTPRequest: Equatable, Sendable {
  /// The HTTP/2 stream, or the number of the request on its connection, from 1.
  var stream: Int
  var method: String
  /// The path without the query.
  var path: String
  /// The query without its question mark, as sent; empty for none.
  var query = ""
  /// The host of the request, and its port if one was named; nil where HTTP/1.0 named none.
  var authority: String?
  var head: HeaderBlock
  /// The body; of one over the limit, its first ``ConnectionLimits/bodyBytes`` and one more byte.
  var body: [UInt8]
}
