import Foundation
import Testing

@testable import InboxModel

/// The entitlements of an app: assumed, granted or not granted.
@Suite struct EntitlementTests {
  private static let chat: BundleID = "com.example.chat"

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let level: InterruptionLevel
    var words: [String] = []
    var isStrict = false
    var bySound = false
    let inForce: InterruptionLevel
    let because: String
  }

  private static let consent =
    "on a real phone this needs Apple's critical-alerts entitlement and the user's consent"
  private static let capability =
    "on a real phone this needs the Time Sensitive Notifications capability"
  private static let critical = "apps.com.example.chat.critical="
  private static let timeSensitive = "apps.com.example.chat.timeSensitive="
  private static let provisional = "apps.com.example.chat.permission=provisional"

  static let rows: [Row] = [
    Row(
      testDescription: "critical, nothing set", level: .critical, inForce: .critical,
      because: "interruption-level critical; assumed, " + consent),
    Row(
      testDescription: "critical by its sound", level: .active, bySound: true, inForce: .critical,
      because: "the sound is critical, and so is the push; assumed, " + consent),
    Row(
      testDescription: "critical, assumed by a word", level: .critical,
      words: [critical + "assumed"], inForce: .critical,
      because: "interruption-level critical; assumed, " + consent),
    Row(
      testDescription: "critical, granted", level: .critical, words: [critical + "true"],
      inForce: .critical, because: "interruption-level critical; granted to this app"),
    Row(
      testDescription: "critical, not granted", level: .critical, words: [critical + "false"],
      inForce: .active, because: "critical is not allowed for this app: acts as active"),
    Row(
      testDescription: "critical by its sound, not granted", level: .timeSensitive,
      words: [critical + "false"], bySound: true, inForce: .timeSensitive,
      because: "critical is not allowed for this app: acts as time-sensitive"),
    Row(
      testDescription: "critical, nothing set, strict", level: .critical, isStrict: true,
      inForce: .active,
      because: "critical is not assumed by a strict gateway: acts as active; " + consent),
    Row(
      testDescription: "critical, granted, strict", level: .critical, words: [critical + "true"],
      isStrict: true, inForce: .critical,
      because: "interruption-level critical; granted to this app"),
    Row(
      testDescription: "critical, nothing set, provisional", level: .critical, words: [provisional],
      inForce: .active,
      because: "critical is not assumed for a provisional app: acts as active; " + consent),
    Row(
      testDescription: "critical, granted, provisional", level: .critical,
      words: [provisional, critical + "true"], inForce: .critical,
      because: "interruption-level critical; granted to this app"),
    Row(
      testDescription: "time-sensitive, nothing set", level: .timeSensitive,
      inForce: .timeSensitive,
      because: "interruption-level time-sensitive; assumed, " + capability),
    Row(
      testDescription: "time-sensitive, granted", level: .timeSensitive,
      words: [timeSensitive + "true"], inForce: .timeSensitive,
      because: "interruption-level time-sensitive; granted to this app"),
    Row(
      testDescription: "time-sensitive, not granted", level: .timeSensitive,
      words: [timeSensitive + "false"], inForce: .active,
      because: "time-sensitive is not allowed for this app: acts as active"),
    Row(
      testDescription: "time-sensitive, nothing set, strict", level: .timeSensitive,
      isStrict: true, inForce: .active,
      because: "time-sensitive is not assumed by a strict gateway: acts as active; " + capability),
    Row(
      testDescription: "active, nothing set, strict", level: .active, isStrict: true,
      inForce: .active, because: "interruption-level active"),
  ]

  private func push(_ row: Row, _ words: [String] = []) throws -> PushRecord {
    var phone = try RulePhone(row.words + words)
    let sound = row.bySound ? #"{"critical":1}"# : #""default""#
    var push = try Delivery.stub(
      aps: #"{"alert":"Hi","sound":\#(sound),"interruption-level":"\#(row.level.rawValue)"}"#)
    push.transit.isStrict = row.isStrict
    return try #require(phone.device.deliver(push).record)
  }

  @Test(arguments: rows) func `an entitlement determines the level, and the trace states how`(
    row: Row
  ) throws {
    let record = try push(row)
    #expect(record.notification.level == row.inForce)
    #expect(record.why.because(.level) == row.because)
  }

  @Test(arguments: rows) func `only the effective level passes Do Not Disturb`(row: Row) throws {
    let passes = row.inForce >= .timeSensitive && !row.words.contains(Self.provisional)
    #expect(try push(row, ["dnd=on"]).notification.outcome == (passes ? .shown : .quiet))
  }

  @Test func `granting a missing entitlement on a strict gateway would show the push`() throws {
    var phone = try RulePhone(["dnd=on"])
    var push = try Delivery.stub(aps: #"{"alert":"Hi","interruption-level":"critical"}"#)
    push.transit.isStrict = true
    let record = try #require(phone.device.deliver(push).record)
    #expect(record.notification.reason == .dndManual)
    #expect(record.why.remedies.contains(Self.critical + "true"))
    var whatIf = try WhatIf([Self.critical + "true"], on: phone.device, now: Moment.start)
    #expect(whatIf.difference(of: record)?.wouldBe.outcome == .shown)
    whatIf = try WhatIf([Self.critical + "assumed"], on: phone.device, now: Moment.start)
    #expect(whatIf.difference(of: record) == nil)
  }

  @Test func `an app that is no longer provisional has assumed entitlements`() throws {
    var phone = try RulePhone([Self.provisional])
    let record = try phone.push(aps("critical"))
    #expect(record.notification.level == .active)
    var whatIf = try WhatIf(
      ["apps.com.example.chat.permission=authorized", "dnd=on"], on: phone.device,
      now: Moment.start)
    #expect(whatIf.difference(of: record)?.wouldBe.outcome == .shown)
  }

  // MARK: Settings

  @Test(arguments: [
    ("\"assumed\"", Entitlement.assumed), ("true", .granted), ("false", .notGranted),
  ])
  func `an entitlement is read from a file and written unchanged`(
    written: String, expected: Entitlement
  ) throws {
    var phone = PhoneSettings()
    let value = try JSONReader.read(Array(written.utf8)).root
    for key in ["critical", "timeSensitive"] { try phone.apply(.app(Self.chat, key), value) }
    #expect(phone.app(Self.chat).critical == expected)
    #expect(phone.app(Self.chat).timeSensitive == expected)
    #expect(phone.value(at: .app(Self.chat, "critical")) == value)
    let change = SettingChange.setting(.app(Self.chat, "critical"), value)
    let stored = try #require(change.storedValue)
    #expect(SettingChange(key: change.key, storedValue: stored) == change)
  }

  @Test(arguments: ["asumed", "1", "null", "[true]"])
  func `an invalid entitlement is rejected with the valid words`(written: String) throws {
    let error = try #require(throws: SettingsError.self) {
      _ = try RulePhone([Self.critical + written])
    }
    #expect(error.message.contains("`assumed`, `true` or `false`"))
    #expect(error.message.contains("did you mean `assumed`") == (written == "asumed"))
  }

  @Test func `completion and the settings page offer the words of an entitlement`() {
    let reader = SettingChangeReader(now: Moment.start, phone: PhoneSettings())
    #expect(
      reader.words(for: "apps.com.example.chat.critical") == ["assumed", "true", "false"])
  }

  // MARK: Records

  @Test(arguments: [
    (#"{"at":1776189600000}"#, Entitlement.assumed, true),
    (#"{"at":1776189600000,"critical":false}"#, .notGranted, true),
    (#"{"at":1776189600000,"critical":true}"#, .granted, true),
    (#"{"at":1776189600000,"assumes":false}"#, .assumed, false),
  ])
  func `a record stores differences from the defaults, and older records are read`(
    text: String, critical: Entitlement, assumes: Bool
  ) throws {
    let object = try #require(try JSONReader.read(Array(text.utf8)).root.object)
    let phone = try #require(PresentationContext(stored: object))
    #expect(phone.critical == critical)
    #expect(phone.assumesEntitlements == assumes)
    #expect(String(decoding: phone.stored, as: UTF8.self) == text)
  }

  @Test func `a stored critical push of a strict gateway stays critical`() throws {
    var push = try Delivery.stub(aps: aps("critical"))
    push.transit.isStrict = true
    let stored = try #require(try JSONReader.read(Array(#"{"at":1776189600000}"#.utf8)).root.object)
    let phone = try #require(PresentationContext(stored: stored))
    #expect(phone.level(of: push.payload) == .critical)
  }

  // MARK: Lint

  @Test(arguments: [
    (#""interruption-level":"critical""#, "aps.interruption-level", LintRule.criticalEntitlement),
    (#""sound":{"critical":1}"#, "aps.sound.critical", .criticalEntitlement),
    (
      #""interruption-level":"critical","sound":{"critical":1}"#, "aps.interruption-level",
      .criticalEntitlement
    ),
    (
      #""interruption-level":"time-sensitive","sound":{"critical":1}"#, "aps.sound.critical",
      .criticalEntitlement
    ),
    (
      #""interruption-level":"time-sensitive""#, "aps.interruption-level",
      .timeSensitiveEntitlement
    ),
  ])
  func `lint reports a required entitlement once unless it is granted`(
    keys: String, path: String, rule: LintRule
  ) throws {
    let rules: Set<LintRule> = [.criticalEntitlement, .timeSensitiveEntitlement]
    func findings(_ app: AppSettings, era: PhoneGeneration = .today) throws -> [LintFinding] {
      let push = try Delivery.stub(aps: #"{"alert":"Hi","thread-id":"t",\#(keys)}"#)
      return Lint.findings(for: push, app: app, era: era).filter { rules.contains($0.rule) }
    }
    let found = try findings(AppSettings())
    #expect(found.map(\.rule) == [rule])
    #expect(found.first?.path == path)
    #expect(found.first?.level == .advice)
    let need = rule == .criticalEntitlement ? Self.consent : Self.capability
    #expect(found.first?.message.contains(need.dropFirst()) == true)
    #expect(found.first?.message.contains("here it acts") == false)
    var app = AppSettings()
    (app.critical, app.timeSensitive) = (.notGranted, .notGranted)
    let message = try findings(app).first?.message
    #expect(message?.contains("; here it acts as active; set ") == true)
    (app.critical, app.timeSensitive) = (.granted, .granted)
    #expect(try findings(app).isEmpty)
    (app.critical, app.timeSensitive) = (.notGranted, .notGranted)
    #expect(try findings(app).map(\.rule) == [rule])
    #expect(try findings(AppSettings(), era: .year2012).isEmpty)
  }

  @Test(arguments: [#"{"alert":"Hi"}"#, #"{"badge":1,"interruption-level":"critical"}"#])
  func `lint reports no entitlement without a level that requires one`(aps: String) throws {
    let names = Lint.findings(for: try .stub(aps: aps)).map(\.rule.rawValue)
    #expect(!names.contains { $0.hasSuffix("-entitlement") })
  }
}
