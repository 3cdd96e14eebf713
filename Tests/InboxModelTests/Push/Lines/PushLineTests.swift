import Foundation
import InboxModel
import Testing

@Suite struct PushLineTests {
  @Test func `a full line is a push with the exact bytes of its payload`() throws {
    let request = try read(
      #"{"bundleId":"com.example.chat","token":"00FC","headers":{"Apns-Priority":10,"apns-id":null},"#
        + #""payload": {"aps" : {"alert":"H\u0069"}} ,"receivedAt":"2026-04-14T18:58:02.004Z","id":"m1"}"#
    )
    #expect(request.method == "POST")
    #expect(request.path == "/3/device/00FC")
    #expect(
      request.fields == [
        HeaderField("apns-priority", "10"), HeaderField("apns-topic", "com.example.chat"),
      ])
    #expect(request.body == Array(#"{"aps" : {"alert":"H\u0069"}}"#.utf8))
    #expect(request.lineID == "m1")
    #expect(request.origin == Origin(wire: .line, transport: "stdin line 12", stream: 12))
    #expect(request.receivedAt == .pushMoment)
    #expect(request.freshID == "fresh")
  }

  @Test func `only the payload of a line is required`() throws {
    let request = try read(#"{"payload":{"aps":{}},"note":[1]}"#)
    #expect(request.path == "/3/device/" + DeviceToken.local.hex)
    #expect(request.fields == [])
    #expect(request.lineID == "line-12")
  }

  @Test(arguments: [
    #"{"aps":{"alert":"x","badge":"1","alert":"y"},"a":1,"a":"\ud800"}"#, "[1]", "null", "{}",
    #"{ "aps":{"alert":{"title":"\udc00"}},"Simulator Target Bundle":"a.b"}"#,
  ])
  func `a payload in a line parses like a separate one`(payload: String) throws {
    let line = #"{"id":"\ud800","id":"m","payload":\#(payload),"note":1,"note":2}"#
    let request = try read(line)
    #expect(request.payload == Payload.read(request.body))
    #expect(request.body == Array(payload.utf8))
  }

  @Test func `a bare payload and a simulator file parse like their bytes`() throws {
    for line in [
      #"{"aps":{"alert":"x","alert":"y"},"a":"\ud800"}"#,
      #"{"Simulator Target Bundle":"a.b","aps":{"alert":"x","alert":"y"}}"#,
    ] {
      let request = try read(line)
      #expect(request.payload == Payload.read(request.body))
      #expect(try request.payload.get().findings.isEmpty == false)
    }
  }

  @Test func `the moment of a line is used only if a scenario asks for it`() throws {
    let line = #"{"payload":{},"receivedAt":"2026-04-14T18:58:02.004+03:00"}"#
    #expect(
      try read(line, keepsTime: true).receivedAt == Timestamp.date("2026-04-14T15:58:02.004Z"))
    #expect(try read(line).receivedAt == .pushMoment)
    #expect(try read(#"{"payload":{}}"#, keepsTime: true).receivedAt == .pushMoment)
  }

  @Test(arguments: [
    (#"{"bundleId":"a","headers":{"apns-topic":"a.voip"}}"#, ["a.voip"]),
    (#"{"bundleId":"a","headers":{"apns-topic":""}}"#, ["a"]),
    (#"{"bundleId":"a","headers":{}}"#, ["a"]),
    (#"{"headers":{"apns-topic":"b"}}"#, ["b"]),
    (#"{"bundleId":null}"#, []),
  ])
  func `the topic overrides its short form bundleId`(line: String, topics: [String]) throws {
    let full = line.dropLast() + #","payload":{}}"#
    let fields = try read(String(full)).fields
    #expect(fields.filter { $0.name == "apns-topic" }.map(\.value) == topics)
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"x"},"own":1}"#, #"{"aps":{"alert":"x"},"own":1}"#, nil as String?),
    (#"{"aps":{},"payload":{"n":1}}"#, #"{"aps":{},"payload":{"n":1}}"#, nil),
    (#"{"Simulator Target Bundle":"a.b","aps":{}}"#, #"{"aps":{}}"#, "a.b"),
    (#"{"aps":{} , "Simulator Target Bundle" : "a.b"}"#, #"{"aps":{}}"#, "a.b"),
    (#"{"aps":{},"Simulator Target Bundle":"a.b" , "c":1}"#, #"{"aps":{},"c":1}"#, "a.b"),
    (
      #"{"Simulator Target Bundle":"x","aps":{},"Simulator Target Bundle":"a.b"}"#, #"{"aps":{}}"#,
      "a.b"
    ),
    (#"{"aps":{},"Simulator Target Bundle":7}"#, #"{"aps":{}}"#, nil),
  ])
  func `a bare payload is a push, without the simulator's key`(
    line: String, payload: String, topic: String?
  ) throws {
    let request = try read(line)
    #expect(String(decoding: request.body, as: UTF8.self) == payload)
    #expect(request.fields == (topic.map { [HeaderField("apns-topic", $0)] } ?? []))
    #expect((try? request.payload.get()) != nil)
  }

  @Test(arguments: [
    ("nonsense", "Line 12, column 1: "),
    (#"{"payload":{"aps":{}}"#, "Line 12, column "),
    (#"{"payload":{},}"#, "Line 12, column 14: "),
    ("[]", "Line 12, column 1: it is an array, not a JSON object."),
    ("{}", "Line 12, column 1: it has neither payload nor aps."),
    (#"{"payload":{},"token":[1]}"#, "Line 12, column 23: “token” is an array, not a string."),
    (#"{"payload":{},"headers":5}"#, "Line 12, column 25: headers is a number, not an object."),
    (
      #"{"payload":{},"headers":{"a":{}}}"#, "Line 12, column 30: “a” is an object, not a string."
    ),
    (
      #"{"payload":{},"receivedAt":"soon"}"#,
      "Line 12, column 28: receivedAt “soon” is not a time of RFC 3339."
    ),
    ("", "Line 12 is empty."),
  ])
  func `an invalid line is rejected with its number, column and cause`(
    line: String, because: String
  ) {
    do throws(RejectedRequest) {
      _ = try read(line, keepsTime: true)
      Issue.record("read")
    } catch {
      #expect(error.reason == "intake.line.not-json")
      #expect(error.status == nil)
      #expect(error.because.hasPrefix(because))
      #expect(error.because.hasSuffix("."))
      #expect(error.fix.hasSuffix("."))
      #expect(error.body == Array(line.utf8))
      #expect(error.origin.stream == 12)
    }
  }

  @Test(arguments: [
    #"{"bundleId":"a.b","token":"00fc","payload":{"aps":{"alert":"x"}},"id":"m"}"#,
    #"{"headers":{"apns-topic":"a.voip","apns-push-type":"voip","apns-priority":"5","#
      + #""apns-expiration":"0","apns-collapse-id":"é\u001b","#
      + #""apns-id":"123E4567-e89b-12d3-a456-426655440000"},"payload":{"z":[ 1.50 ]}}"#,
    "{\"aps\":{\n\"alert\":\"x\"},\r\n\"Simulator Target Bundle\":\"a.b\"}",
  ])
  func `a written push line parses to the same push`(line: String) throws {
    var gateway = Gateway()
    let first = try #require(gateway.deliveries(of: try read(line)).first)
    let text = PushLine.text(for: first)
    #expect(!text.contains("\n"))
    let again = try PushLine.request(
      from: Array(text.utf8), number: 99, source: "f", receivedAt: .distantFuture, freshID: "fresh",
      keepsTime: true)
    var other = Gateway()
    var second = try #require(other.deliveries(of: again).first)
    second.origin = first.origin
    #expect(second.payload.bytes.count == first.payload.bytes.count)
    #expect(second.payload.alert == first.payload.alert)
    second.payload = first.payload
    #expect(second == first)
  }

  private func read(_ line: String, keepsTime: Bool = false) throws(RejectedRequest) -> PushRequest
  {
    try PushLine.request(
      from: Array(line.utf8), number: 12, source: "stdin", receivedAt: .pushMoment,
      freshID: "fresh", keepsTime: keepsTime)
  }
}
