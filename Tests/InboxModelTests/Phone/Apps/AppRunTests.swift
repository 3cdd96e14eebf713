import Foundation
import Testing

@testable import InboxModel

/// Returns the calls of an app: its state and the method, `-` for none.
private func calls(_ effects: [Phone.Effect]) -> [String] {
  effects.events.compactMap { kind in
    guard case .app(let state, let delegate, _) = kind else { return nil }
    return "\(state) \(delegate.flatMap(AppCall.init).map { "\($0)" } ?? "-")"
  }
}

private let chat: BundleID = "com.example.chat"

private func phone(
  _ state: AppRunState = .background, _ change: (inout PhoneSettings) -> Void = { _ in }
) -> Phone {
  Phone.stub {
    $0.apps[chat, default: AppSettings()].state = state
    change(&$0)
  }
}

private func background(_ id: Int, at moment: Date = Moment.start) throws -> Delivery {
  try .stub(id, aps: #"{"content-available":1}"#, type: .background, at: moment)
}

@Suite struct AppRunTests {
  /// `docs/rules.md` §9.1, row by row: alert push, background push.
  @Test(arguments: [
    (AppRunState.foreground, ["foreground willPresent"], ["foreground fetch"]),
    (.background, [], ["background fetch"]), (.suspended, [], ["background fetch"]),
    (.terminated, [], ["background fetch"]), (.forceQuit, [], []),
  ])
  func `§9.1.1, §9.1.2, §9.1.3, §9.1.4 the run state selects the calls on arrival`(
    state: AppRunState, alert: [String], wake: [String]
  ) throws {
    var device = phone(state)
    let shown = device.deliver(try .stub(1))
    #expect(device.inbox[1]?.outcome == .shown)
    #expect(calls(shown) == alert)
    #expect(device.runState(of: chat) == state)
    #expect(calls(device.deliver(try background(2))) == wake)
  }

  @Test(arguments: [
    (AppRunState.foreground, ["foreground didReceive"]),
    (.background, ["foreground didReceive"]), (.suspended, ["foreground didReceive"]),
    (.terminated, ["foreground didFinishLaunching", "foreground didReceive"]),
    (.forceQuit, ["foreground didFinishLaunching", "foreground didReceive"]),
  ])
  func `§9.1.5 the run state selects the calls on a tap`(
    state: AppRunState, reported: [String]
  ) throws {
    var device = phone(state)
    device.deliver(try .stub(1))
    let effects = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(calls(effects) == reported)
    #expect(device.runState(of: chat) == .foreground)
    for case .emit(let event) in effects where event.name == "app" {
      #expect(event.id == 1)
      #expect(event.carriesPayload)
    }
  }

  @Test(arguments: [AppRunState.suspended, .terminated])
  func `§9.1.8 a woken app is suspended after 30 seconds`(state: AppRunState) throws {
    var device = phone(state)
    device.deliver(try background(1))
    let end = Moment.start.addingTimeInterval(30)
    #expect(device.runState(of: chat) == .background)
    #expect(device.nextMoment == end)
    // Another wake-up while awake restarts its runtime.
    device.deliver(try background(2, at: Moment.start.addingTimeInterval(10)))
    #expect(device.handle(.timePassed, at: end) == [])
    let effects = device.handle(.timePassed, at: end.addingTimeInterval(10))
    #expect(calls(effects) == ["suspended -"])
    #expect(device.runState(of: chat) == .suspended)
    #expect(device.nextMoment == nil)
  }

  @Test func `an action starts the limited runtime of an app that is not running`() throws {
    var device = phone(.terminated) {
      $0.categories["M"] = Category(
        identifier: "M", actions: [Action(identifier: "LIKE", title: "Like")])
    }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","category":"M"}"#))
    let effects = device.handle(.acted(on: 1, "LIKE", text: nil), at: Moment.start)
    #expect(calls(effects) == ["background didFinishLaunching", "background didReceive"])
    #expect(
      effects.stored.first == .setting(key: "app.com.example.chat", value: "suspended"))
  }

  @Test func `the newest background push of a force-quit app waits for its launch`() throws {
    var device = phone(.forceQuit)
    let effects = device.deliver(try background(1), try background(2))
    #expect(effects.events.count == 2)
    #expect(device.silentCount == 2)
    let started = device.handle(.changed(.appState(chat, .foreground)), at: Moment.start)
    #expect(calls(started) == ["foreground didFinishLaunching", "foreground fetch"])
    let ids = started.compactMap { effect -> NotificationID? in
      if case .emit(let event) = effect { event.id } else { nil }
    }
    #expect(ids == [2])
    #expect(
      calls(device.handle(.changed(.appState(chat, .background)), at: Moment.start)) == [
        "background -"
      ])
  }

  @Test func `force-quitting an app discards its waiting push`() throws {
    var device = phone(.background) { $0.device.backgroundBudget = 0 }
    device.deliver(try background(1))
    _ = device.handle(.changed(.appState(chat, .forceQuit)), at: Moment.start)
    let started = device.handle(.changed(.appState(chat, .foreground)), at: Moment.start)
    #expect(calls(started) == ["foreground didFinishLaunching"])
  }

  @Test func `a background push waits while Background App Refresh is off`() throws {
    var device = phone { $0.apps[chat]?.backgroundRefresh = false }
    #expect(calls(device.deliver(try background(1))) == [])
    #expect(
      calls(device.handle(.changed(.appState(chat, .foreground)), at: Moment.start))
        == ["foreground -", "foreground fetch"])
  }

  @Test func `background pushes beyond three an hour wait for the budget`() throws {
    var device = phone()
    let minute: TimeInterval = 60
    for number in 1...3 {
      let moment = Moment.start.addingTimeInterval(Double(number) * minute)
      #expect(calls(device.deliver(try background(number, at: moment))).count == 1)
    }
    let fourth = device.deliver(try background(4, at: Moment.start.addingTimeInterval(4 * minute)))
    #expect(calls(fourth) == [])
    let record = try #require(fourth.record)
    #expect(record.notification.outcome == .silent)
    #expect(record.notification.reason.rawValue == "kind.background-budget")
    let step = Presentation.trace(of: record).steps.first { $0.name == .kind }
    #expect(step?.setting == "device.backgroundBudget")
    // The first wake-up was an hour ago, so the budget allows another one.
    let room = Moment.start.addingTimeInterval(61 * minute)
    #expect(device.nextMoment == room)
    #expect(calls(device.handle(.timePassed, at: room)) == ["background fetch"])
    #expect(device.nextMoment == nil)
  }

  @Test func `a foreground app is not counted, and each app has its own budget`() throws {
    var device = phone(.foreground) { $0.device.backgroundBudget = 1 }
    for number in 1...3 { #expect(calls(device.deliver(try background(number))).count == 1) }
    _ = device.handle(.changed(.appState(chat, .background)), at: Moment.start)
    #expect(calls(device.deliver(try background(4))).count == 1)
    #expect(calls(device.deliver(try background(5))) == [])
    let other = try Delivery.stub(6, app: "com.example.mail", aps: #"{"content-available":1}"#)
    #expect(calls(device.deliver(other)).count == 1)
  }

  @Test func `a visible push of priority 5 beyond the budget is shown without waking the app`()
    throws
  {
    var device = phone(.suspended) { $0.device.backgroundBudget = 0 }
    var push = try Delivery.stub(1, aps: #"{"alert":"Hi","content-available":1}"#)
    push.headers.priority = .conserving
    let effects = device.deliver(push)
    #expect(calls(effects) == [])
    let trace = Presentation.trace(of: try #require(effects.record))
    #expect(trace.outcome == .shown)
    #expect(trace.steps.first { $0.name == .kind }?.code == .kindBackgroundBudget)
  }

  /// Apple, "Pushing background updates to your App": 5 and 1 may be throttled; 10 is an error for
  /// a push without visible content.
  @Test(arguments: [
    (#"{"alert":"Hi","content-available":1}"#, PushType.alert, Priority.immediate, true),
    (#"{"alert":"Hi","content-available":1}"#, .alert, .conserving, false),
    (#"{"alert":"Hi","content-available":1}"#, .alert, .minimal, false),
    (#"{"alert":"Hi","content-available":1}"#, .background, .immediate, false),
    (#"{"content-available":1}"#, .alert, .immediate, false),
    (#"{"badge":1,"content-available":1}"#, .alert, .immediate, true),
  ])
  func `only visible pushes of priority 10 bypass the budget, uncounted`(
    aps: String, type: PushType, priority: Priority, passes: Bool
  ) throws {
    var device = phone(.suspended) { $0.device.backgroundBudget = 1 }
    for number in 1...3 {
      var push = try Delivery.stub(number, aps: aps, type: type)
      push.headers.priority = priority
      let reported = calls(device.deliver(push)).filter { $0.hasSuffix("fetch") }
      #expect(reported.count == (passes || number == 1 ? 1 : 0))
    }
    let after = device.deliver(try background(4))
    #expect(calls(after).count == (passes ? 1 : 0))
  }

  @Test func `an app does not stay awake after the clock is set back`() throws {
    var device = phone(.suspended)
    device.deliver(try background(1))
    _ = device.handle(.timePassed, at: Moment.start.addingTimeInterval(-3600))
    #expect(device.runState(of: chat) == .suspended)
    #expect(
      calls(device.deliver(try background(2, at: Moment.start.addingTimeInterval(-3600)))).count
        == 1)
  }

  @Test func `uninstalling an app removes its waiting push`() throws {
    var device = phone(.suspended)
    device.deliver(try background(1))
    var files = device.settings
    files.apps[chat]?.installed = false
    _ = device.handle(.configured(files), at: Moment.start)
    #expect(device.nextMoment == nil)
  }

  @Test(arguments: [
    ("voip", "com.example.chat.voip", "kind.pushkit", ["background pushKit"]),
    ("complication", "com.example.chat.complication", "kind.pushkit", ["background pushKit"]),
    (
      "fileprovider", "com.example.chat.pushkit.fileprovider", "kind.pushkit",
      ["background pushKit"]
    ),
    ("pushtotalk", "com.example.chat.voip-ptt", "kind.pushkit", ["background pushToTalk"]),
    ("liveactivity", "com.example.chat.push-type.liveactivity", "activity.no-timestamp", []),
    ("location", "com.example.chat.location-query", "kind.not-shown", []),
    (
      "widgets", "com.example.chat.push-type.widgets", "kind.widgets", ["terminated reloadWidgets"]
    ),
    (
      "controls", "com.example.chat.push-type.controls", "kind.controls",
      ["terminated reloadControls"]
    ),
  ])
  func `§2.2, §2.3 pushes of other kinds are not listed, and are reported`(
    type: String, topic: String, reason: String, reported: [String]
  ) throws {
    var device = phone(.terminated)
    let effects = device.deliver(
      try .stub(
        1, aps: #"{"alert":"Hi","event":"update","content-changed":true}"#,
        type: PushType(rawValue: type), topic: topic))
    #expect(device.inbox.count == 0)
    #expect(effects.record?.notification.reason.rawValue == reason)
    #expect(effects.events.count == 1 + reported.count)
    #expect(calls(effects) == reported)
  }
}

@Suite struct WidgetBudgetTests {
  @Test(arguments: [
    "{}", #"{"content-changed":false}"#, #"{"content-changed":null}"#, #"{"content-changed":1}"#,
  ])
  func `a push without content-changed true reloads no widgets and uses no budget`(
    aps: String
  ) throws {
    var device = Phone.stub()
    let effects = device.deliver(
      try .stub(1, aps: aps, type: .widgets, topic: "com.example.chat.push-type.widgets"))
    #expect(effects.record?.notification.reason == .kindWidgetsUnchanged)
    #expect(device.fetches.recentReloads(of: chat, at: device.now).isEmpty)
    #expect(calls(effects).isEmpty)
  }

  @Test func `widgets are reloaded up to the budget of each day`() throws {
    var device = Phone.stub { $0.device.widgetBudget = 1 }
    func push(_ id: Int, after seconds: TimeInterval) throws -> Delivery {
      try .stub(
        id, aps: #"{"content-changed":true}"#, type: .widgets,
        topic: "com.example.chat.push-type.widgets", at: Moment.start + seconds)
    }
    let reasons = try [0.0, 3600, 86_400].enumerated().map { number, seconds in
      try device.deliver(push(number + 1, after: seconds)).record?.notification.reason
    }
    #expect(reasons == [.kindWidgets, .kindWidgetBudget, .kindWidgets])
    let kept = Phone(settings: PhoneSettings(), state: device.state)
    #expect(kept.fetches.recentReloads(of: chat, at: Moment.start + 86_401).count == 1)
    #expect(AppFetches(stored: kept.fetches[chat].stored) == kept.fetches[chat])
  }
}

@Suite struct ForegroundAnswerTests {
  /// `docs/rules.md` §9.2, row by row.
  @Test(arguments: [
    ("§9.2.1", "['banner']", ["banner"], true), ("§9.2.2", "['list']", ["list"], true),
    ("§9.2.3", "['sound']", ["sound"], true), ("§9.2.4", "['badge']", ["badge"], true),
    ("§9.2.5", "[]", [], true), ("§9.2.6", "['alert']", ["banner", "list"], true),
    ("§9.2.7", "'late'", [], true), ("§9.2.8", "'noMethod'", [], false),
    ("§9.2.9", "'noDelegate'", ["badge", "banner", "list", "sound"], false),
  ])
  func `an app in the foreground determines the presentation`(
    name: String, present: String, presented: [String], isAsked: Bool
  ) throws {
    var configuration = Configuration()
    let file = "{ apps: { 'com.example.chat': { state: 'foreground', present: \(present) } } }"
    try configuration.apply(Array(file.utf8), fileName: "config.json5", allowsPrograms: false)
    var device = Phone(settings: configuration.phone)
    let effects = device.deliver(try .stub(1, aps: #"{"alert":"Hi","sound":"default","badge":2}"#))
    let record = try #require(effects.record)
    #expect(record.notification.presented.names == presented)
    #expect(calls(effects) == (isAsked ? ["foreground willPresent"] : []))
    #expect(device.inbox.count == (presented.contains("list") ? 1 : 0))
    #expect(device.badges[chat] == (presented.contains("badge") ? 2 : nil))
    // The stored context leads to the same decision.
    let stored = try JSONReader.read(record.context.stored).root.object
    let kept = try #require(stored.flatMap(PresentationContext.init(stored:)))
    #expect(kept == record.context)
    let again = Presentation.decide(record.delivery, in: kept)
    #expect(again.presented.names == presented)
    // The written value is parsed.
    let written = try #require(device.settings.app(chat).json["present"])
    #expect(
      try Payload.read(Array(JSONWriter.text(.object(["p": written])).utf8)).get().custom["p"]
        == written)
  }

  @Test func `without a delegate the Focus decides as in the background`() throws {
    var device = phone(.foreground) { $0.apps[chat]?.present = .noDelegate }
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    device.deliver(try .stub(1))
    #expect(device.inbox[1]?.reason == .dndManual)
  }

  @Test func `an action on a banner without an entry is reported and recorded`() throws {
    var device = phone(.foreground) { $0.apps[chat]?.present = [.banner] }
    device.deliver(try .stub(1))
    let effects = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(effects.stored == [.update(1, isRead: true, acted: .open, place: .unlisted)])
    #expect(
      effects.events == [
        .action(.open, userText: nil, foreground: true),
        .app(state: .foreground, delegate: AppCall.didReceive.rawValue, carriesPayload: true),
        .read(by: .user, isRead: true),
      ])
    #expect(device.handle(.acted(on: 1, .open, text: nil), at: Moment.start) == [])
  }

  @Test func `a dismissed banner without an entry is not listed`() throws {
    var device = phone(.foreground) { $0.apps[chat]?.present = [.banner] }
    device.deliver(try .stub(1))
    let effects = device.handle(.acted(on: 1, .dismiss, text: nil), at: Moment.start)
    #expect(
      effects.stored == [.update(1, isRead: false, acted: .dismiss, place: .unlisted)])
  }
}
