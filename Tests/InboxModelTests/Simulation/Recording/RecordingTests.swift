import Foundation
import Testing

@testable import InboxModel

/// A replay of a recording yields the recorded inbox.
@Suite struct RecordingTests {
  /// An event of a phone, one of each kind.
  struct Happening: CustomTestStringConvertible, Sendable {
    var name: String
    var happen: @Sendable (inout RecordedSession) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ happen: @escaping @Sendable (inout RecordedSession) throws -> Void) {
      self.name = name
      self.happen = happen
    }
  }

  private static func settings(_ phone: inout PhoneSettings) {
    phone.device.timeZone = TimeZone(secondsFromGMT: 3 * 3600) ?? .gmt
    phone.device.languages = ["ru", "en"]
    phone.device.stackThreshold = 3
    phone.categories["MESSAGE"] = Category(
      identifier: "MESSAGE",
      actions: [
        Action(identifier: "REPLY", title: "Reply", textInput: .init(button: "Go")),
        Action(identifier: "OPEN_IT", title: "Look", options: [.foreground, .destructive]),
      ],
      hiddenPreviewsBodyPlaceholder: "%u messages", categorySummaryFormat: "%u more",
      options: [.customDismissAction, .hiddenPreviewsShowTitle])
    phone.focuses["night"] = FocusSettings()
    phone.focuses["night"]?.schedules = [
      FocusSchedule(from: 22 * 60, to: 7 * 60, days: [1, 2, 5]),
      FocusSchedule(from: 13 * 60, to: 14 * 60, timeZone: TimeZone(identifier: "Europe/Moscow")),
    ]
    phone.focuses["night"]?.apps = .silence(["com.example.mail"])
    phone.focuses["night"]?.filters["com.example.mail"] = ["work"]
    phone.focuses["empty"] = FocusSettings()
    phone.summary.times = [8 * 60, 21 * 60]
    phone.summary.apps = ["com.example.news"]
    phone.apps["com.example.chat"] = AppSettings()
    phone.apps["com.example.chat"]?.name = "Чат"
    phone.apps["com.example.chat"]?.strings = ["HELLO": "Hello, %@"]
    phone.apps["com.example.banner"] = AppSettings()
    phone.apps["com.example.banner"]?.list = false
    phone.apps["com.example.banner"]?.state = .terminated
    phone.apps["com.example.mail"] = AppSettings()
    phone.apps["com.example.mail"]?.grouping = .byApp
    phone.apps["com.example.mail"]?.previews = .never
    phone.apps["com.example.mail"]?.present = [.list]
    phone.apps["com.example.mail"]?.permission = .provisional
  }

  static let happenings: [Happening] = [
    Happening("channels are created, store a message, and are deleted") { session in
      var channels = ChannelGateway()
      let now = session.system.now
      for _ in 0..<2 { session.push(channels.request(.create, at: now)) }
      let ids = session.system.gateway.channels.all.map(\.key.id)
      session.push(channels.request(.broadcast, ids[0], at: now))
      session.push(channels.request(.delete, ids[1], at: now))
      session.push(channels.request(.broadcast, ids[1], at: now))
      session.push(channels.request(.read, ids[0], at: now))
    },
    Happening("a push without an apns-id") { $0.push(.stub()) },
    Happening("pushes in the development environment, then in none") {
      var settings = GatewaySettings()
      settings.environment = .development
      $0.handle(.gatewayConfigured(settings))
      $0.push(.stub([("apns-id", "7F3A6E2C-0000-4000-8000-00000000000A")]))
      $0.push(.stub(wire: .line, lineID: "line-1"))
      $0.handle(.gatewayConfigured(GatewaySettings()))
      $0.push(.stub())
    },
    Happening("pushes dismissed together, and brought back") { session in
      for _ in 0..<3 { session.push(.stub()) }
      let ids = Array(session.system.device.inbox.ids)
      session.handle(.device(.dismissed(ids)), at: session.system.now)
      session.handle(.device(.undone([ids[0], ids[2]])), at: session.system.now + 1)
    },
    Happening("a push snoozed, and one that came back") { session in
      for _ in 0..<2 { session.push(.stub()) }
      let ids = Array(session.system.device.inbox.ids)
      let now = session.system.now
      session.handle(.device(.snoozed([ids[0]], until: now + 7.125)), at: now)
      session.handle(.device(.snoozed([ids[1]], until: now + 3600)), at: now)
      session.handle(.timePassed, at: now + 10)
      session.handle(.device(.undone([ids[1]])), at: now + 11)
    },
    Happening("what was done before is taken back") { session in
      session.push(.stub())
      session.handle(.timePassed, at: session.system.now + 1)
      if let step = session.system.device.undoable {
        session.handle(.device(.undone(step.ids)), at: session.system.now)
      }
      if let id = session.system.device.inbox.newest {
        session.handle(.device(.dismissed([id])), at: session.system.now)
      }
    },
    Happening("a push with everything") {
      $0.push(
        .stub(
          [
            ("apns-topic", "com.example.chat"), ("apns-push-type", "alert"),
            ("apns-id", "7F3A6E2C-0000-4000-8000-00000000000A"), ("apns-priority", "5"),
            ("apns-expiration", "1776200000"), ("apns-collapse-id", "one"), ("user-agent", "test"),
          ], body: #"{"aps":{"alert":{"title":"A","body":"B"},"badge":3,"thread-id":"t"}}"#))
    },
    Happening("a push line with an id, and one replaced by its collapse id") {
      $0.push(.stub(lineID: "first"))
      $0.push(.stub([("apns-collapse-id", "c")]))
      $0.push(.stub([("apns-collapse-id", "c")], body: #"{"aps":{"alert":"newer"}}"#))
    },
    Happening("pushes that waited for the phone, and what was done to them") { session in
      session.handle(.changed(.online(false)), at: session.system.now)
      for topic in ["com.example.chat", "com.example.mail"] {
        session.push(.stub([("apns-topic", topic)]))
      }
      let back = session.system.now + 600
      session.handle(.changed(.online(true)), at: back)
      session.push(.stub())
      let ids = Array(session.system.device.inbox.ids)
      session.handle(.device(.dismissed(ids)), at: back + 2)
      session.handle(.device(.undone([ids[1]])), at: back + 3)
    },
    Happening("a push that names no topic") { $0.push(.stub([])) },
    Happening("a push with a provider token") {
      $0.push(.stub([("apns-topic", "com.example.chat"), ("authorization", "bearer nonsense")]))
    },
    Happening("payloads that cannot stand in a line as they are") {
      $0.push(.stub(body: "{\n  \"aps\": {\r\n \"alert\": \"x\" } }"))
      $0.push(.stub(body: #" {"aps":{"alert":"blanks around"}} "#))
      $0.push(.stub(body: "{\"aps\":{\"alert\":\"\u{9B}31m \u{2028} \u{7F}\"}}"))
      let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
      $0.push(.stub(body: #"{"aps":{"alert":"deep"},"x":\#(deep)}"#))
      $0.push(.stub(body: #"{"aps":{"alert":"[[[[\"{{{{"},"x":1e400,"é":"\ud83d"}"#))
      $0.push(
        .stub(
          [("apns-topic", "com.example.chat"), ("apns-collapse-id", "c\u{202E}\u{200B}")],
          body: "{\"aps\":{\"alert\":\"\u{202E}cod\u{2066}\u{FEFF}\"},\"k\u{200F}\":\"\u{9B}\"}"))
    },
    Happening("rejected pushes") {
      $0.push(.stub(body: "no JSON"))
      $0.push(.stub(path: "/3/device/xyz"))
      $0.push(.stub([("apns-topic", "a"), ("apns-topic", "b"), ("authorization", "bearer x")]))
      $0.push(.stub(body: #"{"aps":{"alert":"\#(String(repeating: "x", count: 5000))"}}"#))
      let rejected = RejectedRequest(
        origin: Origin(wire: .tls, transport: "TLS", client: "::1", connection: 3), at: .pushMoment,
        reason: "intake.tls.failed", because: "It failed.", fix: "Try again.",
        body: [0xFF, 0, 0x0A])
      $0.handle(.gateway(.rejected(rejected)), at: rejected.at)
      let line = RejectedRequest(
        origin: Origin(wire: .line, transport: "-"), at: .pushMoment,
        reason: RejectedRequest.notJSON,
        because: "It is long.", fix: "Cut it.", body: [UInt8](repeating: 0x41, count: 9000))
      $0.handle(.gateway(.rejected(line)), at: line.at)
      $0.push(.stub())
    },
    Happening("pushes a fault refuses") {
      if let rule = try? FaultRule(words: ["next=1", "answer=Unregistered"]) {
        $0.handle(.gateway(.faultAdded(rule)), at: .pushMoment)
      }
      $0.push(.stub())
      $0.push(.stub())
    },
    Happening("rejected pushes that are accepted by hand") {
      let fields = [("apns-priority", "11"), ("apns-topic", "b"), ("authorization", "bearer x")]
      for case .reject(let push) in $0.push(.stub(fields)).compactMap(\.rejection) {
        $0.handle(.gateway(.acceptedByHand(push, apnsID: "by-hand")))
      }
      $0.push(.stub())
    },
    Happening("badges, silent pushes, critical ones") {
      $0.push(.stub(body: #"{"aps":{"badge":7}}"#))
      $0.push(.stub(body: #"{"aps":{"content-available":1}}"#))
      $0.push(.stub(body: #"{"aps":{"alert":"x","sound":{"critical":1,"volume":1}}}"#))
      $0.push(.stub(body: #"{"aps":{"badge":0}}"#))
    },
    Happening("actions") {
      for _ in 1...6 { $0.push(.stub(body: #"{"aps":{"alert":"x","category":"MESSAGE"}}"#)) }
      $0.handle(.device(.acted(on: 1, "REPLY", text: "ок\n")), at: .pushMoment)
      $0.handle(.device(.acted(on: 2, "OPEN_IT", text: nil)), at: .pushMoment)
      $0.handle(.device(.acted(on: 3, .open, text: nil)), at: .pushMoment)
      $0.handle(.device(.acted(on: 4, .dismiss, text: nil)), at: .pushMoment)
      $0.handle(.device(.marked([5, 6, 99], read: true)), at: .pushMoment)
      $0.handle(.device(.marked([5], read: false)), at: .pushMoment)
      $0.handle(.device(.removed([5, 99, 1])), at: .pushMoment)
      $0.handle(.device(.acted(on: 99, .open, text: nil)), at: .pushMoment)
      $0.handle(.device(.acted(on: 6, "UNKNOWN", text: nil)), at: .pushMoment)
    },
    Happening("an action that needs an unlocked phone") {
      $0.push(.stub(body: #"{"aps":{"alert":"x","category":"MESSAGE"}}"#))
      $0.handle(.changed(.lock(.locked)), at: .pushMoment)
      $0.handle(.device(.acted(on: 1, "OPEN_IT", text: nil)), at: .pushMoment)
    },
    Happening("opening a banner that is not in the list") {
      $0.push(.stub([("apns-topic", "com.example.banner")]))
      $0.handle(.device(.acted(on: 1, .open, text: nil)), at: .pushMoment)
      $0.push(.stub([("apns-topic", "com.example.banner")]))
    },
    Happening("every kind of change") {
      let moment = Date.pushMoment
      for change: SettingChange in [
        .lock(.locked), .previews(.never), .grouping(.off), .ringer(.silent), .language("fr"),
        .focusOn("night", until: moment + 600.0004), .focusOff(since: moment - 5),
        .focusOn("dnd", until: nil), .focusOn("unknown", until: nil),
        .appState("com.example.chat", .foreground), .mute("com.example.mail", until: moment + 60),
        .mute("com.example.chat", until: moment + 60), .mute("com.example.mail", until: nil),
        .showSummary, .byApp("com.example.chat", .setBadge(7)),
        .byApp("com.example.mail", .remove(requestID: "nothing")),
        .byApp("com.example.mail", .remove(requestID: nil)),
      ] {
        $0.handle(.changed(change), at: moment)
        $0.push(.stub([("apns-topic", "com.example.mail")], at: moment))
      }
      $0.push(.stub(at: moment + 120))
    },
    Happening("a while offline") {
      $0.handle(.changed(.online(false)), at: .pushMoment)
      $0.push(.stub())
      $0.push(.stub())
      $0.push(.stub([("apns-topic", "com.example.mail"), ("apns-expiration", "1776190600")]))
      $0.push(.stub([("apns-topic", "com.example.mail"), ("apns-expiration", "0")]))
      $0.handle(.changed(.online(true)), at: .pushMoment + 3600)
    },
    Happening("days of schedules and summaries, and a timer that fires late") {
      for hour in 0..<60 {
        $0.push(
          .stub([("apns-topic", "com.example.news")], at: .pushMoment + Double(hour) * 3700.1234))
        $0.push(.stub([("apns-topic", "com.example.mail")], at: .pushMoment + Double(hour) * 3700))
      }
      $0.handle(.timePassed, at: .pushMoment + 90 * 3600)
    },
    Happening("an app that was woken as often as it may") {
      let fields = [("apns-topic", "com.example.chat"), ("apns-priority", "5")]
      $0.handle(.changed(.appState("com.example.chat", .suspended)), at: .pushMoment)
      for _ in 1...5 { $0.push(.stub(fields, body: #"{"aps":{"content-available":1}}"#)) }
    },
    Happening("the configuration read again") {
      $0.push(.stub([("apns-topic", "com.example.mail")]))
      $0.handle(.changed(.lock(.locked)), at: .pushMoment)
      $0.handle(.changed(.grouping(.off)), at: .pushMoment)
      var files = PhoneSettings()
      files.device.timeZone = .gmt
      files.categories["OTHER"] = Category(identifier: "OTHER")
      files.apps["com.example.news"] = AppSettings()
      files.apps["com.example.news"]?.permission = .denied
      $0.handle(.device(.configured(files)), at: .pushMoment + 60)
      $0.handle(.gatewayConfigured(GatewaySettings(isStrict: true)))
      $0.handle(.historyKept(2))
      for app in ["com.example.mail", "com.example.news", "com.example.chat", "com.example.x"] {
        $0.push(.stub([("apns-topic", app)], wire: .line))
        $0.push(.stub(body: #"{"aps":{"alert":"x","category":"MESSAGE"}}"#))
      }
    },
    Happening("apns-ids that mean more than one") {
      let same = "7F3A6E2C-0000-4000-8000-00000000000A"
      for app in ["a.b", "c.d", "e.f"] {
        $0.push(.stub([("apns-topic", app), ("apns-id", same)]))
      }
      $0.push(.stub([("apns-topic", "g.h"), ("apns-collapse-id", "fresh-1")]))
      $0.handle(.device(.marked([1, 2, 3, 4], read: true)), at: .pushMoment)
      $0.handle(.device(.removed([3])), at: .pushMoment)
      $0.handle(.device(.acted(on: 2, .open, text: nil)), at: .pushMoment)
    },
    Happening("a history that is full") {
      $0.system(limitedTo: 3)
      for _ in 1...10 { $0.push(.stub()) }
    },
  ]

  @Test(arguments: happenings)
  func `a replayed recording yields the same inbox`(_ happening: Happening) throws {
    var session = RecordedSession(Self.settings)
    session.record()
    try happening.happen(&session)
    let (live, replayed) = try session.inboxes()
    #expect(replayed == live)
  }

  @Test(arguments: happenings)
  func `the state before a recording is recorded`(_ happening: Happening) throws {
    var session = RecordedSession(Self.settings)
    try happening.happen(&session)
    session.handle(.changed(.focusOff(since: session.system.now)), at: session.system.now)
    session.handle(
      .changed(.focusOn("dnd", until: session.system.now + 30)), at: session.system.now)
    session.record()
    var (live, replayed) = try session.inboxes()
    #expect(replayed == live)
    // The replay continues identically.
    session.record()
    try happening.happen(&session)
    (live, replayed) = try session.inboxes()
    #expect(replayed == live)
  }

  @Test(arguments: [true, false])
  func `a replay has the channels of the session with their messages`(
    isCreatedBefore: Bool
  ) throws {
    var session = RecordedSession(Self.settings)
    var channels = ChannelGateway()
    let now = Moment.start
    if !isCreatedBefore { session.record() }
    for storage in [1, 1, 0] {
      session.push(channels.request(.create, storage: storage, at: now))
    }
    let ids = session.system.gateway.channels.all.map(\.key.id)
    let end = Int(now.timeIntervalSince1970) + 3600
    session.push(channels.request(.broadcast, ids[0], expiration: end, at: now))
    if isCreatedBefore { session.record() }
    session.push(channels.request(.broadcast, "bGVhcm5lZA==", expiration: end, at: now + 1))
    session.push(channels.request(.delete, ids[1], at: now + 2))

    let replay = try session.replay()
    let facts = { (system: PushSystem) in
      system.gateway.channels.all.map { channel in
        "\(channel.key.id) \(channel.number) \(channel.storage) "
          + "\(channel.deletedAt.map(Timestamp.text) ?? "") "
          + "\(channel.message?.wrappedValue.id.rawValue ?? 0) "
          + String(decoding: channel.message?.wrappedValue.payload.bytes ?? [], as: UTF8.self)
      }
    }
    #expect(facts(replay) == facts(session.system))
    #expect(facts(replay).count == 4)
    // A later follower gets the stored message in both.
    for var system in [session.system, replay] {
      let start = PushRequest.stub(
        [
          ("apns-topic", "com.example.match.push-type.liveactivity"),
          ("apns-push-type", "liveactivity"),
        ],
        body: #"{"aps":{"event":"start","timestamp":1,"input-push-channel":"\#(ids[0])","#
          + ActivityPhone.startKeys() + "}}", at: now + 3)
      _ = system.handle(.gateway(.pushReceived(start, reply: nil)), at: now + 3)
      #expect(system.device.activities.newestFirst.first?.state["home"] == 1)
    }
  }

  @Test func `tokens that became invalid before or during a recording stay invalid`() throws {
    var session = RecordedSession()
    func push(_ byte: String, _ wire: Origin.Wire, at seconds: TimeInterval) -> PushRequest {
      .stub(
        path: "/3/device/" + String(repeating: byte, count: 32), wire: wire,
        at: Moment.start + seconds)
    }
    func set(installed: Bool, _ session: inout RecordedSession, at seconds: TimeInterval) throws {
      let reader = SettingChangeReader(
        now: session.system.now, phone: session.system.device.settings)
      let key = "apps.com.example.chat.installed"
      for change in try reader.changes(pairs: [(key, installed ? "true" : "false")]) {
        session.handle(.changed(change), at: Moment.start + seconds)
      }
    }
    session.push(push("aa", .h2, at: 1))
    try set(installed: false, &session, at: 2)
    try set(installed: true, &session, at: 3)
    session.record()
    session.push(push("aa", .h2, at: 4))
    session.push(push("aa", .legacy, at: 5))
    session.push(push("bb", .h2, at: 6))
    try set(installed: false, &session, at: 7)
    session.push(push("bb", .legacy, at: 8))
    try set(installed: true, &session, at: 9)
    session.push(push("bb", .legacy, at: 10))
    session.push(push("cc", .legacy, at: 11))
    #expect(session.system.device.inbox.count == 1)
    #expect(session.system.gateway.rejectedCount == 1)
    let (live, replayed) = try session.inboxes()
    #expect(live == replayed)
  }

  @Test func `woken apps, running apps and waiting pushes are recorded`() throws {
    let chat: BundleID = "com.example.chat"
    var session = RecordedSession(Self.settings)
    try Self.happenings.first { $0.testDescription.hasPrefix("an app that was woken") }?
      .happen(&session)
    session.record()
    let lines = session.steps().joined(separator: "\n")
    var again = try ScenarioRun(Scenario(Array(lines.utf8))).system
    #expect(again.device.runState(of: chat) == .background)
    let moment = Date.pushMoment + 3600
    var (live, replayed): ([Effect], [Effect]) = ([], [])
    var system = session.system
    system.advance(to: moment, &live)
    again.advance(to: moment, &replayed)
    #expect(replayed.events == live.events)
    let reported = live.events.compactMap { kind -> String? in
      if case .app(let state, let delegate, _) = kind { "\(state) \(delegate != nil)" } else { nil }
    }
    #expect(reported == ["suspended false", "background true"], "the waiting push woke the app")
  }

  @Test func `the rows of rejected requests are replayed without the secret`() throws {
    var session = RecordedSession()
    session.record()
    let fields = [("apns-topic", "a"), ("apns-topic", "b"), ("authorization", "bearer x")]
    let effects = session.push(.stub(fields, body: "\u{1}"))
    session.handle(.timePassed, at: .pushMoment + 10)
    let lines = session.steps()
    let run = try ScenarioRun(Scenario(Array(lines.joined(separator: "\n").utf8)))
    for case .reject(var row) in effects.compactMap(\.rejection) {
      row.fields.removeLast()
      #expect(run.rejected == [row])
    }
    #expect(run.rejected.count == 1)
    #expect(!lines.joined().contains("bearer"))
  }

  @Test func `a recording has the lines that a user would write`() throws {
    var session = RecordedSession { $0.device.lock = .locked }
    session.record()
    session.push(.stub())
    session.handle(.changed(.focusOn("dnd", until: .pushMoment + 60)), at: .pushMoment + 0.5)
    session.handle(.device(.marked([1], read: true)), at: .pushMoment + 1)
    let token = String(repeating: "ab", count: 32)
    let push =
      #"{"apnsID":"fresh-1","at":"2026-04-14T18:15:00.000Z","push":{"bundleId":"com.example.chat","#
      + #""headers":{"apns-push-type":"alert"},"id":"fresh-1","payload":{"aps":{"alert":"Hi"}},"#
      + #""token":"\#(token)"}}"#
    #expect(
      session.steps() == [
        #"{"clock":"2026-04-14T18:00:00.000Z"}"#, #"{"history":{"keep":10000}}"#,
        #"{"device":{"lock":"locked"}}"#, push,
        #"{"at":"2026-04-14T18:15:00.500Z","set":{"focus":"dnd","focus.until":"2026-04-14T18:16:00.000Z"}}"#,
        #"{"act":{"action":"read","on":"fresh-1"},"at":"2026-04-14T18:15:01.000Z"}"#,
      ])
  }

  @Test func `pushes can be removed from a recording`() throws {
    var session = RecordedSession()
    session.record()
    for text in ["one", "two", "three"] {
      session.push(.stub(body: #"{"aps":{"alert":"\#(text)"}}"#))
    }
    session.handle(.device(.removed([2])), at: .pushMoment + 1)
    let lines = session.steps().filter { !$0.contains(#""alert":"one""#) }
    let run = try ScenarioRun(Scenario(Array(lines.joined(separator: "\n").utf8)))
    #expect(run.system.device.inbox.notifications.map(\.content.body) == ["three"])
  }

  @Test func `strings from files are recorded as far as an object can contain them`() throws {
    let files = SettingsFiles { path in
      switch path {
      case "ru.lproj": .success(.folder(["Localizable.strings"]))
      case "ru.lproj/Localizable.strings": .success(.file(Array(#""HELLO" = "Hi";"#.utf8)))
      default: .failure(.init(reason: "no such file or folder"))
      }
    }
    let settings = #"{"app":{"bundleId":"com.example.chat","strings":"ru.lproj"}}"#
    let scenario = try Scenario(Array(settings.utf8), files: files)
    guard case .configure(let phone, _)? = scenario.steps.first?.action else {
      Issue.record("no settings")
      return
    }
    var session = RecordedSession { $0 = phone }
    session.record()
    session.push(
      .stub([("apns-topic", "com.example.chat")], body: #"{"aps":{"alert":{"loc-key":"HELLO"}}}"#))
    let (live, replayed) = try session.inboxes()
    #expect(replayed == live)
    #expect(live.contains(#""body":"Hi""#))
    #expect(session.steps().contains { $0.contains(#""strings":{"HELLO":"Hi"}"#) })
  }

  @Test func `strict checks stay on, and an accepted push is replayed without its token`() throws {
    var session = RecordedSession(gateway: GatewaySettings(isStrict: true))
    session.record()
    session.push(.stub(wire: .line))
    session.push(.stub())
    session.push(.stub([("apns-push-type", "alert")], wire: .line))
    let (live, replayed) = try session.inboxes()
    #expect(replayed == live)
    #expect(session.system.gateway.acceptedCount == 1)
    #expect(session.system.gateway.rejectedCount == 2)
  }

  @Test(arguments: 0..<20)
  func `random sessions replay to the same inbox`(seed: Int) throws {
    var story = RandomEvents(seed: UInt64(seed))
    var session = RecordedSession(historyLimit: seed % 3 == 0 ? 20 : nil, Self.settings)
    for _ in 0..<(seed % 4 == 0 ? 60 : 0) { story.step(&session) }
    session.record()
    for _ in 0..<150 { story.step(&session) }
    let (live, replayed) = try session.inboxes()
    #expect(replayed == live)
  }

  @Test func `an invalid recorded step is rejected with its position`() throws {
    for step in [
      #"{"snapshot":{"entries":[{"id":"x"}]}}"#, #"{"snapshot":7}"#, #"{"rejected":{}}"#,
      #"{"history":{"keep":0}}"#,
    ] {
      let error = #expect(throws: SettingsError.self) {
        try Scenario(Array(step.utf8), fileName: "r.jsonl")
      }
      #expect(error?.line == 1)
    }
  }
}

extension RecordedSession {
  /// Replaces the system by one with another history limit, before anything is recorded.
  mutating func system(limitedTo limit: Int) {
    self = RecordedSession(at: system.now, historyLimit: limit)
    record()
  }
}

extension Effect {
  fileprivate var rejection: Gateway.Effect? {
    if case .store(.gateway(.rejected(let row))) = self { .reject(row) } else { nil }
  }
}

/// Random sessions with all kinds of events, equal for equal seeds.
struct RandomEvents {
  private var random: SeededGenerator
  private var moment = Date.pushMoment

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func step(_ session: inout RecordedSession) {
    moment += Double.random(in: -1...3000, using: &random)
    let id = NotificationID(
      rawValue: Int.random(in: 1...max(session.system.gateway.acceptedCount, 1), using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<11: session.push(push())
    case 11: session.handle(.device(.acted(on: id, action(), text: "ok")), at: moment)
    case 12: session.handle(.device(.marked([id], read: Bool.random(using: &random))), at: moment)
    case 13: session.handle(.device(.removed([id])), at: moment)
    case 14...17: session.handle(.changed(change()), at: moment)
    case 18: session.handle(.device(.acted(on: id, .dismiss, text: nil)), at: moment)
    default: session.handle(.timePassed, at: moment)
    }
  }

  private mutating func pick<Element>(_ choices: Element...) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func app() -> String {
    pick(
      "com.example.chat", "com.example.mail", "com.example.news", "com.example.banner",
      "com.example.app")
  }

  private mutating func action() -> ActionIdentifier {
    pick("REPLY", "OPEN_IT", .open, "UNKNOWN")
  }

  private mutating func push() -> PushRequest {
    var fields = [("apns-topic", app())]
    if pick(true, false, false) { fields.append(("apns-collapse-id", pick("a", "b"))) }
    if pick(true, false, false) {
      fields.append(("apns-id", pick("7F3A6E2C-0000-4000-8000-00000000000A", "no-uuid")))
    }
    if pick(true, false, false, false) {
      let end = Int(moment.timeIntervalSince1970) + pick(-10, 60, 5000)
      fields.append(("apns-expiration", String(end)))
    }
    let badge = pick("", #","badge":4"#, #","badge":0"#)
    let level = pick(
      "", "", #","interruption-level":"time-sensitive""#, #","interruption-level":"passive""#,
      #","sound":{"critical":1}"#)
    let alert = pick(
      #""alert":"Hi""#, #""alert":{"title":"T","loc-key":"HELLO","loc-args":["A"]}"#,
      #""content-available":1"#, #""alert":{"body":"B","summary-arg":"x"},"category":"MESSAGE""#)
    let thread = pick("", #","thread-id":"one""#, #","thread-id":"two""#)
    return .stub(
      fields, body: pick("", "{", "") + #"{"aps":{\#(alert)\#(badge)\#(level)\#(thread)}}"#,
      at: moment, lineID: pick(nil, nil, "a", "line-7"))
  }

  private mutating func change() -> SettingChange {
    let until = moment + pick(0.0001, 60, 5000.00051, 100_000)
    return pick(
      .lock(pick(.locked, .unlocked)), .previews(pick(.always, .never, .whenAuthenticated)),
      .grouping(pick(.automatic, .byApp, .off)), .ringer(pick(.on, .silent)),
      .language(pick("ru", "en", "fr")), .online(pick(true, true, false)),
      .focusOn(pick("dnd", "night", "empty"), until: pick(nil, until)),
      .focusOff(since: moment), .focusOff(since: moment), .showSummary,
      .appState(BundleID(app()), pick(.foreground, .background, .terminated)),
      .mute(BundleID(app()), until: pick(nil, until)))
  }
}
