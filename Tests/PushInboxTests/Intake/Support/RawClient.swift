import Foundation

@testable import PushInbox

/// A client that sends exactly the given bytes. Reads wait up to ``patience``.
final class RawClient {
  private let socket: Int32
  private var received: [UInt8] = []
  /// The layers of TLS, the outermost first.
  private var layers: [ClientTLS] = []

  /// Connects to a port.
  ///
  /// - Parameter receiveBuffer: The size of the system's receive buffer in bytes, without TLS; nil
  ///   for the default.
  convenience init(port: UInt16, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    let address = try Socket.addresses(of: HostPort(host: host, port: port), passive: false)
    guard let address = address.first else { throw SystemError("resolve") }
    try self.init(address, receiveBuffer: receiveBuffer)
    Socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: socket)
  }

  convenience init(unixPath path: String) throws {
    guard let address = SocketAddress(unixPath: path) else { throw SystemError("path") }
    try self.init(address)
  }

  private init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
    socket = Platform.streamSocket(address.family)
    let descriptor = socket
    if let receiveBuffer { Socket.set(SO_RCVBUF, to: receiveBuffer, on: descriptor) }
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
    sendEncoded(encoded(bytes))
  }

  /// Sends a text and, in the same write, the end of the TLS output.
  func sendLast(_ text: String) {
    sendEncoded(encoded(Array(text.utf8)) + (layers.first?.close() ?? []))
  }

  /// Encrypts bytes with the layers of TLS; each call is a part of one stream.
  func encoded(_ bytes: [UInt8]) -> [UInt8] {
    layers.reversed().reduce(bytes) { $1.encrypt($0) }
  }

  private func sendEncoded(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, waitFor(POLLOUT) {
      let count = rest.withUnsafeBytes { Socket.send($0, to: socket) }
      guard let count else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends the bytes that the other end accepts without waiting.
  ///
  /// - Returns: The remaining bytes; empty if the connection is closed.
  func sendNow(encoded bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    Socket.makeNonBlocking(socket)
    var rest = bytes
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ Socket.send($0, to: socket) }) else { return [] }
      if count == 0 { return rest }
      rest = rest.dropFirst(count)
    }
    return []
  }

  /// Performs a TLS handshake inside the existing layers.
  func startTLS(host: String = "localhost") throws {
    let layer = try ClientTLS(host: host)
    while true {
      let isDone = layer.shakeHands()
      sendEncoded(layers.reversed().reduce(layer.output()) { $1.encrypt($0) })
      if isDone { break }
      guard let bytes = read() else { throw SystemError("handshake") }
      layer.feed(layers.reduce(bytes) { $1.decrypt($0) })
    }
    layers.append(layer)
  }

  /// Opens a tunnel to a push host.
  func startTunnel(to host: String = "api.push.apple.com") {
    send("CONNECT \(host):443 HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    _ = text(until: "\r\n\r\n")
    received = []
  }

  func endInput() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Returns the received text once it contains `text` `count` times, or when the other end closed.
  func text(until text: String, count: Int = 1) -> String {
    while String(decoding: received, as: UTF8.self).components(separatedBy: text).count <= count,
      receiveMore()
    {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Discards what was received, for a client that receives many responses.
  func forget() { received = [] }

  /// Returns all text until the other end closes; nil when it does not.
  func textUntilClosed() -> String? {
    while receiveMore() {}
    return isClosed ? String(decoding: received, as: UTF8.self) : nil
  }

  private(set) var isClosed = false

  /// All bytes received so far.
  var bytes: [UInt8] { received }

  /// Waits for more bytes; returns false when none will arrive.
  func receiveMore() -> Bool {
    guard let bytes = read() else { return false }
    received += layers.reduce(bytes) { $1.decrypt($0) }
    return true
  }

  private func read() -> [UInt8]? {
    guard !isClosed, waitFor(POLLIN) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let result = buffer.withUnsafeMutableBytes { Socket.read(socket, into: $0) }
    switch result {
    case .bytes(let count): return Array(buffer[..<count])
    case .nothingYet: return []
    case .end, .failed:
      isClosed = true
      return nil
    }
  }

  private func waitFor(_ events: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    return poll(&entry, 1, Int32(patience * 1000)) > 0
  }
}
