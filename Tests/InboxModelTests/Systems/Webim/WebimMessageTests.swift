import Foundation
import Testing

@testable import InboxModel

/// The parsing of Webim's data messages (`docs/systems/webim.md`).
@Suite struct WebimMessageTests {
  private func reading(_ text: String) throws -> WebimReading {
    let payload = try Payload.read(Array(text.utf8)).get()
    return try #require(payload.webim?.wrappedValue)
  }

  private func message(_ text: String) throws -> WebimMessage {
    let reading = try reading(text)
    return try #require(reading.message, "\(reading.fault ?? "")")
  }

  @Test func `WEB-01 both forms of a Webim push are recognized`() throws {
    let expected = WebimMessage(
      kind: .message, event: .add, parameters: ["Никита К", "1232"],
      id: "03ef89e10352b87809e67f74504c4bb6", avatar: "/webim/images/avatar/wmtest2_181510.png",
      sentAt: Date(timeIntervalSince1970: 1.531582962567873E9))
    #expect(try message(WebimExample.message) == expected)
    #expect(try message(WebimExample.accepted).kind == .accepted)
    #expect(try message(WebimExample.contactRequest).id == "525a9cd6c49a46de90ca4c9016681b56")
    let phone = #"{"aps":{"alert":{"loc-key":"P.OA","loc-args":["Ann"]}},"webim":1}"#
    #expect(try Payload.read(Array(phone.utf8)).get().isWebim)
  }

  @Test(arguments: WebimExample.all)
  func `WEB-22 params and message are JSON strings or values`(
    line: String
  ) throws {
    #expect(try message(WebimExample.asTexts(line)) == message(line))
    let besideAps = #"{"aps":{"content-available":1},"# + line.dropFirst()
    #expect(try message(besideAps) == message(line))
  }

  @Test func `WEB-23 the text of a file is a JSON string or an object`() throws {
    let text = #"{"filename":"p.jpg","size":53323,"is_voice":false}"#
    let written = JSONWriter.text(.string(text))
    let file = WebimMessage.File(size: 53323)
    #expect(try message(WebimExample.file(text)).file == file)
    #expect(try message(WebimExample.file(written)).file == file)
    #expect(try message(WebimExample.asTexts(WebimExample.file(written))).file == file)
  }

