import Foundation
import InboxModel
import Testing

/// The output of `config`: effective values, their origins, changes, errors.
@Suite struct ConfigurationTextTests {
  private let user = ConfigurationFile(
    name: "config.json5",
    bytes: Array(
      """
      {
        device: { previews: "never",
          language: "ru" },
        focus: { night: { schedules: [
          { from: "22:00", to: "07:00" } ] } },
        hooks: [ { on: "read", run: ["log"] } ],
      }
      """.utf8))
  private let flag = ConfigurationFile(
    name: "--strict", bytes: Array("{gateway:{strict:true}}".utf8))

  private func changes(_ words: String...) throws -> SettingChanges {
    SettingChanges(
      try SettingChangeReader(
        now: Timestamp.date("2026-04-14T18:00:00Z") ?? .distantPast, phone: PhoneSettings()
      )
      .changes(words))
  }

  @Test func `configuration text escapes hidden characters and parses to the same value`()
    throws
  {
    let hidden = "a\u{202E}\u{200B}\u{FFFF}\u{1FFFE}\u{E0041}\u{9B}\u{1B}"
    let object: JSONObject = [
      "focus": [hidden: ["filters": ["com.example.mail": [.string(hidden)]]]]
    ]
    let lines = ConfigurationText.lines(object) { _ in hidden }
    let text = lines.joined(separator: "\n")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) })
    #expect(try JSONReader.read(Array(text.utf8), dialect: .json5).root == .object(object))
  }

  @Test func `each value is shown with its origin`() throws {
    let changes = try changes("lock=locked", "apps.a.b.present=list", "dnd=on")
    var configuration = Configuration()
    for file in [user, flag] {
      try configuration.apply(file.bytes, fileName: file.name, allowsPrograms: true)
    }
    let object = configuration.json(phone: changes.applied(to: configuration.phone))
    let origins = SettingOrigins(files: [user, flag], changes: changes)
    let lines = ConfigurationText.lines(object) { origins.origin(of: $0).text }
    for line in [
      #"    lock: "locked",  // set"#, #"    previews: "never",  // config.json5:2"#,
      #"    languages: ["ru"],  // config.json5:3"#, #"    stackThreshold: 2,  // default"#,
      #"      from: "22:00",  // config.json5:4"#, #"      allowApps: [],  // default"#,
      #"    "a.b": {"#, #"      present: ["list"],  // set"#, #"      banners: true,  // default"#,
      #"    strict: true,  // --strict"#,
      #"  hooks: [{ on: "read", run: ["log"], limit: "30000ms", memory: 256 }],  // config.json5:6"#,
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    // The output parses to the same values.
    var again = Configuration()
    try again.apply(
      Array(lines.joined(separator: "\n").utf8), fileName: "config.json5", allowsPrograms: true)
    configuration.phone = changes.applied(to: configuration.phone)
    #expect(again == configuration)
  }

  @Test func `an error about a key has the position in its file, except for the user's changes`()
    throws
  {
    let text = """
      { categories: "mail.json5",
        keys: { m: "raed",
          w: "raed" } }
      """
    let file = ConfigurationFile(name: "config.json5", bytes: Array(text.utf8))
    let origins = SettingOrigins(files: [file], changes: try changes("keys.w=read"))
    let problems = ["keys.m", "keys.w", "keys.x"].map { path in
      origins.placed(SettingsError(.unknownKey, path: path)).message
    }
    #expect(
      problems == [
        "config.json5:2:11: `keys.m` is not a known key", "`keys.w` is not a known key",
        "`keys.x` is not a known key",
      ])
    #expect(origins.reference(at: ["categories"]) == "mail.json5")
    #expect(origins.reference(at: ["keys"]) == nil)
    #expect(origins.reference(at: ["apps", "a", "categories"]) == nil)
  }

  @Test(arguments: [
    (["lock=locked", "lock=unlocked"], #"{"device":{"lock":"unlocked"}}"#),
    (
      ["apps.a.b.name=B", "focus.x.from=20:00", "focus.x.to=21:00", "apps.a.b.banners=false"],
      #"{"apps":{"a.b":{"name":"B","banners":false}},"focus":{"x":{"from":"20:00","to":"21:00"}}}"#
    ),
    (["focus.x.allowApps=a", "focus.x.silenceApps=b"], #"{"focus":{"x":{"silenceApps":["b"]}}}"#),
    (
      ["focus.x.from=20:00", "focus.x.to=21:00", "focus.x.schedules=[]"],
      #"{"focus":{"x":{"schedules":[]}}}"#
    ),
    (["device.languages=de,en", "language=ru"], #"{"device":{"languages":["ru","de","en"]}}"#),
    (["dnd=on", "online=no", "mute.a.b=off"], "{}"),
  ])
  func `changes are written in the form of a file`(words: [String], file: String) throws {
    var changes = SettingChanges()
    for word in words {
      // Each is a separate command, except for an incomplete one.
      let words = word.hasSuffix("from=20:00") ? [word, "focus.x.to=21:00"] : [word]
      let reader = SettingChangeReader(
        now: .distantPast, phone: changes.applied(to: PhoneSettings()))
      for change in try reader.changes(words) { changes[change.key] = change }
    }
    let text = JSONWriter.text(.object(changes.file))
    // Members are in the order of the changes.
    #expect(
      try JSONReader.read(Array(text.utf8)).root.object?.sorted
        == JSONReader.read(Array(file.utf8)).root.object?.sorted)
    var configuration = Configuration()
    try configuration.apply(Array(text.utf8), fileName: "", allowsPrograms: false)
    #expect(configuration.phone == changes.applied(to: PhoneSettings()))
  }

  @Test func `changes that a file cannot contain are written as assignments of set`() throws {
    let changes = try changes("dnd=30m", "online=no", "mute.a.b=1h", "lock=locked")
    #expect(
      changes.words == [
        "focus=dnd focus.until=2026-04-14T18:30:00.000Z", "online=no",
        "mute.a.b=until:2026-04-14T19:00:00.000Z",
      ])
  }

  @Test func `changes are found by key, by path and by a prefix of the path`() throws {
    let changes = try changes(
      "lock=locked", "apps.a.b.banners=false", "app.a.b=foreground", "apps.a.bc.name=C", "dnd=on",
      "focus.x.allowTimeSensitive=false")
    #expect(changes.keys(under: "lock") == ["lock"])
    #expect(changes.keys(under: "device.lock") == ["lock"])
    #expect(changes.keys(under: "device") == ["lock"])
    #expect(changes.keys(under: "apps.a.b") == ["apps.a.b.banners", "app.a.b"])
    #expect(changes.keys(under: "focus") == ["focus", "focus.x.allowTimeSensitive"])
    #expect(changes.keys(under: "grouping") == [])
    #expect(SettingChange.isKey("grouping"))
    #expect(SettingChange.isKey("apps.z"))
    #expect(!SettingChange.isKey("groupin"))
  }

  @Test func `each problem of a file is reported with its position`() {
    let text = """
      { device: { lock: "lockd", stackThreshold: 1,
          lock: "locked", colour: 1 },
        focus: { dinner: { from: "20:00" }, off: {} },
        categories: { M: { actions: [ { id: "A" }, { id: "A" } ] } },
        hooks: [ { on: "read" }, {} ], zzz: 1 }
      """
    let problems = Configuration.checked(
      Array(text.utf8), fileName: "c.json5", allowsPrograms: true
    ).problems
    #expect(
      problems.map(\.message) == [
        "c.json5:1:19: `device.lock` must be `locked` or `unlocked`, not `lockd`; did you mean `locked`?",
        "c.json5:1:44: `device.stackThreshold` must be a whole number from 2 to 1000, not 1",
        "c.json5:2:5: `device.lock` is given twice",
        "c.json5:2:21: `device.colour` is not a known key",
        "c.json5:3:20: `focus.dinner.to` is missing",
        "c.json5:3:44: `focus.off` must be a name other than `on` and `off`, not `off`",
        "c.json5:4:52: `categories.M.actions[1].id` is given twice",
        "c.json5:5:10: `hooks[1].on` is missing",
        "c.json5:5:14: `hooks[0].run` is missing",
        "c.json5:5:34: `zzz` is not a known key",
      ])
    #expect(
      Configuration.checked(Array("{".utf8), fileName: "c", allowsPrograms: true).problems.count
        == 1)
    #expect(
      Configuration.checked(Array("{}".utf8), fileName: "c", allowsPrograms: true).problems == [])
  }

  @Test(arguments: [
    (
      #"{ categories: { M: { actions: [{title:"x"},{id:"a",options:["foregound","foo"],zzz:1},{id:"a"},5] } } }"#,
      [
        "actions[3]", "actions[0].id", "actions[1].options", "actions[1].options", "actions[1].zzz",
        "actions[2].id",
      ].map { "categories.M." + $0 }
    ),
    (#"{ summary: { times: ["1","08:00","3"] } }"#, ["summary.times[0]", "summary.times[2]"]),
    (
      #"{ focus: { w: { schedules: [{ from: "1", to: "2" }, { from: "08:00", to: "09:00", x: 1 }] } } }"#,
      ["schedules[0].from", "schedules[0].to", "schedules[1].x"].map { "focus.w." + $0 }
    ),
    (
      #"{ apps: { "a.b": { contentExtension: { run: ["x"], categories: [] } } } }"#,
      ["apps.a.b.contentExtension.categories"]
    ),
    (
      #"{ hooks: [{ on: "read", run: [1, 2] }, 3] }"#,
      ["hooks[1]", "hooks[0].run[0]", "hooks[0].run[1]"]
    ),
  ])
  func `each problem inside a list is reported once`(text: String, paths: [String]) {
    let problems = Configuration.checked(
      Array(text.utf8), fileName: "c.json5", allowsPrograms: true
    ).problems
    #expect(problems.map(\.path) == paths, "\(problems.map(\.message))")
  }
}

