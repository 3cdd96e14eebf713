import Foundation
import Testing

@testable import InboxModel

/// Assignments of `set` with a path of the configuration.
@Suite struct SettingAssignmentTests {
  private static let chat = BundleID("com.example.chat")

  private static let phone: PhoneSettings = {
    var phone = PhoneSettings()
    phone.focuses["dinner"] = FocusSettings()
    phone.focuses["dinner"]?.schedules = [FocusSchedule(from: 1200, to: 1260)]
    phone.focuses["dinner"]?.apps = .allow(["com.example.health"])
    phone.summary.apps = ["com.example.news", "com.example.shop"]
    phone.categories["TEA"] = Category(
      identifier: "TEA",
      actions: [
        Action(identifier: "YES", title: "Yes", options: .foreground),
        Action(identifier: "NO", title: "No", textInput: .init(button: "Say so")),
      ])
    return phone
  }()

  private func read(_ words: String...) throws(SettingsError) -> [SettingChange] {
    try SettingChangeReader(now: Moment.start, phone: Self.phone).changes(words)
  }

  @Test(
    arguments: [
      ("device.lock=locked", "device.lock", "locked"), ("lock=locked", "device.lock", "locked"),
      ("app.com.example.chat=terminated", "apps.com.example.chat.state", "terminated"),
      ("device.stackThreshold=3", "device.stackThreshold", 3),
      ("device.timeZone=+03:00", "device.timeZone", "+03:00"),
      ("device.languages=ru,en", "device.languages", ["ru", "en"]),
      ("device.languages=[\"ru\"]", "device.languages", ["ru"]),
      ("apps.com.example.chat.banners=false", "apps.com.example.chat.banners", false),
      ("apps.com.example.chat.critical=true", "apps.com.example.chat.critical", true),
      ("apps.com.example.chat.critical=off", "apps.com.example.chat.critical", false),
      (
        "apps.com.example.chat.timeSensitive=assumed", "apps.com.example.chat.timeSensitive",
        "assumed"
      ),
      ("apps.com.example.chat.name=Chat room", "apps.com.example.chat.name", "Chat room"),
      ("apps.com.example.chat.name=12", "apps.com.example.chat.name", "12"),
      ("apps.com.example.chat.name=\"null\"", "apps.com.example.chat.name", "null"),
      ("apps.com.example.chat.name=null", "apps.com.example.chat.name", nil),
      ("apps.com.example.chat.name=", "apps.com.example.chat.name", ""),
      ("apps.com.example.chat.previews=never", "apps.com.example.chat.previews", "never"),
      ("apps.com.example.chat.present=list", "apps.com.example.chat.present", ["list"]),
      (
        "apps.com.example.chat.present=banner,list", "apps.com.example.chat.present",
        ["banner", "list"]
      ),
      ("apps.com.example.chat.present=", "apps.com.example.chat.present", []),
      (
        "apps.com.example.chat.strings.HI=Hello %@, you = me", "apps.com.example.chat.strings.HI",
        "Hello %@, you = me"
      ),
      ("summary.times=08:00,18:00", "summary.times", ["08:00", "18:00"]),
      ("summary.times= 08:00, 18:00", "summary.times", ["08:00", "18:00"]),
      ("summary.apps-=com.example.news", "summary.apps", ["com.example.shop"]),
      (
        "summary.apps+=com.example.news", "summary.apps", ["com.example.news", "com.example.shop"]
      ),
      (
        "focus.dinner.allowApps+=com.example.chat", "focus.dinner.allowApps",
        ["com.example.health", "com.example.chat"]
      ),
      ("focus.dinner.silenceApps-=com.example.chat", "focus.dinner.silenceApps", []),
      ("focus.dinner.from=19:30", "focus.dinner.from", "19:30"),
      ("focus.dinner.days=mon,tue", "focus.dinner.days", ["mon", "tue"]),
      ("focus.work.allowTimeSensitive=false", "focus.work.allowTimeSensitive", false),
      (
        "focus.work.filters.com.example.mail=a,b", "focus.work.filters.com.example.mail",
        ["a", "b"]
      ),
      (
        "categories.MAIL.options=customDismissAction", "categories.MAIL.options",
        ["customDismissAction"]
      ),
      (
        "categories.MAIL.actions=[{id:'A',title:'B'}]", "categories.MAIL.actions",
        [["id": "A", "title": "B"]]
      ),
      ("keys.m=dismiss", "keys.m", "dismiss"), ("keys.-=read", "keys.-", "read"),
      ("keys.+=read", "keys.+", "read"), (#"keys."="=read"#, "keys.=", "read"),
      ("keys.m=null", "keys.m", nil),
    ] as [(String, String, JSONValue)])
  func `a path is parsed by the readers of files`(
    word: String, path: String, value: JSONValue
  ) throws {
    let path = try #require(SettingPath(path))
    let change = SettingChange.setting(path, value)
    #expect(try read(word) == [change])
    #expect(SettingChange(key: change.key, storedValue: change.storedValue ?? "") == change)
    // The stored form is itself an assignment.
    #expect(try read("\(change.key)=\(change.storedValue ?? "")") == [change])
  }

  private static let yes: JSONValue = ["id": "YES", "title": "Yes", "options": ["foreground"]]
  private static let no: JSONValue = [
    "id": "NO", "title": "No", "textInput": ["button": "Say so", "placeholder": ""], "options": [],
  ]

  @Test(
    arguments: [
      (
        "actions.0.title=Oh yes",
        [["id": "YES", "title": "Oh yes", "options": ["foreground"]], no]
      ),
      ("actions.0.title=null", [["id": "YES", "options": ["foreground"]], no]),
      ("actions.0.title=5", [["id": "YES", "title": "5", "options": ["foreground"]], no]),
      (
        "actions.0.options+=destructive",
        [["id": "YES", "title": "Yes", "options": ["foreground", "destructive"]], no]
      ),
      (
        "actions.0.textInput={}",
        [["id": "YES", "title": "Yes", "options": ["foreground"], "textInput": [:]], no]
      ),
      ("actions.1.textInput=null", [yes, ["id": "NO", "title": "No", "options": []]]),
      ("actions.1=null", [yes]), ("actions.0=null", [no]),
      ("actions.2={id:'MAYBE'}", [yes, no, ["id": "MAYBE"]]),
      ("actions.2.id=MAYBE", [yes, no, ["id": "MAYBE"]]),
    ] as [(String, JSONValue)])
  func `one value in a list of objects is set, and the list stored as a whole`(
    word: String, actions: JSONValue
  ) throws {
    #expect(
      try read("categories.TEA." + word) == [
        .setting(.init(["categories", "TEA", "actions"]), actions)
      ]
    )
  }

