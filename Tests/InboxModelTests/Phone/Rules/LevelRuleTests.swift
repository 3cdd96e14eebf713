import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §5.1 and §6: the effects of each level, every column of the tables.
@Suite struct LevelRuleTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let level: String
    let presented: String
    let breaksSummary: Bool
    let breaksFocus: Bool
    let breaksWhereAllowed: Bool
    let ignoresMute: Bool
  }

  static let rows: [Row] = [
    Row(
      testDescription: "§5.1.1, §6.1 passive", level: "passive", presented: "list",
      breaksSummary: false, breaksFocus: false, breaksWhereAllowed: false, ignoresMute: false),
    Row(
      testDescription: "§5.1.2, §6.2 active", level: "active", presented: "banner list sound",
      breaksSummary: false, breaksFocus: false, breaksWhereAllowed: false, ignoresMute: false),
    Row(
      testDescription: "§5.1.3, §6.3 time-sensitive", level: "time-sensitive",
      presented: "banner list sound", breaksSummary: true, breaksFocus: false,
      breaksWhereAllowed: true, ignoresMute: false),
    Row(
      testDescription: "§5.1.4, §6.4 critical", level: "critical",
      presented: "banner critical list", breaksSummary: true, breaksFocus: true,
      breaksWhereAllowed: true, ignoresMute: true),
  ]

  @Test(arguments: rows)
  func `a level breaks through, lights and sounds according to its row`(row: Row) throws {
    func receive(_ words: String...) throws -> DeliveredNotification {
      var phone = try RulePhone(words)
      return try phone.push(aps(row.level)).notification
    }
    let plain = try receive()
    #expect(plain.presented.names.joined(separator: " ") == row.presented)
    let lit = try receive("lock=locked").presented.contains(.lock)
    #expect(lit == (row.level != "passive"))
    let held = try receive("summary.times=20:00", "summary.apps=com.example.chat")
    #expect((held.outcome != .held) == row.breaksSummary)
    let strict = try receive("focus.work.allowTimeSensitive=false", "focus=work")
    #expect((strict.outcome == .shown) == row.breaksFocus)
    let lenient = try receive("focus.work.allowTimeSensitive=true", "focus=work")
    #expect((lenient.outcome == .shown) == row.breaksWhereAllowed)
    let noise: PresentationOptions = [.sound, .critical]
    let muted = try receive("ringer=silent")
    #expect(!muted.presented.isDisjoint(with: noise) == row.ignoresMute)
  }

  @Test func `§6.2 without the key the level is active`() throws {
    var phone = try RulePhone()
    #expect(try phone.push().notification.level == .active)
  }
}

/// `docs/rules.md` §7.2.
@Suite struct SoundRuleTests {
  @Test(arguments: [
    ("§7.2.1 no sound sent", #"{"alert":"Hi"}"#, [], ["banner", "list"], []),
    ("§7.2.2 mute switch", aps("active"), ["ringer=silent"], ["banner", "list"], []),
    (
      "§7.2.2 mute switch, critical", aps("critical"), ["ringer=silent"],
      ["banner", "critical", "list"], [3]
    ),
    ("§7.2.3 Focus", aps("active"), ["dnd=on"], ["list"], []),
    ("§7.2.4 passive", aps("passive"), [], ["list"], []),
    (
      "§7.2.5 in front, with sound", aps("active"),
      ["app.com.example.chat=foreground", "apps.com.example.chat.present=list,sound"],
      ["list", "sound"], [1]
    ),
    (
      "§7.2.5 in front, without", aps("active"),
      ["app.com.example.chat=foreground", "apps.com.example.chat.present=list"], ["list"], []
    ),
    (
      "§7.2.7 critical", #"{"alert":"Hi","sound":{"critical":1,"volume":0.1}}"#, [],
      ["banner", "critical", "list"], [3]
    ),
    (
      "§7.2.7 critical at volume 0", #"{"alert":"Hi","sound":{"critical":1,"volume":0}}"#, [],
      ["banner", "list"], []
    ),
  ])
  func `a sound is audible only in the rows of the table that allow it`(
    name: String, aps: String, words: [String], presented: [String], rings: [Int]
  ) throws {
    var phone = try RulePhone(words)
    let effects = phone.device.deliver(try .stub(aps: aps))
    #expect(effects.record?.notification.presented.names == presented)
    #expect(effects.rings == rings)
  }
}
