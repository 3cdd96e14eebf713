import Testing

@testable import PushInbox

/// HTTP/1.1 responses (RFC 9112 §6, §7).
struct HTTP1ResponseParserTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var text: String
    var status = 200
    var body = ""
    /// Whether the body is complete.
    var ends = true
    /// Whether the connection may close there.
    var mayEnd = true
    var testDescription: String { name }
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"

  private static let cases = [
    Case(name: "a length", text: ok + "Content-Length: 5\r\n\r\nhello", body: "hello"),
    Case(name: "a length of 0", text: ok + "content-length: 0\r\n\r\n"),
    Case(
      name: "less than its length", text: ok + "content-length: 6\r\n\r\nhello", body: "hello",
      ends: false, mayEnd: false),
    Case(
      name: "chunks",
      text: ok + "Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\n\r\n",
      body: "hello!"),
    Case(
      name: "trailers", text: ok + "transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: y\r\n\r\n",
      body: "a"),
    Case(
      name: "chunks without an end", text: ok + "transfer-encoding: chunked\r\n\r\nA\r\nhello",
      body: "hello", ends: false, mayEnd: false),
    Case(name: "until it closes", text: ok + "\r\nhello", body: "hello", ends: false),
    Case(name: "HTTP/1.0", text: "HTTP/1.0 200 OK\r\n\r\nhello", body: "hello", ends: false),
    Case(name: "no phrase", text: "HTTP/1.1 200\r\ncontent-length: 1\r\n\r\nx", body: "x"),
    Case(name: "no content", text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204),
    Case(
      name: "interim responses",
      text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + ok
        + "content-length: 2\r\n\r\nhi", body: "hi"),
    Case(
      name: "another status", text: "HTTP/1.1 503 Busy\r\ncontent-length: 2\r\n\r\nno", status: 503,
      body: "no"),
  ]

  @Test(arguments: cases)
  func `a response in pieces of any size is parsed the same`(_ each: Case) throws {
    let bytes = Array(each.text.utf8)
    let cuts = (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
    for pieces in cuts + [bytes.indices.map { bytes[$0...$0] }] {
      var parser = HTTP1ResponseParser(headerLimit: 200)
      var (status, body, ends) = (0, "", false)
      for piece in pieces {
        piece.withUnsafeBytes { parser.append($0) }
        while let part = try parser.next() {
          switch part {
          case .head(let head): status = head.status
          case .body(let bytes): body += String(decoding: bytes, as: UTF8.self)
          case .end: ends = true
          }
        }
      }
      #expect(status == each.status)
      #expect(body == each.body)
      #expect(ends == each.ends)
      #expect(parser.mayEnd == each.mayEnd)
    }
  }

  @Test(arguments: [
    ("SSH-2.0-x\r\n\r\n", "does not begin with HTTP/1.1"),
    ("HTTP/2 200 OK\r\n\r\n", "does not begin with HTTP/1.1"),
    ("HTTP/1.1 20 OK\r\n\r\n", "does not begin with HTTP/1.1"),
    ("\r\n\r\n", "does not begin with HTTP/1.1"),
    (ok + "a b: c\r\n\r\n", "not `name: value`"),
    (ok + "x: y\n\r\n", "CR LF"),
    (ok + "content-length: five\r\n\r\n", "content-length"),
    (ok + "content-length: 5\r\ncontent-length: 5\r\n\r\n", "content-length"),
    (ok + "transfer-encoding: gzip, chunked\r\n\r\n", "transfer coding"),
    (ok + "transfer-encoding: chunked\r\n\r\nxyz\r\n", "hexadecimal"),
    (ok + "transfer-encoding: chunked\r\n\r\n1\r\nab\r\n", "longer than its size"),
    (ok + "x: " + String(repeating: "y", count: 200) + "\r\n\r\n", "longer than 200 bytes"),
    (String(repeating: "y", count: 201), "longer than 200 bytes"),
  ])
  func `an invalid response is an error with its reason`(text: String, reason: String) {
    var parser = HTTP1ResponseParser(headerLimit: 200)
    Array(text.utf8).withUnsafeBytes { parser.append($0) }
    let error = #expect(throws: HTTP1Error.self) { while try parser.next() != nil {} }
    #expect(error?.because.contains(reason) == true, "\(error?.because ?? "no error")")
  }

  @Test(arguments: [
    ("1\r\nabc\r\n", "a chunk is longer than its size"),
    ("1;" + String(repeating: "x", count: 300) + "\r\na\r\n", "a line of the body is too long"),
    (
      "0\r\nx: " + String(repeating: "y", count: 200) + "\r\n\r\n", "a line of the body is too long"
    ),
  ])
  func `a long line is rejected alike in pieces of any size`(body: String, reason: String) {
    let bytes = Array((Self.ok + "transfer-encoding: chunked\r\n\r\n" + body).utf8)
    for size in [1, 7, bytes.count] {
      var parser = HTTP1ResponseParser(headerLimit: 200)
      let error = #expect(throws: HTTP1Error.self) {
        for start in stride(from: 0, to: bytes.count, by: size) {
          bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { parser.append($0) }
          while try parser.next() != nil {}
        }
      }
      #expect(error?.because == reason)
    }
  }

  @Test func `fields of the same name are joined, and a known length is detected`() throws {
    var parser = HTTP1ResponseParser(headerLimit: 200)
    let text = Self.ok + "X-A: 1\r\nx-a: 2\r\ncontent-length: 0\r\n\r\n"
    Array(text.utf8).withUnsafeBytes { parser.append($0) }
    let head = HTTP1ResponseParser.Head(
      status: 200, phrase: "OK", fields: ["x-a": "1, 2", "content-length": "0"], hasLength: true)
    #expect(try parser.next() == .head(head))
  }
}
