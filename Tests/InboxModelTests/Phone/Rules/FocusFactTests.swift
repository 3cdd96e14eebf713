import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §5.2: the facts below the order of conditions.
@Suite struct FocusFactTests {
  private func outcome(_ words: [String], _ payload: String = aps("active")) throws -> Outcome {
    var phone = try RulePhone(words)
    return try phone.push(payload).notification.outcome
  }

  @Test func `§5.2.8, §5.2.15 Do Not Disturb is one of several Focuses, of which one is active`()
    throws
  {
    var phone = try RulePhone(["focus.work.allowApps=com.example.chat", "dnd=on"])
    #expect(try phone.push().why.decision == "focus dnd.manual focus.dnd")
    try phone.set("focus=work")
    #expect(phone.device.focusInForce?.name == "work")
    #expect(try phone.push().notification.outcome == .shown)
    try phone.set("dnd=on")
    #expect(phone.device.focusInForce?.name == "dnd")
  }

  @Test(arguments: [
    ("allowApps=com.example.chat", Outcome.shown), ("allowApps=com.example.mail", .quiet),
    ("silenceApps=com.example.chat", .quiet), ("silenceApps=com.example.mail", .shown),
  ])
  func `§5.2.9 a Focus lists the allowed apps, or the silenced ones`(list: String, outcome: Outcome)
    throws
  {
    #expect(try self.outcome(["focus.work.\(list)", "focus=work"]) == outcome)
  }

  @Test(arguments: [("true", Outcome.shown), ("false", .quiet)])
  func `§5.2.10 each Focus has a switch for time-sensitive pushes`(isOn: String, outcome: Outcome)
    throws
  {
    let words = [
      "focus.work.allowTimeSensitive=\(isOn)", "focus.home.allowTimeSensitive=true", "focus=work",
    ]
    #expect(try self.outcome(words, aps("time-sensitive")) == outcome)
  }

  @Test func `§5.2.12 a silenced push is listed on arrival`() throws {
    var phone = try RulePhone(["dnd=on"])
    let effects = phone.device.deliver(try .stub())
    #expect(phone.groups == [[1]])
    guard case .presented(.quiet, .dndManual, .list, _, _, _, _, _)? = effects.events.first else {
      Issue.record("\(effects.events)")
      return
    }
  }

  @Test func `§5.2.13 a Focus may hide the badges while it is active`() throws {
    var phone = try RulePhone(["focus.work.hideBadges=true", "focus=work"])
    try phone.push(#"{"alert":"Hi","badge":2}"#)
    #expect(phone.device.shownBadges == [:])
    try phone.set("focus=off")
    #expect(phone.device.shownBadges == ["com.example.chat": 2])
  }

  @Test(arguments: [("work", Outcome.shown), ("home", .quiet)])
  func `§5.2.14 an app's filter in a Focus silences other criteria of an allowed app`(
    criteria: String, outcome: Outcome
  ) throws {
    let words = [
      "focus.work.allowApps=com.example.chat", "focus.work.filters.com.example.chat=work",
      "focus=work",
    ]
    let payload = aps("active", #","filter-criteria":"\#(criteria)""#)
    #expect(try self.outcome(words, payload) == outcome)
    let unfiltered = ["focus.work.allowApps=com.example.chat", "focus=work"]
    #expect(try self.outcome(unfiltered, payload) == .shown)
  }

  @Test
  func `§5.2.17, §13.7 the end of a Focus presents nothing again, and the entries stay listed`()
    throws
  {
    var phone = try RulePhone(["dnd=1h"])
    try phone.push(aps("active"))
    let end = phone.device.handle(.timePassed, at: Moment.start + 3600)
    #expect(phone.device.focusInForce == nil)
    #expect(end.rings == [])
    #expect(!end.contains(.present(1)))
    #expect(phone.groups == [[1]])
    #expect(phone.device.inbox[1]?.outcome == .quiet)
  }
}
