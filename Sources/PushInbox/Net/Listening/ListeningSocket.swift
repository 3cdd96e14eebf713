/// A socket that accepts connections.
final class ListeningSocket: EventLoopHandler {
  private let socket: Int32
  private unowned let loop: EventLoop
  private let accepted: (_ descriptor: Int32, _ peer: HostPort?) -> Void
  private(set) var isDone = false
  /// The time to accept again after the process ran out of descriptors; nil otherwise.
  private(set) var deadline: Double?
  private let outOfDescriptors: () -> Void
  /// Whether the last accept failed for lack of a descriptor.
  private var isWithoutDescriptors = false

  /// Makes a handler that accepts connections.
  ///
  /// - Parameters:
  ///   - socket: The listening descriptor, which is closed by ``close()``.
  ///   - outOfDescriptors: Called when the process has no descriptor for a connection, once until
  ///     one is accepted again. The connection waits.
  ///   - accepted: Receives the descriptor of each connection, which the receiver then owns.
  init(
    _ socket: Int32, on loop: EventLoop, outOfDescriptors: @escaping () -> Void = {},
    accepted: @escaping (_ descriptor: Int32, _ peer: HostPort?) -> Void
  ) {
    self.socket = socket
    self.loop = loop
    self.outOfDescriptors = outOfDescriptors
    self.accepted = accepted
  }

  var descriptor: Int32? { isDone ? nil : socket }
  var interest: Int16 { isDone || deadline != nil ? 0 : Int16(POLLIN) }

  func ready(_ events: Int16) {
    while !isDone {
      let (descriptor, address) = SocketAddress.written { accept(socket, $0, $1) }
      if descriptor >= 0 {
        isWithoutDescriptors = false
        accepted(descriptor, address?.hostPort)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        deadline = loop.now + 1
        if !isWithoutDescriptors { outOfDescriptors() }
        isWithoutDescriptors = true
        return
      } else if errno != EINTR, errno != ECONNABORTED {
        return
      }
    }
  }

  func timePassed(_ now: Double) {
    resume()
  }

  /// Accepts again, since a descriptor may have become free.
  func resume() {
    deadline = nil
  }

  func close() {
    guard !isDone else { return }
    isDone = true
    Socket.close(socket)
  }
}
