import Testing

@testable import PushInbox

/// Server-sent events (WHATWG HTML Living Standard, §9.2).
struct EventStreamParserTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var stream: String
    var events: [EventStreamParser.Output]
    var lastEventID = ""
    var retry: Double?

    init(
      _ name: String, _ stream: String, _ events: [EventStreamParser.Output],
      lastEventID: String = "", retry: Double? = nil
    ) {
      (self.name, self.stream, self.events) = (name, stream, events)
      (self.lastEventID, self.retry) = (lastEventID, retry)
    }

    var testDescription: String { name }
  }

  private static func event(_ data: String, id: String? = nil) -> EventStreamParser.Output {
    .event(Array(data.utf8), id: id)
  }

  private static let cases = [
    Case("one event", "data: a\n\n", [event("a")]),
    Case("CR LF", "data: a\r\nid: 1\r\n\r\n", [event("a", id: "1")], lastEventID: "1"),
    Case(
      "CR", "data: a\rid: 1\r\rdata: b\r\r", [event("a", id: "1"), event("b")], lastEventID: "1"),
    Case("mixed line ends", "data: a\r\ndata: b\rdata: c\n\r\n", [event("a\nb\nc")]),
    Case("several data lines", "data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
    Case("a byte order mark", "\u{FEFF}data: a\n\n", [event("a")]),
    Case("a second byte order mark", "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [event("b")]),
    Case("comments", ": hello\n:\ndata: a\n: in between\n\n:\n\n", [event("a")]),
    Case("one space is removed", "data:a\ndata: b\ndata:  c\n\n", [event("a\nb\n c")]),
    Case("fields without a colon", "data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
    Case("no data, no event", "event: x\nid: 7\n\n\n\n", [], lastEventID: "7"),
    Case(
      "an unfinished event", "data: a\nid: 1\n\ndata: b\nid: 2\n", [event("a", id: "1")],
      lastEventID: "1"),
    Case("every type", "event: add\ndata: a\n\nevent:\ndata: b\n\n", [event("a"), event("b")]),
    Case("names in capitals are others", "Data: a\nDATA: b\n data: c\ndata: d\n\n", [event("d")]),
    Case("unknown fields", "datax: a\nfoo: b\ndata: c\n\n", [event("c")]),
    Case("a colon in the data", "data: {\"a\":1}\n\n", [event("{\"a\":1}")]),
    Case(
      "an identifier stays in force and is the next event's no more",
      "id: 1\ndata: a\n\ndata: b\n\n", [event("a", id: "1"), event("b")], lastEventID: "1"),
    Case(
      "an empty identifier resets it", "id: 1\ndata: a\n\nid\ndata: b\n\n",
      [event("a", id: "1"), event("b")]),
    Case("an identifier with a NUL", "id: 1\u{0}2\ndata: a\n\n", [event("a")]),
    Case(
      "an identifier not in ASCII", "id: ж1\ndata: a\n\n", [event("a", id: "ж1")], lastEventID: "ж1"
    ),
    Case("retry", "retry: 1500\n\n", [], retry: 1.5),
    Case("retry with a sign", "retry: 1500\nretry: -1\nretry: 2s\nretry:\n\n", [], retry: 1.5),
    Case(
      "exactly the limit", "data: 0123456789012345678901234567890123456789\n\n",
      [
        event("0123456789012345678901234567890123456789")
      ]),
    Case(
      "a line over the limit",
      "data: 01234567890123456789012345678901234567890\nid: 1\n\ndata: b\n\n",
      [
        .tooLong(Array("01234567890123456789012345678901234567890".utf8)), event("b"),
      ], lastEventID: "1"),
    Case(
      "lines over the limit together",
      "data: 01234567890123456789\ndata: 01234567890123456789\n\ndata: b\n\n",
      [
        .tooLong(Array("01234567890123456789\n01234567890123456789".utf8)), event("b"),
      ]),
    Case(
      "a long comment", ":" + String(repeating: "x", count: 300) + "\ndata: a\n\n", [event("a")]),
  ]

  @Test(arguments: cases)
  func `a stream in pieces of any size has the same events`(_ each: Case) {
    let bytes = Array(each.stream.utf8)
    let cuts = (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
    for pieces in cuts + [bytes.indices.map { bytes[$0...$0] }] {
      var parser = EventStreamParser(limit: 40, lastEventID: "")
      var events: [EventStreamParser.Output] = []
      for piece in pieces { parser.receive(piece) { events.append($0) } }
      #expect(events == each.events)
      #expect(parser.lastEventID == each.lastEventID)
      #expect(parser.reconnectionTime == each.retry)
    }
  }

  @Test
  func
    `the identifier of the connection before stays in force, one that fits nowhere does not count`()
  {
    var parser = EventStreamParser(limit: 10_000, lastEventID: "41")
    var events: [EventStreamParser.Output] = []
    let long = String(repeating: "9", count: 4097)
    parser.receive(Array("data: a\n\nid: \(long)\ndata: b\n\n".utf8)[...]) { events.append($0) }
    #expect(events == [Self.event("a"), Self.event("b")])
    #expect(parser.lastEventID == "41")
  }
}
