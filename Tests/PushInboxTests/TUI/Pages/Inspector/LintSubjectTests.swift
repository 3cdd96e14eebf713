import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// Findings about accepted pushes are on the page Why and in the output of `show`.
@Suite struct LintSubjectTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var headers = ["apns-topic": "com.example.chat", "apns-push-type": "alert"]
    var aps = #""alert":"x","thread-id":"t""#
    let rule: LintRule
  }

  @Test(arguments: [
    Row(
      testDescription: "size by field",
      aps: #""thread-id":"t","alert":"\#(String(repeating: "x", count: 3900))""#,
      rule: .payloadNearLimit),
    Row(testDescription: "unknown aps keys", aps: #""alert":"x","foo":1"#, rule: .unknownKey),
    Row(
      testDescription: "the push type against the content",
      headers: ["apns-topic": "com.example.chat", "apns-push-type": "background"],
      rule: .visibleBackground),
    Row(
      testDescription: "the priority of background pushes",
      headers: ["apns-topic": "com.example.chat", "apns-push-type": "background"],
      aps: #""content-available":1"#, rule: .backgroundPriority),
    Row(
      testDescription: "the priority of Live Activities",
      headers: [
        "apns-topic": "com.example.chat.push-type.liveactivity", "apns-push-type": "liveactivity",
        "apns-priority": "1",
      ], aps: #""event":"end","timestamp":1776190500"#, rule: .activityPriority),
    Row(
      testDescription: "deprecated keys",
      aps: #""alert":{"body":"x","summary-arg":"y"},"thread-id":"t""#,
      rule: .deprecatedKey),
    Row(
      testDescription: "unstable thread ids",
      aps: #""alert":"x","thread-id":"A1B2C3D4-0000-4000-8000-00000000000F""#,
      rule: .unstableThread),
    Row(
      testDescription: "expiration in the past",
      headers: [
        "apns-topic": "com.example.chat", "apns-push-type": "alert", "apns-expiration": "1000",
      ], rule: .expired),
    Row(
      testDescription: "the entitlement of critical alerts",
      aps: #""alert":"x","thread-id":"t","interruption-level":"critical""#,
      rule: .criticalEntitlement),
    Row(
      testDescription: "the capability of time-sensitive ones",
      aps: #""alert":"x","thread-id":"t","interruption-level":"time-sensitive""#,
      rule: .timeSensitiveEntitlement),
    Row(
      testDescription: "missing translations",
      aps: #""alert":{"loc-key":"NEW"},"thread-id":"t""#, rule: .missingTranslation),
  ])
  func `the inspector and show name the lint rule beside the value concerned`(row: Row) throws {
    var phone = PhoneStub { settings in
      settings.apps[PhoneStub.chat, default: AppSettings()].strings.add(
        ["OLD": "Old"], language: "en")
    }
    var gateway = Gateway()
    let request = PushRequest(
      path: "/3/device/abcd", fields: row.headers.map { HeaderField($0.key, $0.value) },
      body: Array(#"{"aps":{\#(row.aps)}}"#.utf8), origin: Origin(wire: .h2),
      receivedAt: PhoneStub.now, freshID: "fresh")
    var record: PushRecord?
    for case .deliver(let delivery) in gateway.handle(
      .pushReceived(request, reply: nil), at: request.receivedAt)
    {
      for case .store(.insert(let kept)) in phone.handle(
        .delivered(delivery), at: PhoneStub.now)
      {
        record = kept
      }
    }
    let kept = try #require(record)
    let page = InspectorText(
      id: kept.notification.id,
      detail: InspectedPush(record: kept, trace: Presentation.trace(of: kept)), view: nil,
      device: phone.device, clock: ScreenClock(timeZone: .gmt, now: PhoneStub.now), width: 400)
    let why = page.lines(.why).map { $0.parts.map(\.text.text).joined() }.joined(separator: "\n")
    #expect(why.contains("[\(row.rule.rawValue)]"))
    let shown = PushText.lines(
      kept, appName: "Chat", timeZone: .gmt,
      app: phone.device.settings.app(kept.delivery.app))
    #expect(shown.contains { $0.contains(row.rule.rawValue) })
  }
}
