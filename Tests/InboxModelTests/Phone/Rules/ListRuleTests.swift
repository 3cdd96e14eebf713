import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §3.4: the user's actions on the list. The screen folds groups, see
/// `ListActionTests`.
@Suite struct ListRuleTests {
  private let chat: BundleID = "com.example.chat"

  @Test(arguments: [true, false])
  func `§3.4.1 a tap opens the app, and the entry is removed if removeActedOn is on`(leaves: Bool)
    throws
  {
    var phone = try RulePhone(["device.removeActedOn=\(leaves)"])
    try phone.push()
    _ = phone.device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(phone.device.runState(of: chat) == .foreground)
    #expect((phone.device.inbox[1] == nil) == leaves)
    #expect(phone.device.inbox[1]?.isRead == (leaves ? nil : true))
  }

  @Test func `§3.4.4 clearing is reported to the app only if its category requests it`() throws {
    var phone = try RulePhone()
    phone.device.settings.categories["M"] = Category(
      identifier: "M", options: .customDismissAction)
    try phone.push(#"{"alert":"1","category":"M"}"#)
    try phone.push(#"{"alert":"2"}"#)
    let events = [1, 2].map { id in
      phone.device.handle(.acted(on: id, .dismiss, text: nil), at: Moment.start).events
    }
    #expect(events[0].first == .action(.dismiss, userText: nil, foreground: false))
    #expect(events[1] == [.dismissed(by: .user)])
    #expect(phone.groups == [])
  }

  @Test func `§3.4.5 clearing the list removes entries of every age`() throws {
    var phone = try RulePhone()
    try phone.push()
    try phone.push(app: "com.example.mail", after: 86_400 * 40)
    let effects = phone.device.handle(
      .removed(Array(phone.device.inbox.ids)), at: Moment.start + 86_400 * 40)
    #expect(phone.device.inbox.count == 0)
    #expect(effects.events == [.removed(by: .user), .removed(by: .user)])
  }

  @Test(
    arguments: [
      ("mute.com.example.chat=1h", 3599, "app.muted"),
      ("mute.com.example.chat=1h", 3600, "shown"),
      ("mute.com.example.chat=today", 6 * 3600 - 1, "app.muted"),
      ("mute.com.example.chat=today", 6 * 3600, "shown"),
      ("apps.com.example.chat.deliverQuietly=true", 0, "app.quietly"),
      ("apps.com.example.chat.deliverQuietly=false", 0, "shown"),
      ("apps.com.example.chat.permission=denied", 0, "app.denied"),
    ] as [(String, TimeInterval, String)])
  func `§3.4.7 an app is muted for an hour or today, delivered quietly, or denied`(
    word: String, after: TimeInterval, reason: String
  ) throws {
    var phone = try RulePhone([word])
    #expect(try phone.push(after: after).notification.reason.rawValue == reason)
  }

  @Test func `§3.4.8 opening the app by its icon keeps the list and the badge`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"Hi","badge":2}"#)
    try phone.set("app.com.example.chat=foreground")
    #expect(phone.device.inbox[1]?.isRead == false)
    #expect(phone.device.badges == [chat: 2])
  }

  @Test func `§3.4.9 pushes that arrived while locked stay listed and unread after unlocking`()
    throws
  {
    var phone = try RulePhone(["lock=locked"])
    try phone.push()
    try phone.set("lock=unlocked")
    #expect(phone.groups == [[1]])
    #expect(phone.device.inbox[1]?.isRead == false)
  }

