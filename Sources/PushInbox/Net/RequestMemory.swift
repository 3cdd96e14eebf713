/// The memory held by open requests, also incomplete ones, and by unsent responses of all
/// connections of a listener.
///
/// A connection parses no further requests while there is no room, unless it has none: so each
/// connection makes progress.
final class RequestMemory {
  /// Bytes held now.
  var bytes = 0 {
    didSet { if oldValue >= limit, hasRoom { roomReturned() } }
  }
  private let limit: Int
  /// Called when ``hasRoom`` becomes true again.
  var roomReturned: () -> Void = {}

  /// Makes a count of zero bytes.
  ///
  /// - Parameter limit: The bytes from which there is no room.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether connections may parse further requests.
  var hasRoom: Bool { bytes < limit }

  /// Whether memory is short enough that a client has less time to read its responses.
  private var isShort: Bool { bytes >= limit / 2 }

  /// Whether a response of this size, which may be refused, may be added.
  func hasRoom(for bytes: Int) -> Bool { self.bytes + bytes <= limit }

  /// Seconds in which a client has to read a byte of its responses.
  func unreadSeconds(_ limits: ConnectionLimits) -> Double {
    if !hasRoom { return limits.fullSeconds }
    return isShort ? limits.slowSeconds : limits.unreadSeconds
  }

  /// Whether a client with unread responses may open further streams. The last quarter is reserved
  /// for clients that read theirs, so that these keep their rate.
  var hasRoomForUnread: Bool { bytes < limit - limit / 4 }

  /// Whether a client with open requests may not open further ones.
  var isExhausted: Bool { bytes >= limit + limit / 4 }

  /// The size in bytes of an open HTTP/1 request without its body and response.
  static let slot = 256
  /// The size in bytes of an open HTTP/2 stream without its header block, body and response,
  /// nghttp2's share included.
  static let stream = 1024
}
