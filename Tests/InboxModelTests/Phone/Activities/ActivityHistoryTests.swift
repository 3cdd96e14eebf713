import Foundation
import Testing

@testable import InboxModel

/// Invariants of 10,000 random histories of Live Activities.
@Suite struct ActivityHistoryTests {
  @Test
  func
    `in random histories timestamps ascend, ended cards do not change, budgets are not exceeded`()
    throws
  {
    var numbers = SeededGenerator(seed: 20_261_125)
    for _ in 0..<10_000 { try play(&numbers) }
  }

  private func play(_ numbers: inout SeededGenerator) throws {
    var settings = PhoneSettings()
    settings.device.activities.updateBudget = Int.random(in: 0...4, using: &numbers)
    settings.device.activities.startBudget = Int.random(in: 1...4, using: &numbers)
    settings.device.activities.limit = Int.random(in: 1...3, using: &numbers)
    settings.device.activities.life = [60, 3600].randomElement(using: &numbers) ?? 60
    settings.device.activities.stay = [0, 100].randomElement(using: &numbers) ?? 0
    settings.device.activities.tokenLife = [0, 50].randomElement(using: &numbers) ?? 0
    var phone = Phone(settings: settings)
    var tokens = phone.activities.tokens
    var seconds = 0.0
    for id in 1...12 {
      seconds += Double(Int.random(in: 0...30, using: &numbers))
      let before = phone.activities
      _ = phone.handle(.timePassed, at: Moment.start + seconds)
      check(from: before, to: phone.activities, by: nil)
      let settled = phone.activities
      let push = try randomPush(id, seconds, phone, &numbers)
      let effects = phone.deliver(push)
      check(from: settled, to: phone.activities, by: push)
      let its = phone.activities.common(of: ActivityPhone.app)
      #expect(
        AppActivities.recent(its.updates, at: phone.now).count
          <= settings.device.activities.updateBudget)
      #expect(
        AppActivities.recent(its.starts, at: phone.now).count
          <= settings.device.activities.startBudget)
      #expect(
        phone.activities.running(of: ActivityPhone.app).count <= settings.device.activities.limit
          + 1)
      // Building the trace takes as long as the rest of the loop: once in a history.
      if id == 12 {
        let record = try #require(effects.record)
        #expect(record.why.reason == record.notification.reason)
      }
      let shown = phone.activities.newestFirst.filter { !$0.isDismissed }
      for change in phone.activities.drainTokenChanges() { tokens.apply(change) }
      checkIndexes(of: phone.activities, tokens, settings.device.activities, for: push)
      #expect(
        phone.activities.onLockScreen.map(\.id)
          == shown.sorted { ($0.relevance, $0.id) > ($1.relevance, $1.id) }.map(\.id))
    }
  }

  /// Compares the results of each index with a search of all cards.
  private func checkIndexes(
    of activities: Activities, _ tokens: ActivityTokens, _ limits: ActivitySettings,
    for push: Delivery
  ) {
    let all = activities.newestFirst
    let running = all.filter(\.isRunning)
    #expect(activities.running(of: push.app) == running)
    #expect(activities.runningCount(of: push.app) == running.count)
    for card in all {
      let twin = running.first {
        $0.attributesType == card.attributesType && $0.attributes == card.attributes
      }
      #expect(activities.twin(of: push.app, card.attributesType, card.attributes) == twin?.id)
    }
    let made = all.filter { $0.startToken == push.token || $0.senderToken == push.token }
    #expect(
      activities.made(by: push.token, of: push.app)
        == made.first(where: \.isRunning) ?? made.first)
    let moments =
      all.compactMap { $0.due(limits) } + activities.apps.values.compactMap { $0.due(limits) }
    #expect(activities.due == moments.min())
    #expect(tokens == activities.tokens)
  }

  private func randomPush(
    _ id: Int, _ seconds: Double, _ phone: Phone, _ numbers: inout SeededGenerator
  ) throws -> Delivery {
    let event = ["start", "update", "update", "end"].randomElement(using: &numbers) ?? "update"
    let timestamp =
      Int(Moment.start.timeIntervalSince1970 + seconds)
      + Int.random(in: -40...5, using: &numbers)
    var keys = event == "start" ? ActivityPhone.startKeys("\(id % 3)") : ActivityPhone.score(id)
    if Bool.random(using: &numbers) { keys += #","stale-date":\#(timestamp + 20)"# }
    if Bool.random(using: &numbers) { keys += #","alert":"Goal""# }
    keys += #","relevance-score":\#(Int.random(in: 0...2, using: &numbers))"#
    var push = try Delivery.stub(
      id, app: ActivityPhone.app,
      aps: #"{"event":"\#(event)","timestamp":\#(timestamp),\#(keys)}"#, type: .liveactivity,
      topic: ActivityPhone.app.text + ".push-type.liveactivity", at: Moment.start + seconds)
    let known = phone.activities.newestFirst.compactMap(\.token)
    let retired = phone.activities.common(of: ActivityPhone.app).retired.map(\.token)
    push.token =
      (known + retired + [.local, strangeToken]).randomElement(using: &numbers) ?? .local
    push.headers.priority = Bool.random(using: &numbers) ? .immediate : .conserving
    return push
  }

  private func check(from old: Activities, to new: Activities, by push: Delivery?) {
    for was in old.newestFirst {
      guard let card = new[was.id] else { continue }
      #expect(card.timestamp >= was.timestamp)
      if !was.isRunning {
        #expect(card.end == was.end)
        #expect(card.state == was.state)
        #expect(card.token == nil)
      }
      if was.isDismissed { #expect(card.isDismissed) }
      if push == nil { #expect(card.state == was.state) }
      #expect(card.history.count <= ActivityCard.historyLimit)
    }
  }
}
