import Foundation
@testable import InboxModel
import Testing

@Suite struct LintTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let headers: PushHeaders
    let body: String
    let expected: [String]

    init(_ name: String, _ headers: PushHeaders, _ body: String, _ expected: [String]) {
      testDescription = name
      self.headers = headers
      self.body = body
      self.expected = expected
    }
  }

  @Test(arguments: rows) func `contradictions of headers and payload are reported`(row: Row) throws
  {
    let findings = Lint.findings(for: try read(row.body), row.headers, receivedAt: .pushMoment)
    #expect(findings.map { "\($0.level) \($0.rule.rawValue)" } == row.expected)
    #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
  }

  @Test func `a number that may be a date is reported with both readings`() throws {
    let payload = try read(
      #"{"aps":{"event":"update","timestamp":1776190500,"content-state":{"end":1776194100}}}"#)
    let finding = try #require(payload.findings.first)
    #expect(finding.path == "aps.content-state.end")
    #expect(
      finding.message
        == "1776194100 is 2026-04-14T19:15:00.000Z as Unix time, but Swift's JSONDecoder reads a Date "
        + "as seconds since 2001: 2057-04-14T19:15:00.000Z. If it is one, send 797886900, or decode it "
        + "as secondsSince1970.")
  }

  @Test func `a missing topic and an algorithm other than ES256 are reported`() throws {
    var gateway = Gateway()
    var delivery = try #require(gateway.deliveries(of: .stub([("apns-push-type", "alert")])).first)
    delivery.transit.unsupportedAlgorithm = "ES512"
    #expect(
      Lint.findings(for: delivery).map { "\($0.level) \($0.rule.rawValue)" } == [
        "warning missing-topic", "error unsupported-algorithm", "advice no-thread",
      ])
  }

  @Test(arguments: [
    ("chat-7", nil), ("", nil), ("order-1776190500", "advice unstable-thread"),
    ("1776190500123", "advice unstable-thread"), ("1976190500", nil), ("1376190500", nil),
    ("1736190500", "advice unstable-thread"), ("20260414185800", "advice unstable-thread"),
    ("2026-04-14T18:58:00Z", "advice unstable-thread"), ("99999999999999", nil),
    ("a1b2c3d400004000800000000000000f", "advice unstable-thread"),
    ("A1B2C3D4-0000-4000-8000-00000000000F", "advice unstable-thread"),
  ])
  func `a thread id that seems made for one push is reported`(thread: String, remark: String?)
    throws
  {
    let delivery = try delivery(#"{"aps":{"alert":"x","thread-id":"\#(thread)"}}"#)
    let findings = Lint.findings(for: delivery).filter { $0.rule != .noThread }
    #expect(findings.map { "\($0.level) \($0.rule.rawValue)" } == [remark].compactMap(\.self))
  }

  @Test func `five pushes of an app with five threads are reported once`() throws {
    func remarks(_ threads: [String]) throws -> [Int] {
      var habits = ThreadHabits()
      return try threads.enumerated().compactMap { index, thread in
        let push = try delivery(#"{"aps":{"alert":"x","thread-id":"\#(thread)"}}"#)
        return habits.examine(push) == nil ? nil : index
      }
    }
    #expect(try remarks(["a", "b", "c", "d", "e", "f", "g"]) == [4])
    #expect(try remarks(["a", "b", "c", "a", "e", "f", "g"]).isEmpty)
    #expect(try remarks(["a", "b", "c", "d"]).isEmpty)
  }

  @Test func `a key without a text in some language is reported`() throws {
    var app = AppSettings()
    app.strings.add(["HELLO": "Hello", "BYE": "Bye"], language: "en")
    app.strings.add(["HELLO": "Привет"], language: "ru")
    app.strings.add([:], language: "ru-UA")
    func remarks(_ key: String) throws -> [String] {
      let push = try delivery(#"{"aps":{"alert":{"loc-key":"\#(key)"},"thread-id":"t"}}"#)
      return Lint.findings(for: push, app: app).map(\.message)
    }
    #expect(try remarks("HELLO").isEmpty)
    #expect(
      try remarks("BYE") == [
        "There is no text for “BYE” in ru, ru-UA; phones in these languages show another one."
      ])
    #expect(
      try remarks("NEW") == ["The app has no text for “NEW”; phones show the key itself."])
  }

  @Test func `other problems of a rejected push are reported`() throws {
    var gateway = Gateway()
    let long = String(repeating: "x", count: 5000)
    let request = PushRequest.stub(
      [("apns-push-type", "background"), ("apns-priority", "11")],
      body: #"{"aps":{"content-available":1,"bagde":"\#(long)"}}"#)
    let (first, second) = (gateway.rejection(of: request), gateway.rejection(of: .stub(body: "[")))
    let rejected = try #require(first)
    // An invalid priority is absent, and the size is already reported.
    #expect(
      Lint.findings(for: rejected).map(\.rule) == [.backgroundPriority, .misspeltKey])
    let broken = try #require(second)
    #expect(Lint.findings(for: broken).isEmpty)
  }

  @Test func `headers are not reported for a sender that cannot set any`() throws {
    let line = Array(#"{"aps":{"content-available":1}}"#.utf8)
    let request = try PushLine.request(
      from: line, number: 1, source: "f", receivedAt: .pushMoment, freshID: "x")
    var gateway = Gateway()
    let delivery = try #require(gateway.deliveries(of: request).first)
    #expect(Lint.findings(for: delivery).isEmpty)
  }

  @Test func `each rule has a unique name and a sentence`() {
    #expect(Set(LintRule.allCases.map(\.rawValue)).count == LintRule.allCases.count)
    for rule in LintRule.allCases { #expect(rule.meaning.hasSuffix("."), "\(rule.rawValue)") }
  }

  private func delivery(_ json: String) throws -> Delivery {
    var gateway = Gateway()
    var request = PushRequest.stub([("apns-push-type", "alert"), ("apns-topic", "com.example.app")])
    request.body = Array(json.utf8)
    request.payload = Payload.read(request.body)
    return try #require(gateway.deliveries(of: request).first)
  }

  @Test func `an object with many small fields counts as a whole`() {
    let keys = (0..<100).map { #""k\#($0)":1"# }.joined(separator: ",")
    let json = #"{"aps":{"timestamp":1776190500,"event":"update","content-state":{\#(keys)}}}"#
    let fields = FieldSizes.largest(in: Array(json.utf8))
    #expect(
      fields.map { "\($0.path) \($0.bytes)" } == [
        "aps.content-state \(keys.utf8.count + 2)", "aps.timestamp 10", "aps.event 6",
      ])
  }

  @Test func `the largest fields come first, strings without their quotes`() {
    let json = #"{"aps":{"alert":{"title":"ab","body":"яя"},"badge":10},"a":[1, 2],"b":"\u00e9"}"#
    let fields = FieldSizes.largest(in: Array(json.utf8))
    #expect(
      fields.map { "\($0.path) \($0.bytes)" } == [
        "a 6", "b 6", "aps.alert.body 4", "aps.alert.title 2", "aps.badge 2",
      ])
    #expect(FieldSizes.largest(in: Array("[1]".utf8)).isEmpty)
    #expect(FieldSizes.largest(in: Array("{".utf8)).isEmpty)
  }

  @Test func `a payload near the limit yields its largest fields`() throws {
    let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 3700))","thread-id":"t"}}"#
    let finding = Lint.findings(
      for: try read(body), PushHeaders(pushType: .alert), receivedAt: .pushMoment
    ).last
    #expect(finding?.rule == .payloadNearLimit)
    #expect(finding?.message.contains("aps.alert 3700") == true)
  }

  private func read(_ json: String) throws -> Payload {
    try Payload.read(Array(json.utf8)).get()
  }

  private static let rows: [Row] = [
    Row(
      "alert with a thread", PushHeaders(pushType: .alert),
      #"{"aps":{"alert":"x","thread-id":"t"}}"#, []),
    Row(
      "alert without a thread", PushHeaders(pushType: .alert), #"{"aps":{"alert":"x"}}"#,
      ["advice no-thread"]),
    Row("no push type", PushHeaders(), #"{"aps":{"badge":1}}"#, ["warning missing-push-type"]),
    Row(
      "background", PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{"content-available":1}}"#, []),
    Row(
      "background with priority 10", PushHeaders(pushType: .background),
      #"{"aps":{"content-available":1}}"#, ["warning background-priority"]),
    Row(
      "background with a badge", PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{"content-available":1,"badge":1}}"#, ["warning visible-background"]),
    Row(
      "background without content-available",
      PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{}}"#, ["warning missing-content-available"]),
    Row(
      "wakes the app as an alert", PushHeaders(pushType: .alert),
      #"{"aps":{"content-available":1}}"#, ["warning should-be-background"]),
    Row(
      "shows and wakes", PushHeaders(pushType: .alert),
      #"{"aps":{"content-available":1,"badge":1}}"#, ["advice shows-and-wakes"]),
    Row(
      "shows nothing", PushHeaders(pushType: .alert), #"{"aps":{}}"#,
      ["warning shows-nothing"]),
    Row("no aps", PushHeaders(pushType: .alert), "{}", ["warning no-aps"]),
    Row(
      "critical by its sound only", PushHeaders(pushType: .alert),
      #"{"aps":{"alert":"x","thread-id":"t","sound":{"critical":1}}}"#,
      ["advice critical-by-sound"]),
    Row(
      "Live Activity as an alert", PushHeaders(pushType: .alert),
      #"{"aps":{"event":"end","timestamp":1}}"#, ["warning live-activity-type"]),
    Row(
      "Live Activity without an event", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"content-state":{}}}"#, ["warning live-activity-event"]),
    Row(
      "widgets", PushHeaders(pushType: .widgets), #"{"aps":{"content-changed":true}}"#, []),
    Row(
      "widgets without content-changed", PushHeaders(pushType: .widgets), #"{"aps":{}}"#,
      ["warning content-changed"]),
    Row(
      "widgets with content-changed false", PushHeaders(pushType: .widgets),
      #"{"aps":{"content-changed":false}}"#, ["warning content-changed"]),
    Row(
      "content-changed in an alert", PushHeaders(pushType: .alert),
      #"{"aps":{"badge":1,"content-changed":true}}"#, ["warning content-changed"]),
    Row(
      "Live Activity with priority 1", PushHeaders(pushType: .liveactivity, priority: .minimal),
      #"{"aps":{"event":"end","timestamp":1776190500}}"#, ["warning live-activity-priority"]),
    Row(
      "Live Activity with priority 5", PushHeaders(pushType: .liveactivity, priority: .conserving),
      #"{"aps":{"event":"end","timestamp":1776190500}}"#, []),
    Row(
      "Live Activity with an old timestamp", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"event":"end","timestamp":1776180000}}"#, ["warning old-timestamp"]),
    Row(
      "Live Activity with a timestamp since 2001", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"event":"end","timestamp":797883300}}"#, ["warning old-timestamp"]),
    Row(
      "Unix time in a content state", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"event":"update","timestamp":1776190500,"content-state":{"end":1776194100}}}"#,
      ["warning state-date"]),
    Row(
      "seconds since 2001 in a content state", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"event":"update","timestamp":1776190500,"content-state":{"a":[{"end":797886900}]}}}"#,
      ["warning state-date"]),
    Row(
      "numbers in a content state that are no moments", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"event":"update","timestamp":1776190500,"content-state":{"a":600000000,"b":1500}}}"#,
      []),
    Row(
      "Push to Talk that waits", PushHeaders(pushType: .pushtotalk), #"{"aps":{}}"#,
      ["warning push-to-talk-headers"]),
    Row(
      "Push to Talk",
      PushHeaders(pushType: .pushtotalk, expiration: .once), #"{"aps":{}}"#, []),
    Row(
      "expired on arrival",
      PushHeaders(pushType: .alert, expiration: Expiration(rawValue: 1_776_190_499)),
      #"{"aps":{"badge":1}}"#, ["warning expired"]),
    Row(
      "expiration in milliseconds",
      PushHeaders(pushType: .alert, expiration: Expiration(rawValue: 1_776_190_500_000)),
      #"{"aps":{"badge":1}}"#, ["warning milliseconds"]),
    Row("a misspelled key", .alert, #"{"aps":{"bagde":1,"badge":1}}"#, ["warning misspelt-key"]),
    Row("an unknown key", .alert, #"{"aps":{"badge":1,"acme":1}}"#, ["warning unknown-key"]),
    Row(
      "a misspelled key of the alert", .alert,
      #"{"aps":{"alert":{"body":"x","subtitel":"y"},"thread-id":"t"}}"#,
      ["warning misspelt-key"]),
    Row(
      "a key in the wrong place", .alert, #"{"aps":{"title":"x","badge":1}}"#,
      ["warning misplaced-key"]),
    Row(
      "obsolete keys", .alert,
      #"{"aps":{"alert":{"body":"x","summary-arg":"Ann","action-loc-key":"GO"},"thread-id":"t"}}"#,
      ["advice deprecated-key", "advice deprecated-key"]),
    Row("null", .alert, #"{"aps":{"badge":1,"sound":null}}"#, ["warning null-value"]),
    Row(
      "a flag as a string", .alert, #"{"aps":{"badge":1,"mutable-content":"1"}}"#,
      ["warning loose-flag"]),
    Row("a badge below 0", .alert, #"{"aps":{"badge":-1,"sound":"x"}}"#, ["warning out-of-range"]),
    Row(
      "an unknown level", .alert, #"{"aps":{"badge":1,"interruption-level":"urgent"}}"#,
      ["warning unknown-level"]),
    Row("a key twice", .alert, #"{"aps":{"badge":1,"badge":2}}"#, ["warning duplicate-key"]),
    Row(
      "findings about headers come first", PushHeaders(), #"{"aps":{"badge":"1","sound":"x"}}"#,
      ["warning missing-push-type", "warning wrong-type"]),
  ]
}

extension PushHeaders {
  fileprivate static let alert = PushHeaders(pushType: .alert)
}
