import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §11: authorization statuses and switches of an app, each on a locked and an
/// unlocked phone.
@Suite struct AppSettingRuleTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: [String]
    let locked: String
    let unlocked: String
    /// The setting of the deciding rule on the unlocked phone.
    let setting: String

    init(
      _ name: String, _ words: String..., locked: String, unlocked: String, setting: String = ""
    ) {
      (testDescription, self.words) = (name, words)
      (self.locked, self.unlocked, self.setting) = (locked, unlocked, setting)
    }
  }

  static let rows: [Row] = [
    Row(
      "§11.1 notDetermined", "permission=notDetermined", locked: "none", unlocked: "none",
      setting: "permission"),
    Row(
      "§11.2, §11.6 denied", "permission=denied", locked: "none", unlocked: "none",
      setting: "permission"),
    Row(
      "§11.3 authorized", "permission=authorized", locked: "shown badge list lock sound",
      unlocked: "shown badge banner list sound"),
    Row(
      "§11.4 provisional", "permission=provisional", locked: "quiet list",
      unlocked: "quiet list", setting: "permission"),
    Row(
      "§11.7 not on the lock screen", "lockScreen=false", locked: "quiet badge list sound",
      unlocked: "shown badge banner list sound"),
    Row(
      "§11.8 not in the list", "list=false", locked: "shown badge lock sound",
      unlocked: "shown badge banner sound"),
    Row(
      "§11.8 in the list alone", "lockScreen=false", "banners=false",
      locked: "quiet badge list sound", unlocked: "quiet badge list sound", setting: "banners"),
    Row(
      "§11.9 no banners", "banners=false", locked: "shown badge list lock sound",
      unlocked: "quiet badge list sound", setting: "banners"),
    Row(
      "persistent banners", "bannerStyle=persistent",
      locked: "shown badge list lock sound", unlocked: "shown badge banner list sound"),
    Row(
      "§11.11 no sounds", "sounds=false", locked: "shown badge list lock",
      unlocked: "shown badge banner list"),
    Row(
      "§11.11, B4 no badges", "badges=false", locked: "shown list lock sound",
      unlocked: "shown banner list sound"),
  ]

  @Test(arguments: rows)
  func `each status and each switch of an app changes only its own part of the presentation`(
    row: Row
  ) throws {
    for (lock, expected) in [("locked", row.locked), ("unlocked", row.unlocked)] {
      var phone = try RulePhone(
        ["lock=\(lock)"] + row.words.map { "apps.com.example.chat." + $0 })
      let record = try phone.push(#"{"alert":"Hi","sound":"default","badge":1}"#)
      let came = [record.why.outcome.rawValue] + record.notification.presented.names
      #expect(came.joined(separator: " ") == expected)
      guard lock == "unlocked", !row.setting.isEmpty else { continue }
      #expect(record.why.decision.hasSuffix(" apps.com.example.chat." + row.setting))
    }
  }

  @Test(arguments: ["notDetermined", "denied"])
  func `§11.1, §11.2 background pushes need no authorization`(status: String) throws {
    var phone = try RulePhone(["apps.com.example.chat.permission=\(status)"])
    #expect(try phone.push(#"{"content-available":1}"#).notification.outcome == .silent)
  }

  @Test(arguments: ["previews=never", "grouping=byApp"])
  func `§11.12, §11.13 previews and grouping of an app override the phone's`(
    word: String
  ) throws {
    var phone = try RulePhone(["previews=always", "apps.com.example.chat." + word])
    let (chat, mail) = (try phone.push(), try phone.push(app: "com.example.mail"))
    #expect(chat.context.hidesPreviews == word.hasPrefix("previews"))
    #expect(!mail.context.hidesPreviews)
    #expect((chat.context.grouping == .byApp) == word.hasPrefix("grouping"))
    #expect(mail.context.grouping == .automatic)
  }

  @Test(arguments: [("timeSensitive", "time-sensitive"), ("critical", "critical")])
  func `§11.14 without the entitlement the level is active`(
    setting: String, level: String
  ) throws {
    for isOn in [true, false] {
      var phone = try RulePhone(["apps.com.example.chat.\(setting)=\(isOn)", "dnd=on"])
      #expect((try phone.push(aps(level)).notification.outcome == .shown) == isOn)
    }
  }

  @Test func `§11.15 an app's pushes are delivered immediately or with the summary`() throws {
    var phone = try RulePhone(["summary.times=20:00"])
    #expect(try phone.push().notification.outcome == .shown)
    try phone.set("summary.apps+=com.example.chat")
    #expect(try phone.push().notification.outcome == .held)
  }
}
