import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Long data, made in pieces as a client reads them.
@Suite @MainActor struct ControlReplyTests {
  /// A source of pieces that counts how many were made.
  @MainActor private final class Source {
    private(set) var made = 0
    let piece: [UInt8]
    private let count: Int
    private let end: ControlReply.Piece?

    init(_ piece: [UInt8], count: Int = 5, end: ControlReply.Piece? = nil) {
      self.count = count
      self.piece = piece
      self.end = end
    }

    func next() -> ControlReply.Piece? {
      guard made < count else { return end }
      made += 1
      return .data(piece)
    }
  }

  /// A client that reads all that waits, whenever something does.
  @MainActor private struct Client {
    let reply: ControlReply
    private let wakes: AsyncStream<Void>

    init() {
      let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
      self.wakes = wakes
      reply = ControlReply { wake.yield() }
    }

    /// Returns the lines of the response; `didRead` is called after each reading.
    func read(_ didRead: () -> Void = {}) async -> [ControlLine?] {
      var bytes: [UInt8] = []
      for await _ in wakes {
        let (some, isLast) = reply.drain(unsent: 0)
        bytes += some
        didRead()
        if isLast { break }
        reply.updateBacklog(unsent: 0)
      }
      return bytes.split(separator: UInt8(ascii: "\n")).map { ControlLine($0) }
    }
  }

  private static let long = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)

  @Test func `a piece is made when the client has read those before`() async {
    let (client, source) = (Client(), Source(Self.long))
    client.reply.out(pieces: source.next)
    client.reply.err("after\n")
    client.reply.exit(3)
    client.reply.err("too\n")
    #expect(source.made == 1)
    var made: [Int] = []
    let lines = await client.read { made.append(source.made) }
    #expect(made.prefix(5) == [1, 2, 3, 4, 5])
    let piece = ControlLine.out(String(decoding: Self.long, as: UTF8.self))
    #expect(
      lines == Array(repeating: piece, count: 5) + [.err("after\n"), .err("too\n"), .exit(3)])
  }

  @Test func `short data is complete at once`() {
    let (reply, source) = (ControlReply {}, Source(Array("one\n".utf8), count: 1))
    reply.out(pieces: source.next)
    reply.exit(0)
    #expect(reply.drain(unsent: 0).isLast)
  }

  @Test func `after two pieces the main thread serves others`() async {
    let (client, source) = (Client(), Source(Array("one\n".utf8)))
    client.reply.out(pieces: source.next)
    client.reply.exit(0)
    let made = await withCheckedContinuation { result in
      // Each is served after the piece that was asked for before it.
      onMain {
        let first = source.made
        onMain { result.resume(returning: [first, source.made]) }
      }
    }
    #expect(made == [4, 5])
    #expect(await client.read().last == .exit(0))
  }

  @Test func `an empty piece shows the client that its response is being made`() async {
    let (client, source) = (Client(), Source([]))
    client.reply.out(pieces: source.next)
    client.reply.exit(0)
    #expect(await client.read() == Array(repeating: .out(""), count: 5) + [.exit(0)])
  }

  @Test func `a piece that cannot be made ends the response with the error`() async {
    let client = Client()
    let source = Source(Self.long, end: .failure(text: "the store is gone\n", code: 4))
    client.reply.out(pieces: source.next)
    client.reply.exit(0)
    let lines = await client.read()
    #expect(lines.count == 7)
    #expect(lines.suffix(2) == [.err("the store is gone\n"), .exit(4)])
  }

  @Test func `no piece is made for a client that disconnected before`() {
    let (reply, source) = (ControlReply {}, Source([]))
    reply.close()
    reply.out(pieces: source.next)
    reply.exit(0)
    reply.updateBacklog(unsent: 0)
    #expect(source.made == 0)
  }

  @Test func `no piece is made for a client that does not read or has disconnected`() {
    let reply = ControlReply {}
    weak var released: Source?
    do {
      let source = Source(Self.long)
      released = source
      reply.out(pieces: source.next)
      _ = reply.drain(unsent: 0)
      reply.updateBacklog(unsent: 64 << 10)
      #expect(source.made == 1)
    }
    #expect(released != nil)
    reply.close()
    #expect(released == nil)
  }
}
