import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command's end of the control socket.
enum ControlClient {
  /// Asks the running instance, and writes its answer to two descriptors as it comes.
  ///
  /// - Parameter limit: how long it may take; nil is for ever.
  /// - Returns: the exit code the instance gave; 0 when `out` has no reader any more, as with `| head`.
  /// - Throws: ``ControlError/noInstance(path:)`` when nobody listens, ``ControlError/lost`` when the
  ///   instance went away in the middle, ``ControlError/output(_:)`` when `out` cannot be written.
  static func run(
    _ request: ControlRequest, at path: String, out: Int32 = STDOUT_FILENO,
    err: Int32 = STDERR_FILENO, limit: Duration? = nil
  ) throws(ControlError) -> Int32 {
    try ask(request, at: path, limit: limit) { line throws(ControlError) in
      switch line {
      case .out(let text):
        guard !StandardOutput.write(Array(text.utf8), to: out) else { return nil }
        guard let failure = StandardOutput.lastFailure() else { return 0 }
        throw .output(failure)
      case .err(let text): return StandardOutput.write(Array(text.utf8), to: err) ? nil : 0
      case .exit(let code): return code
      }
    }
  }

  /// Asks the running instance, and hands its answer over line by line until `take` gives an exit code.
  static func ask(
    _ request: ControlRequest, at path: String, limit: Duration? = nil,
    _ take: (ControlLine) throws(ControlError) -> Int32?
  ) throws(ControlError) -> Int32 {
    let end = limit.map { ContinuousClock.now + $0 }
    let bytes = request.bytes
    guard bytes.count <= ControlRequest.largest else { throw .requestTooLarge }
    // Another end that goes is told by `write`, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    let descriptor = try ControlSocket.connected(to: path)
    defer { close(descriptor) }
    // An instance that does not listen to the end has answered before it.
    StandardOutput.write(bytes, to: descriptor)

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var line: [UInt8] = []
    while true {
      switch Socket.read(descriptor, into: buffer) {
      case .nothingYet: guard wait(for: POLLIN, on: descriptor, until: end) else { throw .timedOut }
      case .end, .failed: throw .lost
      case .bytes(let count):
        var rest = buffer.prefix(count)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line += rest[..<end]
          rest = rest[(end + 1)...]
          guard let read = ControlLine(line) else { throw .lost }
          if let code = try take(read) { return code }
          line.removeAll(keepingCapacity: true)
        }
        line += rest
      }
    }
  }

  /// False when the moment has come and nothing else.
  private static func wait(
    for events: Int32, on descriptor: Int32, until end: ContinuousClock.Instant? = nil
  ) -> Bool {
    let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&polled, 1, left.map { Int32(min($0.rounded(.up), 1e9)) } ?? -1) != 0
  }
}