  @Test(arguments: [
    (#"{"content_type":"a/b"}"#, WebimMessage.File(contentType: "a/b")),
    (#"{"content-type":"a/b"}"#, WebimMessage.File(contentType: "a/b")),
    (
      #"{"image":{"size":{"width":3,"height":4}}}"#,
      WebimMessage.File(picture: .init(width: 3, height: 4))
    ),
    (
      #"{"image":{"size":{"width":3,"length":4}}}"#,
      WebimMessage.File(picture: .init(width: 3, height: 4))
    ),
    (#"{"image":{"size":{"width":3}}}"#, WebimMessage.File()),
    (#"{"image":{"size":{"width":0,"height":4}}}"#, WebimMessage.File()),
    (#"{"size":-1}"#, WebimMessage.File()),
    (#"{"size":"12","is_voice":1,"image":[]}"#, WebimMessage.File()),
    (#"{"is_voice":true,"size":0}"#, WebimMessage.File(size: 0, isVoice: true)),
  ])
  func `WEB-24 a file is parsed in either spelling, and an invalid one ignored`(
    text: String, file: WebimMessage.File
  ) throws {
    #expect(try message(WebimExample.file(text)).file == file)
  }

  @Test(arguments: [
    ("1.531582962567873E9", "2018-07-14T15:42:42.567Z"),
    ("1531582962567", "2018-07-14T15:42:42.567Z"),
    ("1.531582962567873E15", "2018-07-14T15:42:42.567Z"),
    ("0", "1970-01-01T00:00:00.000Z"),
    ("99999999999", "5138-11-16T09:46:39.000Z"),
  ])
  func `WEB-25 the unit of a moment follows from its size`(
    number: String, moment: String
  ) throws {
    let line = WebimExample.message.replacing("1.531582962567873E9", with: number)
    let sentAt = try #require(try message(line).sentAt)
    #expect(abs(sentAt.timeIntervalSince(try #require(Timestamp.date(moment)))) < 0.001)
  }

  /// A valid message, and the finding after one part is changed.
  struct Spoilt: CustomTestStringConvertible, Sendable {
    let name: String
    var line = WebimExample.message
    let part: String
    var other = ""
    let fault: String

    var testDescription: String { name }
  }

  @Test(arguments: [
    Spoilt(
      name: "no event", part: #""event":"add","#, fault: "event: This field is required"),
    Spoilt(
      name: "another event", part: #""add""#, other: #""ADD""#,
      fault: "event: “ADD” is neither “add” nor “del”"),
    Spoilt(
      name: "event of a wrong type", part: #""add""#, other: "1",
      fault: "event: This is a number, not a string"),
    Spoilt(
      name: "no type", part: #""type":"P.OM","#, fault: "type: This field is required"),
    Spoilt(
      name: "no params", part: #""params":["Никита К","1232"],"#,
      fault: "params: This field is required"),
    Spoilt(
      name: "params null", part: #"["Никита К","1232"]"#, other: "null",
      fault: "params: This field is required"),
    Spoilt(
      name: "params empty text", part: #"["Никита К","1232"]"#, other: #""""#,
      fault: "params: This field is required"),
    Spoilt(
      name: "params object", part: #"["Никита К","1232"]"#, other: "{}",
      fault: "params: This is an object, not an array"),
    Spoilt(
      name: "params no JSON", part: #"["Никита К","1232"]"#, other: #""[1,]""#,
      fault: "params: The text in it is invalid JSON at column 3"),
    Spoilt(
      name: "params of a joining", line: WebimExample.accepted, part: #""params":["Никита К"],"#,
      fault: "params: This field is required"),
    Spoilt(
      name: "no name", part: #""name":"Никита К","#,
      fault: "message.name: This field is required"),
    Spoilt(
      name: "no avatar", part: #""avatar":"/webim/images/avatar/wmtest2_181510.png","#,
      fault: "message.avatar: This field is required"),
    Spoilt(
      name: "no kind", part: #""kind":"operator","#,
      fault: "message.kind: This field is required"),
    Spoilt(
      name: "another kind", part: #""operator""#, other: #""visitor""#,
      fault: "message.kind: “visitor” is not a kind of message"),
    Spoilt(
      name: "no id", part: #""clientSideId":"03ef89e10352b87809e67f74504c4bb6","#,
      fault: "message.clientSideId: This field is required"),
    Spoilt(
      name: "empty id", part: "03ef89e10352b87809e67f74504c4bb6",
      fault: "message.clientSideId: This field is required"),
    Spoilt(
      name: "long id", part: "03ef89e10352b87809e67f74504c4bb6",
      other: String(repeating: "ab", count: 33),
      fault: "message.clientSideId: It has 66 bytes; the limit is 64"),
    Spoilt(
      name: "no ts", part: #","ts":1.531582962567873E9"#,
      fault: "message.ts: This field is required"),
    Spoilt(
      name: "ts as a text", part: "1.531582962567873E9", other: #""soon""#,
      fault: "message.ts: This is a string, not a number"),
    Spoilt(
      name: "no text", part: #""text":"1232","#,
      fault: "message.text: This field is required"),
    Spoilt(
      name: "text of a wrong type", part: #""text":"1232""#, other: #""text":{}"#,
      fault: "message.text: This is an object, not a string"),
    Spoilt(
      name: "a file without its description", line: WebimExample.file(#""p.jpg""#), part: "p.jpg",
      other: "photo", fault: "message.text: The text in it is invalid JSON"),
    Spoilt(
      name: "a file described by a list", line: WebimExample.file("[]"), part: "p.jpg",
      other: "photo", fault: "message.text: This is an array, not the description of a file"),
    Spoilt(
      name: "no message", line: #"{"params":["a","b"],"type":"P.OF","event":"add","x":1}"#,
      part: #","x":1"#, fault: "message: This field is required"),
    Spoilt(
      name: "a message that is neither text nor object",
      line: #"{"params":[],"type":"P.CR","event":"add","message":7}"#, part: "7", other: "[7]",
      fault: "message: This is an array, not an object"),
  ])
  func `WEB-28 a missing required field invalidates the message and is named`(
    row: Spoilt
  ) throws {
    try #require(row.line.contains(row.part))
    let line = row.line.replacing(row.part, with: row.other)
    let reading = try reading(line)
    #expect(reading.message == nil)
    #expect(reading.fault?.hasPrefix(row.fault) == true, "\(reading.fault ?? "none")")
    #expect(reading.fault?.hasSuffix("; the app shows nothing.") == true)
    let payload = try Payload.read(Array(line.utf8)).get()
    #expect(payload.findings.last?.rule == .webimField)
    #expect(!payload.isVisible)
    // The same as FCM carries it.
    #expect(try self.reading(WebimExample.asTexts(line)).message == nil)
  }

  @Test(arguments: ["P.XX", "P.om", "P.", "P.OM "])
  func `WEB-29 an unknown type is reported with the known ones`(type: String) throws {
    let reading = try reading(WebimExample.message.replacing("P.OM", with: type))
    #expect(
      reading.fault?.hasPrefix(
        "type: “\(type)” is not a Webim type; the types are P.OM, P.OF, P.CR, P.OA, P.RO, P.WM;")
        == true)
  }

  @Test(arguments: [
    (#"{"type":"P.OM","event":"add","aps":{"alert":"Hi"},"params":[]}"#, false),
    (#"{"type":"P.OM"}"#, false), (#"{"event":"add","message":{}}"#, false),
    (#"{"type":"news","event":"published","params":[1]}"#, false),
    (#"{"type":5,"event":7,"params":[1]}"#, false),
    (#"{"type":"OM","event":"add","params":[1]}"#, true),
    (#"{"type":"P.RO","event":"add"}"#, true), (#"{"type":"P.OM","message":1}"#, true),
  ])
  func `keys of other apps are not Webim's`(text: String, isWebim: Bool) throws {
    let payload = try Payload.read(Array(text.utf8)).get()
    #expect((payload.webim != nil) == isWebim)
    #expect(payload.findings.contains { $0.rule == .noAps } == (!isWebim && !payload.hasAps))
  }

  @Test func `a removal needs only the fields that identify its target`() throws {
    let short = #"{"type":"P.OM","event":"del","message":{"clientSideId":"a1"}}"#
    #expect(try message(short) == WebimMessage(kind: .message, event: .remove, id: "a1"))
    #expect(
      try message(#"{"type":"P.RO","event":"del","params":{}}"#)
        == WebimMessage(kind: .rating, event: .remove))
    let nameless = #"{"type":"P.OM","event":"del","message":{}}"#
    #expect(try reading(nameless).fault?.hasPrefix("message.clientSideId: ") == true)
  }

  @Test func `the params of a widget are not validated`() throws {
    for params in ["{\"form\":1}", "[{\"form\":1}]", "7"] {
      let line = #"{"type":"P.WM","event":"add","params":\#(params)}"#
      #expect(try message(line).kind == .widget)
    }
  }

  @Test func `a kind that does not match its type is shown with a finding`() throws {
    let reading = try reading(
      WebimExample.message.replacing(#""operator""#, with: #""cont_req""#))
    #expect(reading.message?.kind == .message)
    #expect(reading.findings.map(\.path) == ["message.kind"])
  }

  @Test func `a message with inserted bytes is parsed or rejected`() throws {
    var generator = SeededGenerator(seed: 22)
    var known = 0
    for _ in 0..<3000 {
      var bytes = Array((WebimExample.all.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
      }
      guard case .success(let payload) = Payload.read(bytes) else { continue }
      if payload.webim != nil { known += 1 }
      #expect(payload.webim == nil || payload.webimMessage != nil || !payload.findings.isEmpty)
    }
    #expect(known > 300)
  }

  // MARK: For an iPhone

  @Test(arguments: [
    ("1", true), ("1.0", true), ("2", false), ("0", false), ("true", false), (#""1""#, false),
    ("null", false),
  ])
  func `WEB-32 only the number 1 marks a Webim push`(mark: String, isWebim: Bool) throws {
    let text = #"{"aps":{"alert":{"loc-key":"P.RO","loc-args":[]}},"webim":\#(mark)}"#
    let payload = try Payload.read(Array(text.utf8)).get()
    #expect(payload.isWebim == isWebim)
    #expect(payload.findings.map(\.rule) == (isWebim ? [] : [.webimMark]))
    let without = #"{"aps":{"alert":{"loc-key":"P.RO"}}}"#
    #expect(try Payload.read(Array(without.utf8)).get().isWebim == false)
  }

  @Test(arguments: [
    (#"{"loc-key":"P.OM","loc-args":["Ann"]}"#, LintRule.webimParameters as LintRule?),
    (#"{"loc-key":"P.OA"}"#, .webimParameters), (#"{"loc-key":"P.CR"}"#, nil),
    (#"{"loc-key":"P.WM","loc-args":["form"]}"#, nil), (#"{"loc-key":"P.XX"}"#, .webimField),
    (#""Hi""#, .webimField),
  ])
  func `a marked push is validated by its type`(alert: String, rule: LintRule?) throws {
    let text = #"{"aps":{"alert":\#(alert)},"webim":1}"#
    #expect(
      try Payload.read(Array(text.utf8)).get().findings.map(\.rule) == [rule].compactMap(\.self))
  }

  @Test func `WEB-34 the printed example is rejected at its comma`() throws {
    let line =
      #"{"aps":{"alert":{"loc-key":"P.OM","loc-args":["Имя Оператора","Сообщение"]},"sound":"default",},"webim":1}"#
    let comma = try #require(line.range(of: #",},"webim"#))
    let column = line.utf8.distance(from: line.startIndex, to: comma.lowerBound) + 1
    let rejected = #expect(throws: RejectedRequest.self) {
      try PushLine.request(
        from: Array(line.utf8), number: 3, source: "stdin", receivedAt: .pushMoment, freshID: "")
    }
    #expect(
      rejected?.because == "Line 3, column \(column): a comma is not allowed before `}`.")
    var gateway = Gateway()
    let pushed = gateway.rejection(of: .stub(body: line))
    #expect(pushed?.reason == "BadRequestPayload")
    #expect(pushed?.because.contains("column \(column): a comma is not allowed") == true)
    let repaired = line.replacing(",}", with: "}")
    #expect(try Payload.read(Array(repaired.utf8)).get().isWebim)
  }
}
