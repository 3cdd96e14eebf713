import Foundation

/// A client's connection to the control socket: one request and its response. Used on the control
/// thread.
final class ControlConnection {
  /// The time limit for a request to arrive, and for the rest of a finished response to be read: 10
  /// s.
  static let patience: Duration = .seconds(10)

  let descriptor: Int32
  /// The moment at which it is closed without progress; nil while a response is being written.
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether the connection has ended.
  private(set) var isDone = false

  private let reply: ControlReply
  private let onRequest: @Sendable (ControlRequest, ControlReply) -> Void
  private var reader = ControlRequest.Reader()
  private var isAnswering = false
  private var outbound: [UInt8] = []
  private var sent = 0
  private var isLast = false

  init(
    _ descriptor: Int32, reply: ControlReply,
    onRequest: @escaping @Sendable (ControlRequest, ControlReply) -> Void
  ) {
    self.descriptor = descriptor
    self.reply = reply
    self.onRequest = onRequest
    deadline = .now + Self.patience
  }

  deinit {
    close(descriptor)
    reply.close()
  }

  /// The events to poll for.
  var interest: Int16 {
    Int16(outbound.count > sent ? POLLIN | POLLOUT : POLLIN)
  }

  /// Handles a readable or closed socket.
  func receive(into buffer: UnsafeMutableRawBufferPointer) {
    while !isDone {
      switch Socket.read(descriptor, into: buffer) {
      case .nothingYet: return
      case .end, .failed: isDone = true
      case .bytes(let count):
        // Bytes after a complete request are read only to detect the end of the client. A client
        // that continues to send must not delay its response or other clients.
        guard !isAnswering else { return }
        receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        // A client that sends without end must not delay other clients.
        if count < buffer.count { return }
      }
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    switch reader.receive(bytes) {
    case .incomplete: return
    case .complete(let request):
      // A request whose client has already left must not be carried out.
      guard !Socket.isHungUp(descriptor) else {
        isDone = true
        return
      }
      isAnswering = true
      deadline = nil
      onRequest(request, reply)
    case .unreadable(let why):
      isAnswering = true
      reply.err(why + "\n")
      reply.exit(2)
    }
    reader = ControlRequest.Reader()
  }

  /// Sends pending bytes as far as the socket accepts them.
  func send() {
    if sent == outbound.count { (outbound, sent) = ([], 0) }
    let (bytes, isLast) = reply.drain(unsent: outbound.count - sent)
    outbound += bytes
    self.isLast = isLast
    var hasMoved = false
    while sent < outbound.count, !isDone {
      let count = outbound.withUnsafeBytes {
        Socket.send(.init(rebasing: $0[sent...]), to: descriptor)
      }
      guard let count else {
        isDone = true
        return
      }
      if count == 0 { break }
      sent += count
      hasMoved = true
    }
    reply.updateBacklog(unsent: outbound.count - sent)
    guard isLast else { return }
    if sent == outbound.count { isDone = true }
    if hasMoved || deadline == nil { deadline = .now + Self.patience }
  }
}
