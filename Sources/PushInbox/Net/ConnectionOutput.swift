/// The output of a connection that waits to be sent, and when its client last read.
struct ConnectionOutput {
  private var buffer = SendBuffer()
  /// Whether bytes wait for the client to read.
  private(set) var isBlocked = false
  /// The time at which bytes began to wait, or were last sent in part.
  private(set) var lastBlocked = -Double.infinity

  /// The limit of the bytes that wait to be sent. It is small because each connection may hold as
  /// many; after a flush the buffer is refilled immediately.
  static let limit = 8 << 10

  /// The bytes, to append to.
  var bytes: [UInt8] {
    get { buffer.bytes }
    _modify { yield &buffer.bytes }
  }

  /// The number of bytes that wait.
  var waiting: Int { buffer.waiting }

  /// Sends bytes until the system accepts no more.
  ///
  /// - Returns: The number of bytes that were sent; nil after a failure.
  mutating func flush(to socket: Int32, at now: Double) -> Int? {
    var total = 0
    while waiting > 0 {
      guard let count = buffer.send(to: socket) else { return nil }
      total += count
      if isBlocked == (count > 0) { lastBlocked = now }
      if count == 0 {
        isBlocked = true
        return total
      }
    }
    isBlocked = false
    return total
  }
}
