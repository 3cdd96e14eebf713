import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

@Suite struct SettingsTests {
  /// A phone with a Focus, a configured app, and one known only from a push.
  static func phone() -> PhoneStub {
    var phone = PhoneStub { settings in
      settings.focuses["dinner"] = FocusSettings()
      settings.apps[PhoneStub.chat, default: AppSettings()].name = "Chat"
    }
    phone.push(#"{"alert":"Hi"}"#, app: PhoneStub.news)
    return phone
  }

  private func bench(_ tab: SettingsPage.Tab = .device) -> Bench {
    var bench = Bench(Self.phone())
    bench.press("4")
    while bench.state.pages[SettingsPage.self].tab != tab { bench.press("]") }
    return bench
  }

  private func change(_ bench: inout Bench, _ path: [String], to text: String) throws {
    try bench.selectSetting(path)
    bench.press(.enter, .control("u"))
    bench.type(text)
    bench.press(.enter)
  }

  private func promptNote(_ bench: Bench) -> CommandPrompt.Note? {
    guard let prompt = bench.state.pages.dialog as? SettingPrompt else { return nil }
    return prompt.line.note
  }

  // MARK: Opening and closing

  @Test(arguments: [Key.escape, "q", "1"])
  func `4 opens the settings, and each closing key leads to the list`(key: Key) {
    var bench = bench(.apps)
    #expect(bench.screen.text().contains("[4 Settings]"))
    bench.press(key)
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.screen.text().contains("[1 Inbox 1]"))
    bench.press("4")
    #expect(bench.state.pages[SettingsPage.self].tab == .apps)
  }

