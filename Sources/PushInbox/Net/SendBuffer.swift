/// A buffer of bytes to send to a socket, which may accept only a part at a time.
struct SendBuffer {
  /// The waiting bytes, after sent ones, which are removed in large pieces.
  var bytes: [UInt8] = []
  private(set) var sent = 0

  /// The maximum number of sent bytes that the buffer retains.
  static let slack = 256 << 10

  /// The number of bytes that wait to be sent.
  var waiting: Int {
    bytes.count - sent
  }

  /// Sends as many bytes as the socket accepts now.
  ///
  /// - Returns: The number of accepted bytes, 0 when the socket is full; nil when the connection is
  ///   gone.
  mutating func send(to socket: Int32) -> Int? {
    let count = bytes.withUnsafeBytes {
      Socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: socket)
    }
    if let count { drop(count) }
    return count
  }

  /// Removes bytes that the socket accepted.
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
