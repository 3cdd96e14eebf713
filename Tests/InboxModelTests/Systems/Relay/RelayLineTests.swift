import Foundation
import Testing

@testable import InboxModel

/// The lines that a provider and its phones exchange (`docs/reference/relay.md`).
@Suite struct RelayLineTests {
  private static let push = Array(#"{"bundleId":"com.example.mail","payload":{"aps":{}}}"#.utf8)

  @Test(
    arguments: [
      (#"{"offer":{"v":1,"provider":"00fc"}}"#, .offer(provider: "00fc")),
      (
        #"{"delivery":{"app":"com.example.mail","position":8,"push":\#(String(decoding: push, as: UTF8.self))}}"#,
        .delivery(app: "com.example.mail", position: 8, isRepeat: false, push: push)
      ),
      (
        #"{"delivery":{"app":"com.example.mail","position":8,"repeat":true,"push":{}}}"#,
        .delivery(app: "com.example.mail", position: 8, isRepeat: true, push: Array("{}".utf8))
      ),
      (
        #"{"repeated":{"app":"com.example.mail","asked":[2,3],"coming":[2]}}"#,
        .repeated(app: "com.example.mail", asked: [2, 3], coming: [2])
      ),
      (#"{"error":"too \"long\""}"#, .error(#"too "long""#)),
      (
        #"{"offer":{"v":1,"provider":"00fc","arrivals":true}}"#,
        .offer(provider: "00fc", arrivals: true)
      ),
      (
        #"{"delivery":{"app":"a","position":8,"sentAt":"2026-04-14T18:58:00.250Z","waited":1.5,"push":{}}}"#,
        .delivery(
          app: "a", position: 8, isRepeat: false, sent: .init(at: moment, waited: 1.5),
          push: Array("{}".utf8))
      ),
      (#"{"arrivals":15}"#, .arrivals(through: 15)),
    ] as [(String, RelayLine)])
  func `a provider's written line parses to the same value`(text: String, line: RelayLine) throws {
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
    #expect(try RelayLine.read(Array(text.utf8)) == line)
  }

  @Test(
    arguments: [
      (
        #"{"subscribe":{"device":"phone-a","last":{"com.example.chat":0,"com.example.mail":7}}}"#,
        .subscribe(device: "phone-a", last: ["com.example.mail": 7, "com.example.chat": 0])
      ),
      (#"{"ack":{"com.example.mail":8}}"#, .acknowledge(["com.example.mail": 8])),
      (
        #"{"repeat":{"app":"com.example.mail","positions":[2,3]}}"#,
        .again("com.example.mail", [2, 3])
      ),
      (
        #"{"subscribe":{"device":"a","last":{},"arrivals":"62d4"}}"#,
        .subscribe(device: "a", last: [:], arrivals: "62d4")
      ),
      (
        #"{"ack":{"a":9},"arrivals":[\#(report(1, #""how":"atOnce""#)),\#(report(2, #""how":"late","late":12.5"#))]}"#,
        .acknowledge(
          ["a": 9],
          arrivals: [Self.report(1, .atOnce), Self.report(2, .late(milliseconds: 12_500))])
      ),
      (
        #"{"ack":{},"arrivals":[\#(report(7, #""how":"lost","cause":"coalesced""#))]}"#,
        .acknowledge([:], arrivals: [Self.report(7, .lost(.coalesced))])
      ),
    ] as [(String, RelayMessage)])
  func `a phone's written line parses to the same value`(text: String, line: RelayMessage) throws {
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
    #expect(try RelayMessage.read(Array(text.utf8)) == line)
  }

  private static let moment = Timestamp.date("2026-04-14T18:58:00.250Z") ?? .distantPast

  private static func report(_ number: Int, _ outcome: DeliveryOutcome?) -> ArrivalReport {
    ArrivalReport(number: number, app: "a", position: 8, sentAt: moment, outcome: outcome)
  }

  private static func report(_ number: Int, _ rest: String) -> String {
    #"{"n":\#(number),"app":"a","position":8,"sentAt":"2026-04-14T18:58:00.250Z",\#(rest)}"#
  }

  @Test(
    arguments: [
      .atOnce, .late(milliseconds: 1001), .recovered(milliseconds: 0), .lost(.network),
      .lost(.expired), .rejected, .reportedMissing, .found, .repeated, .replaced, .readable,
      .duplicate,
    ] as [DeliveryOutcome])
  func `each outcome of a report parses to the same value`(outcome: DeliveryOutcome) throws {
    let line = RelayMessage.acknowledge([:], arrivals: [Self.report(1, outcome)])
    #expect(try RelayMessage.read(line.bytes.dropLast()) == line)
  }

  @Test(arguments: [#""how":"teleported""#, #""how":"lost","cause":"weather""#])
  func `an outcome that only a newer phone knows is ignored`(rest: String) throws {
    let text = #"{"ack":{},"arrivals":[\#(Self.report(3, rest))]}"#
    #expect(
      try RelayMessage.read(Array(text.utf8))
        == .acknowledge([:], arrivals: [Self.report(3, nil as DeliveryOutcome?)]))
  }

  @Test func `unknown keys are ignored`() throws {
    #expect(
      try RelayLine.read(Array(#"{"x":1,"offer":{"y":2,"v":1,"provider":"ab"}}"#.utf8))
        == .offer(provider: "ab"))
    #expect(
      try RelayMessage.read(Array(#"{"subscribe":{"device":"a","color":"red"},"z":[]}"#.utf8))
        == .subscribe(device: "a", last: [:]))
    #expect(try RelayMessage.read(Array(#"{"hello":1}"#.utf8)) == .unknown)
  }

  @Test(arguments: [
    #"{"payload":{"aps":{}}}"#, #"{"aps":{"alert":"offer"}}"#, "rubbish", "", "[1]", "7",
  ])
  func `a line outside the protocol is left to the push line parser`(text: String) throws {
    #expect(try RelayLine.read(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    #"{"offer":{"v":2,"provider":"ab"}}"#, #"{"offer":{"v":1,"provider":"xyz"}}"#,
    #"{"offer":{"v":1,"provider":"\#(String(repeating: "ab", count: 17))"}}"#,
    #"{"offer":7}"#, #"{"delivery":{"app":"a","push":{}}}"#,
    #"{"delivery":{"app":"","position":1,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":0,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":1.5,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":9007199254740993,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":"1","push":{}}}"#,
    #"{"repeated":{"app":"a","asked":[1],"coming":[-1]}}"#, #"{"repeated":{"asked":[]}}"#,
    #"{"arrivals":-1}"#, #"{"arrivals":"7"}"#,
  ])
  func `an invalid line of a provider is an error`(text: String) {
    #expect(throws: RelayProblem.self) { try RelayLine.read(Array(text.utf8)) }
  }

  @Test(arguments: [
    ("rubbish", "column 1"), ("[1]", "an array"), (#"{"subscribe":{}}"#, "device"),
    (#"{"subscribe":{"device":""}}"#, "device"), (#"{"subscribe":{"device":7}}"#, "device"),
    (#"{"subscribe":{"device":"a\u001b[2J"}}"#, "device"),
    (#"{"subscribe":{"device":"\#(String(repeating: "a", count: 65))"}}"#, "device"),
    (#"{"subscribe":{"device":"a","last":{"x":-1}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":1.5}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":"1"}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":9007199254740993}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":[1]}}"#, "subscribe.last"),
    (#"{"ack":{"x":1e300}}"#, "ack"), (#"{"ack":7}"#, "ack"),
    (#"{"repeat":{"app":"x","positions":[0]}}"#, "repeat"),
    (#"{"repeat":{"positions":[1]}}"#, "repeat"),
    (#"{"subscribe":{"device":"a","arrivals":""}}"#, "arrivals"),
    (#"{"subscribe":{"device":"a","arrivals":7}}"#, "arrivals"),
    (#"{"ack":{},"arrivals":{}}"#, "arrivals"), (#"{"ack":{},"arrivals":[7]}"#, "arrivals"),
    (#"{"ack":{},"arrivals":[{"n":1}]}"#, "arrivals"),
    (
      #"{"ack":{},"arrivals":[{"n":0,"app":"a","position":1,"sentAt":"2026-04-14T18:58:00Z","how":"atOnce"}]}"#,
      "arrivals"
    ),
    (
      #"{"ack":{},"arrivals":[{"n":1,"app":"a","position":1,"sentAt":"now","how":"atOnce"}]}"#,
      "arrivals"
    ),
    (
      #"{"ack":{},"arrivals":[{"n":1,"app":"a","position":1,"sentAt":"2026-04-14T18:58:00Z","how":"late","late":-1}]}"#,
      "arrivals"
    ),
    (
      #"{"repeat":{"app":"x","positions":\#(Array(1...RelayMessage.maximumAsked + 1))}}"#, "repeat"
    ),
  ])
  func `an invalid line of a phone is an error`(text: String, word: String) {
    let problem = #expect(throws: RelayProblem.self) { try RelayMessage.read(Array(text.utf8)) }
    #expect(problem?.text.contains(word) == true, "\(problem?.text ?? "")")
  }
}
