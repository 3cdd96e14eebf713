import Foundation

@testable import PushInbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client that sends exactly what it is told to; reads wait as long as ``patience`` has it.
final class RawClient {
  private let socket: Int32
  private var received: [UInt8] = []

  convenience init(port: UInt16) throws {
    let address = try Socket.addresses(of: HostPort(host: "127.0.0.1", port: port), passive: false)
    guard let address = address.first else { throw SystemError("resolve") }
    try self.init(address)
    Socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: socket)
  }

  convenience init(unixPath path: String) throws {
    guard let address = SocketAddress(unixPath: path) else { throw SystemError("path") }
    try self.init(address)
  }

  private init(_ address: SocketAddress) throws {
    #if canImport(Glibc)
      socket = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(address.family, SOCK_STREAM, 0)
    #endif
    let descriptor = socket
    guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      throw SystemError("connect")
    }
  }

  deinit {
    close(socket)
  }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, waitFor(POLLOUT) {
      let count = rest.withUnsafeBytes { Socket.send($0, to: socket) }
      guard let count else { return }
      rest = rest.dropFirst(count)
    }
  }

  func endInput() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// What was received once it contains `text` so many times, or when the other end closed.
  func text(until text: String, count: Int = 1) -> String {
    while String(decoding: received, as: UTF8.self).components(separatedBy: text).count <= count,
      receiveMore()
    {}
    return String(decoding: received, as: UTF8.self)
  }

  /// All there is until the other end closes; nil when it does not.
  func textUntilClosed() -> String? {
    while receiveMore() {}
    return isClosed ? String(decoding: received, as: UTF8.self) : nil
  }

  private(set) var isClosed = false

  /// All bytes received so far.
  var bytes: [UInt8] { received }

  /// Waits for more; false when none will come.
  func receiveMore() -> Bool {
    guard !isClosed, waitFor(POLLIN) else { return false }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let result = buffer.withUnsafeMutableBytes { Socket.read(socket, into: $0) }
    switch result {
    case .bytes(let count):
      received += buffer[..<count]
      return true
    case .nothingYet: return true
    case .end, .failed:
      isClosed = true
      return false
    }
  }

  private func waitFor(_ events: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    return poll(&entry, 1, Int32(patience * 1000)) > 0
  }
}