  @Test func `faults are listed with their remaining count, removed by d and added by text`() throws
  {
    var bench = bench(.faults)
    var gateway = Gateway()
    for words in [["next=2", "answer=TooManyRequests"], ["percent=5", "delay=1s"]] {
      _ = gateway.handle(.faultAdded(try FaultRule(words: words)), at: PhoneStub.now)
    }
    bench.changeRuntime { $0.faults = gateway.faults }
    bench.press("g")
    #expect(bench.screen.text().contains("fault 1"))
    #expect(bench.screen.text().contains("next=2 answer=TooManyRequests"))
    #expect(bench.screen.text().contains("2 left"))
    bench.press("j", "d")
    #expect(bench.wanted == [.run(TypedCommand(line: "fault rm 2", words: ["fault", "rm", "2"]))])
    bench.press("n")
    bench.type("next=x")
    bench.press(.enter)
    guard case .problem(let text, _) = promptNote(bench) else {
      Issue.record("\(bench.state.pages.layers)")
      return
    }
    #expect(text.contains("`next`"))
    bench.press(.control("u"))
    bench.type("answer=Shutdown next=1")
    bench.press(.enter)
    let words = ["fault", "add", "answer=Shutdown", "next=1"]
    #expect(
      bench.wanted.last
        == .run(TypedCommand(line: words.joined(separator: " "), words: words)))
    #expect(bench.state.pages.layers == [.kept(.settings)])
  }

  @Test func `help and the command line open over the settings`() {
    var bench = bench()
    bench.press("?", .escape, ":", .escape)
    #expect(bench.state.pages.layers == [.kept(.settings)])
  }

  @Test func `keys of the list do not change the list`() {
    var bench = bench()
    let inbox = bench.device.inbox
    bench.press("d", "m", "M", "o", "r", "a", "w", "F")
    #expect(bench.device.inbox == inbox)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.wanted.isEmpty)
  }

  // MARK: Rows

  @Test func `every setting is on a tab`() {
    var bench = bench()
    var seen: Set<[String]> = []
    for tab in SettingsPage.Tab.allCases {
      bench.state.pages[SettingsPage.self].tab = tab
      bench.press("=", "=")
      seen.formUnion(bench.settingRows.map(\.path))
    }
    func expectAll(_ path: [String], but others: Set<String>) {
      for key in SettingPath(path).schema?.keys ?? [] where !others.contains(key) {
        #expect(seen.contains { $0.starts(with: path + [key]) }, "\(path).\(key)")
      }
    }
    expectAll(["device"], but: ["language"])
    expectAll(["summary"], but: [])
    expectAll(["queue"], but: [])
    // A schedule of a Focus is one row.
    expectAll(["focus", "dinner"], but: ["from", "to", "days", "timeZone"])
    // Programs can be set only in files; an app that has one shows it.
    expectAll(
      ["apps", PhoneStub.chat.text], but: ["categories", "contentExtension", "extension"])
    expectAll(["categories", "MESSAGE"], but: [])
    expectAll(["categories", "MESSAGE", "actions", "0"], but: [])
    expectAll(["categories", "MESSAGE", "actions", "0", "textInput"], but: [])
    #expect(seen.contains(["apps", PhoneStub.news.text]))
    // The tab of the keys lists commands.
    for key in PhoneSettings.keysOfScreen where key != "keys" {
      #expect(seen.contains { $0.first == key }, "\(key)")
    }
  }

  @Test func `every setting has a sentence on its effect that fits 80 columns`() {
    var bench = bench()
    for tab in SettingsPage.Tab.allCases where ![.screen, .keys, .faults].contains(tab) {
      bench.state.pages[SettingsPage.self].tab = tab
      bench.press("=", "=")
      for row in bench.settingRows where row.name != nil {
        switch row.kind {
        case .choice, .text, .element, .part:
          guard row.path.first != "mute" else { continue }
          let columns = row.meaning.map { SanitizedText($0).columns }
          #expect((columns ?? 0) > 0 && (columns ?? 0) <= 78, "\(row.path)")
        default: break
        }
      }
    }
  }

  @Test func `a row shows the origin of its value`() throws {
    var bench = bench()
    try bench.selectSetting(["device", "previews"])
    #expect(bench.settingRow?.remark == "")
    bench.press(" ")
    #expect(bench.settingRow?.remark == "set")
    #expect(bench.device.settings.device.previews == .never)
  }

  // MARK: Changes

  @Test func `switches and choices change in turn`() throws {
    var bench = bench()
    try bench.selectSetting(["device", "removeActedOn"])
    bench.press(" ")
    #expect(bench.device.settings.device.removeActedOn)
    bench.press(.enter)
    #expect(!bench.device.settings.device.removeActedOn)
    try bench.selectSetting(["device", "grouping"])
    for grouping in [GroupingSetting.byApp, .off, .automatic] {
      bench.press(" ")
      #expect(bench.device.settings.device.grouping == grouping)
    }
  }

  @Test(arguments: ["critical", "timeSensitive"])
  func `an entitlement is assumed, granted, not granted, and assumed again`(key: String) throws {
    var bench = bench(.apps)
    bench.press("=")
    let path = ["apps", PhoneStub.chat.text, key]
    try bench.selectSetting(path)
    #expect(bench.settingRow?.value == "assumed")
    for (value, shown) in [(true, "[x]"), (false, "[ ]"), ("assumed", "assumed")]
      as [(JSONValue, String)]
    {
      bench.press(" ")
      #expect(bench.device.settings.value(at: SettingPath(path)) == value)
      #expect(bench.settingRow?.value == shown)
    }
  }

  @Test(arguments: [Key("n"), .escape, "y"])
  func `an app is uninstalled after a question, and installed without one`(key: Key) throws {
    var bench = bench(.apps)
    bench.changeRuntime { $0.tokens = Self.tokens }
    bench.press("=")
    let path = ["apps", PhoneStub.news.text, "installed"]
    try bench.selectSetting(path)
    bench.press(" ")
    let question = bench.screen.text()
    #expect(question.contains("Uninstall News"))
    #expect(question.contains("pushes to its 2 device"))
    #expect(bench.device.settings.app(PhoneStub.news).installed, "not yet")
    bench.press(key)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.device.settings.app(PhoneStub.news).installed == (key != "y"))
    #expect(bench.settingRow?.path == path)
    guard key == "y" else { return }
    #expect(bench.device.inbox.count == 0)
    bench.press(" ")
    #expect(bench.device.settings.app(PhoneStub.news).installed)
  }

  /// Three tokens of the news app, one of them unregistered, and the local token.
  private static let tokens = TokenBook(
    [("aa", nil), ("bb", PhoneStub.now - 60), ("cc", nil)].compactMap { byte, gone in
      DeviceToken(hex: String(repeating: byte, count: 32)).map {
        TokenRegistration(token: $0, app: PhoneStub.news, unregisteredSince: gone)
      }
    } + [TokenRegistration(token: .local, app: PhoneStub.news)])

  @Test func `an app shows its device tokens, used and listed`() throws {
    var bench = bench(.apps)
    var configuration = Configuration()
    let calls = try #require(DeviceToken(hex: "dd"))
    let used = try #require(DeviceToken(hex: String(repeating: "cc", count: 32)))
    for (token, topic) in [(calls, "com.example.news.voip"), (used, "com.example.news")] {
      configuration.gateway.devices[token] = ListedDevice(
        token: token, topic: topic, state: token == used ? .expired : .active)
    }
    var loaded = LoadedConfiguration()
    loaded.configuration = configuration
    bench.changeRuntime { $0.loaded = loaded }
    bench.changeRuntime { $0.tokens = Self.tokens }
    bench.press("=")
    let rows = bench.settingRows.filter { $0.label.hasPrefix("Token") }
    #expect(
      rows.map { $0.label + ": " + $0.value } == [
        "Token aaaaaaaaaaaa: in use", "Token cccccccccccc: in use, listed as expired",
        "Token bbbbbbbbbbbb: inactive since 21:57",
        "Token dd: listed as active, for com.example.news.voip",
      ])
    try bench.selectSetting(rows[0].path)
    bench.press(.enter)
    #expect(bench.state.notices.message?.text == String(repeating: "aa", count: 32))
  }

  @Test func `of many device tokens the first are shown, with the number of others`() throws {
    var bench = bench(.apps)
    bench.changeRuntime { status in
      status.tokens = TokenBook(
        (10..<30).compactMap { DeviceToken(hex: "\($0)") }
          .map { TokenRegistration(token: $0, app: PhoneStub.news) })
    }
    bench.press("=")
    let rows = bench.settingRows.filter { $0.label.hasPrefix("Token") }
    #expect(rows.count == 9)
    #expect(rows.last?.value == "12 more")
  }

  @Test func `an app shows its ICQ users who are online, and waiting events`() throws {
    var bench = bench(.apps)
    var system = PushSystem(device: bench.device)
    func ask(_ matter: ICQRequest.Matter, _ body: String) {
      let request = ICQRequest(
        matter, body: Array(body.utf8), origin: Origin(wire: .h1), receivedAt: PhoneStub.now,
        freshID: "")
      _ = system.handle(.icq(request, reply: nil), at: request.receivedAt)
    }
    func rows() -> [String] {
      bench.changeRuntime { $0.icq = system.icq }
      return bench.settingRows.filter { $0.label.hasPrefix("ICQ") }
        .map { $0.label + ": " + $0.value }
    }
    bench.press("=")
    #expect(rows() == [])
    ask(
      .session,
      #"{"uin":"222222","mobile":true,"notifyMode":"sendOnlyOne","iPhoneDevToken":"ab","#
        + #""iPhoneBundleId":"\#(PhoneStub.news)","sessionTimeout":60}"#)
    #expect(
      rows() == ["ICQ 222222: online, mobile icon, until 21:59, nothing waits, sendOnlyOne"])
    for kind in ["message", "message", "authorisation"] {
      ask(.event, #"{"kind":"\#(kind)","from":"1","to":"222222","text":"Hi"}"#)
    }
    #expect(rows().first?.contains("2 messages and 1 request waiting, sendOnlyOne") == true)
    ask(.session, #"{"uin":"222222","client":"desktop"}"#)
    #expect(rows() == ["ICQ 222222: online, by desktop, nothing waits, sendOnlyOne"])
    let row = bench.settingRows.first { $0.label.hasPrefix("ICQ") }
    #expect(
      row?.about
        == "online, by desktop, nothing waits, sendOnlyOne; the phone's session is offline: "
        + "another client was started")
  }

  @Test func `the previews choice of an app includes the phone's default`() throws {
    var bench = bench(.apps)
    bench.press("=")
    try bench.selectSetting(["apps", PhoneStub.chat.text, "previews"])
    for previews in [ShowPreviewsSetting.always, .whenAuthenticated, .never, nil] {
      bench.press(" ")
      #expect(bench.device.settings.app(PhoneStub.chat).previews == previews)
    }
  }

  @Test(arguments: [
    (["device", "stackThreshold"], "5", "5"), (["device", "languages"], "ru,en", "ru, en"),
    (["device", "timeZone"], "Europe/Berlin", "Europe/Berlin"),
    (["summary", "times"], "08:00,18:00", "08:00, 18:00"), (["summary", "apps"], "", "none"),
  ])
  func `a typed value is parsed as by set`(
    path: [String], text: String, shown: String
  ) throws {
    var bench = bench()
    try change(&bench, ["summary", "apps"], to: "com.example.mail")
    try change(&bench, path, to: text)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.settingRow?.path == path)
    #expect(bench.settingRow?.value == shown)
  }

  @Test func `an invalid value stays to be corrected, with the reason`() throws {
    var bench = bench()
    try change(&bench, ["device", "stackThreshold"], to: "many")
    guard case .problem(let text, let place)? = promptNote(bench) else {
      Issue.record("no problem is shown")
      return
    }
    #expect(text.contains("`device.stackThreshold` must be a whole number from 2 to 1000"))
    #expect(place == 0..<4)
    #expect(bench.screen.text().contains("Stack from: many"))
    #expect(bench.device.changes.inOrder.isEmpty)
    bench.press(.control("u"), "9", .enter)
    #expect(bench.device.settings.device.stackThreshold == 9)
  }

  @Test func `Tab lists the elements of a list, and Esc changes nothing`() throws {
    var bench = bench(.apps)
    bench.press("=")
    try bench.selectSetting(["apps", PhoneStub.chat.text, "present"])
    bench.press(.enter, .tab)
    let words = ["banner", "list", "sound", "badge", "alert"]
    #expect(promptNote(bench) == .candidates(words.map { Candidate(text: $0) }))
    bench.press("x", .escape)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.device.changes.inOrder.isEmpty)
  }

  @Test func `a new Focus gets its times, is turned on and off, and is removed`() throws {
    var bench = bench(.focus)
    bench.press("n")
    bench.type("deep work")
    bench.press(.enter)
    #expect(bench.settingRow?.path == ["focus", "deep work"])
    let first = ["focus", "deep work", "schedules", "0"]
    try change(&bench, first, to: "mon, fri 09:00 - 12:30 +03:00")
    #expect(bench.settingRow?.value == "mon,fri 09:00-12:30 +03:00")
    let morning = FocusSchedule(
      from: 540, to: 750, days: [1, 5], timeZone: TimeZone(named: "+03:00"))
    #expect(bench.device.settings.focuses["deep work"]?.schedules == [morning])
    bench.press("n")
    bench.type("weekends 14:00-15:00")
    bench.press(.enter)
    #expect(bench.settingRow?.value == "weekends 14:00-15:00")
    #expect(
      bench.device.settings.focuses["deep work"]?.schedules == [
        morning, FocusSchedule(from: 840, to: 900, days: [6, 7]),
      ])
    try bench.selectSetting(first)
    bench.press("d")
    #expect(bench.settingRow?.value == "weekends 14:00-15:00")
    try bench.selectSetting(["focus", "deep work", "on"])
    bench.press(" ")
    #expect(bench.device.focusInForce?.name == "deep work")
    bench.press(" ")
    #expect(bench.device.focusInForce == nil)
    try change(&bench, first, to: "")
    #expect(bench.device.settings.focuses["deep work"]?.schedules == [])

    try bench.selectSetting(["focus", "deep work"])
    bench.press("x")
    #expect(bench.screen.text().contains("changes of deep work?"))
    bench.press("n")
    #expect(bench.device.settings.focuses["deep work"] != nil)
    bench.press("x", "y")
    #expect(bench.device.settings.focuses["deep work"] == nil)
  }

  @Test(arguments: ["d", "x"] as [Key])
  func `a name created by the user is removed after a question`(key: Key) throws {
    var bench = bench(.focus)
    bench.press("n")
    bench.type("gym")
    bench.press(.enter)
    try bench.selectSetting(["focus", "gym"])
    bench.press(key)
    #expect(bench.screen.text().contains("Drop the change of gym?"))
    bench.press("n")
    #expect(bench.device.settings.focuses["gym"] != nil)
    bench.press(key, "y")
    #expect(bench.device.settings.focuses["gym"] == nil)
    #expect(bench.state.notices.message?.text == "gym was reset")
  }

  @Test func `an action of a category is removed after a question`() throws {
    var bench = bench(.categories)
    bench.press("=")
    let path = ["categories", "MESSAGE", "actions"]
    func titles() -> [String]? {
      bench.device.settings.categories["MESSAGE"]?.actions.map(\.title)
    }
    try bench.selectSetting(path + ["1"])
    bench.press("d")
    #expect(bench.screen.text().contains("Remove Mark as read?"))
    bench.press("n")
    #expect(titles()?.count == 4)
    bench.press("d", "y")
    #expect(titles() == ["Reply", "Assign to me", "Delete"])
  }

  @Test(arguments: [
    ("20:00", "`focus.dinner.schedules[0].to` is missing"),
    ("mon", "`focus.dinner.schedules[0].from` must be a time of day such as `07:00`, not `mon`"),
    (
      "weekday 20:00-21:00",
      "`focus.dinner.schedules[0].days` must be `daily`, `weekdays`, `weekends` or a list of `mon` … `sun`, not `weekday`"
    ),
    (
      "20:00-21:00 Mars",
      "`focus.dinner.schedules[0].timeZone` must be a time zone such as `Europe/Moscow` or `+03:00`, not `Mars`"
    ),
  ])
  func `an invalid schedule stays to be corrected`(typed: String, message: String) throws {
    var bench = bench(.focus)
    bench.press("=")
    try change(&bench, ["focus", "dinner", "schedules", "0"], to: typed)
    #expect(promptNote(bench) == .problem(message, 0..<typed.count))
  }

  @Test func `only changed settings are marked as set`() throws {
    var phone = Self.phone()
    phone.change(.setting(.focus("dinner", "hideBadges"), true))
    var bench = Bench(phone)
    bench.press("4", "]", "=")
    for row in bench.settingRows where row.kind != .heading(isOpen: true) {
      #expect(
        row.remark == (row.path == ["focus", "dinner", "hideBadges"] ? "set" : ""), "\(row.path)")
    }
  }

  @Test(
    arguments: [
      ("on", "dinner", nil), ("1h", "dinner", 3600), ("until 22:58", "dinner", 3593),
      ("22:58", "dinner", 3593), ("off", nil, nil),
    ] as [(String, FocusName?, TimeInterval?)])
  func `Enter asks how long a Focus is on`(
    typed: String, name: FocusName?, seconds: TimeInterval?
  ) throws {
    var bench = bench(.focus)
    bench.phone.change(.focusOn("dinner", until: PhoneStub.now + 60))
    bench.press("=")
    try change(&bench, ["focus", "dinner", "on"], to: typed)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.device.focusInForce?.name == name)
    let until = seconds.map { PhoneStub.now + $0 }
    let change = name.map { SettingChange.focusOn($0, until: until) }
    #expect(bench.device.changes["focus"] == change ?? .focusOff(since: PhoneStub.now))
  }

  @Test func `a new app is listed from then on`() {
    var bench = bench(.apps)
    bench.press("n")
    bench.type("com.example.bank")
    bench.press(.enter)
    #expect(bench.settingRow?.label == "Bank")
    #expect(bench.device.settings.apps["com.example.bank"] != nil)
  }

  @Test func `x resets the user's change`() throws {
    var bench = bench()
    let label = try #require(bench.settingRow?.label)
    bench.press("x")
    #expect(
      bench.state.notices.message?.text == label + " was not changed: there is nothing to reset")
    try change(&bench, ["device", "languages"], to: "ru,en")
    bench.phone.change(.language("de"))
    bench.press("x")
    #expect(bench.device.settings.device.languages == ["en"])
    #expect(bench.device.changes.inOrder.isEmpty)
  }

  @Test func `past pushes are tried with the last change`() throws {
    var bench = bench()
    bench.press(".")
    #expect(bench.wanted.isEmpty)
    try bench.selectSetting(["device", "ringer"])
    bench.press(" ", ".")
    #expect(
      bench.wanted == [
        .run(
          TypedCommand(
            line: "what-if device.ringer=silent", words: ["what-if", "device.ringer=silent"]))
      ])
  }

  @Test func `changes are written to a named file`() throws {
    var bench = bench()
    bench.press("W")
    #expect(
      bench.state.notices.message?.text == "no setting was changed: there is nothing to write")
    try bench.selectSetting(["device", "ringer"])
    bench.press(" ", "W", .control("u"))
    bench.type("mine.json5")
    bench.press(.enter)
    #expect(bench.wanted == [.writeSettings(path: "mine.json5")])
    #expect(bench.state.pages.layers == [.kept(.settings)])
    bench.send(.settingsNotWritten(path: "mine.json5", problem: "it is there"))
    bench.press(.backspace, .enter)
    #expect(bench.wanted.last == .writeSettings(path: "mine.json"))
  }

  // MARK: Names and keys

  @Test func `Space folds and unfolds the settings of a name`() throws {
    var bench = bench(.apps)
    let path = ["apps", PhoneStub.chat.text]
    try bench.selectSetting(path)
    let folded = bench.settingRows.count
    bench.press("l", "j", "j")
    #expect(bench.settingRows.count > folded + 10)
    bench.press("h")
    #expect(bench.settingRow?.path == path)
    #expect(bench.settingRows.count == folded)
  }

  @Test func `problems with keys are above them`() {
    var bench = bench(.keys)
    var loaded = LoadedConfiguration()
    loaded.configuration.phone.keys = ["F99": "read", "X": "dismiss"]
    bench.phone.configure(loaded.configuration.phone)
    let message = "`keys.F99` is not the name of a key; did you mean `F9`?"
    bench.changeRuntime { $0.loaded = loaded }
    bench.send(.ticked(PhoneStub.now))
    let rows = bench.settingRows
    #expect(rows.first?.kind == .problem)
    #expect(rows.first?.label == message)
    #expect(rows.first { $0.path == ["command", "dismiss"] }?.value == "X d Delete")
  }

  @Test func `a command gets the pressed key until the change is reset`() throws {
    var bench = bench(.keys)
    try bench.selectSetting(["command", "read"])
    bench.press(.enter, "X")
    #expect(bench.settingRow?.value == "X m")
    #expect(bench.settingRow?.remark == "set")
    #expect(bench.state.notices.message?.text == "X: read / unread")
    #expect(bench.device.changes.inOrder == [.setting(.init(["keys", "X"]), "read")])
    #expect(bench.state.look.keymap["X"] == .read)
    // A key of a command that has several can be reassigned.
    bench.press(.enter, .delete)
    #expect(bench.state.notices.message?.text == "Delete: read / unread, no longer dismiss")
    #expect(bench.state.look.keymap.keys(of: .dismiss) == "d")
    bench.press(.enter, "m")
    #expect(bench.state.notices.message?.text == "m is bound to this already")
    bench.press("x")
    #expect(bench.settingRow?.value == "m")
    #expect(bench.state.look.keymap == .standard)
    #expect(bench.device.changes.inOrder.isEmpty)
  }

  @Test func `the only key of another command cannot be reassigned`() throws {
    var bench = bench(.keys)
    try bench.selectSetting(["command", "read"])
    bench.press(.enter, "w")
    #expect(
      bench.screen.text().contains("`keys.w` must be `why`, which has no other key, not `read`"))
    #expect(bench.device.changes.inOrder.isEmpty)
    bench.press(.pasted("X"), .escape)
    #expect(bench.state.pages.layers == [.kept(.settings)])
    #expect(bench.state.look.keymap == .standard)
  }

  @Test func `keys of a file keep their spelling`() throws {
    var bench = bench(.keys)
    var files = bench.device.settings
    files.keys = ["del": "read"]
    bench.phone.configure(files)
    bench.send(.ticked(PhoneStub.now))
    try bench.selectSetting(["command", "dismiss"])
    bench.press(.enter, .delete)
    #expect(bench.device.changes.inOrder == [.setting(.init(["keys", "del"]), "dismiss")])
    #expect(bench.state.look.keymap[.delete] == .dismiss)
  }

  // MARK: Categories

  private static let message = ["categories", "MESSAGE"]

  @Test func `an action is created, changed and removed`() throws {
    var bench = bench(.categories)
    try bench.selectSetting(Self.message)
    bench.press("l", "n")
    bench.type("LATER")
    bench.press(.enter)
    let path = Self.message + ["actions", "4"]
    #expect(bench.settingRow?.path == path)
    func action() -> Action? { bench.device.settings.categories["MESSAGE"]?.actions.last }
    #expect(action() == Action(identifier: "LATER", title: "LATER"))

    try change(&bench, path + ["title"], to: "Not now")
    try bench.selectSetting(path + ["textInput"])
    bench.press(" ")
    try change(&bench, path + ["textInput", "button"], to: "Snooze")
    try change(&bench, path + ["textInput", "placeholder"], to: "How long?")
    for option in ["foreground", "destructive"] {
      try bench.selectSetting(path + ["options", option])
      bench.press(" ")
    }
    bench.press(.enter)
    #expect(
      action()
        == Action(
          identifier: "LATER", title: "Not now",
          textInput: .init(button: "Snooze", placeholder: "How long?"), options: .foreground))
    try bench.selectSetting(path + ["textInput"])
    bench.press(" ")
    #expect(action()?.textInput == nil)
    #expect(bench.device.changes.inOrder.count == 1)

    try bench.selectSetting(path)
    bench.press("d", "y")
    #expect(bench.device.settings.categories["MESSAGE"]?.actions.count == 4)
    bench.press("x")
    #expect(bench.device.changes.inOrder.isEmpty)
  }

  @Test func `a duplicate action identifier is rejected`() throws {
    var bench = bench(.categories)
    try bench.selectSetting(Self.message)
    bench.press("l", "n")
    bench.type("REPLY")
    bench.press(.enter)
    #expect(
      promptNote(bench) == .problem("`categories.MESSAGE.actions[4].id` is given twice", 0..<5))
  }

  @Test func `a category has its options, and apps have separate categories`() throws {
    var bench = bench(.categories)
    bench.press("n")
    bench.type("com.example.chat ORDER")
    bench.press(.enter)
    let path = ["apps", PhoneStub.chat.text, "categories", "ORDER"]
    #expect(bench.settingRow?.path == path)
    #expect(bench.settingRow?.label == "Chat: ORDER")
    try bench.selectSetting(path + ["options", "customDismissAction"])
    bench.press(" ")
    try change(&bench, path + ["hiddenPreviewsBodyPlaceholder"], to: "%u orders")
    #expect(
      bench.device.settings.app(PhoneStub.chat).categories["ORDER"]
        == Category(
          identifier: "ORDER", hiddenPreviewsBodyPlaceholder: "%u orders",
          options: .customDismissAction))
    try bench.selectSetting(path)
    bench.press("x", "y")
    #expect(bench.device.settings.app(PhoneStub.chat).categories.isEmpty)
  }

  @Test func `a hostile name is sanitised on the screen`() {
    var phone = PhoneStub { $0.focuses["\u{1B}[31mred\n"] = FocusSettings() }
    phone.push(#"{"alert":"x"}"#, app: "\u{1B}]0;x\u{7}")
    for columns in [20, 40, 80] {
      var bench = Bench(phone, columns: columns)
      bench.press("4")
      for _ in SettingsPage.Tab.allCases {
        bench.press("=")
        for _ in 0..<60 {
          bench.press("j")
          let bytes = Array(bench.screen.text().utf8)
          #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
        }
        bench.press("]")
      }
    }
  }
}
