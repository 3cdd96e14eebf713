import Foundation
import Testing

@testable import InboxModel

/// Service extensions on the virtual clock (`docs/rules.md`, N1 to N9).
@Suite struct ServiceExtensionTests {
  private static let app: BundleID = "com.example.chat"
  private static let aps = #"{"alert":{"title":"T","body":"B"},"badge":1,"mutable-content":1}"#

  /// Returns a phone whose app has an extension: a program, or a fixed answer.
  private func device(
    _ source: ServiceExtension.Source = .program(["./ext"], folder: "/f"),
    limit: TimeInterval = 30, change: (inout AppSettings) -> Void = { _ in }
  ) -> Phone {
    .stub { settings in
      var app = AppSettings()
      app.serviceExtension = ServiceExtension(source, limit: limit)
      change(&app)
      settings.apps[Self.app] = app
    }
  }

  private func answer(_ aps: String, beside rest: String = "") -> ExtensionAnswer {
    .printed(Array(#"{"aps":\#(aps)\#(rest)}"#.utf8))
  }

  private func push(_ id: Int = 1, _ aps: String = Self.aps, collapseID: CollapseID? = nil) throws
    -> Delivery
  {
    try .stub(id, aps: aps, collapseID: collapseID)
  }

  private func after(_ seconds: TimeInterval) -> Date { Moment.start + seconds }

  /// Returns the record of a push whose extension answers after a second.
  private func shown(_ answer: ExtensionAnswer, _ aps: String = Self.aps) throws -> PushRecord {
    var device = device()
    device.deliver(try push(1, aps))
    return try #require(device.handle(.extensionEnded(1, answer), at: after(1)).record)
  }

  private func step(_ record: PushRecord) -> TraceStep? {
    Presentation.trace(of: record).steps.first { $0.name == .extension }
  }

  // MARK: N1 to N3

  @Test func `N1 an alert with mutable-content is held for its service extension first`() throws {
    var device = device()
    let push = try push().arrived()
    var waiting = push
    waiting.transit.isAtExtension = true
    let run = ExtensionRun(
      id: 1, app: Self.app, arguments: ["./ext"], folder: "/f", limit: 30,
      payload: push.payload.bytes)
    #expect(device.deliver(push) == [.store(.queued(waiting)), .runExtension(run)])
    #expect(device.inbox.count == 0)
    #expect(device.nextMoment == after(30))

    let effects = device.handle(
      .extensionEnded(1, answer(#"{"alert":"changed"}"#)), at: after(2))
    let record = try #require(effects.record)
    #expect(record.delivery == push)
    #expect(record.notification.content.body == "changed")
    #expect(record.notification.receivedAt == Moment.start)
    #expect(record.notification.deliveredAt == Moment.start)
    #expect(record.notification.outcome == .shown)
    #expect(record.context.at == after(2))
    #expect(device.inbox.count == 1)
    #expect(device.nextMoment == nil)
  }

  @Test func `a push at its extension is listed, and found by number and apns-id`() throws {
    var device = device()
    device.deliver(try push(1), try push(2))
    let lines = [1, 2].map { "#\($0) waits for the service extension of Chat" }
    #expect(Array(ListText.lines(of: device)) == lines)
    #expect(
      ["1", "2", "APNS-2", "3"].map { device.atExtension(called: $0)?.id } == [1, 2, 2, nil])
    _ = device.handle(.extensionEnded(1, answer(#"{"alert":"x"}"#)), at: after(1))
    #expect(device.atExtension.map(\.id) == [2])
    #expect(Array(ListText.lines(of: device)).suffix(1) == lines.suffix(1))
  }

  @Test(arguments: [
    ("N1 no mutable-content", #"{"alert":"B"}"#),
    ("N1 mutable-content 0", #"{"alert":"B","mutable-content":0}"#),
    ("N2 badge only", #"{"badge":1,"mutable-content":1}"#),
    ("N2 sound only", #"{"sound":"default","mutable-content":1}"#),
    ("N2 background", #"{"content-available":1,"mutable-content":1}"#),
  ])
  func `N1 N2 pushes without alert or mutable-content are decided immediately`(
    name: String, aps: String
  ) throws {
    var device = device()
    let effects = device.deliver(try push(1, aps))
    #expect(effects.record?.context.serviceExtension == PresentationContext.Extension.none)
    #expect(!effects.contains { if case .runExtension = $0 { true } else { false } })
  }

  private static let unshown: [(name: String, change: @Sendable (inout AppSettings) -> Void)] = [
    ("N3 every alert style off", { ($0.banners, $0.lockScreen, $0.list) = (false, false, false) }),
    ("denied", { $0.permission = .denied }),
    ("not installed", { $0.installed = false }),
    ("no extension", { $0.serviceExtension = nil }),
  ]

  @Test(arguments: Self.unshown.indices)
  func `N3 a push that is not shown does not run its extension`(row: Int) throws {
    var device = device(change: Self.unshown[row].change)
    let effects = device.deliver(try push())
    #expect(effects.record != nil, "\(Self.unshown[row].name)")
    #expect(!effects.contains { if case .runExtension = $0 { true } else { false } })
  }

  @Test func `an app in the foreground is asked after its extension`() throws {
    var device = device { $0.state = .foreground }
    #expect(device.deliver(try push()).record == nil)
    let effects = device.handle(.extensionEnded(1, answer(#"{"alert":"x"}"#)), at: after(1))
    #expect(effects.record?.context.appState == .foreground)
  }

  // MARK: N4 to N6

  @Test
  func `N4 an extension that exceeds its time shows the original, and a later answer is ignored`()
    throws
  {
    var device = device(limit: 5)
    device.deliver(try push())
    #expect(device.handle(.timePassed, at: after(4.999)).isEmpty)
    let record = try #require(device.handle(.timePassed, at: after(5)).record)
    #expect(record.notification.content.body == "B")
    #expect(record.notification.textNote == .extensionTimeout)
    #expect(step(record)?.result == .note)
    #expect(step(record)?.code == .extensionTimeout)
    #expect(step(record)?.because.contains("longer than 5s") == true)
    #expect(device.handle(.extensionEnded(1, answer(#"{"alert":"late"}"#)), at: after(6)).isEmpty)
    #expect(device.inbox.count == 1)
  }

  @Test func `N4, N5, §13.5 the time limit of an extension is an app's setting`() throws {
    var device = device(.stated(.null, after: 0), limit: 12)
    device.deliver(try push())
    #expect(device.nextMoment == after(12))
  }

  @Test func `N6 an extension that never answers loses no push`() throws {
    var device = device(.stated(.null, after: 0))
    device.deliver(try push())
    #expect(device.handle(.timePassed, at: after(30)).record?.notification.outcome == .shown)
  }

  @Test(arguments: [
    (ExtensionAnswer.failed("exited with 3: no key"), "exited with 3: no key"),
    (.printed([]), "printed nothing"),
    (.printed(Array("hello".utf8)), "printed invalid JSON"),
    (.printed(Array(#"{"aps":{"alert":"x"}} {"#.utf8)), "printed invalid JSON"),
    (.printed(Array("[1]".utf8)), "printed an array"),
    (.printed(Array(#"{"alert":"x"}"#.utf8)), "printed no `aps` object"),
    (.printed(Array(#"{"aps":"x"}"#.utf8)), "printed no `aps` object"),
    (.printed([UInt8](repeating: 0x20, count: 65_537)), "printed more than 64 KiB"),
    (.printed([0xFF, 0xFE]), "printed invalid JSON"),
  ])
  func `N6 a failed extension shows the original with the reason`(
    answer: ExtensionAnswer, because: String
  ) throws {
    let record = try shown(answer)
    #expect(record.notification.content.title == "T")
    #expect(record.notification.badge == 1)
    #expect(record.notification.outcome == .shown)
    #expect(record.notification.textNote == .extensionFailed)
    #expect(step(record)?.code == .extensionFailed)
    #expect(step(record)?.because.contains(because) == true, "\(String(describing: step(record)))")
    #expect(step(record)?.setting == "apps.com.example.chat.extension")
  }

  @Test(arguments: [
    (#"{"alert":7}"#, "`aps.alert` as a number, not a string or an object"),
    (#"{"alert":"x","badge":"3"}"#, "`aps.badge` as a string, not a whole number"),
    (#"{"alert":"x","badge":1.5}"#, "`aps.badge` as 1.5, not a whole number"),
    (#"{"alert":"x","sound":[]}"#, "`aps.sound` as an array, not a string or an object"),
    (#"{"alert":"x","thread-id":{}}"#, "`aps.thread-id` as an object, not a string"),
    (#"{"alert":{"body":true}}"#, "`aps.alert.body` as a boolean, not a string"),
    (#"{"alert":"x","relevance-score":"1"}"#, "`aps.relevance-score` as a string, not a number"),
  ])
  func `N6 an answer with a value of a wrong type is rejected by name`(aps: String, because: String)
    throws
  {
    let record = try shown(answer(aps))
    #expect(record.notification.content == .init(title: "T", body: "B"))
    #expect(record.notification.textNote == .extensionFailed)
    #expect(step(record)?.because.contains("printed " + because) == true, "\(step(record) as Any)")
  }

  @Test func `N6 a wrong type from the original may be returned, and null counts as absent`() throws
  {
    let aps = #"{"alert":"B","badge":"3","mutable-content":1}"#
    #expect(try shown(answer(#"{"alert":"x","badge":"3"}"#), aps).notification.textNote == nil)
    #expect(try shown(answer(#"{"alert":"x","badge":null}"#)).notification.textNote == nil)
    #expect(
      try shown(answer(#"{"alert":"x","badge":[]}"#), aps).notification.textNote == .extensionFailed
    )
  }

  // MARK: N7, N8

  @Test
  func `N7 the notification delegate receives the changed payload, other methods the original`()
    throws
  {
    var device = device { $0.state = .foreground }
    let aps = #"{"alert":"B","content-available":1,"mutable-content":1}"#
    device.deliver(try push(1, aps))
    let effects = device.handle(
      .extensionEnded(1, answer(#"{"alert":"x"}"#, beside: #","who":"Ann""#)), at: after(1))
    let record = try #require(effects.record)
    let events = (effects + device.handle(.acted(on: 1, .open, text: nil), at: after(2))).compactMap
    {
      if case .emit(let event) = $0, event.carriesPayload { event } else { nil }
    }
    var got: [String: String] = [:]
    for event in events {
      var name = event.name
      if case .app(_, let delegate?, _) = event.kind { name = delegate }
      got[name] = record.payload(for: event).map { String(decoding: $0, as: UTF8.self) }
    }
    let changed =
      #"{"aps":{"alert":"x","content-available":1,"mutable-content":1},"who":"Ann"}"#
    #expect(
      got == [
        AppCall.willPresent.rawValue: changed, AppCall.didReceive.rawValue: changed,
        "action": changed, AppCall.fetch.rawValue: #"{"aps":\#(aps)}"#,
      ])
  }

  @Test
  func `N7 an extension may change text, badge, sound, thread, category, level, score, user info`()
    throws
  {
    let aps = """
      {"alert":{"title":"t","subtitle":"s","body":"b"},"badge":7,"sound":"bell","thread-id":"x",\
      "category":"M","interruption-level":"passive","relevance-score":0.5}
      """
    let record = try shown(answer(aps, beside: #","who":"Ann""#))
    let notification = record.notification
    #expect(notification.content == .init(title: "t", subtitle: "s", body: "b"))
    #expect(notification.badge == 7)
    #expect(notification.threadIdentifier == "x")
    #expect(notification.categoryIdentifier == "M")
    #expect(notification.level == .passive)
    #expect(notification.relevanceScore == 0.5)
    // Later rules see the change.
    #expect(notification.reason == .levelPassive)
    #expect(step(record)?.code == .extensionChanged)
    #expect(
      step(record)?.because
        == "the service extension changed title, subtitle, body, badge, sound, thread-id, category, "
        + "interruption-level, relevance-score, the app's own keys")
  }

  @Test func `N7 keys that an extension omits are removed, and keys it must not change remain`()
    throws
  {
    let record = try shown(
      answer(#"{"alert":"b","content-available":1,"mutable-content":0}"#),
      #"{"alert":"B","badge":3,"sound":"default","thread-id":"x","mutable-content":1}"#)
    #expect(record.notification.badge == nil)
    #expect(record.notification.threadIdentifier == "")
    #expect(!record.notification.presented.contains(.sound))
    #expect(record.notification.requestID == "apns-1")
    let changed = record.delivery.changed(in: record.context)
    #expect(!changed.payload.isContentAvailable)
    #expect(changed.payload.isMutableContent)
  }

  @Test func `N7 a changed push replaces the entry with its request identifier`() throws {
    var device = device()
    device.deliver(try push(1, #"{"alert":"old"}"#, collapseID: "c"))
    device.deliver(try push(2, collapseID: "c"))
    #expect(device.inbox.count == 1)
    let effects = device.handle(.extensionEnded(2, answer(#"{"alert":"new"}"#)), at: after(1))
    #expect(effects.record?.notification.replaced == 1)
    #expect(device.inbox.notifications.map(\.content.body) == ["new"])
  }

  @Test(arguments: [
    #"{"badge":4}"#, #"{"alert":"","badge":4}"#, #"{"alert":{"body":""},"badge":4}"#,
  ])
  func `N8 an answer without text keeps the text and does not suppress the push`(
    aps: String
  ) throws {
    let record = try shown(answer(aps))
    #expect(record.notification.content == .init(title: "T", body: "B"))
    #expect(record.notification.badge == 4)
    #expect(record.notification.outcome == .shown)
    #expect(step(record)?.because.contains("without text") == true)
  }

  @Test func `an answer equal to the payload changes nothing`() throws {
    let record = try shown(answer(Self.aps))
    #expect(step(record)?.result == .ok)
    #expect(step(record)?.code == nil)
  }

  @Test func `the text of an answer is looked up in the app's strings`() throws {
    var device = device { $0.strings = ["HELLO": "Hello, %@"] }
    device.deliver(try push())
    let effects = device.handle(
      .extensionEnded(
        1, answer(#"{"alert":{"loc-key":"HELLO","loc-args":["Ann"]}}"#)), at: after(1))
    #expect(effects.record?.notification.content.body == "Hello, Ann")
    #expect(effects.record?.context.text == .localized)
  }

  // MARK: N9

  @Test func `N9 an app's pushes pass its extension one at a time, in order of arrival`() throws {
    var device = device()
    let effects = device.deliver(try push(1), try push(2), try push(3))
    #expect(effects.runs == [1])
    #expect(device.handle(.extensionEnded(2, answer("{}")), at: after(1)).isEmpty, "not asked yet")
    #expect(device.handle(.extensionEnded(1, answer("{}")), at: after(20)).runs == [2])
    // Its time limit starts when its extension runs.
    #expect(device.nextMoment == after(50))
    #expect(device.handle(.timePassed, at: after(50)).runs == [3])
    #expect(device.inbox.notifications.map(\.id) == [2, 1])
    _ = device.handle(.extensionEnded(3, answer("{}")), at: after(51))
    #expect(device.inbox.notifications.map(\.id) == [3, 2, 1])
    #expect(device.nextMoment == nil)
  }

  @Test func `N9 other pushes overtake waiting ones unless they replace one`() throws {
    var device = device()
    device.deliver(try push(1, collapseID: "c"), try .stub(2, app: "com.example.mail"))
    device.deliver(try push(3, #"{"alert":"plain"}"#))
    #expect(device.inbox.notifications.map(\.id) == [3, 2])
    device.deliver(try push(4, #"{"alert":"newer"}"#, collapseID: "c"))
    #expect(device.inbox.notifications.map(\.id) == [3, 2])
    _ = device.handle(.extensionEnded(1, answer(#"{"alert":"older"}"#)), at: after(1))
    #expect(device.inbox.notifications.map(\.id) == [4, 3, 2])
    #expect(device.inbox[4]?.content.body == "newer")
    #expect(device.inbox[4]?.replaced == 1)
  }

  @Test func `N9 a thousand pushes wait for an extension, and one more is shown unchanged`() throws
  {
    var device = device()
    for id in 1...ExtensionLines.maximumLength { device.deliver(try push(id)) }
    let record = try #require(device.deliver(try push(1001)).record)
    #expect(record.notification.textNote == .extensionFailed)
    #expect(device.inbox.count == 1)
    for id in 1...ExtensionLines.maximumLength {
      let effects = device.handle(
        .extensionEnded(NotificationID(rawValue: id), answer("{}")), at: after(1))
      #expect(effects.record?.notification.id.rawValue == id)
    }
    #expect(device.inbox.count == 1001)
    #expect(device.nextMoment == nil)
  }

  // MARK: While it runs

  @Test func `settings that change during an extension's run apply to the result`() throws {
    var device = device()
    device.deliver(try push())
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: after(1))
    let effects = device.handle(.extensionEnded(1, answer(#"{"alert":"x"}"#)), at: after(2))
    #expect(effects.record?.notification.reason == .dndManual)
  }

  @Test func `uninstalling an app drops its waiting pushes and reports them`() throws {
    var device = device()
    device.deliver(try push(1), try push(2))
    var settings = device.settings
    settings.apps[Self.app]?.installed = false
    let effects = device.handle(.configured(settings), at: after(1))
    let reasons = effects.stored.compactMap { change in
      if case .insert(let record) = change { record.notification.reason } else { nil }
    }
    #expect(reasons == [.appNotInstalled, .appNotInstalled])
    #expect(device.nextMoment == nil)
    #expect(device.handle(.extensionEnded(1, answer("{}")), at: after(2)).isEmpty)
  }

  @Test func `removing an extension shows its waiting pushes immediately`() throws {
    var device = device()
    device.deliver(try push(1), try push(2))
    var settings = device.settings
    settings.apps[Self.app]?.serviceExtension = nil
    _ = device.handle(.configured(settings), at: after(1))
    #expect(device.inbox.notifications.map(\.id) == [2, 1])
  }

  @Test func `pushes at an extension are stored, and their extension runs again after a restart`()
    throws
  {
    var device = device()
    device.deliver(try push(1), try push(2))
    let snapshot = device.snapshot
    #expect(snapshot.queue.map(\.id) == [1, 2])

    var gateway = Gateway(snapshot: snapshot)
    #expect(gateway.waitingCount == 0)
    #expect(gateway.handle(.timePassed, at: after(5)).isEmpty)
    var again = Phone(settings: device.settings, snapshot: snapshot)
    #expect(again.nextMoment == .distantPast)
    #expect(again.handle(.timePassed, at: after(60)).runs == [1])
    #expect(again.nextMoment == after(90))
    let record = try #require(
      again.handle(.extensionEnded(1, answer("{}")), at: after(61)).record)
    #expect(record.delivery == (try push(1).arrived()))
  }

  @Test func `a push held for an offline phone then passes its extension`() throws {
    var system = PushSystem(device: device())
    _ = system.handle(.changed(.online(false)), at: .pushMoment)
    let request = PushRequest.stub(body: #"{"aps":\#(Self.aps)}"#)
    _ = system.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
    #expect(system.handle(.changed(.online(true)), at: .pushMoment + 1).runs == [1])
    #expect(system.gateway.waitingCount == 0)
    let snapshot = system.snapshot
    #expect(snapshot.queue.map(\.transit.isAtExtension) == [true])
    #expect(snapshot.queue.first?.transit.heldSince == .pushMoment)
    let effects = system.handle(
      .device(.extensionEnded(1, answer(#"{"alert":"x"}"#))), at: .pushMoment + 2)
    #expect(effects.record?.notification.content.body == "x")
  }

  // MARK: Storing

  private static let outcomes: [PresentationContext.Extension] = [
    .none, .timedOut(limit: 0.25), .failed("exited with 3: “no”\n"),
    .answered(
      (try? Payload.read(Array("{\"aps\" : {\"alert\":\"\\u00e9 x\"}, \"k\":1}\n".utf8)).get())
        ?? Payload(), changed: ["body", "badge"]),
  ]

  @Test(arguments: Self.outcomes)
  func `the result of an extension is stored and restored`(outcome: PresentationContext.Extension)
    throws
  {
    let phone = PresentationContext.stub { $0.serviceExtension = outcome }
    let read = try JSONReader.read(phone.stored, dialect: .json).root.object
    #expect(PresentationContext(stored: try #require(read)) == phone)
  }

  @Test(arguments: [("active", []), ("passive", ["interruption-level=time-sensitive"])])
  func `a level would have shown a push whose extension kept the level`(
    sent: String, remedies: [String]
  ) throws {
    var device = device()
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    device.deliver(
      try push(1, #"{"alert":"B","mutable-content":1,"interruption-level":"\#(sent)"}"#))
    let effects = device.handle(
      .extensionEnded(1, answer(#"{"alert":"b","interruption-level":"passive"}"#)), at: after(1))
    let trace = Presentation.trace(of: try #require(effects.record))
    #expect(trace.outcome == .quiet)
    #expect(trace.wouldShowIf.flatMap(\.payload) == remedies)
  }

  // MARK: Settings and scenarios

  private func settings(
    _ text: String, allowsPrograms: Bool = true
  ) throws(SettingsError) -> ServiceExtension? {
    var configuration = Configuration()
    try configuration.apply(
      Array("{ apps: { 'com.example.chat': { extension: \(text) } } }".utf8),
      fileName: "config.json5", allowsPrograms: allowsPrograms,
      files: SettingsFiles(folder: "/etc/p") { _ in .failure(.init(reason: "no")) })
    return configuration.phone.app(Self.app).serviceExtension
  }

  @Test func `a program has its time limit, and written settings parse to the same value`() throws {
    let service = try #require(try settings("{ run: ['./ext', 'a b'], limit: '1500ms' }"))
    #expect(
      service == ServiceExtension(.program(["./ext", "a b"], folder: "/etc/p"), limit: 1.5))
    #expect(try settings(JSONWriter.text(.object(service.json))) == service)
    let stated = try #require(try settings("{ answer: { aps: {} }, after: '5s' }"))
    #expect(stated == ServiceExtension(.stated(["aps": [:]], after: 5)))
    #expect(try settings(JSONWriter.text(.object(stated.json))) == stated)
    #expect(try settings("null") == nil)
    #expect(try settings("{}") == nil)
  }

  @Test(arguments: [
    ("{ run: [] }", "must be a program and its arguments"),
    ("{ run: [''] }", "must be a program and its arguments"),
    ("{ run: './ext' }", "must be a list"),
    ("{ limit: '5s' }", "extension.run` is missing"),
    ("{ run: ['x'], limit: '0s' }", "must be a span such as `30s`"),
    ("{ run: ['x'], answer: {} }", "exclude each other"),
    ("{ run: ['x'], after: '5s' }", "exclude each other"),
    ("{ run: ['x'], limits: '5s' }", "did you mean `limit`?"),
    ("[]", "must be an object"),
  ])
  func `an error in service extension settings has its position`(text: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try settings(text) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error?.message))")
    #expect(error?.message.hasPrefix("config.json5:1:") == true)
  }

  @Test func `programs may be named only where they are allowed, and not by set`() throws {
    let error = #expect(throws: SettingsError.self) {
      try settings("{ run: ['./ext'] }", allowsPrograms: false)
    }
    #expect(
      error?.message
        == "config.json5:1:51: `apps.com.example.chat.extension.run` names programs to run, which needs "
        + "--allow-programs here")
    #expect(try settings("{ answer: null }", allowsPrograms: false) != nil)
    let line = #"{"app":{"bundleId":"a.b","extension":{"run":["./ext"]}}}"#
    let inScenario = #expect(throws: SettingsError.self) {
      try Scenario(Array(line.utf8), fileName: "story.jsonl")
    }
    #expect(inScenario?.message.contains("story.jsonl:1:45: `app.extension.run`") == true)
    let bySet = #expect(throws: SettingsError.self) {
      try SettingChangeReader(now: Moment.start, phone: PhoneSettings()).changes(
        pairs: [("apps.com.example.chat.extension.run", #"["./ext"]"#)])
    }
    #expect(bySet?.message.contains("only a configuration file may") == true)
  }

  @Test func `a program takes no virtual time in a scenario`() throws {
    let lines = """
      {"clock":"2026-04-14T12:00:00Z"}
      {"app":{"bundleId":"a.b","extension":{"run":["./ext"]}}}
      {"push":{"bundleId":"a.b","payload":{"aps":{"alert":"B","mutable-content":1}}},"repeat":3,"every":"10s"}
      """
    let files = SettingsFiles.none.allowingPrograms
    let scenario = try Scenario(Array(lines.utf8), files: files)
    var run = ScenarioRun(start: scenario.start, seed: 1)
    run.programs = ExtensionPrograms { asked in
      .printed(Array(#"{"aps":{"alert":"\#(asked.id.rawValue)"}}"#.utf8))
    }
    for step in scenario.steps { try run.perform(step) }
    #expect(run.system.device.inbox.notifications.map(\.content.body) == ["3", "2", "1"])
    #expect(
      run.records.values.map(\.context.at).sorted()
        == [0, 10, 20].map { Moment.at("2026-04-14T12:00:00Z") + $0 })
  }

  @Test func `a recording contains the answers of extensions and no program`() throws {
    var session = RecordedSession { settings in
      var app = AppSettings()
      app.serviceExtension = ServiceExtension(.program(["./ext"], folder: "/f"), limit: 5)
      settings.apps[Self.app] = app
    }
    session.record()
    for _ in 1...4 { session.push(.stub(body: #"{"aps":\#(Self.aps)}"#)) }
    session.handle(.device(.extensionEnded(1, answer(#"{"alert":"x"}"#))), at: .pushMoment + 1)
    session.handle(.device(.extensionEnded(2, .failed("exited with 1"))), at: .pushMoment + 2)
    session.handle(.device(.extensionEnded(3, .printed([0xFF]))), at: .pushMoment + 3)
    session.handle(.timePassed, at: .pushMoment + 60)
    #expect(session.system.device.inbox.count == 4)
    let (live, replayed) = try session.inboxes()
    #expect(live == replayed)
    #expect(live.contains(#""body":"x""#))
  }
}

extension SettingsFiles {
  fileprivate var allowingPrograms: SettingsFiles {
    var files = self
    files.allowsPrograms = true
    return files
  }
}

extension [Phone.Effect] {
  /// The pushes whose extensions are to run.
  fileprivate var runs: [NotificationID] {
    compactMap { if case .runExtension(let run) = $0 { run.id } else { nil } }
  }
}

extension [Effect] {
  /// The pushes whose extensions are to run.
  fileprivate var runs: [NotificationID] {
    compactMap { if case .runExtension(let run) = $0 { run.id } else { nil } }
  }
}
