import Foundation
import Testing

@testable import InboxModel

@Suite struct PushTextTests {
  private func record(_ body: String) throws -> PushRecord {
    let at = Date(timeIntervalSince1970: 1_776_190_031)
    let payload = try Payload.read(Array(body.utf8)).get()
    return PushRecord(
      notification: .stub(31, thread: "op-42", title: "\u{1b}[31mred", body: "two\nlines"),
      place: .held(until: at.addingTimeInterval(60)),
      delivery: Delivery(
        id: 31, apnsID: "apns-31", requestID: "request-31", app: "com.example.chat",
        topic: "com.example.chat.voip", token: .local,
        headers: PushHeaders(pushType: .voip, priority: .conserving, expiration: .once),
        payload: payload, origin: Origin(wire: .h2, transport: "TLS 1.3", client: "curl/8"),
        receivedAt: at),
      context: PresentationContext())
  }

  @Test func `a push is shown fact by fact, its payload last`() throws {
    let lines = PushText.lines(
      try record(#"{"aps":{"alert":"Hi"}}"#), appName: "Chat",
      timeZone: try #require(TimeZone(named: "+03:00")))
    #expect(lines.first == "#31")
    #expect(lines.contains("  title       \\x1b[31mred"))
    #expect(lines.contains("  body        two\\nlines"))
    #expect(lines.contains("  app         Chat (com.example.chat)"))
    #expect(lines.contains("  place       held until 2026-04-14 21:08:11.000"))
    #expect(lines.contains("  outcome     shown"))
    #expect(lines.contains("  priority    5"))
    #expect(lines.contains("  expiration  at once"))
    #expect(lines.contains("  protocol    h2, TLS 1.3, curl/8"))
    #expect(
      lines.suffix(6) == [
        "payload, 22 bytes", "  {", "    \"aps\": {", "      \"alert\": \"Hi\"", "    }", "  }",
      ])
  }

  @Test func `the delivery of a late push is shown, that of others is not`() throws {
    var record = try record(#"{"aps":{"alert":"Hi"}}"#)
    let zone = try #require(TimeZone(named: "+03:00"))
    let received = "  received    2026-04-14 21:07:11.000"
    func lines() -> [String] { PushText.lines(record, appName: "Chat", timeZone: zone) }
    #expect(lines().contains(received))
    #expect(!lines().contains { $0.hasPrefix("  delivered") })
    record.notification.deliveredAt = record.notification.receivedAt + 10_800
    #expect(lines().contains(received))
    #expect(
      lines().contains("  delivered   2026-04-15 00:07:11.000, 3 h after it was accepted"))
    (record.notification.outcome, record.notification.reason) = (.shown, .shown)
    #expect(lines().contains("  outcome     shown"))
  }

  @Test func `no line has a control character`() throws {
    let lines = PushText.lines(
      try record("{\"aps\":{},\"\u{9b}31m\":\"\u{7f}\\u001b[2J\"}"), appName: "\u{1b}",
      timeZone: .gmt)
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
