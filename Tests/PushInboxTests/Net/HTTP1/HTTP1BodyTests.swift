import InboxModel
import Testing

@testable import PushInbox

/// A body whose pieces are added by a test.
private final class PieceBody: HTTPBody {
  private var waiting: [UInt8] = []
  private var isComplete = false

  func add(_ text: String, isLast: Bool = false) {
    waiting += text.utf8
    isComplete = isLast
  }

  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool) {
    let piece = waiting.prefix(limit)
    waiting.removeFirst(piece.count)
    return (piece, isComplete && waiting.isEmpty)
  }
}

/// HTTP/1 responses whose bodies are read piece by piece, without sockets.
@Suite struct HTTP1BodyTests {
  private let session = HTTP1Session(
    limits: ConnectionLimits(), memory: RequestMemory(limit: 1 << 20))
  private let body = PieceBody()

  private func output(limit: Int = 1 << 16) -> String {
    var bytes: [UInt8] = []
    session.produce(into: &bytes, limit: limit)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func begin(_ request: String) {
    session.receive(request)
    session.respond(to: 1, with: HTTPResponse(status: 200), body: body, at: 0)
  }

  private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func `a body is sent in chunks as its pieces become known, then the next response`() {
    begin(Self.get + Self.get)
    session.respond(to: 2, with: HTTPResponse(status: 404), at: 0)
    #expect(output() == "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    #expect(!session.hasOutput)
    #expect(session.waitingCount == 1)
    body.add("first")
    session.resume(1, at: 0)
    #expect(session.hasOutput)
    #expect(output() == "5\r\nfirst\r\n")
    #expect(output() == "")
    body.add("0123456789abcdef!", isLast: true)
    session.resume(1, at: 0)
    #expect(output(limit: 16) == "10\r\n0123456789abcdef\r\n")
    #expect(output() == "1\r\n!\r\n0\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
    #expect(session.waitingCount == 0)
    #expect(!session.hasOutput)
  }

  @Test func `the end of the connection is the end of a body for HTTP/1.0`() {
    let request = "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
    begin(request + request)
    body.add("first", isLast: true)
    #expect(output() == "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nfirst")
    #expect(session.isFinished)
    #expect(session.waitingCount == 0)
  }

  @Test func `the response to HEAD has no body`() {
    begin("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(output() == "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    #expect(session.waitingCount == 0)
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func `the waiting requests of a client that closes its side are reported as left`(field: String) {
    session.receive(Self.get + Self.get + "GET /a HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
    session.respond(to: 1, with: HTTPResponse(status: 200), at: 0)
    session.respond(to: 2, with: HTTPResponse(status: 200), body: body, at: 0)
    #expect(session.wantsInput)
    session.inputEnded()
    #expect(session.drainActions() == [.clientLeft(stream: 2), .clientLeft(stream: 3)])
  }

  @Test func `bytes after the last request are read and discarded while it waits`() {
    #expect(session.receive("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").count == 1)
    #expect(session.wantsInput)
    #expect(session.receive(Self.get) == [])
    session.respond(to: 1, with: HTTPResponse(status: 200), at: 0)
    #expect(!session.wantsInput)
  }
}
