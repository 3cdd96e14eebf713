import Foundation
@testable import InboxModel
import Testing

@Suite struct ConfigurationTests {
  private func read(
    _ text: String, over base: Configuration = Configuration(), allowsPrograms: Bool = true
  ) throws(SettingsError) -> Configuration {
    var configuration = base
    try configuration.apply(
      Array(text.utf8), fileName: "config.json5", allowsPrograms: allowsPrograms)
    return configuration
  }

  @Test func `an empty file yields the defaults`() throws {
    #expect(try read("{}") == Configuration())
    #expect(Configuration().history.keep == 10_000)
    #expect(Configuration().phone.focuses == ["dnd": FocusSettings()])
  }

  // `SettingTableTests` reads every key; this file has the forms of all sections together.
  @Test func `a file with settings of every section of the phone is read`() throws {
    let configuration = try read(
      """
      {
        device: { lock: "locked", previews: "never", grouping: "byApp", languages: ["ru", "en"],
          timeZone: "+05:45", ringer: "silent", summaryStyle: "ios12", badgeZeroClears: true,
          stackThreshold: 3, removeActedOn: true, lowPower: true, era: "2012" },
        focus: {
          dinner: { from: "20:00", to: "21:00", days: ["mon", "sun"], timeZone: "Europe/Moscow",
            allowApps: ["com.example.health"], allowPeople: ["Anna"], allowTimeSensitive: false,
            filters: { "com.example.mail": ["work"] }, hideBadges: true },
          night: { schedules: [ { from: "22:00", to: "07:00", days: "weekdays" },
            { from: "23:30", to: "09:00", days: "weekends" } ], silenceApps: ["com.example.game"] },
        },
        summary: { times: ["18:00", "08:00"], apps: ["com.example.news"] },
        apps: { "com.example.chat": { name: "Chat", installed: false, state: "terminated",
          permission: "provisional", deliverQuietly: true, previews: "always", grouping: "off",
          lockScreen: false, list: false, banners: false, bannerStyle: "persistent", sounds: false,
          badges: false, timeSensitive: false, critical: false, present: ["banner", "sound"],
          strings: { HELLO: "Hello %@" }, categories: { OWN: {} } } },
        categories: { MESSAGE: { actions: [
            { id: "REPLY", title: "Reply", textInput: { button: "Send", placeholder: "Text" },
              options: ["authenticationRequired"] },
            { id: "DELETE", title: "Delete", options: ["destructive", "foreground"] } ],
          hiddenPreviewsBodyPlaceholder: "%u new", categorySummaryFormat: "%u more from %@",
          options: ["hiddenPreviewsShowTitle", "customDismissAction"] } },
      }
      """)
    let phone = configuration.phone

    var device = DeviceSettings()
    device.lock = .locked
    device.previews = .never
    device.grouping = .byApp
    device.languages = ["ru", "en"]
    device.timeZone = try #require(TimeZone(secondsFromGMT: 20_700))
    device.ringer = .silent
    device.summaryStyle = .ios12
    device.badgeZeroClears = true
    device.stackThreshold = 3
    device.removeActedOn = true
    device.lowPower = true
    device.era = .year2012
    #expect(phone.device == device)

    var dinner = FocusSettings()
    dinner.schedules = [
      FocusSchedule(
        from: 1200, to: 1260, days: [1, 7], timeZone: TimeZone(identifier: "Europe/Moscow"))
    ]
    dinner.apps = .allow(["com.example.health"])
    dinner.allowTimeSensitive = false
    dinner.allowPeople = ["Anna"]
    dinner.filters = ["com.example.mail": ["work"]]
    dinner.hideBadges = true
    var night = FocusSettings()
    night.schedules = [
      FocusSchedule(from: 1320, to: 420, days: [1, 2, 3, 4, 5]),
      FocusSchedule(from: 1410, to: 540, days: [6, 7]),
    ]
    night.apps = .silence(["com.example.game"])
    #expect(phone.focuses == ["dnd": FocusSettings(), "dinner": dinner, "night": night])

    #expect(phone.summary.times == [480, 1080])
    #expect(phone.summary.apps == ["com.example.news"])

    var chat = AppSettings()
    chat.name = "Chat"
    chat.installed = false
    chat.state = .terminated
    chat.permission = .provisional
    chat.deliverQuietly = true
    chat.previews = .always
    chat.grouping = .off
    chat.lockScreen = false
    chat.list = false
    chat.banners = false
    chat.bannerStyle = .persistent
    chat.sounds = false
    chat.badges = false
    chat.timeSensitive = .notGranted
    chat.critical = .notGranted
    chat.present = [.banner, .sound]
    chat.strings = ["HELLO": "Hello %@"]
    chat.categories = ["OWN": Category(identifier: "OWN")]
    #expect(phone.apps == ["com.example.chat": chat])

    #expect(
      phone.categories == [
        "MESSAGE": Category(
          identifier: "MESSAGE",
          actions: [
            Action(
              identifier: "REPLY", title: "Reply",
              textInput: Action.TextInput(button: "Send", placeholder: "Text"),
              options: .authenticationRequired),
            Action(
              identifier: "DELETE", title: "Delete", options: [.destructive, .foreground]),
          ],
          hiddenPreviewsBodyPlaceholder: "%u new", categorySummaryFormat: "%u more from %@",
          options: [.hiddenPreviewsShowTitle, .customDismissAction])
      ])
  }

  @Test func `the program's own keys are read`() throws {
    let configuration = try read(
      """
      { gateway: { strict: true, tokens: "learn", topics: "any", keys: [], devices: [] },
        history: { keep: 500, durable: true }, keys: { m: "read" }, tls: { names: ["*.test"] },
        hooks: [ { on: "action", filter: "app:com.example.chat", run: ["./reply.sh", "-v"], limit: "5s" },
          { on: "shown", run: ["log"], memory: 64, environment: ["A", "B"] } ], queue: {}, faults: [] }
      """)
    #expect(configuration.gateway == GatewaySettings(isStrict: true))
    #expect(configuration.history.keep == 500)
    #expect(configuration.history.isDurable)
    #expect(configuration.phone.keys == ["m": "read"])
    #expect(configuration.certificateNames == ["*.test"])
    #expect(
      configuration.hooks == [
        Hook(
          on: "action", filter: "app:com.example.chat", run: ["./reply.sh", "-v"], timeLimit: 5,
          file: "config.json5"),
        Hook(
          on: "shown", run: ["log"], timeLimit: 30,
          resources: ProgramResources(memory: 64, variables: ["A", "B"]), file: "config.json5"),
      ])
    #expect(configuration.hooks[0].resources == ProgramResources(memory: 256))
  }

  @Test func `an extension has a phone's memory and no additional variables by default`() throws {
    let apps = try read(
      """
      { apps: {
        "a.a": { extension: { run: ["x"] }, contentExtension: { run: ["y"], categories: "C" } },
        "a.b": { extension: { run: ["x"], memory: 128, environment: ["KEY"] },
                 contentExtension: { run: ["y"], categories: "C", memory: 1, environment: [] } } } }
      """
    ).phone.apps
    let (plain, set) = (try #require(apps["a.a"]), try #require(apps["a.b"]))
    let phone = ProgramResources(memory: 24)
    #expect(plain.serviceExtension?.resources == phone)
    #expect(plain.contentExtension?.resources == phone)
    #expect(set.serviceExtension?.resources == ProgramResources(memory: 128, variables: ["KEY"]))
    #expect(set.contentExtension?.resources == ProgramResources(memory: 1))
  }

  @Test(arguments: [
    ("memory: 0", "a whole number from 1 to 65536"), ("memory: \"24MB\"", "a whole number"),
    ("environment: [\"A=b\"]", "a list of names of environment variables"),
    ("environment: \"A\"", "a list of names of environment variables"),
  ])
  func `a hook with invalid memory or environment is rejected with the valid values`(
    setting: String, expected: String
  ) {
    let error = #expect(throws: SettingsError.self) {
      try read("{ hooks: [ { on: \"read\", run: [\"x\"], \(setting) } ] }")
    }
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }

  @Test func `a later file changes only what it names`() throws {
    let base = try read(
      """
      { device: { lock: "locked", previews: "never" }, keys: { a: "read", b: "rm" },
        focus: { dinner: { from: "20:00", to: "21:00", allowApps: ["a.b"] } },
        apps: { "a.b": { name: "B", sounds: false } }, hooks: [ { on: "read", run: ["x"] } ] }
      """)
    let layered = try read(
      """
      { device: { previews: "always" }, keys: { b: "open" }, focus: { dinner: { to: "22:00" } },
        apps: { "a.b": { name: null } } }
      """, over: base)
    var expected = base
    expected.phone.device.previews = .always
    expected.phone.keys["b"] = "open"
    expected.phone.focuses["dinner"]?.schedules = [FocusSchedule(from: 1200, to: 1320)]
    expected.phone.apps["a.b"]?.name = nil
    #expect(layered == expected)
  }

  @Test func `a category changes only in the keys that a file states`() throws {
    let base = try read(
      "{ categories: { M: { actions: [ { id: 'A' } ], options: ['allowInCarPlay'] } } }")
    let layered = try read("{ categories: { M: { options: [] } } }", over: base)
    #expect(layered.phone.categories["M"]?.actions.map(\.identifier) == ["A"])
    #expect(layered.phone.categories["M"]?.options == [])
  }

  @Test func `schedules can be removed, and a Focus may have none`() throws {
    let base = try read(#"{ focus: { a: { from: "20:00", to: "21:00" } } }"#)
    let layered = try read(#"{ focus: { a: { schedules: [] }, b: {} } }"#, over: base)
    #expect(layered.phone.focuses["a"]?.schedules == [])
    #expect(layered.phone.focuses["b"] == FocusSettings())
  }

  struct Mistake: CustomTestStringConvertible {
    var text: String
    var message: String
    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
    var testDescription: String { text }
  }

  @Test(arguments: [
    Mistake("{ device: { lock: } }", "1:19: expected a value before `}`"),
    Mistake("[]", "1:1: the text must be an object, not an array"),
    Mistake("{\n devices: {} }", "2:2: `devices` is not a known key; did you mean `device`?"),
    Mistake(
      "{ device: { lock: 'locked',\n lock: 'unlocked' } }", "2:2: `device.lock` is given twice"),
    Mistake("{ keys: {}, device: {}, keys: {} }", "1:25: `keys` is given twice"),
    Mistake(
      "{ apps: { 'a.b': { strings: { A: '1', A: '2' } } } }",
      "1:39: `apps.a.b.strings.A` is given twice"),
    Mistake(
      "{ categories: { M: { actions: [ { id: 'A' }, { id: 'B' }, { id: 'A' } ] } } }",
      "1:65: `categories.M.actions[2].id` is given twice"),
    Mistake("{ zzz: 1 }", "1:3: `zzz` is not a known key"),
    Mistake(
      "{ focus: { dinner: { form: '20:00' } } }",
      "1:22: `focus.dinner.form` is not a known key; did you mean `from`?"),
    Mistake(
      "{ device: { lock: 'lockd' } }",
      "1:19: `device.lock` must be `locked` or `unlocked`, not `lockd`; did you mean `locked`?"),
    Mistake(
      "{ device: { badgeZeroClears: 1 } }",
      "1:30: `device.badgeZeroClears` must be `true` or `false`, not 1"),
    Mistake(
      "{ device: { stackThreshold: 1 } }",
      "1:29: `device.stackThreshold` must be a whole number from 2 to 1000, not 1"),
    Mistake(
      "{ device: { timeZone: 'Moscow' } }",
      "1:23: `device.timeZone` must be a time zone such as `Europe/Moscow` or `+03:00`, not `Moscow`"
    ),
    Mistake(
      "{ device: { languages: ['ru', 'r u'] } }",
      "1:24: `device.languages[1]` must be a language such as `ru` or `pt-BR`, not `r u`"),
    Mistake(
      "{ device: { languages: [] } }",
      "1:24: `device.languages` must be a list of one language or more, not an empty list"),
    Mistake("{ device: null }", "1:11: `device` must be an object, not null"),
    Mistake(
      "{ focus: { dinner: { from: '25:00', to: '01:00' } } }",
      "1:28: `focus.dinner.from` must be a time of day such as `07:00`, not `25:00`"),
    Mistake("{ focus: { dinner: { from: '20:00' } } }", "1:20: `focus.dinner.to` is missing"),
    Mistake(
      "{ focus: { dinner: { from: '20:00', to: '21:00', days: ['monday'] } } }",
      "1:56: `focus.dinner.days` must be `daily`, `weekdays`, `weekends` or a list of `mon` … `sun`,"
        + " not a list of 1"),
    Mistake(
      "{ focus: { dinner: { from: '20:00', to: '21:00', schedules: [] } } }",
      "1:28: `focus.dinner.from` and `schedules` exclude each other"),
    Mistake(
      "{ focus: { dinner: { schedules: [ { from: '20:00', to: '21:00', day: 'daily' } ] } } }",
      "1:65: `focus.dinner.schedules[0].day` is not a known key; did you mean `days`?"),
    Mistake(
      "{ focus: { dinner: { schedules: [ 5 ] } } }",
      "1:33: `focus.dinner.schedules[0]` must be an object, not 5"),
    Mistake(
      "{ focus: { dinner: { schedules: ["
        + String(repeating: "{ from: '20:00', to: '21:00' },", count: 169) + "] } } }",
      "1:33: `focus.dinner.schedules` must be a list of 168 schedules or fewer, not a list of 169"),
    Mistake(
      "{ focus: { dinner: { allowApps: [], silenceApps: [] } } }",
      "1:50: `focus.dinner.silenceApps` and `allowApps` exclude each other"),
    Mistake(
      "{ focus: { off: {} } }",
      "1:17: `focus.off` must be a name other than `on` and `off`, not `off`"),
    Mistake(
      "{ summary: { times: ['8:00'] } }",
      "1:21: `summary.times[0]` must be a time of day such as `08:00`, not `8:00`"),
    Mistake(
      "{ apps: { 'a.b': { present: ['banner', 'sond'] } } }",
      "1:29: `apps.a.b.present` must be `banner`, `list`, `sound`, `badge` or `alert`, not `sond`; did you mean"
        + " `sound`?"),
    Mistake(
      "{ apps: { 'a.b': { strings: 'ru.lproj' } } }",
      "1:29: `apps.a.b.strings` cannot be used: ru.lproj: only a configuration or a scenario can"
        + " name a file, relative to its own folder"),
    Mistake(
      "{ focus: { work: { allowApps: ['a.b', 'not one'] } } }",
      "1:31: `focus.work.allowApps[1]` must be a bundle id such as `com.example.chat`, not `not one`"
    ),
    Mistake(
      "{ focus: { work: { silenceApps: ['-'] } } }",
      "1:33: `focus.work.silenceApps[0]` must be a bundle id such as `com.example.chat`, not `-`"),
    Mistake(
      "{ focus: { work: { filters: { 'a b': [] } } } }",
      "1:31: `focus.work.filters.a b` must be a bundle id such as `com.example.chat`, not `a b`"),
    Mistake(
      "{ summary: { apps: ['Почта'] } }",
      "1:20: `summary.apps[0]` must be a bundle id such as `com.example.chat`, not `Почта`"),
    Mistake(
      "{ apps: { 'Chat room': {} } }",
      "1:11: `apps.Chat room` must be a bundle id such as `com.example.chat`, not `Chat room`"),
    Mistake(
      "{ summary: { times: ['08:00', '18:00', '08:00'] } }",
      "1:21: `summary.times[2]` is given twice"),
    Mistake(
      "{ apps: { 'a.b': { strings: '' } } }",
      "1:29: `apps.a.b.strings` must be a path or an object of texts, not ``"),
    Mistake(
      "{ apps: { 'a.b': { strings: ['x'] } } }",
      "1:29: `apps.a.b.strings` must be a path or an object of texts, not a list of 1"),
    Mistake(
      "{ apps: { 'a.b': { strings: { A: 1 } } } }",
      "1:34: `apps.a.b.strings.A` must be a string, not 1"),
    Mistake(
      "{ apps: { 'a.b': { extension: { runs: ['x'] } } } }",
      "1:33: `apps.a.b.extension.runs` is not a known key; did you mean `run`?"),
    Mistake(
      "{ categories: { A: { actions: [ { title: 'x' } ] } } }",
      "1:35: `categories.A.actions[0].id` is missing"),
    Mistake(
      "{ categories: { A: { actions: [ { id: 'open' } ] } } }",
      "1:39: `categories.A.actions[0].id` must be an identifier other than `open` and `dismiss`,"
        + " not `open`"),
    Mistake(
      "{ categories: { '': {} } }",
      "1:17: `categories.` must be an identifier, which is not empty, not ``"),
    Mistake(
      "{ categories: { A: { options: ['showTitle'] } } }",
      "1:31: `categories.A.options` must be `customDismissAction`, `allowInCarPlay`,"
        + " `hiddenPreviewsShowTitle`, `hiddenPreviewsShowSubtitle` or `allowAnnouncement`, not `showTitle`"
    ),
    Mistake(
      "{ focus: { dnd: { hideBadges: 1 } } }",
      "1:31: `focus.dnd.hideBadges` must be `true` or `false`, not 1"),
    Mistake(
      "{ focus: { dnd: { allowPeople: 'Anna' } } }",
      "1:32: `focus.dnd.allowPeople` must be a list, not `Anna`"),
    Mistake("{ device: { era: 2011 } }", "1:18: `device.era` must be `today` or `2012`, not 2011"),
    Mistake(
      "{ apps: { 'a.b': { present: 'nomethod' } } }",
      "1:29: `apps.a.b.present` must be a list, not `nomethod`; did you mean `noMethod`?"),
    Mistake(
      "{ queue: { ttl: 5 } }", "1:17: `queue.ttl` must be a span such as `24h` or `200ms`, not 5"),
    Mistake(
      "{ faults: [ {} ] }",
      "1:11: `faults[0]` needs `answer`, `delay`, `drop` or `goaway`, such as `answer=TooManyRequests`"
    ),
    Mistake(
      "{ faults: [ { every: 0, drop: true } ] }",
      "1:22: `faults[0].every` must be a whole number from 1 to 1000000000, not 0"),
    Mistake(
      "{ gateway: { streams: 1 } }", "1:23: `gateway.streams` must be `1000` or `apple`, not 1"),
    Mistake("{ gateway: { keys: [1] } }", "1:20: `gateway.keys[0]` must be an object, not 1"),
    Mistake(
      "{ gateway: { proxy: { user: 'a:b' } } }",
      "1:29: `gateway.proxy.user` must be a name without a colon, not `a:b`"),
    Mistake(
      "{ gateway: { proxy: { user: 'a' } } }", "1:21: `gateway.proxy.password` is missing"),
    Mistake(
      "{ faults: [ { seed: 1, drop: true } ] }",
      "1:21: `faults[0].seed` needs `percent` too"),
    Mistake(
      "{ gateway: { topics: 'all' } }",
      "1:22: `gateway.topics` must be `any` or `listed`, not `all`"),
    Mistake(
      "{ history: { maxAge: '1d' } }", "1:22: `history.maxAge` is not available in this version"),
    Mistake(
      "{ hooks: [ { on: 'acton', run: ['x'] } ] }",
      "1:18: `hooks[0].on` must be `shown`, `quiet`, `silent`, `held`, `none`, `rejected`,"
        + " `action`, `dismissed`, `read`, `removed`, `app`, `setting`, `activity`, `token`, `channel`,"
        + " `queue` or `icq`, not `acton`; did you mean `action`?"
    ),
    Mistake("{ hooks: [ { on: 'token' } ] }", "1:14: `hooks[0].run` is missing"),
    Mistake("{ hooks: [ { on: 'read' } ] }", "1:14: `hooks[0].run` is missing"),
    Mistake(
      "{ hooks: [ { on: 'read', run: [] } ] }",
      "1:31: `hooks[0].run` must be a program and its arguments, not an empty list"),
    Mistake(
      "{ categories: { A: { options: ['customDismiss'] } } }",
      "1:31: `categories.A.options` must be `customDismissAction`, `allowInCarPlay`,"
        + " `hiddenPreviewsShowTitle`, `hiddenPreviewsShowSubtitle` or `allowAnnouncement`, not `customDismiss`; did you mean `customDismissAction`?"
    ),
  ])
  func `an error states its position, and nothing is changed`(mistake: Mistake) {
    var configuration = Configuration()
    let error = #expect(throws: SettingsError.self) {
      try configuration.apply(
        Array(mistake.text.utf8), fileName: "config.json5", allowsPrograms: true)
    }
    #expect(error?.message == "config.json5:" + mistake.message)
    #expect(configuration == Configuration())
  }

  @Test(arguments: [
    Mistake(
      "{ keys: { '': 'read' } }",
      "1:11: `keys.` must be the name of a key such as `x` or `Space`, not ``"),
    Mistake("{ keys: 5 }", "1:9: `keys` must be an object, not 5"),
    Mistake("{ keys: { m: [] } }", "1:14: `keys.m` must be a string, not an empty list"),
    Mistake("{ keys: { m: 'a', m: 'b' } }", "1:19: `keys.m` is given twice"),
    Mistake(
      "{ colors: { bad: true } }",
      "1:18: `colors.bad` must be a color such as `bold red`, `208` or `#5f87af`, not a boolean"),
    Mistake("{ filters: { a: 1 } }", "1:17: `filters.a` must be a string, not 1"),
    Mistake(
      "{ filters: { a: 'x is:unred' } }",
      "1:20: `filters.a`: “is:unred” is not known; did you mean `is:unread`?"),
    Mistake(
      "{ filters: { a: 'filter:b', b: '' } }",
      "1:18: `filters.a`: no filter is saved as “b”; save it under “filters” in the configuration"),
    Mistake(
      "{ hooks: [ { on: 'read', run: ['x'], filter: 'filter:a' } ] }",
      "1:47: `hooks[0].filter`: no filter is saved as “a”; save it under “filters” in the configuration"
    ),
  ])
  func `invalid keys, colors and filters are reported and skipped`(
    mistake: Mistake
  ) throws {
    for text in [mistake.text, mistake.text.dropLast(2) + ", device: { lock: 'locked' } }"] {
      var configuration = Configuration()
      try configuration.apply(
        Array(text.utf8), fileName: "config.json5", allowsPrograms: true)
      #expect(configuration.passedOver.map(\.message) == ["config.json5:" + mistake.message])
      #expect(configuration.hooks.isEmpty)
      #expect((configuration.phone.device.lock == .locked) == (text != mistake.text))
      let checked = Configuration.checked(
        Array(text.utf8), fileName: "config.json5", allowsPrograms: true)
      #expect(checked.problems == configuration.passedOver)
    }
  }

  @Test(arguments: [
    ("gateway.strict", "`gateway.strict` can be set in the configuration file only"),
    ("history.keep", "`history.keep` can be set in the configuration file only"),
    ("faults", "`faults` can be set in the configuration file only"),
    ("gateway.strikt", "`gateway.strikt` is not a known key"),
    ("lok", "`lok` is not a known key; did you mean `lock`?"),
  ])
  func `an assignment to a key of the file names the file`(key: String, message: String) {
    let reader = SettingChangeReader(now: .pushMoment, phone: PhoneSettings())
    let error = #expect(throws: SettingsError.self) { try reader.changes([key + "=1"]) }
    #expect(error?.asOfFile.message == message)
  }

  @Test func `a discovered file may not name programs`() throws {
    let text = "{ hooks: [ { on: 'read', run: ['x'] } ] }"
    let error = #expect(throws: SettingsError.self) { try read(text, allowsPrograms: false) }
    #expect(error?.problem == .programsNotAllowed)
    #expect(error?.message.contains("--allow-programs") == true)
    #expect(try read(text).hooks.count == 1)
    #expect(try read("{ hooks: [] }", allowsPrograms: false).hooks == [])
  }
}