  @Test func `the single schedule of a Focus is the first of several`() throws {
    #expect(
      try read("focus.dinner.schedules.1={from:'08:00',to:'09:00'}") == [
        .setting(
          .focus("dinner", "schedules"),
          [
            ["from": "20:00", "to": "21:00", "days": "daily"],
            ["from": "08:00", "to": "09:00"],
          ])
      ])
  }

  @Test func `consecutive assignments create a Focus`() throws {
    let changes = try read("focus.late.from=22:00", "focus.late.to=23:00", "focus=late")
    #expect(changes.map(\.key) == ["focus.late.from", "focus.late.to", "focus"])
    #expect(throws: SettingsError.self) { try read("focus=late") }
  }

  @Test(arguments: [
    (
      "device.lock=lockd",
      "`device.lock` must be `locked` or `unlocked`, not `lockd`; did you mean `locked`?"
    ),
    (
      "device.stackThreshold=x",
      "`device.stackThreshold` must be a whole number from 2 to 1000, not `x`"
    ),
    (
      "device.stackThreshold=1",
      "`device.stackThreshold` must be a whole number from 2 to 1000, not 1"
    ),
    ("device.era=2011", "`device.era` must be `today` or `2012`, not 2011"),
    ("device.lok=locked", "`device.lok` is not a known key; did you mean `device.lock`?"),
    ("devise.lock=locked", "`devise.lock` is not a known key; did you mean `device.lock`?"),
    (
      "stackTreshold=3", "`stackTreshold` is not a known key; did you mean `device.stackThreshold`?"
    ),
    (
      "apps.com.example.chat.baners=false",
      "`apps.com.example.chat.baners` is not a known key; did you mean `apps.com.example.chat.banners`?"
    ),
    (
      "focsu.work.alowApps+=a.b",
      "`focsu.work.alowApps` is not a known key; did you mean `focus.work.allowApps`?"
    ),
    (
      "apps.a.b.categories.M.optons=x",
      "`apps.a.b.categories.M.optons` is not a known key; did you mean `apps.a.b.categories.M.options`?"
    ),
    (
      "ap.com.example.chat=foreground",
      "`ap.com.example.chat` is not a known key; did you mean `app.com.example.chat`?"
    ),
    (
      "apps.com.example.chat.banners=maybe",
      "`apps.com.example.chat.banners` must be `true` or `false`, not `maybe`"
    ),
    (
      "focus.dinner.allowApps=Ann Lee",
      "`focus.dinner.allowApps[0]` must be a bundle id such as `com.example.chat`, not `Ann Lee`"
    ),
    (
      "focus.dinner.allowApps+=*",
      "`focus.dinner.allowApps[1]` must be a bundle id such as `com.example.chat`, not `*`"
    ),
    (
      "focus.dinner.silenceApps=[\"\"]",
      "`focus.dinner.silenceApps[0]` must be a bundle id such as `com.example.chat`, not ``"
    ),
    (
      "summary.apps=com.example.news,chat/2",
      "`summary.apps[1]` must be a bundle id such as `com.example.chat`, not `chat/2`"
    ),
    (
      "apps.a b.banners=false",
      "`apps.a b` must be a bundle id such as `com.example.chat`, not `a b`"
    ),
    ("summary.times=08:00,08:00", "`summary.times[1]` is given twice"),
    (
      "apps.a.b.strings=ru.lproj",
      "`apps.a.b.strings` cannot be used: ru.lproj: only a configuration or a scenario can "
        + "name a file, relative to its own folder"
    ),
    (
      "apps.a.b.categories=c.json5",
      "`apps.a.b.categories` cannot be used: c.json5: only a configuration or a scenario can "
        + "name a file, relative to its own folder"
    ),
    (
      "apps.a.b.present=banner,lst",
      "`apps.a.b.present` must be `banner`, `list`, `sound`, `badge` or `alert`, not `lst`; did you mean `list`?"
    ),
    (
      #"apps.a.b.present=["lst"]"#,
      "`apps.a.b.present` must be `banner`, `list`, `sound`, `badge` or `alert`, not `lst`; did you mean `list`?"
    ),
    (
      "summary.times=8:00", "`summary.times[0]` must be a time of day such as `08:00`, not `8:00`"
    ),
    (
      "focus.dinner.days=mon,tux",
      "`focus.dinner.days` must be `daily`, `weekdays`, `weekends` or a list of `mon` … `sun`, not `mon,tux`"
    ),
    ("focus.late.from=22:00", "`focus.late.to` is missing"),
    ("focus.off.from=22:00", "`focus.off` must be a name other than `on` and `off`, not `off`"),
    ("device.lock+=locked", "`device.lock` must be a list for `+=` and `-=`, not a single value"),
    ("gateway.strict=true", "`gateway.strict` is not a known key"),
    (
      "categories.TEA.actions.3.title=x",
      "`categories.TEA.actions.3.title` needs `categories.TEA.actions.2` too"
    ),
    (
      "categories.TEA.actions.2=null",
      "`categories.TEA.actions.2` needs `categories.TEA.actions.2` too"
    ),
    ("categories.TEA.actions.1.id=YES", "`categories.TEA.actions[1].id` is given twice"),
    (
      "categories.TEA.actions.1.options+=foregrund",
      "`categories.TEA.actions[1].options` must be `authenticationRequired`, `destructive` or `foreground`, not `foregrund`; did you mean `foreground`?"
    ),
    ("device={lock:'locked'}", "`device` must be set key by key, not as an object"),
  ])
  func `an assignment is rejected with the error of a file`(word: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try read(word) }
    #expect(error?.message == message)
  }

  @Test func `an assignment is only parsed as it was written`() {
    for value: JSONValue in [
      "true", "12", "null", "locked", "", "a,b", "\"x\"", "[1]", "NaN", true, 12, nil, ["a", "b"],
    ] {
      #expect(JSONValue(word: value.word) == value)
    }
  }

  @Test func `stored settings of other versions are skipped`() {
    #expect(SettingChange(key: "device.newKey", storedValue: "1") == nil)
    #expect(SettingChange(key: "device.stackThreshold", storedValue: "many") == nil)
    var changes = SettingChanges()
    changes["focus.late.from"] = .setting(.focus("late", "from"), "22:00")
    changes["lock"] = .lock(.locked)
    var expected = PhoneSettings()
    expected.device.lock = .locked
    #expect(changes.applied(to: PhoneSettings()) == expected)
  }

  @Test func `every setting is written in the form of a file`() throws {
    var phone = Self.phone
    phone.device.timeZone = try #require(TimeZone(named: "-05:30"))
    phone.summary.times = [8 * 60]
    phone.apps[Self.chat] = AppSettings()
    phone.apps[Self.chat]?.present = [.banner]
    phone.apps[Self.chat]?.strings = ["a.b": "%@"]
    phone.focuses["night"] = FocusSettings()
    phone.focuses["night"]?.schedules = [
      FocusSchedule(from: 0, to: 0, days: [6, 7], timeZone: .gmt),
      FocusSchedule(from: 60, to: 61, days: [1, 3]),
    ]
    phone.focuses["night"]?.apps = .silence([Self.chat])
    phone.focuses["night"]?.filters = [Self.chat: ["work"]]
    phone.focuses["night"]?.allowPeople = ["Ann", "Ben Lee"]
    phone.focuses["night"]?.hideBadges = true
    phone.categories["M"] = Category(
      identifier: "M",
      actions: [
        Action(
          identifier: "R", title: "Reply", textInput: .init(placeholder: "…"),
          options: [.destructive, .foreground])
      ], categorySummaryFormat: "%u", options: .allowAnnouncement)
    var read = PhoneSettings()
    try read.apply(phone.json)
    #expect(read == phone)
  }
}
