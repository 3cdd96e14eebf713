import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §2: each step of the pipeline, and their order.
@Suite struct PipelineRuleTests {
  private static let chat = "com.example.chat"

  /// Settings that each stop an ordinary push, in the order of the steps.
  private static let stops: [(words: [String], decision: String)] = [
    (["apps.\(chat).installed=false"], "app app.not-installed"),
    (["apps.\(chat).permission=denied"], "permission app.denied"),
    (
      ["app.\(chat)=foreground", "apps.\(chat).present=list"], "foreground foreground.app-declined"
    ),
    (["apps.\(chat).deliverQuietly=true"], "delivery app.quietly"),
    (["summary.times=20:00", "summary.apps=\(chat)"], "summary summary.held"),
    (["focus.work.allowTimeSensitive=false", "focus=work"], "focus focus.rule"),
    ([], "level level.passive"),
  ]

  @Test(arguments: [
    ("§2.1 not installed", 0), ("§2.5 not authorised", 1), ("§2.7 in the foreground", 2),
    ("§2.10 quiet delivery", 3), ("§2.11 the summary", 4), ("§2.12 a Focus", 5),
    ("§2.13 passive", 6), ("§2.14 nothing", 7),
  ])
  func `the first of several rules that stop a push decides`(name: String, first: Int) throws {
    var phone = try RulePhone(Self.stops.dropFirst(first).flatMap(\.words))
    let record = try phone.push(aps(first == 7 ? "active" : "passive"))
    let expected = first == 7 ? "" : Self.stops[first].decision
    #expect(record.why.decision.hasPrefix(expected))
    #expect(record.why.decision.isEmpty == expected.isEmpty)
  }

  @Test func `§2.4 a push without a visible part is handled as a background push`() throws {
    var phone = try RulePhone(["apps.com.example.chat.permission=denied"])
    let record = try phone.push(#"{"content-available":1}"#)
    #expect(record.why.decision == "kind kind.background -")
    #expect(record.notification.outcome == .silent)
    #expect(phone.device.inbox.count == 0)
  }

  @Test(arguments: [true, false])
  func `§2.5 an unauthorized app shows nothing and is woken if refresh is on`(isOn: Bool) throws {
    var phone = try RulePhone([
      "apps.com.example.chat.permission=denied", "app.com.example.chat=suspended",
      "apps.com.example.chat.backgroundRefresh=\(isOn)",
    ])
    let record = try phone.push(#"{"alert":"Hi","sound":"default","content-available":1}"#)
    #expect(record.notification.presented.isEmpty)
    #expect((phone.device.runState(of: "com.example.chat") == .background) == isOn)
  }

  @Test(arguments: [
    (#"{"alert":"Hi","mutable-content":1}"#, [], true),
    (#"{"alert":"Hi"}"#, [], false), (#"{"sound":"default","mutable-content":1}"#, [], false),
    (#"{"alert":"Hi","mutable-content":1}"#, ["lockScreen", "list", "banners"], false),
  ])
  func `§2.6 mutable content with text passes the extension, whose changes apply`(
    payload: String, off: [String], isAsked: Bool
  ) throws {
    var phone = try RulePhone(off.map { "apps.com.example.chat.\($0)=false" })
    var app = phone.device.settings.app("com.example.chat")
    let answer: JSONValue = ["aps": ["alert": "Psst", "interruption-level": "passive"]]
    app.serviceExtension = ServiceExtension(.stated(answer, after: 0), limit: 30)
    phone.device.settings.apps["com.example.chat"] = app
    let record = try phone.push(payload)
    #expect((record.notification.content.body == "Psst") == isAsked)
    #expect((record.why.decision == "level level.passive -") == isAsked)
  }

  @Test(arguments: [
    ([], true), (["dnd=on"], true),
    (["summary.times=20:00", "summary.apps=com.example.chat"], true),
    (["apps.com.example.chat.deliverQuietly=true"], false),
    (["apps.com.example.chat.permission=provisional"], false),
  ])
  func `§2.8 the badge is set whatever follows, except for a quiet or provisional app`(
    words: [String], isSet: Bool
  ) throws {
    var phone = try RulePhone(words)
    try phone.push(#"{"alert":"Hi","badge":3,"interruption-level":"passive"}"#)
    #expect(phone.device.badges == (isSet ? ["com.example.chat": 3] : [:]))
  }

  @Test(arguments: [["dnd=on"], ["summary.times=20:00", "summary.apps=com.example.chat"]])
  func `§2.9 an entry is replaced, whatever the outcome of its replacement`(words: [String]) throws
  {
    var phone = try RulePhone()
    try phone.push(collapseID: "m")
    try phone.set(words)
    #expect(try phone.push(collapseID: "m").notification.replaced == 1)
    #expect(phone.device.inbox[1] == nil)
    #expect(phone.device.inbox.count + phone.device.heldCount == 1)
  }

  @Test(arguments: [
    ("§2.10", ["apps.com.example.chat.deliverQuietly=true"], "active"),
    ("§2.12", ["dnd=on"], "active"), ("§2.13", [], "passive"),
  ])
  func `a push that these rules stop is listed without light and sound`(
    step: String, words: [String], level: String
  ) throws {
    var phone = try RulePhone(["lock=locked"] + words)
    let effects = phone.device.deliver(try .stub(aps: aps(level)))
    #expect(effects.record?.notification.presented == .list)
    #expect(effects.rings == [])
    #expect(!effects.contains(.present(1)))
  }

  @Test(arguments: [
    ("locked", ["list", "lock", "sound"]), ("unlocked", ["banner", "list", "sound"]),
  ])
  func `§2.14 a shown push lights the lock screen or has a banner, and sounds`(
    lock: String, presented: [String]
  ) throws {
    var phone = try RulePhone(["lock=\(lock)"])
    let effects = phone.device.deliver(try .stub(aps: aps("active")))
    #expect(effects.record?.notification.presented.names == presented)
    #expect(effects.rings == [1])
    #expect(effects.contains(.present(1)))
  }
}