extension JSONObject {
  fileprivate var sorted: JSONObject {
    JSONObject(
      members.sorted { $0.key < $1.key }.map { member in
        .init(
          key: member.key, value: member.value.object.map { .object($0.sorted) } ?? member.value)
      })
  }

  @Test func `each problem of a category file is reported with the referencing path`() {
    let text = """
      { device: { lock: 1 }, categories: "common.json5",
        apps: { "a.b": { categories: "own.json5", baners: true }, "c.d": { categories: "no.json5" } } }
      """
    let files = SettingsFiles { path in
      switch path {
      case "common.json5":
        .success(.file(Array(#"{ A: { optons: [], actions: [ {} ] }, B: 1, C: { zzz: 1 } }"#.utf8)))
      case "own.json5": .success(.file(Array("{ A: ".utf8)))
      default: .failure(.init(reason: "no such file or folder"))
      }
    }
    let problems = Configuration.checked(
      Array(text.utf8), fileName: "conf/c.json5", allowsPrograms: true, files: files
    ).problems
    #expect(
      problems.map(\.message) == [
        "conf/c.json5:1:19: `device.lock` must be `locked` or `unlocked`, not 1",
        "conf/c.json5:2:45: `apps.a.b.baners` is not a known key; did you mean `banners`?",
        "conf/c.json5:2:82: `apps.c.d.categories` cannot be used: no.json5: no such file or folder",
        "conf/own.json5:1:6: `apps.a.b.categories`: expected a value, not the end of the text",
        "conf/common.json5:1:8: `categories.A.optons` is not a known key; did you mean `options`?",
        "conf/common.json5:1:29: `categories.A.actions[0].id` is missing",
        "conf/common.json5:1:42: `categories.B` must be an object, not 1",
        "conf/common.json5:1:50: `categories.C.zzz` is not a known key",
      ])
    // Reading for use stops at the first error.
    var configuration = Configuration()
    let error = #expect(throws: SettingsError.self) {
      try configuration.apply(
        Array("{ categories: 'common.json5' }".utf8), fileName: "/etc/c.json5",
        allowsPrograms: false, files: files)
    }
    #expect(
      error?.message
        == "/etc/common.json5:1:29: `categories.A.actions[0].id` is missing"
    )
  }

  @Test(arguments: [
    ("apps.com.example.chat", true), ("apps.com.example.chat.sounds", true), ("device", true),
    ("mute.a.b", true), ("focus.work", true), ("summary.apps", true), ("apps", true),
    ("apps.com.example.chat.soudns", false), ("device.lok", false), ("devise.lock", false),
    ("mute.", false), ("mute.a b", false), ("summary.app", false),
  ])
  func `a key that can be reset is distinguished from a misspelled one`(word: String, isKey: Bool) {
    #expect(SettingChange.isKey(word) == isKey)
  }
}
