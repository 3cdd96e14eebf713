import Foundation

@testable import PushInbox

/// An HTTP server on the loopback interface whose responses a test sends.
final class StreamServer: @unchecked Sendable {  // nothing changes after init
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let place = HostPort(host: "127.0.0.1", port: 0)
    guard let address = try Socket.addresses(of: place, passive: true).first else {
      throw SystemError("resolve")
    }
    let listening = try ListeningPort(at: address)
    descriptor = listening.descriptor
    port = listening.address.port
  }

  deinit {
    close(descriptor)
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// Waits for the next connection and its request.
  func accept() throws -> Connection {
    guard Self.wait(for: POLLIN, on: descriptor) else {
      throw Child.Failure(description: "no client connects to port \(port)")
    }
    let accepted = Platform.acceptConnection(descriptor)
    guard accepted >= 0 else { throw SystemError("accept") }
    return Connection(accepted)
  }

  fileprivate static func wait(for events: Int32, on descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&entry, 1, Int32(patience * 1000)) > 0
  }

  final class Connection: @unchecked Sendable {  // nothing changes after init
    /// The head of the request, in lower case.
    let request: String
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
      Socket.prepare(descriptor)
      self.descriptor = descriptor
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      reading: while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n"),
        StreamServer.wait(for: POLLIN, on: descriptor)
      {
        switch buffer.withUnsafeMutableBytes({ Socket.read(descriptor, into: $0) }) {
        case .bytes(let count): bytes += buffer[..<count]
        case .nothingYet: continue
        case .end, .failed: break reading
        }
      }
      request = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    deinit {
      close(descriptor)
    }

    /// The value of `last-event-id`; nil when there is none.
    var lastEventID: String? {
      request.components(separatedBy: "\r\n").first { $0.hasPrefix("last-event-id: ") }
        .map { String($0.dropFirst("last-event-id: ".count)) }
    }

    /// Sends bytes. Returns false if the client disconnected or does not read for a minute.
    @discardableResult
    func send(_ text: String) -> Bool {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        guard StreamServer.wait(for: POLLOUT, on: descriptor),
          let count = rest.withUnsafeBytes({ Socket.send($0, to: descriptor) })
        else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Sends the head of a chunked stream.
    func beginStream(_ type: String) {
      send("HTTP/1.1 200 OK\r\ncontent-type: \(type)\r\ntransfer-encoding: chunked\r\n\r\n")
    }

    /// Sends a chunk; an empty one ends the stream.
    @discardableResult
    func sendChunk(_ text: String) -> Bool {
      send(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
    }
  }
}
