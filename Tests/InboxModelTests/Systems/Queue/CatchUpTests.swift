import Foundation
import Testing

@testable import InboxModel

/// The alerts of missed pushes that are sent again together (`queue.catchUp`).
@Suite struct CatchUpTests {
  /// Returns a phone that has counted 1, lost this number of pushes, and received one more that
  /// revealed the gap.
  private func phone(
    lost: Int, _ policy: QueueSettings.CatchUp = .once,
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) -> QueuePhone {
    var phone = QueuePhone(phone: { settings in
      settings.queue.catchUp = policy
      change(&settings)
    })
    phone.send()
    phone.lose(lost)
    phone.send()
    return phone
  }

  /// Returns the notifications presented after the first push: `shown 3`, `quiet 4`.
  private func presented(_ phone: QueuePhone) -> [String] {
    phone.events.compactMap { event in
      guard case .presented(let outcome, _, _, _, _, _, _, _) = event.kind, outcome != .none,
        event.id != 1
      else { return nil }
      return "\(outcome.rawValue) \(event.id?.rawValue ?? 0)"
    }
  }

  private func step(_ id: NotificationID, of phone: QueuePhone) throws -> TraceStep {
    let trace = try #require(phone.trace(of: id))
    return try #require(trace.steps.first { $0.name == .delivery })
  }

  /// The policy, the number of lost pushes, and their presentation: the push that revealed the gap
  /// first, with the number of banners.
  private static let policies: [(String, QueueSettings.CatchUp, Int, [String], banners: Int)] = [
    ("once", .once, 3, ["shown 5", "shown 2", "quiet 3", "quiet 4"], 2),
    ("each", .each, 3, ["shown 5", "shown 2", "shown 3", "shown 4"], 4),
    ("summary", .summary, 3, ["shown 5", "shown 2", "quiet 3", "quiet 4"], 2),
    ("once, a single push", .once, 1, ["shown 3", "shown 2"], 2),
    ("summary, a single push", .summary, 1, ["shown 3", "shown 2"], 2),
    ("once, ten", .once, 10, ["shown 12", "shown 2"] + (3...11).map { "quiet \($0)" }, 2),
  ]

  @Test(arguments: policies.indices)
  func `pushes of one repeat request alert according to the policy`(row: Int) {
    let (_, policy, lost, expected, banners) = Self.policies[row]
    var phone = phone(lost: lost, policy)
    #expect(presented(phone) == expected)
    #expect(phone.banners == 1 + banners)
    // All of them are listed in the order of their delivery, with their own text.
    #expect(phone.texts == ([1, lost + 2] + (2...lost + 1)).map(String.init))
    // A later single push alerts as usual.
    phone.send()
    #expect(presented(phone).last == "shown \(lost + 3)")
  }

  @Test func `the trace of each push states the reason, its code and setting`() throws {
    let phone = phone(lost: 3)
    let first = try step(2, of: phone)
    #expect(first.result == .ok && first.code == .queueCatchUp)
    #expect(first.because == "the first of 3 sent again together: it alerts for all")
    let second = try step(3, of: phone)
    #expect(second.result == .stop && second.code == .queueCatchUp)
    #expect(second.because == "one of 3 sent again together, and another has alerted for all")
    for step in [first, second] { #expect(step.setting == "queue.catchUp") }
    let trace = try #require(phone.trace(of: 3))
    #expect(trace.outcome == .quiet && trace.reason == .queueCatchUp)
    #expect(
      trace.wouldShowIf.map(\.text) == [
        "queue.catchUp=each", "interruption-level=critical in the payload",
      ])
    // The push that revealed the gap does not belong to the burst.
    #expect(try step(5, of: phone).because == "not set to quiet delivery")
  }

  @Test func `with queue.catchUp=each all repeated pushes alert, and the traces state it`() throws {
    let phone = phone(lost: 2, .each)
    for id in [2, 3] as [NotificationID] {
      let step = try step(id, of: phone)
      #expect(step.result == .ok && step.because == "one of 2 sent again together; each alerts")
    }
  }

  @Test(arguments: [
    ("en", 3, "3 messages came late"), ("ru", 3, "3 сообщения пришли с опозданием"),
    ("ru", 5, "5 сообщений пришли с опозданием"), ("pl", 2, "2 wiadomości dotarły z opóźnieniem"),
    ("ja", 2, "2件のメッセージが遅れて届きました"), ("ar", 2, "وصلت رسالتان متأخرتان"),
    ("eo", 2, "2 messages came late"),
  ])
  func `a summary states the number of late pushes in the phone's language`(
    language: String, lost: Int, text: String
  ) throws {
    let phone = phone(lost: lost, .summary) { $0.device.languages = [language] }
    let banners = phone.events.compactMap { event -> String? in
      guard case .presented(.shown, _, _, nil, let body?, _, _, _) = event.kind, event.id == 2
      else {
        return nil
      }
      return body
    }
    #expect(banners == [text])
    let device = phone.system.device
    let banner = try #require(device.notification(2))
    #expect(device.bannerText(of: banner).body == text)
    #expect(device.visibleText(of: banner).body == "2")
    #expect(try step(2, of: phone).result == .note)
  }

