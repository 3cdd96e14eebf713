import Foundation

/// The server side of the control socket: receives requests of the same user's commands and sends
/// the responses, on a separate thread.
// Sendable: the variables are used only on the control thread; ``stop()`` waits for its end.
final class ControlServer: @unchecked Sendable {
  /// The maximum number of clients served at once; others wait in the socket's queue.
  static let maximumConnections = 256

  /// The path at which it listens.
  let path: String

  private let onRequest: @Sendable (ControlRequest, ControlReply) -> Void
  private let listener: Int32
  private let bell: WakePipe
  private let ended = DispatchSemaphore(value: 0)

  // On the thread only.
  private var lock: FileLock?
  private var connections: [Int: ControlConnection] = [:]
  private var lastConnection = 0
  /// The time to accept again after the process ran out of descriptors; nil otherwise.
  private var pause: ContinuousClock.Instant?

  /// Listens, and removes the socket of an instance that has died. `onRequest` is called on the
  /// control thread and must return without waiting.
  init(
    path: String, onRequest: @escaping @Sendable (ControlRequest, ControlReply) -> Void
  ) throws(ControlError) {
    guard path.utf8.count <= ControlPath.maximumLength else { throw .pathTooLong(path: path) }
    self.path = path
    self.onRequest = onRequest
    do throws(FileLock.Failure) {
      lock = try FileLock(path: path + ".lock")
    } catch {
      switch error {
      case .held(let pid): throw .inUse(path: path, pid: pid)
      case .unusable(let reason): throw .unusableLock(path: path + ".lock", reason: reason)
      case .system(let error): throw .system(error)
      }
    }
    do throws(SystemError) { bell = try WakePipe() } catch { throw .system(error) }
    listener = try ControlSocket.listening(at: path)
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.name = "pushinbox control"
    thread.start()
  }

  /// Closes all connections and removes the socket; returns after that. Must not be called twice,
  /// nor from `onRequest`.
  func stop() {
    bell.ring(stopping: true)
    ended.wait()
  }

  // MARK: The thread

  private func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var polled: [pollfd] = []
    while true {
      let isFull = connections.count >= Self.maximumConnections || pause != nil
      let served = Array(connections)
      polled.removeAll(keepingCapacity: true)
      polled.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
      polled.append(pollfd(fd: isFull ? -1 : listener, events: Int16(POLLIN), revents: 0))
      for (_, connection) in served {
        polled.append(pollfd(fd: connection.descriptor, events: connection.interest, revents: 0))
      }
      guard poll(&polled, nfds_t(polled.count), timeout()) >= 0 else { continue }

      if polled[0].revents != 0 {
        let (numbers, mustStop) = bell.answer()
        if mustStop { break }
        for number in numbers { connections[number]?.send() }
      }
      for (index, (_, connection)) in served.enumerated() {
        let events = Int32(polled[index + 2].revents)
        if events & ~POLLOUT != 0 { connection.receive(into: buffer) }
        if events & POLLOUT != 0 { connection.send() }
      }
      if polled[1].revents != 0 { accept() }
      let now = ContinuousClock.now
      if let end = pause, end <= now { pause = nil }
      for (number, connection) in connections {
        let isLate = connection.deadline.map { $0 <= now } ?? false
        if connection.isDone || isLate {
          connections[number] = nil
          pause = nil
        }
      }
    }
    // Connections that are still open receive the last bytes.
    for connection in connections.values { connection.send() }
    connections = [:]
    close(listener)
    unlink(path)
    lock = nil
  }

  /// Returns the milliseconds until the next deadline; -1 when there is none.
  private func timeout() -> Int32 {
    var next = pause
    for connection in connections.values {
      if let deadline = connection.deadline { next = min(next ?? deadline, deadline) }
    }
    guard let next else { return -1 }
    // One more, so that `poll` does not return just before the deadline.
    return Int32(max(0, (next - .now) / .milliseconds(1))) + 1
  }

  private func accept() {
    while connections.count < Self.maximumConnections {
      let descriptor = Platform.acceptConnection(listener)
      guard descriptor >= 0 else {
        // Without descriptors the queue stays full, and polling it would spin.
        if errno == EMFILE || errno == ENFILE { pause = .now + .seconds(1) }
        if errno == ECONNABORTED || errno == EINTR { continue }
        return
      }
      guard ControlSocket.isOwn(descriptor) else {
        close(descriptor)
        continue
      }
      Socket.prepare(descriptor)
      lastConnection += 1
      let number = lastConnection
      connections[number] = ControlConnection(
        descriptor, reply: ControlReply { [bell] in bell.ring(number) }, onRequest: onRequest)
    }
  }
}