  @Test func `G9, G11 sender and urgency do not change the order of groups`() throws {
    var phone = try RulePhone()
    let urgent = #"{"alert":"1","thread-id":"a","interruption-level":"time-sensitive"}"#
    _ = phone.device.deliver(try .stub(1, aps: urgent, beside: #","sender":"Ann""#))
    _ = phone.device.deliver(
      try .stub(2, aps: #"{"alert":"2","thread-id":"b","interruption-level":"passive"}"#),
      try .stub(3, aps: #"{"alert":"3","thread-id":"a"}"#),
      try .stub(4, aps: #"{"alert":"4","thread-id":"b"}"#))
    #expect(phone.groups == [[4, 2], [3, 1]])
  }
}

/// Operations of an app without a push (`docs/rules.md`, B6 and C8).
@Suite struct AppOperationRuleTests {
  private let chat: BundleID = "com.example.chat"

  @Test func `B6 an app sets its own badge without a push`() throws {
    var phone = try RulePhone(["badge.com.example.chat=3"])
    #expect(phone.device.badges == [chat: 3])
    try phone.push(#"{"alert":"Hi"}"#)
    #expect(phone.device.shownBadges == [chat: 3])
    try phone.push(#"{"badge":5}"#)
    try phone.set("badge.com.example.chat=4")
    #expect(phone.device.badges == [chat: 4])
    try phone.set("badge.com.example.chat=0")
    #expect(phone.device.badges == [:])
    #expect(phone.device.changes.inOrder == [], "it is no setting")
  }

  @Test func `B6 an app's badge is stored and reported once, with its former value`() throws {
    var phone = try RulePhone(["badge.com.example.chat=3"])
    let change = SettingChange.byApp(chat, .setBadge(0))
    let effects = phone.device.handle(.changed(change), at: Moment.start)
    #expect(effects.stored == [.badge(chat, 0)])
    #expect(
      effects.events == [.setting(key: "badge.com.example.chat", value: "0", was: "3")])
    #expect(phone.device.handle(.changed(change), at: Moment.start) == [])
  }

  @Test(arguments: [true, false])
  func `B5 an app's own badge 0 clears its entries if badgeZeroClears is on`(clears: Bool) throws {
    var phone = try RulePhone(["device.badgeZeroClears=\(clears)"])
    try phone.push(#"{"alert":"Hi","badge":1}"#)
    try phone.set("badge.com.example.chat=0")
    #expect(phone.device.inbox.count == (clears ? 0 : 1))
  }

  @Test func `at most 10,000 apps have a badge`() {
    var phone = Phone.stub()
    var effects: [Phone.Effect] = []
    for number in 0...Phone.badgeLimit {
      phone.setBadge(1, of: BundleID("app.\(number)"), &effects)
    }
    #expect(phone.badges.count == 10_000)
    #expect(phone.badges[BundleID("app.\(Phone.badgeLimit)")] == nil)
    // Badges of the others change, and make room.
    phone.setBadge(2, of: "app.7", &effects)
    phone.setBadge(0, of: "app.8", &effects)
    phone.setBadge(3, of: "app.new", &effects)
    #expect(phone.badges["app.7"] == 2)
    #expect(phone.badges["app.new"] == 3)
  }

  @Test func `B4, B6 an app's badge is hidden while badges are off, and returns`() throws {
    var phone = try RulePhone(["apps.com.example.chat.badges=false", "badge.com.example.chat=3"])
    #expect(phone.device.shownBadges == [:])
    try phone.set("apps.com.example.chat.badges=true")
    #expect(phone.device.shownBadges == [chat: 3])
  }

  @Test func `C8 an app removes its notifications silently, by identifier or all`() throws {
    var phone = try RulePhone()
    for (app, id) in [(chat, "m-1"), (chat, "m-2"), ("com.example.mail", "m-1"), (chat, "m-3")] {
      try phone.push(#"{"alert":"Hi","badge":1}"#, app: app, collapseID: CollapseID(id))
    }
    func remove(_ word: String) throws -> [InboxEvent.Kind] {
      let reader = SettingChangeReader(now: Moment.start, phone: phone.device.settings)
      let change = try #require(try reader.changes(["remove.com.example.chat=" + word]).first)
      return phone.device.handle(.changed(change), at: Moment.start).events
    }
    #expect(try remove("m-1") == [.removed(by: .app)])
    #expect(phone.groups.flatMap(\.self) == [4, 2, 3])
    #expect(try remove("m-1") == [], "unknown identifiers are passed over")
    #expect(try remove("all") == [.removed(by: .app), .removed(by: .app)])
    #expect(phone.groups == [[3]])
    #expect(phone.device.badges[chat] == 1)
  }

  @Test(arguments: [
    "badge.com.example.chat=-1", "badge.com.example.chat=x", "badge.=1", "remove.com.example.chat=",
  ])
  func `operations that an app cannot perform are rejected`(word: String) throws {
    #expect(throws: SettingsError.self) { try RulePhone([word]) }
  }

  @Test func `an operation of an uninstalled app has no effect`() throws {
    var phone = try RulePhone(["apps.com.example.chat.installed=false"])
    try phone.set("badge.com.example.chat=3")
    #expect(phone.device.badges == [:])
  }
}
