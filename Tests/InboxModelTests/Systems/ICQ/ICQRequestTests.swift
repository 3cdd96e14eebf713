import Foundation
import Testing

@testable import InboxModel

/// Rejected requests and their messages (ICQ-14, ICQ-17).
@Suite struct ICQRequestTests {
  @Test(arguments: [
    ("no uin", #"{"mobile":true}"#, "uin"),
    ("a uin of letters", #"{"uin":"Ann"}"#, "uin"),
    ("too long a uin", #"{"uin":"1234567890123"}"#, "uin"),
    ("a negative uin", #"{"uin":-5}"#, "uin"),
    ("mobile as a text", #"{"uin":"2","mobile":"yes"}"#, "mobile"),
    ("an unknown mode", #"{"uin":"2","notifyMode":"sendAll"}"#, "notifyMode"),
    ("a mode in other letters", #"{"uin":"2","notifyMode":"disabled"}"#, "notifyMode"),
    ("ICQ-17 a token of letters", #"{"uin":"2","iPhoneDevToken":"xyz0"}"#, "iPhoneDevToken"),
    ("ICQ-17 the token NONE", #"{"uin":"2","iPhoneDevToken":"NONE"}"#, "iPhoneDevToken"),
    ("ICQ-17 an odd token", #"{"uin":"2","iPhoneDevToken":"abc"}"#, "iPhoneDevToken"),
    ("ICQ-17 no token", #"{"uin":"2","iPhoneDevToken":""}"#, "iPhoneDevToken"),
    ("a bundle id with a blank", #"{"uin":"2","iPhoneBundleId":"a b"}"#, "iPhoneBundleId"),
    ("a badge as a text", #"{"uin":"2","iPhoneBadge":"1"}"#, "iPhoneBadge"),
    ("ICQ-14 an unknown argument", #"{"uin":"2","iPhoneLocArgs":"srcId,destId"}"#, "iPhoneLocArgs"),
    ("ICQ-14 an empty argument", #"{"uin":"2","iPhoneLocArgs":"srcId,,message"}"#, "iPhoneLocArgs"),
    ("ICQ-14 one twice", #"{"uin":"2","iPhoneLocArgs":"srcId,srcId"}"#, "iPhoneLocArgs"),
    ("a negative timeout", #"{"uin":"2","sessionTimeout":-1}"#, "sessionTimeout"),
    ("no timeout at all", #"{"uin":"2","sessionTimeout":0}"#, "sessionTimeout"),
    ("a timeout beyond measure", #"{"uin":"2","sessionTimeout":1e300}"#, "sessionTimeout"),
    ("pushes without a token", #"{"uin":"2","notifyMode":"sendOnlyOne"}"#, "iPhoneDevToken"),
    (
      "pushes for no app", #"{"uin":"2","notifyMode":"sendOnlyOne","iPhoneDevToken":"ab"}"#,
      "iPhoneBundleId"
    ),
    ("a misspelt name", #"{"uin":"2","iPhoneDevTokens":"ab"}"#, "iPhoneDevTokens"),
    ("parameters of a desktop", #"{"uin":"2","client":"desktop","mobile":true}"#, "mobile"),
    ("parameters of a client that logs out", #"{"uin":"2","logout":true,"mobile":true}"#, "mobile"),
    ("a client without a name", #"{"uin":"2","client":""}"#, "client"),
    ("the same twice", #"{"uin":"2","uin":"3"}"#, "uin"),
    (
      "a sound that fills the push",
      #"{"uin":"2","iPhoneSound":"\#(String(repeating: "s", count: 200))"}"#, "iPhoneSound"
    ),
  ])
  func `an invalid session parameter is rejected by name`(
    name: String, body: String, field: String
  ) throws {
    var bench = ICQBench()
    try bench.expectRejected(.session, body, field: field)
    #expect(bench.system.icq.accounts == [:])
  }

  @Test(arguments: [
    ("no kind", #"{"from":"1","to":"2","text":"x"}"#, "kind"),
    ("no sender", #"{"kind":"message","to":"2","text":"x"}"#, "from"),
    ("no recipient", #"{"kind":"message","from":"1","text":"x"}"#, "to"),
    ("an empty message", #"{"kind":"message","from":"1","to":"2"}"#, "text"),
    ("an empty message", #"{"kind":"message","from":"1","to":"2","text":""}"#, "text"),
    ("a text that is none", #"{"kind":"message","from":"1","to":"2","text":{"a":1}}"#, "text"),
    ("two texts", #"{"kind":"message","from":"1","to":"2","text":"x","message":"y"}"#, "message"),
    ("a nick of numbers", #"{"kind":"authorisation","from":"1","to":"2","nick":5}"#, "nick"),
    (
      "a time of yesterday", #"{"kind":"message","from":"1","to":"2","text":"x","time":"now"}"#,
      "time"
    ),
    (
      "an unknown field", #"{"kind":"message","from":"1","to":"2","text":"x","colour":1}"#, "colour"
    ),
  ])
  func `an invalid event field is rejected by name`(
    name: String, body: String, field: String
  ) throws {
    var bench = ICQBench()
    try bench.expectRejected(.event, body, field: field)
    #expect(bench.system.icq.accounts == [:])
  }

  @Test(arguments: [
    ("no JSON", "uin=2", 400, "not-json"), ("nothing", "", 400, "not-json"),
    ("an array", "[]", 400, "not-json"), ("broken", #"{"uin":"2","#, 400, "not-json"),
    ("4,097 bytes", String(repeating: " ", count: 4097), 413, "too-large"),
    (
      "a text of 10,000 characters",
      #"{"kind":"message","from":"1","to":"2","text":"\#(String(repeating: "x", count: 10_000))"}"#,
      413, "too-large"
    ),
  ])
  func `an invalid body is rejected as a whole`(
    name: String, body: String, status: Int, code: String
  ) throws {
    for matter in [ICQRequest.Matter.session, .event] {
      var bench = ICQBench()
      let answer = try bench.ask(matter, body)
      #expect(answer.status == status)
      #expect(answer.body["error"]?.string?.isEmpty == false)
      #expect(answer.body["field"] == nil)
      #expect(bench.rejections.map(\.reason) == ["intake.icq." + code])
    }
  }

  @Test func `4,096 bytes are accepted`() throws {
    var bench = ICQBench()
    let body = #"{"kind":"message","from":"1","to":"2","text":""#
    let text = String(repeating: "x", count: 4096 - body.utf8.count - 2)
    #expect(try bench.ask(.event, body + text + #""}"#).status == 200)
  }

  @Test func `an error states the problem and the correction`() throws {
    var bench = ICQBench()
    let answer = try bench.ask(.session, #"{"uin":"2","notifyMode":"sendOnlyOn"}"#)
    #expect(
      answer.body["error"]
        == .string(
          "`notifyMode` must be `Disabled`, `sendOnlyOne`, `sendOnePerConversation` or "
            + "`applePushNotification`, not `sendOnlyOn`; did you mean `sendOnlyOne`?"))
    let rejected = try #require(bench.rejections.first)
    #expect(rejected.status == 400)
    #expect(rejected.because == answer.body["error"]?.string)
    #expect(rejected.fix == answer.body["fix"]?.string)
  }

  @Test func `hostile text is stored unchanged and shown without control characters`() throws {
    let text = "\u{1B}[31m\u{202E}evil\u{7}\u{0}"
    var bench = ICQBench()
    try bench.logIn()
    try bench.message(text)
    #expect(bench.account?.waiting.map(\.text) == [text])
    try bench.start("\u{1B}[2Jdesktop")
    for case .emit(let event) in bench.effects {
      let line = EventLine.line(event, timeZone: .gmt)
      #expect(!line.contains(0x1B) && !line.contains(7))
    }
  }

  @Test(
    arguments: [
      ("POST", "/icq/session", ICQRequest.Matter.session), ("POST", "/icq/event", .event),
      ("GET", "/icq/session/222222", .state(UIN(rawValue: "222222"))),
      ("GET", "/icq/session/..%2f", .state(nil)), ("GET", "/icq/session", .state(nil)),
      ("PUT", "/icq/session", .method("PUT")), ("GET", "/icq/event", .method("GET")),
      ("POST", "/icq", nil), ("POST", "/icq/sessions", nil), ("POST", "/3/device/ab", nil),
    ] as [(String, String, ICQRequest.Matter?)])
  func `paths and methods are mapped to operations`(
    method: String, path: String, matter: ICQRequest.Matter?
  ) {
    #expect(ICQRequest.Matter(method: method, path: path) == matter)
  }

  @Test func `an unsupported method is rejected with the correction`() throws {
    var bench = ICQBench()
    #expect(try bench.ask(.method("PUT")).status == 405)
    #expect(try bench.ask(.state(nil)).status == 400)
    #expect(try bench.ask(.state(UIN(rawValue: "7"))).status == 404)
    #expect(
      bench.rejections.map(\.reason) == [
        "intake.icq.bad-method", "intake.icq.bad-path", "intake.icq.unknown",
      ])
  }

  @Test func `the numbers of waiting events and users are limited`() throws {
    var bench = ICQBench()
    let most = ICQService.maximumWaiting
    for _ in 0..<most { try bench.message() }
    #expect(
      try bench.ask(.event, #"{"kind":"message","from":"1","to":"222222","text":"x"}"#).status
        == 429)
    #expect(bench.account?.waiting.count == most)
    for number in 1..<ICQService.maximumAccounts {
      try bench.ask(.session, #"{"uin":\#(number)}"#)
    }
    #expect(try bench.ask(.session, #"{"uin":"999999"}"#).status == 429)
    #expect(bench.rejections.map(\.reason) == ["intake.icq.full", "intake.icq.full"])
  }

  @Test func `a recording of requests yields the same inbox`() throws {
    var session = RecordedSession(at: Moment.start)
    session.record()
    func request(_ matter: ICQRequest.Matter, _ body: String, _ id: String) -> PushSystem.Event {
      .icq(
        ICQRequest(
          matter, body: Array(body.utf8), origin: Origin(wire: .h1), receivedAt: Moment.start,
          freshID: APNSID(id)), reply: nil)
    }
    var body = ICQBench.parameters
    body["notifyMode"] = "sendOnePerConversation"
    session.handle(request(.session, JSONWriter.text(.object(body), pretty: true), "a"))
    for (number, sender) in ["111111", "111111", "333333"].enumerated() {
      session.handle(
        request(
          .event, #"{"kind":"message","from":"\#(sender)","to":"222222","text":"Hi"}"#,
          "id-\(number)"))
    }
    session.handle(request(.event, #"{"kind":"typing"}"#, "b"))
    let (live, replayed) = try session.inboxes()
    #expect(live == replayed)
    #expect(live.contains("id-2"))
    let run = try ScenarioRun(Scenario(session.lines))
    #expect(run.system.icq == session.system.icq)
    #expect(run.rejected.map(\.reason) == ["intake.icq.bad-field"])
  }

  @Test func `scenario steps are read, and invalid ones rejected`() throws {
    let steps = """
      {"icq":{"session":\(JSONWriter.text(.object(ICQBench.parameters)))}}
      {"icq":{"event":{"kind":"message","from":"111111","to":"222222","text":"Hi"}}}
      {"expectEvent":{"event":"icq","kind":"pushed","from":"111111","app":"com.example.icq"}}
      """
    let run = try ScenarioRun(try Scenario(Array(steps.utf8)))
    #expect(run.system.device.inbox.count == 1)
    for (line, path) in [
      (#"{"icq":{}}"#, "icq.session"), (#"{"icq":{"session":{},"event":{}}}"#, "icq.event"),
      (#"{"icq":{"login":{}}}"#, "icq.session"), (#"{"icq":5}"#, "icq"),
    ] {
      let error = #expect(throws: SettingsError.self) { try Scenario(Array(line.utf8)) }
      #expect(error?.path == path)
    }
  }
}

extension ICQBench {
  /// Expects a rejection with 400, by field, with a row.
  fileprivate mutating func expectRejected(
    _ matter: ICQRequest.Matter, _ body: String, field: String
  ) throws {
    let answer = try ask(matter, body)
    #expect(answer.status == 400)
    #expect(answer.body["field"] == .string(field))
    #expect(answer.body["error"]?.string?.contains("`\(field)`") == true)
    #expect(answer.body["fix"]?.string?.isEmpty == false)
    #expect(rejections.map(\.reason) == ["intake.icq.bad-field"])
    #expect(rejections.map(\.body) == [Array(body.utf8)])
  }
}
