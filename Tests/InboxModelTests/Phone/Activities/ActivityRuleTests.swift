import Foundation
import Testing

@testable import InboxModel

/// The rules about pushes to Live Activities (`docs/rules.md` §15).
@Suite struct ActivityRuleTests {
  /// A push after a start, and its result.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var settings: [String] = []
    var event: String? = "update"
    var keys = ActivityPhone.score(1)
    var priority = Priority.immediate
    let reason: String
    /// The changes that would have let it pass.
    var cures: [String] = []
  }

  static let rows: [Row] = [
    Row(
      testDescription: "§15.1 turned off",
      settings: ["apps.com.example.match.liveActivities=denied"], event: "start",
      keys: ActivityPhone.startKeys("C-D"), reason: "activity.denied",
      cures: ["apps.com.example.match.liveActivities=allowed"]),
    Row(testDescription: "§15.2 no event", event: nil, reason: "activity.no-event"),
    Row(testDescription: "§15.2 an unknown event", event: "stop", reason: "activity.no-event"),
    Row(
      testDescription: "§15.2 no timestamp", keys: #""timestamp":null,"content-state":{}"#,
      reason: "activity.no-timestamp", cures: ["timestamp=1776189600 in the payload"]),
    Row(
      testDescription: "§15.2 a start without attributes-type", event: "start",
      keys: #""attributes":{},"content-state":{}"#, reason: "activity.no-attributes-type"),
    Row(
      testDescription: "§15.2 a start without attributes", event: "start",
      keys: #""attributes-type":"Match","content-state":{}"#, reason: "activity.no-attributes"),
    Row(
      testDescription: "§15.2 an update without content-state", keys: #""stale-date":1"#,
      reason: "activity.no-content-state"),
    Row(
      testDescription: "§15.5 more activities than the limit",
      settings: ["device.activities.limit=1"],
      event: "start", keys: ActivityPhone.startKeys("C-D"), reason: "activity.limit",
      cures: ["device.activities.limit=2"]),
    Row(
      testDescription: "§15.6 an older timestamp",
      keys: #""timestamp":1776189599,"content-state":{"home":9}"#,
      reason: "activity.older-timestamp", cures: ["timestamp=1776189600 in the payload"]),
    Row(
      testDescription: "§15.6 an equal timestamp",
      keys: #""timestamp":1776189600,"content-state":{"home":9}"#, reason: "activity.updated"),
    Row(
      testDescription: "§15.7 a state that the app cannot decode",
      settings: ["apps.com.example.match.activityTypes.Match.home=String"],
      reason: "activity.undecodable"),
    Row(
      testDescription: "§15.7 a state without a key that the app needs",
      settings: ["apps.com.example.match.activityTypes.Match.minute=Int"],
      reason: "activity.undecodable"),
    Row(
      testDescription: "§15.7 a state without an optional key",
      settings: ["apps.com.example.match.activityTypes.Match.minute=Int?"],
      reason: "activity.updated"),
    Row(
      testDescription: "§15.7 a type that the app does not have",
      settings: ["apps.com.example.match.activityTypes.Flight.gate=String"],
      event: "start", keys: ActivityPhone.startKeys("C-D"), reason: "activity.unknown-type"),
    Row(
      testDescription: "§15.8 more than 4 KB with the attributes",
      keys: #""content-state":{"text":"\#(String(repeating: "x", count: 4090))"}"#,
      reason: "activity.too-large"),
    Row(
      testDescription: "§15.9 an exhausted budget for starts",
      settings: ["device.activities.startBudget=1"],
      event: "start", keys: ActivityPhone.startKeys("C-D"), reason: "activity.start-budget",
      cures: ["device.activities.startBudget=2"]),
    Row(
      testDescription: "§15.10 an exhausted budget for updates",
      settings: ["device.activities.updateBudget=0"], reason: "activity.budget",
      cures: ["apps.com.example.match.frequentUpdates=true", "device.activities.updateBudget=1"]),
    Row(
      testDescription: "§15.10 frequent updates have a budget of their own",
      settings: [
        "device.activities.updateBudget=0", "apps.com.example.match.frequentUpdates=true",
      ], reason: "activity.updated"),
    Row(
      testDescription: "§15.10 priority 5 uses no budget",
      settings: ["device.activities.updateBudget=0"], priority: .conserving,
      reason: "activity.updated"),
    Row(
      testDescription: "§15.10 an end uses no budget",
      settings: ["device.activities.updateBudget=0"], event: "end", reason: "activity.end"),
    Row(
      testDescription: "§15.11 an update within the interval",
      settings: ["device.activities.interval=15s"],
      reason: "activity.too-soon", cures: ["device.activities.interval=0s"]),
    Row(
      testDescription: "§15.11 an alert within the interval",
      settings: ["device.activities.interval=15s"],
      keys: ActivityPhone.score(1) + #","alert":"Goal""#, reason: "shown"),
    Row(
      testDescription: "§15.12 an alert during Do Not Disturb", settings: ["dnd=on"],
      keys: ActivityPhone.score(1) + #","alert":"Goal""#, reason: "dnd.manual",
      cures: [
        "focus=off", "focus.dnd.allowApps+=com.example.match",
        "interruption-level=time-sensitive in the payload",
      ]),
    Row(
      testDescription: "§15.12 an update without an alert during Do Not Disturb",
      settings: ["dnd=on"], reason: "activity.updated"),
    Row(
      testDescription: "§15.12 a passive alert",
      keys: ActivityPhone.score(1) + #","alert":"Goal","interruption-level":"passive""#,
      reason: "level.passive", cures: ["interruption-level=active in the payload"]),
    Row(
      testDescription: "§15.6 an older timestamp during Do Not Disturb", settings: ["dnd=on"],
      keys: #""timestamp":1776189599,"content-state":{"home":9},"alert":"Goal""#,
      reason: "activity.older-timestamp", cures: ["timestamp=1776189600 in the payload"]),
  ]

  /// The reasons of pushes that change the card and are not shown otherwise.
  private static let quiet = ["activity.updated", "activity.end", "dnd.manual", "level.passive"]

  @Test(arguments: rows)
  func `a push to a Live Activity has its reason and the changes that would have shown the push`(
    row: Row
  ) throws {
    var phone = try ActivityPhone()
    try phone.start()
    let before = try phone.card
    try phone.set(row.settings)
    let record = try phone.push(row.event, row.keys, after: 10, priority: row.priority)
    let isShown = row.reason == "shown" || Self.quiet.contains(row.reason)
    #expect(record.notification.reason.rawValue == row.reason)
    #expect(record.notification.presented.contains(.activity) == isShown)
    #expect(
      record.notification.outcome == (row.reason == "shown" ? .shown : isShown ? .quiet : .none))
    #expect(record.why.outcome == record.notification.outcome)
    #expect(record.why.reason == record.notification.reason)
    #expect(record.why.remedies == row.cures)
    #expect(phone.device.inbox.count == 0)
    guard !isShown, row.event != "start", row.reason != "activity.denied" else { return }
    var after = try phone.card
    #expect(after.history.last?.ignored?.rawValue == row.reason)
    after.history = before.history
    #expect(after == before)
  }

  typealias MistypedRow = (event: String?, keys: String, reason: ReasonCode, because: String)

  static let mistyped: [MistypedRow] = [
    (
      nil, #""event":5,"content-state":{}"#, .activityNoEvent,
      "aps.event is a number, not a string: it is start, update or end"
    ),
    (
      "update", #""timestamp":"x","content-state":{}"#, .activityNoTimestamp,
      "aps.timestamp is a string, not a number: without it the phone ignores the push"
    ),
    (
      "update", #""content-state":[]"#, .activityNoContentState,
      "aps.content-state is an array, not an object"
    ),
    (
      "start", #""attributes-type":3,"attributes":{},"content-state":{}"#,
      .activityNoAttributesType,
      "aps.attributes-type is a number, not a string: the phone cannot know which type to start"
    ),
    (
      "start", #""attributes-type":"","attributes":{},"content-state":{}"#,
      .activityNoAttributesType,
      "aps.attributes-type is empty: the phone cannot know which type to start"
    ),
    (
      "start", #""attributes-type":"Match","attributes":true,"content-state":{}"#,
      .activityNoAttributes, "aps.attributes is a boolean, not an object; send at least {}"
    ),
  ]

  @Test(arguments: mistyped)
  func `§15.2 a required key with a value of the wrong type is named with both types`(
    row: MistypedRow
  ) throws {
    var phone = try ActivityPhone()
    try phone.start()
    let record = try phone.push(row.event, row.keys, after: 10)
    #expect(record.notification.reason == row.reason)
    #expect(record.why.steps.first { $0.code == row.reason }?.because == row.because)
    let findings = record.delivery.payload.findings + Lint.findings(for: record.delivery)
    #expect(!findings.contains { $0.message.contains("also needs content-state") })
    #expect(!findings.contains { $0.message.contains("needs an event") })
  }

  @Test func `§15.6 a suggested timestamp is in seconds and would pass`() throws {
    var phone = try ActivityPhone()
    try phone.start("A-B", #","timestamp":1776189600.5"#)
    let old = try phone.push("update", #""timestamp":1776189599,"content-state":{}"#, after: 10)
    #expect(old.why.remedies == ["timestamp=1776189601 in the payload"])
    let start = #""timestamp":null,"attributes-type":"Match","attributes":{},"content-state":{}"#
    let missing = try phone.push("start", start, after: 20)
    #expect(missing.why.remedies == ["timestamp=1776189620 in the payload"])
  }

  @Test func `§15.6 no timestamp is suggested after one in milliseconds`() throws {
    var phone = try ActivityPhone()
    try phone.start("A-B", #","timestamp":1776189600000"#)
    let late = try phone.push("update", ActivityPhone.score(1), after: 10)
    #expect(late.notification.reason == .activityOlderTimestamp)
    #expect(late.why.remedies.isEmpty)
    #expect(
      late.why.steps.first { $0.code == .activityOlderTimestamp }?.because
        == "timestamp 1776189610 is older than 1776189600000, the newest so far, which is in "
        + "milliseconds: start another Live Activity, with seconds")
  }

  @Test func `the trace has the finding about an old timestamp, as lint has it`() throws {
    var phone = try ActivityPhone()
    let old = try phone.push("update", #""timestamp":1776180000,"content-state":{}"#, after: 10)
    let finding = try #require(
      Lint.findings(for: old.delivery).first { $0.rule.rawValue == "old-timestamp" })
    let step = old.why.steps.first { $0.name == .payload }
    #expect(step?.result == .note)
    #expect(step?.because.hasSuffix("1 finding: aps.timestamp: \(finding.message)") == true)
  }

  @Test func `§15.5 the lock screen has at most 1,000 cards`() throws {
    var phone = try ActivityPhone([
      "device.activities.limit=1000", "device.activities.startBudget=2000",
    ])
    for number in 1...1000 { try phone.start("\(number)") }
    try phone.set(["device.activities.limit=1"])
    let first = try phone.card.id
    // Also for an app without any: an update whose token is unknown would add one.
    let records = try [
      phone.start("C-D"),
      phone.push("update", ActivityPhone.score(1), token: strangeToken),
    ]
    #expect(records.map(\.notification.reason) == [.activityLimit, .activityLimit])
    #expect(phone.device.activities.lockScreenCount == 1000)
    #expect(try phone.card.id == first)
  }

  @Test func `a start adds a card, an update changes it, an end removes it after four hours`()
    throws
  {
    var phone = try ActivityPhone()
    let start = try phone.start()
    #expect(start.notification.reason == .activityStarted)
    #expect(phone.changes == ["start"])
    #expect(try phone.card.attributesType == "Match")
    #expect(try phone.card.changedKeys == [])
    try phone.push("update", ActivityPhone.score(1), after: 60)
    #expect(try phone.card.state == ["home": 1, "away": 0])
    #expect(try phone.card.changedKeys == ["home"])
    try phone.push("end", ActivityPhone.score(2), after: 120)
    #expect(try phone.card.end == .push)
    #expect(try phone.card.leavesAt == Moment.start + 120 + 4 * 3600)
    phone.wait(until: 120 + 4 * 3600 - 1)
    #expect(phone.device.activities.onLockScreen.count == 1)
    phone.wait(until: 120 + 4 * 3600)
    #expect(phone.changes == ["dismissed"])
    #expect(phone.device.activities.onLockScreen.isEmpty)
    #expect(
      try phone.card.history.map(\.event) == ["start", "token", "update", "end", "dismissed"])
    #expect(phone.device.nextMoment == nil)
  }

  @Test func `§15.12 an alert lights the screen and plays its sound, unless a Focus is on`() throws
  {
    var phone = try ActivityPhone(["lock=locked"])
    let alert = #","alert":{"title":"Goal","body":"1:0","sound":"default"}"#
    let started = try phone.start("A-B", alert)
    #expect(started.notification.presented == [.activity, .lock, .sound])
    #expect(phone.effects.rings == [1])
    try phone.set(["focus=dnd"])
    let silenced = try phone.push("update", ActivityPhone.score(1) + alert, after: 10)
    #expect(silenced.notification.reason == .dndManual)
    #expect(silenced.notification.presented == .activity)
    #expect(phone.effects.rings == [])
    #expect(try phone.card.state["home"] == 1)
  }

  static let dismissals: [(name: String, date: Double, stay: Double)] = [
    ("§15.13 at once", 0, 0), ("§15.13 in the past", -100, 0),
    ("§15.13 in an hour", 3600, 3600),
    ("§15.13 in five hours, four at most", 5 * 3600, 4 * 3600),
  ]

  @Test(arguments: dismissals)
  func `an ended card leaves the lock screen at its dismissal date`(
    name: String, date: Double, stay: Double
  ) throws {
    var phone = try ActivityPhone()
    try phone.start()
    let moment = Moment.start.timeIntervalSince1970 + 10 + date
    try phone.push("end", #""dismissal-date":\#(Int(moment))"#, after: 10)
    #expect(try phone.card.leavesAt == Moment.start + 10 + stay)
    #expect(try phone.card.isDismissed == (stay == 0))
    #expect(phone.changes == (stay == 0 ? ["end", "dismissed"] : ["end"]))
  }

  @Test func `§15.14 a card is stale from its stale-date until the next update`() throws {
    var phone = try ActivityPhone()
    let date = Int(Moment.start.timeIntervalSince1970) + 60
    try phone.start("A-B", #","stale-date":\#(date)"#)
    #expect(phone.device.nextMoment == Moment.start + 60)
    phone.wait(until: 60)
    #expect(phone.changes == ["stale"])
    #expect(try phone.card.isStale)
    try phone.push("update", ActivityPhone.score(1), after: 61)
    #expect(try !phone.card.isStale)
    try phone.push("update", ActivityPhone.score(1) + #","stale-date":\#(date)"#, after: 62)
    #expect(try phone.card.isStale)
  }

  @Test func `§15.4 the phone ends a Live Activity after eight hours; it cannot change afterwards`()
    throws
  {
    var phone = try ActivityPhone()
    try phone.start()
    let token = try #require(try phone.card.token)
    phone.wait(until: 8 * 3600)
    #expect(phone.changes == ["life"])
    #expect(try phone.card.end == .life)
    let late = try phone.push("update", ActivityPhone.score(1), after: 8 * 3600 + 1, token: token)
    #expect(late.notification.reason == .activityExpired)
    phone.wait(until: 12 * 3600)
    #expect(phone.changes == ["dismissed"])
  }

  @Test func `§15.4 a card that ended or was removed by the user cannot change`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    try phone.push("end", after: 10)
    let late = try phone.push("update", ActivityPhone.score(1), after: 20)
    #expect(late.notification.reason == .activityEnded)
    try phone.start("C-D", after: 30)
    try phone.set(["activity.com.example.match=A2"], after: 40)
    #expect(phone.changes == ["dismissed"])
    let removed = try phone.push("update", ActivityPhone.score(1), after: 50)
    #expect(removed.notification.reason == .activityDismissed)
  }

  @Test func `§15.15 cards are sorted by relevance, equal ones by age`() throws {
    var phone = try ActivityPhone()
    try phone.start("A-B", #","relevance-score":25"#)
    try phone.start("C-D", #","relevance-score":75"#, after: 1)
    try phone.start("E-F", #","relevance-score":25"#, after: 2)
    #expect(phone.device.activities.onLockScreen.map(\.id.text) == ["A2", "A3", "A1"])
  }

  @Test func `§15.5 a start with the attributes of a running card adds a second one`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    let twin = try phone.start(after: 1)
    #expect(twin.why.steps.contains { $0.code == .activityDuplicate })
    #expect(phone.device.activities.onLockScreen.count == 2)
  }

  @Test func `an exhausted budget is available again after an hour`() throws {
    var phone = try ActivityPhone(["device.activities.updateBudget=2"])
    try phone.start()
    let reasons = try [1.0, 2, 3, 3602].map {
      try phone.push("update", ActivityPhone.score(1), after: $0).notification.reason
    }
    #expect(reasons == [.activityUpdated, .activityUpdated, .activityBudget, .activityUpdated])
  }

  @Test func `removing an app removes its cards and its push-to-start token`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    try phone.set(["apps.com.example.match.installed=false"], after: 5)
    #expect(phone.device.activities.onLockScreen.isEmpty)
    #expect(try phone.card.end == .app)
    #expect(phone.device.activities.common(of: ActivityPhone.app).startToken == nil)
  }

  @Test func `a phone of 2012 has no Live Activities`() throws {
    var phone = try ActivityPhone(["device.era=2012"])
    #expect(try phone.start().notification.reason == .kindLiveActivity)
    #expect(phone.device.activities.isEmpty)
  }

  @Test func `stored cards are restored unchanged`() throws {
    var phone = try ActivityPhone(["device.activities.tokenLife=1h"])
    try phone.start("A-B", #","stale-date":1776193200,"input-push-channel":"c2g=""#)
    try phone.push("update", ActivityPhone.score(1), after: 10)
    try phone.start("C-D", after: 20)
    try phone.push("end", after: 30)
    try phone.push("update", ActivityPhone.score(1), after: 40, token: strangeToken)
    let state = phone.device.state
    var stored = Phone.State()
    stored.activities = state.activities.compactMap { ActivityCard(stored: $0.stored) }
    stored.appActivities = state.appActivities.compactMapValues { AppActivities(stored: $0.stored) }
    stored.changes = state.changes
    let restored = Phone(settings: PhoneSettings(), state: stored)
    #expect(restored.activities == phone.device.activities)
    #expect(restored.activities.due == Moment.start + 3600)
    #expect(restored.activities.followers(of: "c2g=", of: ActivityPhone.app).map(\.text) == ["A1"])
  }

  @Test func `each change of a card is stored`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    let stored = phone.effects.stored.compactMap { change -> String? in
      switch change {
      case .activity(let id, let card): "\(id.text) \(card?.state["home"]?.int ?? -1)"
      case .appActivities(let app, _): app.text
      default: nil
      }
    }
    #expect(stored == ["A1 0", "com.example.match"])
  }

  @Test(arguments: [
    (#"{"a":1,"b":[{"x":1,"y":2}]}"#, #"{"b":[{"y":2.0,"x":1}],"a":1.0}"#, true),
    (#"{"a":1,"b":2}"#, #"{"a":1}"#, false), (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#, false),
    (#"{"a":1}"#, #"{"a":"1"}"#, false), (#"{"a":1e400}"#, #"{"a":1e401}"#, false),
  ])
  func `attributes and states are equal whatever the order of their keys`(
    one: String, other: String, isEqual: Bool
  ) throws {
    var phone = try ActivityPhone()
    func start(_ attributes: String, after seconds: TimeInterval) throws -> PushRecord {
      try phone.push(
        "start", #""attributes-type":"T","attributes":\#(attributes),"content-state":\#(one)"#,
        after: seconds)
    }
    _ = try start(one, after: 0)
    let second = try start(other, after: 1)
    #expect(second.why.steps.contains { $0.code == .activityDuplicate } == isEqual)
    try phone.push("update", #""content-state":\#(other)"#, after: 2)
    #expect(try phone.card.changedKeys.isEmpty == isEqual)
    #expect(try phone.card.stateFields.contains(where: \.isChanged) == !isEqual)
  }

  @Test func `pushes that were ignored in succession for one reason are one entry of the history`()
    throws
  {
    var phone = try ActivityPhone(["device.activities.updateBudget=50"])
    try phone.start()
    for second in 1...300 {
      try phone.push("update", ActivityPhone.score(second), after: TimeInterval(second))
    }
    let card = try phone.card
    #expect(card.history.count == ActivityCard.historyLimit)
    #expect(card.history.first?.event == "start")
    // The start, the token and 50 updates.
    #expect(card.forgottenMoments == 53 - ActivityCard.historyLimit)
    let last = try #require(card.history.last)
    #expect(last.ignored == .activityBudget)
    #expect(last.count == 250)
    #expect(last.push == 301)
    #expect(card.history.dropLast().last?.state?["home"] == 50)
    #expect(ActivityCard(stored: card.stored) == card)
  }
}
