import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §5.3: the times at which a schedule activates its Focus.
@Suite struct ScheduleRuleTests {
  /// 2026-04-14 is a Tuesday; the clocks of Berlin went forward on Sunday 2026-03-29 at two.
  @Test(arguments: [
    ("§5.3.2 crosses midnight: before", ["from=22:00", "to=07:00"], "2026-04-14T21:59:59Z", false),
    ("§5.3.2 crosses midnight: evening", ["from=22:00", "to=07:00"], "2026-04-14T23:00:00Z", true),
    ("§5.3.2 crosses midnight: morning", ["from=22:00", "to=07:00"], "2026-04-15T06:59:59Z", true),
    (
      "§5.3.3 the day is that of the start: Saturday morning",
      ["from=22:00", "to=07:00", "days=fri"], "2026-04-18T06:00:00Z", true
    ),
    (
      "§5.3.3 the day is that of the start: Friday morning",
      ["from=22:00", "to=07:00", "days=fri"],
      "2026-04-17T06:00:00Z", false
    ),
    ("§5.3.4 start inclusive", ["from=18:00", "to=19:00"], "2026-04-14T18:00:00Z", true),
    ("§5.3.4 end exclusive", ["from=18:00", "to=19:00"], "2026-04-14T19:00:00Z", false),
    ("§5.3.5 equal times", ["from=18:00", "to=18:00", "days=tue"], "2026-04-15T17:59:59Z", true),
    (
      "§5.3.5 equal times, over", ["from=18:00", "to=18:00", "days=tue"], "2026-04-15T18:00:00Z",
      false
    ),
    (
      "§5.3.6 wall clock, winter", ["from=20:00", "to=21:00", "timeZone=Europe/Berlin"],
      "2026-03-28T19:30:00Z", true
    ),
    (
      "§5.3.6 wall clock, summer", ["from=20:00", "to=21:00", "timeZone=Europe/Berlin"],
      "2026-03-29T18:30:00Z", true
    ),
    (
      "§5.3.6 wall clock, not the hour of winter",
      ["from=20:00", "to=21:00", "timeZone=Europe/Berlin"], "2026-03-29T19:30:00Z", false
    ),
  ])
  func `a schedule is active on its days and between its times`(
    name: String, schedule: [String], at: String, isOn: Bool
  ) throws {
    let moment = Moment.at(at)
    var phone = try RulePhone()
    try phone.set(schedule.map { "focus.work." + $0 }, at: moment - 86_400)
    _ = phone.device.handle(.timePassed, at: moment)
    #expect((phone.device.focusInForce?.name == "work") == isOn)
    let record = try phone.push(after: moment.timeIntervalSince(Moment.start))
    #expect(record.why.decision == (isOn ? "focus focus.rule focus.work" : ""))
  }

  private static let schedule = ["focus.work.from=09:00", "focus.work.to=23:00"]

  @Test(arguments: [
    ([["focus=off"], schedule], "focus focus.rule focus.work", "allow"),
    ([schedule, ["focus=off"]], "", "no Focus is on; “work” was turned off until its next start"),
    (
      [["dnd=on"], ["dnd=off"], schedule], "",
      "no Focus is on; “work” was turned off until its next start"
    ),
    ([["dnd=on"], ["dnd=off"]], "", "no Focus is on"),
  ])
  func `turning off without a Focus leaves schedules on, and the trace names one that is off`(
    commands: [[String]], decision: String, because: String
  ) throws {
    var phone = try RulePhone()
    for words in commands { try phone.set(words, at: Moment.start) }
    let record = try phone.push()
    #expect(record.why.decision == decision)
    let step = Presentation.trace(of: record, in: .gmt).steps.first { $0.name == .focus }
    #expect(step?.because.contains(because) == true)
    let stored = try #require(try JSONReader.read(record.context.stored).root.object)
    #expect(PresentationContext(stored: stored) == record.context)
    let nextDay = try phone.push(after: 16 * 3600)
    #expect(nextDay.why.decision.isEmpty == !commands.contains(Self.schedule))
  }

  @Test(arguments: [
    ("dnd=on", TimeInterval(86_400 * 30), true), ("dnd=1h", 3599, true), ("dnd=1h", 3600, false),
    ("dnd=until:20:00", 7199, true), ("dnd=until:20:00", 7200, false),
  ])
  func `§5.3.7 a manual Focus is on until turned off, for an hour, or until a time`(
    word: String, after: TimeInterval, isOn: Bool
  ) throws {
    var phone = try RulePhone([word])
    let record = try phone.push(after: after)
    #expect(record.why.decision == (isOn ? "focus dnd.manual focus.dnd" : ""))
  }
}

/// `docs/rules.md` §5.4.
@Suite struct SummaryRuleTests {
  private static let on = ["summary.times=08:00,20:00", "summary.apps=com.example.chat"]

  @Test func `§5.4.1 the summary is off without apps, and at 08:00 and 18:00 without times`() throws
  {
    for words in [[], ["summary.times=20:00"]] {
      var phone = try RulePhone(words)
      #expect(try phone.push().notification.outcome == .shown)
    }
    var standard = try RulePhone(["summary.apps=com.example.chat"])
    _ = try standard.push()
    #expect(standard.device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
    var phone = try RulePhone(Self.on)
    #expect(try phone.push().notification.outcome == .held)
    #expect(try phone.push(app: "com.example.mail").notification.outcome == .shown)
  }

  @Test func `§5.4.2 held pushes are not presented, and are released together`() throws {
    var phone = try RulePhone(Self.on + ["lock=locked"])
    for _ in 1...3 { #expect(try phone.push(aps("active")).notification.presented.isEmpty) }
    #expect(phone.device.inbox.count == 0)
    let early = phone.device.handle(.timePassed, at: Moment.at("2026-04-14T19:59:59Z"))
    #expect(early.events.isEmpty)
    let due = phone.device.handle(.timePassed, at: Moment.at("2026-04-14T20:00:00Z"))
    #expect(phone.groups == [[3, 2, 1]])
    #expect(due.rings.isEmpty)
  }

  @Test(arguments: [("time-sensitive", Outcome.shown), ("critical", .shown), ("active", .held)])
  func `§5.4.3 urgent pushes are not held`(level: String, outcome: Outcome) throws {
    var phone = try RulePhone(Self.on)
    #expect(try phone.push(aps(level)).notification.outcome == outcome)
  }

  @Test func `§5.4.3 messages from a person are not held`() throws {
    var phone = try RulePhone(Self.on)
    let record = try phone.push(#"{"alert":"Hi"},"sender":{"name":"Ann"}"#)
    #expect(record.notification.outcome == .shown)
    let step = Presentation.trace(of: record, in: .gmt).steps.first { $0.name == .summary }
    #expect(step?.because == "a message from Ann is not held")
  }

  @Test func `§5.4.6 the badge of a held push is set immediately`() throws {
    var phone = try RulePhone(Self.on)
    try phone.push(#"{"alert":"Hi","badge":3}"#)
    #expect(phone.device.badges == ["com.example.chat": 3])
  }
}