  @Test func `the app's own text is used, and the next banner has its own text again`() throws {
    var phone = phone(lost: 2, .summary) {
      $0.apps[QueuePhone.mail, default: AppSettings()].strings = ["XIVA_LATE": "%u letters, late"]
    }
    let device = phone.system.device
    #expect(device.bannerText(of: try #require(device.notification(2))).body == "2 letters, late")
    phone.send()
    let after = phone.system.device
    #expect(after.bannerText(of: try #require(after.notification(5))).body == "5")
    #expect(after.bannerText(of: try #require(after.notification(2))).body == "2")
  }

  @Test func `the first push that may alert does, ignoring those that another rule silences`() {
    var phone = QueuePhone()
    phone.send()
    phone.set("loseNext", 3)
    phone.send(aps: #","interruption-level":"passive""#)
    for _ in 1...3 { phone.send() }
    #expect(presented(phone) == ["shown 5", "quiet 2", "shown 3", "quiet 4"])
  }

  @Test func `critical pushes alert in any position`() throws {
    var phone = QueuePhone()
    phone.send()
    phone.set("loseNext", 2)
    phone.send()
    phone.send(aps: #","sound":{"critical":1,"name":"default"}"#)
    phone.send()
    #expect(presented(phone) == ["shown 4", "shown 2", "shown 3"])
    #expect(try step(3, of: phone).because == "one of 2 sent again together, but critical")
  }

  @Test func `an app in the foreground decides about each push`() {
    let phone = phone(lost: 2) {
      $0.apps[QueuePhone.mail, default: AppSettings()].state = .foreground
    }
    #expect(presented(phone) == ["shown 4", "shown 2", "shown 3"])
  }

  @Test func `under a Focus none alerts, and each trace names the Focus`() throws {
    var phone = QueuePhone()
    phone.send()
    phone.handle(.changed(.focusOn("dnd", until: nil)), at: phone.now)
    phone.lose(2)
    phone.send()
    #expect(presented(phone) == ["quiet 4", "quiet 2", "quiet 3"])
    for id in [2, 3] as [NotificationID] { #expect(phone.trace(of: id)?.reason == .dndManual) }
  }

  @Test func `each repeat request is a separate burst`() {
    var phone = phone(lost: 2)
    phone.lose(2)
    phone.send()
    #expect(
      presented(phone) == [
        "shown 4", "shown 2", "quiet 3", "shown 7", "shown 5", "quiet 6",
      ])
  }

  @Test func `a burst continues after a restart, and duplicates of its pushes are quiet`() {
    var phone = QueuePhone()
    phone.send()
    phone.lose(3)
    phone.set("delay", "1s")
    phone.send()
    phone.advance(1)
    phone.set("duplicate", 100)
    phone = QueuePhone(restarting: phone)
    phone.advance(5)
    let again = presented(phone).filter { !$0.hasSuffix(" 5") }
    #expect(again.filter { $0.hasPrefix("shown") } == ["shown 2"])
    #expect(phone.texts == ["1", "5", "2", "3", "4"])
  }

  @Test func `what-if applies the policy to repeated pushes only`() throws {
    let phone = phone(lost: 2)
    var each = try WhatIf(["queue.catchUp=each"], on: phone.system.device, now: phone.now)
    let different = phone.records.compactMap { each.difference(of: $0) }
    #expect(different.map(\.notification.id) == [3])
    #expect(different.first?.wouldBe.outcome == .shown)
    let loud = self.phone(lost: 2, .each)
    var once = try WhatIf(["queue.catchUp=once"], on: loud.system.device, now: loud.now)
    let quieter = loud.records.compactMap { once.difference(of: $0) }
    #expect(quieter.map(\.notification.id) == [3])
    #expect(quieter.first?.wouldBe.reason == .queueCatchUp)
    #expect(throws: SettingsError.self) {
      try WhatIf(["queue.ttl=1h"], on: phone.system.device, now: phone.now)
    }
  }

  @Test func `a stored catch-up context parses to the same value`() throws {
    let phone = phone(lost: 2, .summary)
    let record = try #require(phone.records.first { $0.context.catchUp?.hasAlerted == true })
    let json = try #require(JSONReader.read(record.context.stored).root.object)
    #expect(PresentationContext(stored: json) == record.context)
  }

  @Test func `a failed request leaves no burst`() {
    var memory = GapDetector()
    memory.beginBurst(7, [3, 4])
    #expect(memory.burst(of: 4)?.positions == [3, 4])
    memory.settleBurst(7, coming: [4])
    #expect(memory.burst(of: 3) == nil)
    #expect(memory.burst(of: 4)?.hasAlerted == false)
    memory.markAlerted(4)
    #expect(memory.burst(of: 4)?.hasAlerted == true)
    memory.settleBurst(7, coming: nil)
    #expect(memory.burst(of: 4) == nil)
    for id in 1...9 { memory.beginBurst(NotificationID(rawValue: id), [id]) }
    #expect(
      (1...9).map { memory.burst(of: $0) != nil } == [
        false, false, false, false, false, true, true, true, true,
      ])
  }
}
