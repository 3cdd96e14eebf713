import Foundation
import Testing

@testable import InboxModel

/// The settings of a discovered file that need consent.
@Suite struct WithheldSettingTests {
  private static let files = SettingsFiles { path in
    path.hasPrefix("in/")
      ? .success(.file([]))
      : path == "out" ? .failure(.init(reason: "x", isOutside: true)) : .failure(.init(reason: "y"))
  }

  private func withheld(_ text: String) -> [WithheldSetting] {
    WithheldSetting.all(
      in: Array(text.utf8), over: Array("{ filters: { mine: 'is:unread' } }".utf8),
      files: Self.files)
  }

  @Test(arguments: [
    ("{ history: { keep: 1, durable: true, maxAge: 1 } }", ["history.keep", "history.durable"]),
    // Both of two repeated keys, also with escapes.
    (#"{ hooks: [], hooks: 1, "\u006beys": {} }"#, ["hooks", "hooks", "keys"]),
    ("{ history: 1, gateway: [{ legacy: 1 }], apps: { legacy: 1 }, tls: {} }", []),
    ("{ gateway: { strict: true } }", []), ("{ gateway: { strict: 'no' } }", []),
    ("{ apps: { a: { installed: true }, b: { installed: false } } }", ["apps.b.installed"]),
    (
      "{ device: { badgeZeroClears: true, removeActedOn: true } }",
      ["device.badgeZeroClears", "device.removeActedOn"]
    ),
    ("{ device: { badgeZeroClears: false, removeActedOn: false, lock: 'locked' } }", []),
    (#"{ filters: { mine: "", other: "", "m\u0069ne": 1 } }"#, ["filters.mine", "filters.mine"]),
    ("{ apps: { a: { extension: { answer: 1 } } } }", []),
    ("{ apps: { a: { extension: null } } }", []),
    ("{ apps: { a: { extension: { answer: 1, run: 1 } } } }", ["apps.a.extension"]),
    ("{ categories: 'in/x', apps: { a: { strings: 'in/y' } } }", []),
    // A missing file is a different error.
    ("{ categories: 'none', apps: { a: { strings: {} } } }", []),
    (
      "{ categories: 'out', apps: { a: { categories: 'out' } } }",
      ["categories", "apps.a.categories"]
    ),
    (#"{ apps: { "\u001b\u202e": { installed: false } } }"#, [#"apps.\x1b\u202e.installed"#]),
    ("{ history: { keep: 1 }", []), ("[]", []),
  ])
  func `settings that need consent are found`(text: String, paths: [String]) {
    #expect(withheld(text).map(\.path) == paths)
  }

  @Test func `the rest of a file is applied, and an invalid withheld setting is no error`() throws {
    let text = """
      { history: { keep: "x" },
        hooks: [ 1 ], device: { lock: "locked" } }
      """
    let bytes = Array(text.utf8)
    let withheld = withheld(text)
    #expect(withheld.map { [$0.position.line, $0.position.column] } == [[1, 14], [2, 3]])
    var configuration = Configuration()
    try configuration.apply(bytes, fileName: "c", allowsPrograms: false, without: withheld)
    #expect(configuration.phone.device.lock == .locked)
    #expect(configuration.history == Configuration.History())
    let checked = Configuration.checked(
      bytes, fileName: "c", allowsPrograms: false, without: withheld)
    #expect(checked.problems == [])
    let file = ConfigurationFile(name: "c", bytes: bytes, withheld: withheld)
    let origins = SettingOrigins(files: [file], changes: SettingChanges())
    #expect(origins.origin(of: ["device", "lock"]) == .file("c", line: 2))
    #expect(origins.origin(of: ["history", "keep"]) == .standard)
    #expect(origins.origin(of: ["hooks"]) == .standard)
  }

  /// Keys whose values cannot delete, open, run or read anything.
  private static let harmless = [
    "focus", "summary", "queue", "fcm", "expo", "colors", "bidi", "banner", "faults",
    "device.lock", "device.previews", "device.grouping", "device.languages", "device.language",
    "device.timeZone", "device.ringer", "device.summaryStyle", "device.stackThreshold",
    "device.lowPower", "device.backgroundBudget", "device.widgetBudget", "device.activities",
    "device.era", "gateway.activityTokens",
    "gateway.environment", "gateway.environmentKeyReason", "gateway.tokenUpdates",
    "gateway.tokenRate", "gateway.devices", "gateway.tokens", "gateway.topics", "gateway.streams",
    "gateway.legacyTopic", "gateway.withoutBroadcast", "history.maxAge",
  ]
  /// The harmless keys of an app.
  private static let harmlessOfApps = [
    "name", "state", "permission", "deliverQuietly", "previews", "grouping", "lockScreen", "list",
    "banners", "bannerStyle", "sounds", "badges", "timeSensitive", "critical", "present",
    "backgroundRefresh", "platform", "channels", "liveActivities", "frequentUpdates",
    "activityTypes", "broadcastChannels",
  ]

  @Test func `every key of a file needs consent or is listed as harmless`() {
    var keys: [String] = []
    func collect(_ schema: SettingsSchema, _ path: String) {
      let isInside = ["", "device", "gateway", "history", "tls", "apps", "apps.*", "filters"]
        .contains(path)
      switch schema {
      case .keys(let members) where isInside:
        for member in members {
          collect(member.schema, path.isEmpty ? member.key : path + "." + member.key)
        }
      case .names(let named) where isInside: collect(named, path + ".*")
      case .keys, .names, .value, .unavailable: keys.append(path)
      }
    }
    collect(.configuration, "")
    let guarded = ConsentRule.all.map { $0.path.joined(separator: ".") }
    let harmless = Self.harmless + Self.harmlessOfApps.map { "apps.*." + $0 }
    let listed = Set(guarded).union(harmless)
    #expect(
      Set(keys).subtracting(listed).sorted() == [],
      "add it to harmless or harmlessOfApps in WithheldSettingTests, or .consent to its entry")
    #expect(
      listed.subtracting(keys).sorted() == [], "in WithheldSettingTests, but no key of a file")
    #expect(
      Set(guarded).intersection(harmless).sorted() == [],
      "needs consent: remove it from the lists in WithheldSettingTests")
  }
}
