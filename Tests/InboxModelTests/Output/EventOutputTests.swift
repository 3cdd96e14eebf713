import Foundation
import Testing

@testable import InboxModel

@Suite struct EventOutputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let event: InboxEvent
    var payload: String?
    let json: String
    let line: String
    var testDescription: String { line }
  }

  private static let at = Timestamp.date("2026-04-14T18:58:02.004Z") ?? .distantPast
  private static let atOnce = DeliveryTimes(receivedAt: at, deliveredAt: at)

  private static func push(_ kind: InboxEvent.Kind, thread: ThreadID = "op-42") -> InboxEvent {
    InboxEvent(at: at, id: 31, app: "com.example.chat", thread: thread, kind: kind)
  }

  private static let rejected = RejectedRequest(
    number: 9, origin: Origin(wire: .h2, client: "curl/8"), at: at, reason: "PayloadTooLarge",
    status: 413, because: "5 bytes, 4 are allowed", fix: "Send less.", body: [1, 2, 3, 4, 5],
    app: "com.example.chat", token: "00fc")

  private static let cases = [
    Case(
      event: push(
        .presented(
          outcome: .shown, reason: .shown, presented: [.list, .banner], title: "Никита К",
          body: "Здравствуйте", requestID: "r", apnsID: "a", times: atOnce)),
      json: #"{"apnsID":"a","app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","#
        + #""body":"Здравствуйте","deliveredAt":"2026-04-14T18:58:02.004Z","event":"shown","id":31,"#
        + #""lateBy":0,"outcome":"shown","presented":["banner","list"],"reason":"shown","#
        + #""receivedAt":"2026-04-14T18:58:02.004Z","requestID":"r","sound":null,"thread":"op-42","#
        + #""title":"Никита К","v":1}"#,
      line: "21:58:02.004 shown app=com.example.chat thread=op-42 id=31 title=\"Никита К\" "
        + "body=\"Здравствуйте\""),
    Case(
      event: push(
        .presented(
          outcome: .quiet, reason: .dndSchedule, presented: [], title: nil, body: "",
          requestID: "r", apnsID: "a", times: atOnce), thread: ""),
      json: #"{"apnsID":"a","app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","body":null,"#
        + #""deliveredAt":"2026-04-14T18:58:02.004Z","event":"quiet","id":31,"lateBy":0,"#
        + #""outcome":"quiet","presented":[],"reason":"dnd.schedule","#
        + #""receivedAt":"2026-04-14T18:58:02.004Z","requestID":"r","sound":null,"thread":"","title":null,"v":1}"#,
      line: "21:58:02.004 quiet reason=dnd.schedule app=com.example.chat id=31"),
    Case(
      event: push(
        .presented(
          outcome: .shown, reason: .shown, presented: [.list], title: nil, body: nil,
          requestID: "r", apnsID: "a",
          times: DeliveryTimes(receivedAt: at.addingTimeInterval(-11_100.25), deliveredAt: at)),
        thread: ""),
      json: #"{"apnsID":"a","app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","body":null,"#
        + #""deliveredAt":"2026-04-14T18:58:02.004Z","event":"shown","id":31,"lateBy":11100.25,"#
        + #""outcome":"shown","presented":["list"],"reason":"shown","#
        + #""receivedAt":"2026-04-14T15:53:01.754Z","requestID":"r","sound":null,"thread":"","title":null,"v":1}"#,
      line: "21:58:02.004 shown app=com.example.chat id=31 late=3h5min"),
    Case(
      event: push(
        .presented(
          outcome: .none, reason: .linkLost, presented: [], title: nil, body: nil,
          requestID: "r", apnsID: "a", times: DeliveryTimes(receivedAt: at, deliveredAt: nil)),
        thread: ""),
      json: #"{"apnsID":"a","app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","body":null,"#
        + #""deliveredAt":null,"event":"none","id":31,"lateBy":null,"outcome":"none","#
        + #""presented":[],"reason":"link.lost","receivedAt":"2026-04-14T18:58:02.004Z","#
        + #""requestID":"r","sound":null,"thread":"","title":null,"v":1}"#,
      line: "21:58:02.004 none reason=link.lost app=com.example.chat id=31"),
    Case(
      event: InboxEvent(at: at, kind: .rejected(rejected)),
      json: #"{"app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","#
        + #""because":"5 bytes, 4 are allowed","bytes":5,"client":"curl/8","event":"rejected","#
        + #""fix":"Send less.","id":"R9","reason":"PayloadTooLarge","status":413,"token":"00fc","#
        + #""v":1,"wire":"h2"}"#,
      line: "21:58:02.004 rejected 413 PayloadTooLarge app=com.example.chat wire=h2 bytes=5 id=R9 "
        + "because=\"5 bytes, 4 are allowed\""),
    Case(
      event: push(.action("REPLY_ACTION", userText: "Добрый \"день\"!", foreground: false)),
      payload: "{\n\"aps\":{}}",
      json: #"{"action":"REPLY_ACTION","app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","#
        + #""event":"action","foreground":false,"id":31,"payload":{ "aps":{}},"thread":"op-42","#
        + #""userText":"Добрый \"день\"!","v":1}"#,
      line: "21:58:02.004 action app=com.example.chat thread=op-42 id=31 action=REPLY_ACTION "
        + #"text="Добрый \"день\"!""#),
    Case(
      event: push(.action(.open, userText: nil, foreground: true)),
      json:
        #"{"action":"com.apple.UNNotificationDefaultActionIdentifier","app":"com.example.chat","#
        + #""at":"2026-04-14T18:58:02.004Z","event":"action","foreground":true,"id":31,"#
        + #""payload":null,"thread":"op-42","userText":null,"v":1}"#,
      line: "21:58:02.004 action app=com.example.chat thread=op-42 id=31 action=open"),
    Case(
      event: push(.dismissed(by: .user)),
      json: #"{"app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","by":"user","#
        + #""event":"dismissed","id":31,"thread":"op-42","v":1}"#,
      line: "21:58:02.004 dismissed app=com.example.chat thread=op-42 id=31 by=user"),
    Case(
      event: push(.read(by: .user, isRead: false)),
      json: #"{"app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","by":"user","#
        + #""event":"read","id":31,"read":false,"thread":"op-42","v":1}"#,
      line: "21:58:02.004 read app=com.example.chat thread=op-42 id=31 by=user read=no"),
    Case(
      event: push(.removed(by: .limit)),
      json: #"{"app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","by":"limit","#
        + #""event":"removed","id":31,"thread":"op-42","v":1}"#,
      line: "21:58:02.004 removed app=com.example.chat thread=op-42 id=31 by=limit"),
    Case(
      event: InboxEvent(
        at: at, app: "com.example.chat",
        kind: .app(state: .foreground, delegate: nil, carriesPayload: false)),
      json: #"{"app":"com.example.chat","at":"2026-04-14T18:58:02.004Z","delegate":null,"#
        + #""event":"app","launchImage":null,"payload":null,"state":"foreground","v":1}"#,
      line: "21:58:02.004 app app=com.example.chat state=foreground"),
    Case(
      event: InboxEvent(at: at, kind: .setting(key: "lock", value: "locked", was: "unlocked")),
      json: #"{"at":"2026-04-14T18:58:02.004Z","event":"setting","key":"lock","v":1,"#
        + #""value":"locked","was":"unlocked"}"#,
      line: "21:58:02.004 setting key=lock value=locked was=unlocked"),
  ]

  @Test(arguments: cases)
  func `an event is written as one JSON object`(row: Case) {
    let line = EventJSON.line(row.event, payload: row.payload.map { Array($0.utf8) })
    #expect(String(decoding: line, as: UTF8.self) == row.json + "\n")
  }

  @Test(arguments: cases)
  func `an event is written as one line of words`(row: Case) throws {
    let zone = try #require(TimeZone(named: "+03:00"))
    let line = EventLine.line(row.event, timeZone: zone)
    #expect(String(decoding: line, as: UTF8.self) == row.line + "\n")
  }

  @Test(arguments: [
    ("plain-1.0_x:/@+%", "plain-1.0_x:/@+%"), ("", "\"\""), ("a b", "\"a b\""),
    ("a=b", "\"a=b\""), ("\u{1b}[2J\u{9b}31m\u{7f}\r", "\"\\x1b[2J\\x9b31m\\x7f\\x0d\""),
    ("one\ntwo\ttab", "\"one\\ntwo\\x09tab\""), ("c:\\ \"q\"", "\"c:\\\\ \\\"q\\\"\""),
    ("\u{202e}gpj.exe\u{2066}", "\"\\u202egpj.exe\\u2066\""), ("👩‍👩‍👧", "\"👩‍👩‍👧\""),
    ("a\u{200b}b\u{2060}\u{fff9}\u{e0069}", "\"a\\u200bb\\u2060\\ufff9\\ue0069\""),
    ("مرحبا", "\"مرحبا\""),
  ])
  func `a value is quoted and has no control characters`(text: String, value: String) {
    var bytes: [UInt8] = []
    PlainText.append(value: text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == value)
  }

  private static let trace = Trace(
    id: 27,
    times: DeliveryTimes(receivedAt: at, deliveredAt: at.addingTimeInterval(1800)),
    outcome: .quiet, reason: .dndSchedule,
    steps: [
      TraceStep(.intake, .ok, because: "h2, \u{1b}[31mTLS 1.3"),
      TraceStep(
        .focus, .stop, code: .dndSchedule, because: "“dinner” does not allow it",
        setting: "focus.dinner"),
      TraceStep(.group, .note, code: .groupThread, because: "thread “daily”"),
    ],
    wouldShowIf: [
      Trace.Remedy(set: ["focus=off"]),
      Trace.Remedy(set: ["lock=locked", "mute.a.b=off"], payload: ["sound=default"]),
    ])

  @Test func `a trace is written as one object with every key`() {
    #expect(
      TraceJSON.text(Self.trace)
        == #"{"deliveredAt":"2026-04-14T19:28:02.004Z","id":27,"lateBy":1800,"outcome":"quiet","#
        + #""reason":"dnd.schedule","receivedAt":"2026-04-14T18:58:02.004Z","steps":["#
        + #"{"because":"h2, \u001b[31mTLS 1.3","code":null,"result":"ok","setting":null,"#
        + #""step":"intake"},{"because":"“dinner” does not allow it","code":"dnd.schedule","#
        + #""result":"stop","setting":"focus.dinner","step":"focus"},"#
        + #"{"because":"thread “daily”","code":"group.thread","result":"note","setting":null,"#
        + #""step":"group"}],"v":1,"wouldShowIf":[{"set":"focus=off"},"#
        + #"{"payload":"sound=default","set":"lock=locked mute.a.b=off"}]}"#)
  }

  @Test func `a trace is written in columns with its decision`() {
    #expect(
      TraceText.lines(Self.trace) == [
        "1  ok    intake                h2, \\x1b[31mTLS 1.3",
        "2  STOP  focus   dnd.schedule  “dinner” does not allow it  [focus.dinner]",
        "3  note  group   group.thread  thread “daily”",
        "",
        "outcome        quiet, dnd.schedule",
        "would show if  focus=off",
        "or             lock=locked mute.a.b=off sound=default in the payload",
      ])
  }

  @Test func `the decision about a push that no rule stopped is one word`() {
    let trace = Trace(
      id: 1, times: Self.trace.times, outcome: .shown, reason: .shown, steps: [], wouldShowIf: [])
    #expect(TraceText.lines(trace).last == "outcome  shown")
  }
}
