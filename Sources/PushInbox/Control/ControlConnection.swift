import Foundation

/// One client of the control socket: a request comes in, its answer goes out. Lives on the control thread.
final class ControlConnection {
  /// The time limit for a request to arrive, and for the rest of a finished answer to be read: 10 s.
  static let patience: Duration = .seconds(10)

  let descriptor: Int32
  /// When it is closed unless something moves; nil while an answer is being written.
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether it is over.
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

  /// The socket has something to read, or has been hung up.
  func receive(into buffer: UnsafeMutableRawBufferPointer) {
    while !isDone {
      switch Socket.read(descriptor, into: buffer) {
      case .nothingYet: return
      case .end, .failed: isDone = true
      case .bytes(let count):
        // After a whole request nothing more is expected; it is read to see the end of the client. One
        // that goes on sending must not keep the answer and the others waiting.
        guard !isAnswering else { return }
        receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        // A client that sends without end must not keep the others waiting.
        if count < buffer.count { return }
      }
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    switch reader.receive(bytes) {
    case .incomplete: return
    case .complete(let request):
      // Who has given up on us meanwhile must not be obeyed late.
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

  /// Sends what there is to send, as far as the socket takes it.
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
