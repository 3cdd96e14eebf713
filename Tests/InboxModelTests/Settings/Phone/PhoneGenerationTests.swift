import Foundation
import Testing

@testable import InboxModel

private let chat: BundleID = "com.example.chat"

/// Returns a phone of 2012 with the settings of a later one.
private func phone(
  _ state: AppRunState = .background, _ change: (inout PhoneSettings) -> Void = { _ in }
) -> Phone {
  Phone.stub {
    $0.device.era = .year2012
    $0.apps[chat, default: AppSettings()].state = state
    change(&$0)
  }
}

private func calls(_ effects: [Phone.Effect]) -> [String] {
  effects.events.compactMap { kind in
    guard case .app(let state, let delegate, _) = kind else { return nil }
    return "\(state) \(delegate.flatMap(AppCall.init).map { "\($0)" } ?? "-")"
  }
}

@Suite struct EraTests {
  @Test(arguments: [AppRunState.background, .suspended, .terminated, .forceQuit])
  func `APL-10 outside the foreground the system shows text, sound and badge`(state: AppRunState)
    throws
  {
    var device = phone(state)
    let effects = device.deliver(try .stub(1, aps: #"{"alert":"Hi","sound":"default","badge":3}"#))
    #expect(device.inbox[1]?.presented.names == ["badge", "banner", "list", "sound"])
    #expect(calls(effects) == [])
  }

  @Test(arguments: [#"{"alert":"Hi","sound":"default","badge":3}"#, #"{"content-available":1}"#])
  func `APL-10 in the foreground the app receives the payload, and nothing is shown`(
    aps: String
  ) throws {
    var device = phone(.foreground)
    let effects = device.deliver(try .stub(1, aps: aps))
    #expect(effects.record?.notification.presented == [])
    #expect(device.inbox.count == 0)
    #expect(device.badges.isEmpty)
    #expect(calls(effects) == ["foreground didReceiveRemote"])
  }

  @Test func `APL-14, BOK-04 a string and a dictionary yield the same body`() throws {
    var device = phone()
    device.deliver(
      try .stub(1, aps: #"{"alert":"Hello"}"#), try .stub(2, aps: #"{"alert":{"body":"Hello"}}"#))
    #expect(device.inbox[1]?.content == device.inbox[2]?.content)
    #expect(device.inbox[1]?.content.body == "Hello")
  }

  @Test(arguments: [
    (["fr"], "Afficher"), (["ru", "en"], "Показать"), (["cy"], "View"), (["zh-Hant-TW"], "顯示"),
  ])
  func `APL-15 the default button of an alert is in the phone's language`(
    languages: [String], label: String
  ) throws {
    var device = phone { $0.device.languages = languages }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi"}"#))
    #expect(device.inbox[1]?.openLabel == label)
  }

  @Test(arguments: [
    (PhoneGeneration.year2012, nil), (.today, UndoStep(kind: .dismissed, ids: [1])),
  ])
  func `APL-15 a closed alert of 2012 cannot be restored`(
    era: PhoneGeneration, undoable: UndoStep?
  ) throws {
    var device = phone { $0.device.era = era }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi"}"#))
    _ = device.handle(.dismissed([1]), at: Moment.start)
    #expect(device.inbox.count == 0)
    #expect(device.undoable == undoable)
  }

  @Test(arguments: [
    ("a plain alert", #""Hi""#, "View"),
    ("APL-15 null", #"{"body":"Hi","action-loc-key":null}"#, nil),
    ("APL-20 a key", #"{"body":"Hi","action-loc-key":"PLAY"}"#, "Play"),
    ("a key without a string", #"{"body":"Hi","action-loc-key":"STOP"}"#, "STOP"),
    ("BOK-05 no view", #"{"body":"Hi","show-view":false}"#, nil),
    ("BOK-05 a view", #"{"body":"Hi","show-view":true}"#, "View"),
  ])
  func `an alert of 2012 has the button that its payload selects`(
    name: String, alert: String, label: String?
  ) throws {
    var device = phone { $0.apps[chat]?.strings = ["PLAY": "Play"] }
    device.deliver(try .stub(1, aps: #"{"alert":\#(alert)}"#))
    let entry = try #require(device.inbox[1])
    #expect(entry.openLabel == label)
    #expect(device.actionWords(of: entry) == (label == nil ? ["dismiss"] : ["open", "dismiss"]))
    let effects = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(effects.isEmpty == (label == nil))
  }

  @Test(arguments: [(PhoneGeneration.year2012, nil), (.today, 4)])
  func `APL-16 a push without badge removes it in 2012 and keeps it today`(
    era: PhoneGeneration, badge: Int?
  ) throws {
    var device = phone { $0.device.era = era }
    device.deliver(try .stub(1, aps: #"{"badge":4}"#), try .stub(2))
    #expect(device.badges[chat] == badge)
  }

  @Test(arguments: [(PhoneGeneration.year2012, [chat: 4]), (.today, [:])])
  func `a Focus that hides badges has no effect in 2012`(
    era: PhoneGeneration, shown: [BundleID: Int]
  ) throws {
    var phone = try RulePhone([
      "device.era=\(era.rawValue)", "focus.dnd.hideBadges=true", "dnd=on",
    ])
    let push = try phone.push(#"{"badge":4}"#)
    #expect(phone.device.badges == [chat: 4])
    #expect(phone.device.shownBadges == shown)
    let step = push.why.steps.first { $0.name == .badge }
    #expect(step?.because.contains("hides badges") == (era == .today), "\(step?.because ?? "")")
  }

  @Test func `§9.1.6, BOK-01 an ignored notification is not reported to the app`() throws {
    var device = phone()
    #expect(calls(device.deliver(try .stub(1))) == [])
    #expect(calls(device.handle(.timePassed, at: Moment.start.addingTimeInterval(86_400))) == [])
    #expect(calls(device.handle(.removed([1]), at: Moment.start.addingTimeInterval(86_400))) == [])
  }

  @Test(arguments: [AppRunState.background, .suspended])
  func `§9.1.6, BOK-02 a tap calls a running app's method with the whole payload`(
    state: AppRunState
  ) throws {
    var device = phone(state)
    device.deliver(try .stub(1))
    let effects = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(calls(effects) == ["foreground didReceiveRemote"])
    #expect(
      effects.events.contains(
        .app(
          state: .foreground, delegate: "application(_:didReceiveRemoteNotification:)",
          carriesPayload: true)))
  }

  @Test(arguments: [AppRunState.terminated, .forceQuit])
  func `§9.1.7, BOK-03 a tap launches a terminated app with the launch option, no method`(
    state: AppRunState
  ) throws {
    var device = phone(state)
    device.deliver(try .stub(1))
    let effects = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(
      effects.events.filter { if case .app = $0 { true } else { false } } == [
        .app(
          state: .foreground, delegate: "application(_:didFinishLaunchingWithOptions:)",
          carriesPayload: true)
      ])
  }

  @Test func `BOK-06 a push with only content-available shows and changes nothing`() throws {
    var device = phone()
    device.deliver(try .stub(1, aps: #"{"badge":4}"#))
    let effects = device.deliver(try .stub(2, aps: #"{"content-available":1}"#))
    #expect(effects.record?.notification.outcome == Outcome.none)
    #expect(effects.record?.notification.reason == .kindEmpty)
    #expect(device.badges[chat] == 4)
  }

  @Test(arguments: [(PhoneGeneration.year2012, []), (.today, ["background fetch"])])
  func `BOK-07 only later systems call the app in the background on arrival`(
    era: PhoneGeneration, called: [String]
  ) throws {
    var device = phone { $0.device.era = era }
    let push = try Delivery.stub(1, aps: #"{"alert":"Hi","content-available":1}"#)
    #expect(calls(device.deliver(push)) == called)
  }

  @Test func `features after 2012 have no effect`() throws {
    var device = phone {
      $0.device.lock = .locked
      $0.device.previews = .never
      $0.summary.apps = [chat]
      $0.summary.times = [8 * 60]
      $0.apps[chat]?.permission = .provisional
      $0.apps[chat]?.deliverQuietly = true
      $0.apps[chat]?.categories["M"] = Category(
        identifier: "M", actions: [Action(identifier: "LIKE", title: "Like")])
    }
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    _ = device.handle(
      .changed(.mute(chat, until: Moment.start.addingTimeInterval(60))), at: Moment.start)
    let aps = """
      {"alert":{"title":"Ann","body":"Hi"},"category":"M","thread-id":"t","mutable-content":1,
       "interruption-level":"passive","sound":{"critical":1,"name":"a.aiff"}}
      """
    let effects = device.deliver(
      try .stub(1, aps: aps, collapseID: "c"), try .stub(2, aps: aps, collapseID: "c"))
    let entry = try #require(device.inbox[2])
    #expect(device.inbox.count == 2)
    #expect(device.inbox.groupCount == 1)
    #expect(entry.presented.names == ["badge", "list", "lock", "sound"])
    #expect(entry.level == .active)
    #expect(device.actionWords(of: entry) == ["open", "dismiss"])
    #expect(
      device.visibleText(of: entry)
        == VisibleText(title: nil, subtitle: nil, body: "Hi", isHidden: false))
    // The original is stored and leads to the same decision.
    let record = try #require(effects.record)
    #expect(record.delivery.payload.categoryIdentifier == "M")
    let trace = Presentation.trace(of: record)
    #expect(trace.outcome == .shown)
    let unknown = trace.steps.filter { $0.because == "unknown to a phone of 2012" }.map(\.name)
    #expect(unknown == [.extension, .collapse, .delivery, .summary, .focus, .level, .preview])
  }

  @Test func `findings about later phones are omitted for a phone of 2012`()
    throws
  {
    let aps = #"{"alert":{"body":"Hi","action-loc-key":"PLAY","summary-arg":"Ann"},"bagde":1}"#
    for (era, expected) in [
      (PhoneGeneration.today, ["deprecated-key", "deprecated-key", "misspelt-key", "no-thread"]),
      (.year2012, ["deprecated-key", "misspelt-key"]),
    ] {
      let push = try Delivery.stub(1, aps: aps)
      let findings = Lint.findings(for: push, era: era)
      let rules = findings.map(\.rule.rawValue).filter { $0 != "missing-push-type" }
      #expect(rules.sorted() == expected)
      var device = phone { $0.device.era = era }
      let record = try #require(device.deliver(push).record)
      let shown = PushText.lines(record, appName: "Chat", timeZone: .gmt).joined(separator: "\n")
      #expect(shown.contains("No phone shows it since iOS 10.") == (era == .today))
      #expect(shown.contains("no-thread") == (era == .today))
    }
  }

  /// Do Not Disturb was introduced with iOS 6, so a phone of 2012 does not have it.
  @Test func `the documentation describes the phone of 2012 as before iOS 6`() throws {
    let folder = SharedCorpora.packageRoot
    #expect(PhoneGeneration.year2012.unknownRules.contains(.focus))
    for (page, words) in [
      ("docs/guides/apps.md", "a phone with iOS 5 "),
      ("docs/systems/legacy.md", ", iOS 3 to 5, "),
    ] {
      let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
      #expect(text.contains(words), "\(page)")
      #expect(text.contains("iOS 6 brought"), "\(page)")
    }
  }

  @Test func `returning to today restores the settings and rebuilds the groups`() throws {
    var device = phone { $0.apps[chat]?.previews = .never }
    device.deliver(try .stub(1), try .stub(2))
    var files = device.settings
    files.device.era = .today
    files.device.grouping = .off
    _ = device.handle(.configured(files), at: Moment.start)
    #expect(device.inbox.groupCount == 2)
    #expect(device.hidesPreviews(of: chat))
  }

  @Test(arguments: ["2012", "'2012'"])
  func `the era is parsed from a word or a number`(value: String) throws {
    var configuration = Configuration()
    try configuration.apply(
      Array("{ device: { era: \(value) } }".utf8), fileName: "c", allowsPrograms: false)
    #expect(configuration.phone.device.era == .year2012)
  }
}
