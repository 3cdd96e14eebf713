/// Bytes on their way to a socket that takes them piece by piece.
struct SendBuffer {
  /// Those that wait are at the end; what was sent before them goes in large pieces.
  var bytes: [UInt8] = []
  private(set) var sent = 0

  /// The most bytes already sent that are kept.
  static let slack = 256 << 10

  /// The number of bytes that wait to be sent.
  var waiting: Int {
    bytes.count - sent
  }

  /// Sends what the socket takes now.
  ///
  /// - Returns: How many bytes it took, 0 when it is full; nil when the connection is gone.
  mutating func send(to socket: Int32) -> Int? {
    let count = bytes.withUnsafeBytes {
      Socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: socket)
    }
    if let count { drop(count) }
    return count
  }

  /// Lets go of what the socket took.
  mutating func drop(_ count: Int) {
    sent += count
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= Self.slack)
      sent = 0
    } else if sent >= Self.slack {
      bytes.removeFirst(sent)
      sent = 0
    }
  }
}
