/// The memory that open requests and unsent responses hold, for all connections of a listener
/// together.
///
/// A connection parses no further requests while there is no room, unless it has none: so each makes
/// progress, however much the others hold.
final class RequestMemory {
  /// Bytes held now.
  var bytes = 0
  private let limit: Int

  /// - Parameter limit: The bytes from which on there is no room.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether connections may parse further requests.
  var hasRoom: Bool { bytes < limit }

  /// Whether a client that holds requests open itself may open no further ones.
  var isExhausted: Bool { bytes >= limit + limit / 4 }

  /// An open request of HTTP/1 without its body and response, bytes.
  static let slot = 256
  /// An open stream of HTTP/2 without its header block, body and response, bytes: what nghttp2 holds
  /// and what we do.
  static let stream = 1024
}
