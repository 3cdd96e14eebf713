import Foundation
@testable import InboxModel
import Testing

@Suite struct SettingChangeTests {
  /// A Tuesday, 21:58 in Moscow.
  private static let now = date("2026-04-14T18:58:00Z")

  private let reader: SettingChangeReader = {
    var phone = PhoneSettings()
    phone.device.timeZone = TimeZone(secondsFromGMT: 10_800) ?? .gmt
    phone.focuses["dinner"] = FocusSettings()
    return SettingChangeReader(now: now, phone: phone)
  }()

  private static func date(_ text: String) -> Date {
    Timestamp.date(text) ?? .distantPast
  }

  private static let folders =
    "an app and an account in quotes, such as "
    + #"`queue.subscriptions."com.example.mail"."ann@example.com"=Inbox`"#
  private static let identifier = "a text of 1 to 64 visible characters"

  @Test func `folders are set by app and account, each in quotes`() throws {
    let word = #"queue.subscriptions."com.example.mail"."ann@example.com"=Inbox,Sent"#
    let path = SettingPath(["queue", "subscriptions", "com.example.mail", "ann@example.com"])
    #expect(try reader.changes([word]) == [.setting(path, ["Inbox", "Sent"])])
  }

  @Test(
    arguments: [
      ("lock=locked", .lock(.locked)),
      ("previews=whenAuthenticated", .previews(.whenAuthenticated)),
      ("grouping=off", .grouping(.off)), ("ringer=silent", .ringer(.silent)),
      ("language=pt-BR", .language("pt-BR")), ("online=no", .online(false)),
      ("dnd=on", .focusOn("dnd", until: nil)), ("dnd=off", .focusOff(since: now)),
      // JSON booleans of the API and of scenarios are words as well.
      ("dnd=true", .focusOn("dnd", until: nil)), ("dnd=false", .focusOff(since: now)),
      ("dnd=30m", .focusOn("dnd", until: date("2026-04-14T19:28:00Z"))),
      ("dnd=until:07:00", .focusOn("dnd", until: date("2026-04-15T04:00:00Z"))),
      ("dnd=until:21:59", .focusOn("dnd", until: date("2026-04-14T18:59:00Z"))),
      ("dnd=until:21:58", .focusOn("dnd", until: date("2026-04-15T18:58:00Z"))),
      ("focus=dinner", .focusOn("dinner", until: nil)), ("focus=off", .focusOff(since: now)),
      ("app.com.example.chat=foreground", .appState("com.example.chat", .foreground)),
      ("mute.com.example.chat=1h", .mute("com.example.chat", until: date("2026-04-14T19:58:00Z"))),
      ("mute.com.example.chat=off", .mute("com.example.chat", until: nil)),
      ("mute.com.example.chat=false", .mute("com.example.chat", until: nil)),
      (
        "mute.com.example.chat=today",
        .mute("com.example.chat", until: date("2026-04-14T21:00:00Z"))
      ),
    ] as [(String, SettingChange)])
  func `a valid assignment is parsed as one change`(word: String, change: SettingChange) throws {
    #expect(try reader.changes([word]) == [change])
  }

  @Test(arguments: [
    (["focus=dinner", "focus.until=22:30"], "2026-04-14T19:30:00Z"),
    (["focus.until=2026-04-20T00:00:00+03:00", "focus=dinner"], "2026-04-19T21:00:00Z"),
  ])
  func `focus.until ends the Focus of the same command`(words: [String], end: String) throws {
    #expect(try reader.changes(words) == [.focusOn("dinner", until: Self.date(end))])
  }

