/// A request as both versions of HTTP hand it on.
struct HTTPRequest: Equatable, Sendable {
  /// The HTTP/2 stream, or the count of the request on its connection from 1.
  var stream: Int
  var method: String
  /// Without the query.
  var path: String
  /// The host it is for, and its port if one was named; nil where HTTP/1.0 named none.
  var authority: String?
  var head: HeaderBlock
  /// At most ``ConnectionLimits/bodyBytes`` and one byte more, which says that there was more.
  var body: [UInt8]
}
