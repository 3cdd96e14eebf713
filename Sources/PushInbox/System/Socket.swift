/// Socket calls with the flags that this program always uses.
enum Socket {
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  static func set(
    _ option: Int32, to value: Int32 = 1, level: Int32 = SOL_SOCKET, on descriptor: Int32
  ) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Returns a stream socket that does not block, is not inherited and raises no SIGPIPE.
  static func stream(_ family: Int32) throws(SystemError) -> Int32 {
    let descriptor = Platform.streamSocket(family)
    guard descriptor >= 0 else { throw SystemError("socket") }
    prepare(descriptor)
    return descriptor
  }

  /// Sets the options of every descriptor, accepted ones too: non-blocking, closed in child
  /// processes, no signal for a broken connection.
  static func prepare(_ descriptor: Int32) {
    makeNonBlocking(descriptor)
    closeOnExec(descriptor)
    Platform.disableSignal(on: descriptor)
  }

  /// Closes a descriptor; for types with a method `close`.
  static func close(_ descriptor: Int32) {
    Platform.closeDescriptor(descriptor)
  }

  /// Sends as many bytes as the socket accepts now.
  ///
  /// - Returns: The number of accepted bytes, 0 when the socket is full; nil when the connection is
  ///   gone.
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
    while true {
      let count = Platform.sendBytes(bytes, to: descriptor)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      default: return nil
      }
    }
  }

  /// Whether the other end has closed both directions.
  static func isHungUp(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLHUP) != 0
  }

  /// Whether the other system has acknowledged all sent bytes, or rejected them because its program
  /// is gone; nil while neither is known.
  static func isTaken(_ descriptor: Int32) -> Bool? {
    guard let unsent = Platform.unsentCount(descriptor), value(of: SO_ERROR, on: descriptor) == 0
    else { return false }
    return unsent == 0 ? true : nil
  }

  /// Returns the value of an integer socket option; -1 on failure.
  static func value(of option: Int32, on descriptor: Int32) -> Int32 {
    var value: Int32 = -1
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = getsockopt(descriptor, SOL_SOCKET, option, &value, &size)
    return value
  }

  /// The result of one read.
  enum Reading {
    case bytes(Int)
    case nothingYet
    case end
    case failed(Int32)
  }

  /// Reads once.
  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      let count = Platform.readBytes(descriptor, into: buffer)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothingYet
      default: return .failed(errno)
      }
    }
  }
}