  @Test func `several assignments are parsed in order`() throws {
    #expect(
      try reader.changes(["lock=locked", "online=yes"]) == [.lock(.locked), .online(true)])
  }

  @Test(arguments: [
    ("lok=locked", "`lok` is not a known key; did you mean `lock`?"),
    ("lock", "`lock` must be written KEY=VALUE, not a word without `=`"),
    ("=3", "`=3` must be written KEY=VALUE, not without a key"),
    ("lock=lock", "`lock` must be `locked` or `unlocked`, not `lock`; did you mean `locked`?"),
    (
      "lock=unlockd",
      "`lock` must be `locked` or `unlocked`, not `unlockd`; did you mean `unlocked`?"
    ),
    (
      "focus=diner", "`focus` must be `dinner`, `dnd` or `off`, not `diner`; did you mean `dinner`?"
    ),
    (
      "dnd=onn",
      "`dnd` must be `on` or `off`, a span such as `30m` or `until:07:00`, not `onn`; did you mean `on`?"
    ),
    (
      "dnd=until:7",
      "`dnd` must be a time of day such as `until:07:00` or a time such as "
        + "`until:2026-04-14T18:58:00Z`, not `until:7`"
    ),
    (
      "focus.until=2020-01-01T00:00:00Z",
      "`focus.until` must be a future time, not `2020-01-01T00:00:00Z`"
    ),
    ("online=ye", "`online` must be `yes` or `no`, not `ye`; did you mean `yes`?"),
    ("language=", "`language` must be a language such as `ru` or `pt-BR`, not ``"),
    ("device.language=?", "`device.language` must be a language such as `ru` or `pt-BR`, not `?`"),
    (
      "app.=foreground",
      "`app.` must be followed by a bundle id such as `com.example.chat`, not nothing"
    ),
    ("mute.=1h", "`mute.` must be followed by a bundle id such as `com.example.chat`, not nothing"),
    ("focus.until=07:00", "`focus.until` needs `focus=NAME` too"),
    ("focus.dinner=null", "`focus.dinner` must be set key by key, not as a whole"),
    ("apps.a.b=null", "`apps.a.b` must be set key by key, not as a whole"),
    (
      "app.a.b=front",
      "`app.a.b` must be `foreground`, `background`, `suspended`, `terminated` or `forceQuit`, not `front`"
    ),
    (
      "mute.a.b=0s",
      "`mute.a.b` must be `off` or `today`, a span such as `30m` or `until:07:00`, not `0s`"
    ),
    (
      #"queue.subscriptions.com.example.mail={"ann@example.com":["Inbox"]}"#,
      "`queue.subscriptions` must be followed by \(folders), not by this"
    ),
    (
      "queue.subscriptions.com.example.mail.ann@example.com=Inbox",
      "`queue.subscriptions` must be followed by \(folders), not by this"
    ),
    (
      #"queue.subscriptions."com.example.mail"={"ann@example.com":["Inbox"]}"#,
      "`queue.subscriptions` must be followed by \(folders), not by this"
    ),
    (
      #"queue.subscriptions."com.example.mail"."ann@example.com"={"Inbox":1}"#,
      #"`queue.subscriptions."com.example.mail"."ann@example.com"` must be a list, not an object"#
    ),
    ("queue.deviceId=", "`queue.deviceId` must be \(identifier), not ``"),
    ("queue.deviceId=a\nb", "`queue.deviceId` must be \(identifier), not `a?b`"),
  ])
  func `an invalid assignment is named`(word: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try reader.changes([word]) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (["focus=off", "focus=dnd"], "`focus=dnd` and `focus=off` cannot be given together"),
    (["focus=dinner", "dnd=off"], "`dnd=off` and `focus=dinner` cannot be given together"),
    (["lock=locked", "lock=locked"], "`lock=locked` is given twice"),
    (["lock=locked", "device.lock=unlocked"], "`device.lock=unlocked` and `lock=locked` cannot"),
    (["mute.a.b=1h", "mute.a.b=off"], "`mute.a.b=off` and `mute.a.b=1h` cannot"),
    (["online=yes", "online=no"], "`online=no` and `online=yes` cannot"),
    (["language=ru", "device.language=en"], "`device.language=en` and `language=ru` cannot"),
    (["app.a.b=background", "apps.a.b.state=foreground"], "and `app.a.b=background` cannot"),
    (
      ["focus.dinner.allowApps=a.b", "focus.dinner.silenceApps=a.b"],
      "`focus.dinner.silenceApps=a.b` and `focus.dinner.allowApps=a.b` cannot"
    ),
    (
      ["focus.dinner.silenceApps+=a.b", "focus.dinner.allowApps+=c.d"],
      "`focus.dinner.allowApps+=c.d` and `focus.dinner.silenceApps+=a.b` cannot"
    ),
    (
      ["summary.apps+=a.b,c.d", "summary.apps-=c.d"],
      "`summary.apps-=c.d` and `summary.apps+=a.b,c.d` cannot"
    ),
    (
      ["focus.dinner.from=20:00", "focus.dinner.to=21:00", "focus.dinner.schedules=[]"],
      "`focus.dinner.schedules=[]` and `focus.dinner.from=20:00` cannot"
    ),
    (
      ["focus=dinner", "focus.until=22:00", "focus.until=23:00"],
      "`focus.until=23:00` and `focus.until=22:00` cannot"
    ),
    (
      ["categories.M.actions.0.id=A", "categories.M.actions.0.id=B"],
      "`categories.M.actions.0.id=B` and `categories.M.actions.0.id=A` cannot"
    ),
    (["dnd=30m", "focus.until=22:00"], "`focus.until=22:00` and `dnd=30m` cannot"),
  ])
  func `contradicting assignments are rejected`(words: [String], message: String) {
    let error = #expect(throws: SettingsError.self) { try reader.changes(words) }
    #expect(error?.message.contains(message) == true)
  }

  @Test(arguments: [
    ["summary.apps+=a.b", "summary.apps+=c.d", "summary.apps-=e.f"],
    ["summary.apps=", "summary.apps+=a.b"], ["remove.a.b=1", "remove.a.b=2"],
    ["focus.dinner.allowApps=a.b", "focus.late.silenceApps=a.b"],
    ["language=ru", "device.languages=en,ru"],
    [
      "categories.M.actions.0.id=A", "categories.M.actions.1.id=B",
      "categories.M.actions.0.title=C",
    ],
  ])
  func `compatible assignments are applied in order`(words: [String]) throws {
    #expect(try reader.changes(words).count == words.count)
  }

  @Test(arguments: [
    ("yes", true), ("on", true), ("true", true), ("no", false), ("off", false), ("false", false),
  ])
  func `a switch accepts common words`(word: String, value: Bool) throws {
    for key in ["apps.a.b.sounds", "focus.dinner.hideBadges", "device.badgeZeroClears"] {
      let path = try #require(SettingPath(key))
      #expect(try reader.changes(["\(key)=\(word)"]) == [.setting(path, .bool(value))])
    }
    #expect(try reader.changes(["online=\(word)"]) == [.online(value)])
    #expect(
      try reader.changes(["banner=\(word)"])
        == [.setting(SettingPath(["banner"]), .string(value ? "on" : "off"))])
    #expect(
      try reader.changes(["apps.a.b.name=\(word)", "apps.a.b.strings.A=\(word)"]).count == 2,
      "a text is unchanged")
  }

  @Test func `focus.until alone is rejected`() {
    #expect(throws: SettingsError.self) { try reader.changes(["focus.until=22:00"]) }
    #expect(throws: SettingsError.self) { try reader.changes(["dnd=off", "focus.until=22:00"]) }
  }

  @Test func `a time of day that daylight saving skips is the moment of the jump`() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let eve = Self.date("2026-03-28T20:00:00Z")
    #expect(TimeOfDay.next(150, after: eve, in: berlin) == Self.date("2026-03-29T01:00:00Z"))
  }

  @Test(
    arguments: [
      ("real", .real), ("+5m", .advance(300)), ("2026-04-14T18:58:00Z", .moment(now)),
    ] as [(String, ClockChange)])
  func `a clock value is parsed`(text: String, change: ClockChange) throws {
    #expect(try ClockChange(text) == change)
  }

  @Test(arguments: ["", "5m", "-5m", "+", "now", "+99999999999999999999d", "+1e300s"])
  func `an invalid clock value is rejected`(text: String) {
    #expect(throws: SettingsError.self) { try ClockChange(text) }
  }
}
