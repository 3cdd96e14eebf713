/// The sockets that a loop waits for. A wait costs as much as there are ready sockets, however many
/// are registered (epoll(7), kqueue(2)).
final class ReadySockets {
  /// Readable while a registered socket is ready.
  let descriptor: Int32
  private var list = [csys_ready](repeating: csys_ready(), count: 256)

  init() throws(SystemError) {
    descriptor = csys_ready_open()
    guard descriptor >= 0 else { throw SystemError("epoll_create1") }
  }

  deinit {
    close(descriptor)
  }

  /// Registers a socket for `POLLIN`, `POLLOUT` or both; 0 removes it. A closed socket is removed
  /// by the system.
  ///
  /// - Parameters:
  ///   - number: Identifies the socket in ``read(_:)``.
  ///   - registered: The events for which it is registered; 0 if it is not.
  /// - Returns: False if the system has no memory for it.
  func set(_ socket: Int32, _ number: Int, from registered: Int16, to events: Int16) -> Bool {
    csys_ready_set(descriptor, socket, Int64(number), registered, events) == 0
  }

  /// Calls `receive` for each ready socket, 256 at most, with the events of `poll`. Does not wait.
  ///
  /// - Parameter rank: The sockets with the lowest ranks are first.
  func read(
    inOrderOf rank: (_ number: Int) -> Int, _ receive: (_ number: Int, _ events: Int16) -> Void
  ) {
    let count = max(0, Int(csys_ready_read(descriptor, &list, Int32(list.count))))
    list.withUnsafeMutableBufferPointer {
      $0[..<count].sort { rank(Int($0.number)) < rank(Int($1.number)) }
    }
    for index in 0..<count { receive(Int(list[index].number), list[index].events) }
  }
}
