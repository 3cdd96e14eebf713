@testable import InboxModel
import Testing

@Suite struct SettingPathTests {
  @Test(arguments: [
    ("device.stackThreshold", ["device", "stackThreshold"]),
    ("summary.apps", ["summary", "apps"]),
    ("focus.dinner.from", ["focus", "dinner", "from"]),
    ("focus.at.work.allowApps", ["focus", "at.work", "allowApps"]),
    (
      "focus.work.filters.com.example.mail", ["focus", "work", "filters", "com.example.mail"]
    ),
    ("apps.com.example.chat.banners", ["apps", "com.example.chat", "banners"]),
    ("apps.com.list.name.name", ["apps", "com.list.name", "name"]),
    ("apps.com.example.chat.strings", ["apps", "com.example.chat", "strings"]),
    (
      "apps.com.example.chat.strings.HELLO.short",
      ["apps", "com.example.chat", "strings", "HELLO.short"]
    ),
    (
      "apps.com.example.chat.categories.MAIL.options",
      ["apps", "com.example.chat", "categories", "MAIL", "options"]
    ),
    ("categories.MAIL.actions", ["categories", "MAIL", "actions"]),
    (#"apps."a.b".strings.list"#, ["apps", "a.b", "strings", "list"]),
    ("apps.a.b.strings.list", ["apps", "a.b.strings", "list"]),
    (#"focus."a \"=\\ b".days"#, ["focus", #"a "=\ b"#, "days"]),
    ("keys.m", ["keys", "m"]), ("keys..", ["keys", "."]), (#"keys."=""#, ["keys", "="]),
    (#"keys."\"""#, ["keys", "\""]), (#"keys."\\""#, ["keys", "\\"]),
    // A combining mark does not change the sign before it.
    (
      "focus.\"\\\"\u{301}.=\u{301}\\\\\u{301}\".days",
      ["focus", "\"\u{301}.=\u{301}\\\u{301}", "days"]
    ),
    ("focus.\"\u{301}a\".days", ["focus", "\u{301}a", "days"]),
    ("focus.tea.schedules.1.days", ["focus", "tea", "schedules", "1", "days"]),
    ("categories.MAIL.actions.0", ["categories", "MAIL", "actions", "0"]),
    ("categories.A.actions.0.options", ["categories", "A", "actions", "0", "options"]),
    (#"categories."A.actions.0".options"#, ["categories", "A.actions.0", "options"]),
    (
      "apps.a.b.categories.M.actions.12.textInput.button",
      ["apps", "a.b", "categories", "M", "actions", "12", "textInput", "button"]
    ),
  ])
  func `a path with dotted names is parsed by the surrounding keys`(
    text: String, components: [String]
  ) {
    #expect(SettingPath(text)?.components == components)
    #expect(SettingPath(SettingPath(components).text)?.components == components)
  }

  @Test(arguments: [
    "", "device", "device.", "device.lok", "lock", "apps.com.example.chat", "apps..banners",
    "apps.banners", "focus.dinner.form", "gateway.strict", "device.lock.x",
    "categories.M.actions.x.title", "categories.M.actions.-1.title", "summary.times.0",
    "categories.M.actions.0.titel", "keys.", #"apps."a.b"banners"#,
    String(repeating: "apps.", count: 100) + "name",
  ])
  func `an unknown setting is rejected as a path`(text: String) {
    #expect(SettingPath(text)?.schema.map { if case .value = $0 { true } else { false } } != true)
  }

  @Test(arguments: [
    ("device.lock", "lock"), ("device.stackThreshold", "device.stackThreshold"),
    ("apps.com.example.chat.state", "app.com.example.chat"),
  ])
  func `a path with a short name converts to it and back`(text: String, key: String) throws {
    #expect(SettingPath(text)?.key == key)
    #expect(SettingPath(key: key) == SettingPath(text))
  }

  @Test func `the schema describes the settings and their values`() throws {
    #expect(
      SettingsSchema.phone.keys == [
        "device", "focus", "summary", "apps", "categories", "queue", "fcm", "expo", "keys",
        "colors", "bidi", "banner",
      ])
    let lock = try #require(SettingPath("device.lock")?.schema)
    #expect(
      lock
        == .value(
          .init(
            expected: "`locked` or `unlocked`", kinds: [.string], choices: ["locked", "unlocked"])))
    guard case .value(let present)? = SettingPath("apps.a.b.present")?.schema else {
      Issue.record("no list")
      return
    }
    #expect(present.isList)
    #expect(present.choices == ["banner", "list", "sound", "badge", "alert"])
    let focus = try #require(SettingsSchema.phone["focus"]?["any"])
    #expect(focus.keys.starts(with: ["from", "to", "days", "timeZone", "schedules"]))
  }
}
