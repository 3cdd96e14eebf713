import Foundation
import InboxModel

/// The client side of the control socket.
enum ControlClient {
  /// The time limit for a response.
  enum Limit {
    /// No limit while the instance runs.
    case forever
    /// The longest time without a received byte.
    case silence(Duration)
    /// A moment, independent of received bytes.
    case moment(ContinuousClock.Instant)

    /// The limit for responses that end: an instance that is silent for 10 s will not respond.
    static let patience = Limit.silence(.seconds(10))

    /// The moment at which to give up unless bytes arrive.
    fileprivate var end: ContinuousClock.Instant? {
      switch self {
      case .forever: nil
      case .silence(let duration): .now + duration
      case .moment(let moment): moment
      }
    }
  }

  /// Waits until the instance responds at all, before requests whose own response may take long.
  ///
  /// - Parameter onSilence: Called once when that takes long; waiting continues.
  static func reach(at path: String, onSilence: (ControlError) -> Void) throws(ControlError) {
    do throws(ControlError) {
      try reach(at: path)
    } catch {
      guard case .silent = error else { throw error }
      onSilence(error)
      try reach(at: path, limit: .forever)
    }
  }

  /// Checks that an instance responds; its response does not matter.
  static func reach(at path: String, limit: Limit = .patience) throws(ControlError) {
    _ = try ask(ControlRequest(words: ["ready"]), at: path, limit: limit) { line in
      guard case .exit(let code) = line else { return nil }
      return code
    }
  }

  /// Sends a request to the running instance and writes its response to two descriptors as it
  /// arrives.
  ///
  /// - Returns: The exit code of the instance; 0 when `out` has no reader any more, as with `|
  ///   head`.
  /// - Throws: ``ControlError/noInstance(path:)`` when no process listens, ``ControlError/lost``
  ///   when the connection ends early, ``ControlError/silent(pid:)`` when the limit has passed,
  ///   ``ControlError/output(_:)`` when `out` cannot be written.
  static func run(
    _ request: ControlRequest, at path: String, out: Int32 = STDOUT_FILENO,
    err: Int32 = STDERR_FILENO, limit: Limit = .patience
  ) throws(ControlError) -> Int32 {
    try ask(request, at: path, limit: limit) { line throws(ControlError) in
      switch line {
      case .out(let text):
        guard !StandardOutput.write(Array(text.utf8), to: out) else { return nil }
        guard let failure = StandardOutput.lastFailure() else { return 0 }
        throw .output(failure)
      case .err(let text):
        return StandardOutput.write(Array(PlainText.cleanLines(text).utf8), to: err) ? nil : 0
      case .exit(let code): return code
      }
    }
  }

  /// Sends a request to the running instance and passes on its response line by line until
  /// `receive` returns an exit code.
  static func ask(
    _ request: ControlRequest, at path: String, limit: Limit = .patience,
    _ receive: (ControlLine) throws(ControlError) -> Int32?
  ) throws(ControlError) -> Int32 {
    var end = limit.end
    let bytes = request.bytes
    guard bytes.count <= ControlRequest.largest else { throw .requestTooLarge }
    // A closed connection makes `write` return an error instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    let descriptor = try ControlSocket.connected(to: path, until: end)
    defer {
      // A process that another thread is just starting has a copy of the descriptor.
      shutdown(descriptor, Int32(SHUT_RDWR))
      close(descriptor)
    }
    guard send(bytes, to: descriptor, limit, &end) else { throw .silent(at: path) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var line: [UInt8] = []
    while true {
      switch Socket.read(descriptor, into: buffer) {
      case .nothingYet:
        guard wait(for: POLLIN, on: descriptor, until: end) else { throw .silent(at: path) }
      case .end, .failed: throw .lost
      case .bytes(let count):
        end = limit.end
        var rest = buffer.prefix(count)
        while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line += rest[..<lineEnd]
          rest = rest[(lineEnd + 1)...]
          guard let read = ControlLine(line) else { throw .lost }
          if let code = try receive(read) { return code }
          line.removeAll(keepingCapacity: true)
        }
        line += rest
      }
    }
  }

  /// Sends a request; returns false when the instance read no more of it within the limit.
  private static func send(
    _ bytes: [UInt8], to descriptor: Int32, _ limit: Limit, _ end: inout ContinuousClock.Instant?
  ) -> Bool {
    var unsent = bytes[...]
    // An instance that stops reading has responded before.
    while !unsent.isEmpty,
      let count = unsent.withUnsafeBytes({ Socket.send($0, to: descriptor) })
    {
      unsent.removeFirst(count)
      if count > 0 {
        end = limit.end
      } else {
        guard wait(for: POLLOUT, on: descriptor, until: end) else { return false }
      }
    }
    return true
  }

  /// Returns false when the moment was reached without an event.
  private static func wait(
    for events: Int32, on descriptor: Int32, until end: ContinuousClock.Instant? = nil
  ) -> Bool {
    let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&polled, 1, left.map { Int32(min($0.rounded(.up), 1e9)) } ?? -1) != 0
  }
}
