import Foundation
import InboxModel
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

  @Test(arguments: rows) func `headers and payload have to go together`(row: Row) throws {
    let findings = Lint.findings(for: try read(row.body), row.headers, receivedAt: .pushMoment)
    #expect(findings.map { "\($0.severity) \($0.path)" } == row.expected)
    #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
  }

  @Test func `a missing topic and an odd algorithm are remarked on`() throws {
    var gateway = Gateway()
    var delivery = try #require(gateway.deliveries(of: .stub([("apns-push-type", "alert")])).first)
    delivery.passage.oddAlgorithm = "ES512"
    #expect(
      Lint.findings(for: delivery).map { "\($0.severity) \($0.path)" } == [
        "warning apns-topic", "error authorization", "info aps.thread-id",
      ])
  }

  @Test func `the largest fields come first, texts without their quotes`() {
    let json = #"{"aps":{"alert":{"title":"ab","body":"яя"},"badge":10},"a":[1, 2],"b":"\u00e9"}"#
    let fields = Lint.largestFields(Array(json.utf8))
    #expect(
      fields.map { "\($0.path) \($0.bytes)" } == [
        "a 6", "b 6", "aps.alert.body 4", "aps.alert.title 2", "aps.badge 2",
      ])
    #expect(Lint.largestFields(Array("[1]".utf8)).isEmpty)
    #expect(Lint.largestFields(Array("{".utf8)).isEmpty)
  }

  @Test func `a payload near its limit names what fills it`() throws {
    let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 3700))","thread-id":"t"}}"#
    let finding = Lint.findings(
      for: try read(body), PushHeaders(pushType: .alert), receivedAt: .pushMoment
    ).last
    #expect(finding?.severity == .info)
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
      ["info aps.thread-id"]),
    Row("no push type", PushHeaders(), #"{"aps":{"badge":1}}"#, ["warning apns-push-type"]),
    Row(
      "background", PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{"content-available":1}}"#, []),
    Row(
      "background with priority 10", PushHeaders(pushType: .background),
      #"{"aps":{"content-available":1}}"#, ["warning apns-priority"]),
    Row(
      "background with a badge", PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{"content-available":1,"badge":1}}"#, ["warning apns-push-type"]),
    Row(
      "background that wakes nobody", PushHeaders(pushType: .background, priority: .conserving),
      #"{"aps":{}}"#, ["warning apns-push-type"]),
    Row(
      "wakes the app as an alert", PushHeaders(pushType: .alert),
      #"{"aps":{"content-available":1}}"#, ["warning apns-push-type"]),
    Row(
      "shows and wakes", PushHeaders(pushType: .alert),
      #"{"aps":{"content-available":1,"badge":1}}"#, ["info aps.content-available"]),
    Row(
      "shows nothing", PushHeaders(pushType: .alert), #"{"aps":{}}"#,
      ["warning apns-push-type"]),
    Row("no aps", PushHeaders(pushType: .alert), "{}", ["warning aps"]),
    Row(
      "critical by its sound alone", PushHeaders(pushType: .alert),
      #"{"aps":{"alert":"x","thread-id":"t","sound":{"critical":1}}}"#,
      ["info aps.interruption-level"]),
    Row(
      "Live Activity as an alert", PushHeaders(pushType: .alert),
      #"{"aps":{"event":"end","timestamp":1}}"#, ["warning apns-push-type"]),
    Row(
      "Live Activity without an event", PushHeaders(pushType: .liveactivity),
      #"{"aps":{"content-state":{}}}"#, ["warning apns-push-type"]),
    Row(
      "Push to Talk that waits", PushHeaders(pushType: .pushtotalk), #"{"aps":{}}"#,
      ["warning apns-push-type"]),
    Row(
      "Push to Talk",
      PushHeaders(pushType: .pushtotalk, expiration: .once), #"{"aps":{}}"#, []),
    Row(
      "expired on arrival",
      PushHeaders(pushType: .alert, expiration: Expiration(rawValue: 1_776_190_499)),
      #"{"aps":{"badge":1}}"#, ["warning apns-expiration"]),
    Row(
      "expiration in milliseconds",
      PushHeaders(pushType: .alert, expiration: Expiration(rawValue: 1_776_190_500_000)),
      #"{"aps":{"badge":1}}"#, ["warning apns-expiration"]),
    Row(
      "headers before the payload's own", PushHeaders(), #"{"aps":{"badge":"1","sound":"x"}}"#,
      ["warning apns-push-type", "warning aps.badge"]),
  ]
}
