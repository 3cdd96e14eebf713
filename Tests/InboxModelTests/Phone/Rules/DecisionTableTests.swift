import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §12: every row through `set` and `why`.
@Suite struct DecisionTableTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let level: String
    let words: [String]
    let outcome: Outcome
    let presented: String
    /// The step, code and setting of the deciding rule.
    var decision = ""
    var remedies: [String] = []

    init(
      _ name: String, _ level: String, _ words: [String], _ outcome: Outcome, _ presented: String,
      _ decision: String = "", _ remedies: [String] = []
    ) {
      (testDescription, self.level, self.words) = (name, level, words)
      (self.outcome, self.presented) = (outcome, presented)
      (self.decision, self.remedies) = (decision, remedies)
    }
  }

  private static let chat = "com.example.chat"
  private static let work = ["focus.work.allowTimeSensitive=false", "focus=work"]
  private static let summary = ["summary.times=20:00", "summary.apps=com.example.chat"]

  static let rows: [Row] = [
    Row(
      "§12.1 passive, no Focus", "passive", [], .quiet, "list", "level level.passive -",
      ["interruption-level=active in the payload"]),
    Row("§12.2 active, no Focus", "active", [], .shown, "list lock sound"),
    Row(
      "§12.3 active, summary", "active", summary, .held, "", "summary summary.held summary",
      ["interruption-level=time-sensitive in the payload", "summary.apps-=\(chat)"]),
    Row(
      "§12.4 active, Focus", "active", work, .quiet, "list", "focus focus.rule focus.work",
      [
        "focus=off", "focus.work.allowApps+=\(chat)", "interruption-level=critical in the payload",
      ]),
    Row(
      "§12.5 active, allowed in the Focus", "active", work + ["focus.work.allowApps=\(chat)"],
      .shown, "list lock sound"),
    Row("§12.6 time-sensitive, summary", "time-sensitive", summary, .shown, "list lock sound"),
    Row(
      "§12.7 time-sensitive, allowed in the Focus", "time-sensitive",
      ["focus.work.allowTimeSensitive=true", "focus=work"], .shown, "list lock sound"),
    Row(
      "§12.7 time-sensitive, allowed in the Focus, summary", "time-sensitive",
      ["focus.work.allowTimeSensitive=true", "focus=work"] + summary, .shown, "list lock sound"),
    Row(
      "§12.8 time-sensitive, not allowed in the Focus", "time-sensitive", work, .quiet, "list",
      "focus focus.rule focus.work",
      [
        "focus=off", "focus.work.allowApps+=\(chat)", "focus.work.allowTimeSensitive=true",
        "interruption-level=critical in the payload",
      ]),
    Row(
      "§12.8 time-sensitive, not allowed in the Focus, summary", "time-sensitive", work + summary,
      .quiet, "list", "focus focus.rule focus.work",
      [
        "focus=off", "focus.work.allowApps+=\(chat)", "focus.work.allowTimeSensitive=true",
        "interruption-level=critical in the payload",
      ]),
    Row(
      "§12.9 critical, mute ignored", "critical", work + summary + ["ringer=silent"], .shown,
      "critical list lock"),
    Row(
      "§12.10 critical, not authorised", "critical", work + ["apps.\(chat).critical=false"], .quiet,
      "list", "focus focus.rule focus.work",
      ["focus=off", "focus.work.allowApps+=\(chat)", "apps.\(chat).critical=true"]),
    Row(
      "§12.11 provisional", "critical", work + summary + ["apps.\(chat).permission=provisional"],
      .quiet, "list", "delivery app.provisional apps.\(chat).permission",
      ["apps.\(chat).permission=authorized"]),
    Row(
      "§12.11 provisional, passive", "passive", ["apps.\(chat).permission=provisional"], .quiet,
      "list", "delivery app.provisional apps.\(chat).permission",
      [
        "interruption-level=active apps.\(chat).permission=authorized"
      ]),
  ]

  @Test(arguments: rows)
  func `§12 a push has the outcome, the deciding setting and the changes of its row`(
    row: Row
  ) throws {
    var phone = try RulePhone(["lock=locked", "previews=always"] + row.words)
    let record = try phone.push(aps(row.level))
    let trace = record.why
    #expect(trace.outcome == row.outcome)
    #expect(record.notification.presented.names.joined(separator: " ") == row.presented)
    #expect(trace.decision == row.decision)
    let remedies = trace.wouldShowIf.map { remedy in (remedy.set + remedy.payload).sorted() }
    let expected = row.remedies.map {
      $0.replacing(" in the payload", with: "").split(separator: " ").map(String.init).sorted()
    }
    #expect(remedies == expected)
  }

  @Test(arguments: rows)
  func `§12 each change of a row shows the push, tried afterwards or set before`(row: Row) throws {
    var phone = try RulePhone(["lock=locked", "previews=always"] + row.words)
    let record = try phone.push(aps(row.level))
    for remedy in record.why.wouldShowIf {
      var question = try WhatIf(
        remedy.set + remedy.payload, on: phone.device, now: Moment.start)
      #expect(question.difference(of: record)?.wouldBe.outcome == .shown)
      guard remedy.payload.isEmpty else { continue }
      var again = phone
      try again.set(remedy.set)
      #expect(try again.push(aps(row.level)).notification.outcome == .shown)
    }
  }

  @Test func `§12.12 a silenced push with only a badge sets it and adds no entry`() throws {
    var phone = try RulePhone(Self.work)
    let record = try phone.push(#"{"badge":3}"#)
    #expect(phone.device.badges == ["com.example.chat": 3])
    #expect(phone.device.inbox.count == 0)
    #expect(record.why.decision == "kind kind.badge-only -")
    #expect(record.why.remedies == [])
  }

  @Test(arguments: [("ringer=on", ["sound"]), ("ringer=silent", []), ("dnd=on", [])])
  func `§12.13 a push with only a sound plays it and adds no entry`(word: String, heard: [String])
    throws
  {
    var phone = try RulePhone([word])
    let record = try phone.push(#"{"sound":"default"}"#)
    #expect(record.notification.presented.names == heard)
    #expect(phone.device.inbox.count == 0)
    #expect(record.why.decision == "kind kind.sound-only -")
  }

  @Test func `§12.14 an app in the foreground that chooses banner and sound has no entry`() throws {
    var phone = try RulePhone([
      "app.com.example.chat=foreground", "apps.com.example.chat.present=banner,sound",
    ])
    let record = try phone.push(aps("active"))
    #expect(record.notification.presented.names == ["banner", "sound"])
    #expect(phone.device.inbox.count == 0)
    let step = record.why.steps.first { $0.name == .foreground }
    #expect(step?.setting == "apps.com.example.chat.present")
  }

  @Test func `§12.15 a replacement in another thread is the only entry, in the new group`()
    throws
  {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a"}"#, collapseID: "m")
    let second = try phone.push(#"{"alert":"2","thread-id":"b"}"#, collapseID: "m")
    #expect(phone.groups == [[2]])
    #expect(phone.group?.key.thread == "b")
    #expect(second.why.steps.first { $0.name == .collapse }?.code == .collapseReplaced)
  }

  @Test func `§12.16, B8 uninstalling an app removes its entries, badge and groups`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a","badge":2}"#)
    try phone.push(#"{"alert":"2","thread-id":"b"}"#)
    try phone.push(app: "com.example.mail")
    try phone.set("apps.com.example.chat.installed=false")
    #expect(phone.groups == [[3]])
    #expect(phone.device.badges.isEmpty)
  }

  @Test func `§12.17 setting previews to never hides listed entries immediately`() throws {
    var phone = try RulePhone(["previews=always"])
    try phone.push(#"{"alert":{"title":"Ann","body":"1"}}"#)
    try phone.push(app: "com.example.mail")
    try phone.set("previews=never")
    let texts = phone.device.inbox.notifications.map(phone.device.visibleText)
    #expect(texts.map(\.isHidden) == [true, true])
    #expect(texts.map(\.title) == [nil, nil])
  }
}
