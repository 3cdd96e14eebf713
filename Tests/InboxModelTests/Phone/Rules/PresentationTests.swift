import Foundation
import Testing

@testable import InboxModel

/// The outcome of a push, for tables.
private struct Came: Equatable, CustomStringConvertible {
  var outcome: Outcome
  var reason: String
  var presented: [String]

  init(_ outcome: Outcome, _ reason: String, _ presented: [String] = []) {
    self.outcome = outcome
    self.reason = reason
    self.presented = presented
  }

  init(_ push: Delivery, _ phone: PresentationContext) {
    let decision = Presentation.decide(push, in: phone)
    self.init(decision.outcome, decision.reason.rawValue, decision.presented.names)
  }

  var description: String { "\(outcome) \(reason) \(presented)" }
}

private typealias Setup = @Sendable (inout PresentationContext) -> Void

private func focus(
  _ name: FocusName = "work", allows: Bool = false, timeSensitive: Bool = false,
  manual: Bool = false, filter: [String]? = nil
) -> PresentationContext.Focus {
  var focus = PresentationContext.Focus(name: name)
  focus.allowsApp = allows
  focus.allowsTimeSensitive = timeSensitive
  focus.isManual = manual
  focus.filter = filter
  return focus
}

private let summaryTime = Moment.start.addingTimeInterval(3600)

@Suite struct PresentationTests {
  /// One row of a table: a push in a context, and its outcome.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let aps: String
    fileprivate let setup: Setup
    fileprivate let outcome: Outcome
    let reason: String
    let presented: [String]

    fileprivate init(
      _ name: String, _ aps: String, _ outcome: Outcome, _ reason: String, _ presented: [String],
      _ setup: @escaping Setup = { _ in }
    ) {
      (testDescription, self.aps, self.setup) = (name, aps, setup)
      (self.outcome, self.reason, self.presented) = (outcome, reason, presented)
    }
  }

  private static func aps(_ level: String, sound: String = #""default""#) -> String {
    #"{"alert":"Hi","sound":\#(sound),"interruption-level":"\#(level)"}"#
  }

  private static func locked(_ change: @escaping Setup = { _ in }) -> Setup {
    { phone in
      phone.lock = .locked
      phone.previews = .always
      change(&phone)
    }
  }

  /// `docs/rules.md` §12, in its order.
  static let decisions: [Row] = [
    Row("passive, no Focus", aps("passive"), .quiet, "level.passive", ["list"], locked()),
    Row("active, no Focus", aps("active"), .shown, "shown", ["list", "lock", "sound"], locked()),
    Row(
      "active, summary", aps("active"), .held, "summary.held", [],
      locked { $0.summaryAt = summaryTime }),
    Row(
      "active, Focus", aps("active"), .quiet, "focus.rule", ["list"], locked { $0.focus = focus() }),
    Row(
      "active, Focus allows the app", aps("active"), .shown, "shown", ["list", "lock", "sound"],
      locked { $0.focus = focus(allows: true) }),
    Row(
      "time-sensitive, summary", aps("time-sensitive"), .shown, "shown", ["list", "lock", "sound"],
      locked { $0.summaryAt = summaryTime }),
    Row(
      "time-sensitive, Focus allows it", aps("time-sensitive"), .shown, "shown",
      ["list", "lock", "sound"],
      locked {
        $0.focus = focus(timeSensitive: true)
        $0.summaryAt = summaryTime
      }),
    Row(
      "time-sensitive, Focus does not", aps("time-sensitive"), .quiet, "focus.rule", ["list"],
      locked {
        $0.focus = focus()
        $0.summaryAt = summaryTime
      }),
    Row(
      "critical, muted", aps("critical"), .shown, "shown", ["critical", "list", "lock"],
      locked {
        $0.focus = focus()
        $0.summaryAt = summaryTime
        $0.ringer = .silent
      }),
    Row(
      "critical, not allowed", aps("critical"), .quiet, "focus.rule", ["list"],
      locked {
        $0.focus = focus()
        $0.critical = .notGranted
      }),
    Row(
      "critical, provisional", aps("critical"), .quiet, "app.provisional", ["list"],
      locked { $0.permission = .provisional }),
    Row(
      "passive, provisional, Focus and summary", aps("passive"), .quiet, "app.provisional",
      ["list"],
      locked {
        $0.permission = .provisional
        $0.focus = focus()
        $0.summaryAt = summaryTime
      }),
    Row(
      "badge only, silenced", #"{"badge":3}"#, .none, "kind.badge-only", ["badge"],
      locked { $0.focus = focus() }),
    Row("sound only", #"{"sound":"default"}"#, .none, "kind.sound-only", ["sound"], locked()),
    Row(
      "foreground, banner and sound", aps("active"), .shown, "shown", ["banner", "sound"],
      {
        $0.appState = .foreground
        $0.willPresent = [.banner, .sound]
      }),
  ]

  /// `docs/rules.md` §14 and single rules.
  static let choices: [Row] = [
    Row(
      "a critical sound counts as critical everywhere",
      aps("active", sound: #"{"critical":1,"name":"a.aiff","volume":1}"#), .shown, "shown",
      ["banner", "critical", "list"],
      {
        $0.focus = focus()
        $0.ringer = .silent
        $0.summaryAt = summaryTime
      }),
    Row(
      "a critical sound at volume 0 is silent",
      aps("active", sound: #"{"critical":1,"volume":0}"#), .shown, "shown", ["banner", "list"]),
    Row(
      "critical not allowed is an ordinary sound", aps("critical"), .shown, "shown",
      ["banner", "list", "sound"], { $0.critical = .notGranted }),
    Row(
      "critical not allowed leaves passive passive",
      aps("passive", sound: #"{"critical":1}"#), .quiet, "level.passive", ["list"],
      { $0.critical = .notGranted }),
    Row(
      "critical not allowed leaves time-sensitive",
      aps("time-sensitive", sound: #"{"critical":1}"#), .shown, "shown",
      ["banner", "list", "sound"],
      {
        $0.critical = .notGranted
        $0.focus = focus(timeSensitive: true)
      }),
    Row(
      "time-sensitive not allowed is active", aps("time-sensitive"), .quiet, "focus.rule", ["list"],
      {
        $0.timeSensitive = .notGranted
        $0.focus = focus(timeSensitive: true)
      }),
    Row(
      "a critical level without sound has the default one",
      #"{"alert":"Hi","interruption-level":"critical"}"#, .shown, "shown",
      ["banner", "critical", "list"]),
    Row(
      "without the entitlement a critical level adds no sound",
      #"{"alert":"Hi","interruption-level":"critical"}"#, .shown, "shown", ["banner", "list"],
      { $0.critical = .notGranted }),
    Row(
      "a quiet app's badge does not change", #"{"alert":"Hi","badge":2}"#, .quiet, "app.quietly",
      ["list"],
      { $0.deliversQuietly = true }),
    Row(
      "a provisional app's badge does not change", #"{"alert":"Hi","badge":2}"#, .quiet,
      "app.provisional",
      ["list"], { $0.permission = .provisional }),
    Row(
      "a provisional push with only a badge", #"{"badge":2}"#, .none, "kind.badge-only", [],
      { $0.permission = .provisional }),
    Row(
      "a push with only a sound is silenced by a Focus", #"{"sound":"default"}"#, .none,
      "kind.sound-only", [],
      { $0.focus = focus() }),
    Row(
      "a push with only a sound is silenced by the mute switch", #"{"sound":"default"}"#, .none,
      "kind.sound-only", [],
      { $0.ringer = .silent }),
    Row(
      "a push with only a sound is silenced by its level",
      #"{"sound":"default","interruption-level":"passive"}"#,
      .none, "kind.sound-only", []),
    Row(
      "an empty sound is silent", #"{"alert":"Hi","sound":""}"#, .shown, "shown",
      ["banner", "list"]),
    Row(
      "without filter-criteria the list of apps decides", aps("active"), .shown, "shown",
      ["banner", "list", "sound"], { $0.focus = focus(allows: true, filter: ["work"]) }),
    Row(
      "a filter silences an allowed app",
      #"{"alert":"Hi","filter-criteria":"home"}"#, .quiet, "focus.filter", ["list"],
      { $0.focus = focus(allows: true, filter: ["work"]) }),
    Row(
      "time-sensitive precedes a filter",
      #"{"alert":"Hi","filter-criteria":"home","interruption-level":"time-sensitive"}"#, .shown,
      "shown", ["banner", "list"], { $0.focus = focus(timeSensitive: true, filter: ["work"]) }),
    Row(
      "the badge of a held push is set immediately", #"{"alert":"Hi","badge":2}"#, .held,
      "summary.held", ["badge"], { $0.summaryAt = summaryTime }),
    Row(
      "Do Not Disturb turned on manually", aps("active"), .quiet, "dnd.manual", ["list"],
      { $0.focus = focus("dnd", manual: true) }),
    Row(
      "Do Not Disturb by schedule", aps("active"), .quiet, "dnd.schedule", ["list"],
      { $0.focus = focus("dnd") }),
    Row(
      "a named Focus turned on manually", aps("active"), .quiet, "focus.rule", ["list"],
      { $0.focus = focus("dinner", manual: true) }),
    Row("denied", aps("critical"), .none, "app.denied", [], { $0.permission = .denied }),
    Row(
      "not asked", aps("active"), .none, "app.not-determined", [],
      { $0.permission = .notDetermined }),
    Row(
      "not installed", aps("critical"), .none, "app.not-installed", [], { $0.isInstalled = false }),
    Row("background", #"{"content-available":1}"#, .silent, "kind.background", []),
    Row(
      "background of a denied app", #"{"content-available":1}"#, .silent, "kind.background", [],
      { $0.permission = .denied }),
    Row("empty", "{}", .none, "kind.empty", []),
    Row("an empty alert", #"{"alert":{}}"#, .none, "kind.empty", []),
    Row(
      "an empty string", #"{"alert":{"loc-key":"A"}}"#, .none, "kind.empty", [],
      { $0.text = .empty }),
    Row(
      "only a subtitle", #"{"alert":{"subtitle":"Hi"}}"#, .shown, "shown", ["banner", "list"]),
    Row(
      "muted", #"{"alert":"Hi","badge":1,"interruption-level":"time-sensitive"}"#, .quiet,
      "app.muted", ["badge", "list"], { $0.mutedUntil = summaryTime }),
    Row(
      "mute over", aps("active"), .shown, "shown", ["banner", "list", "sound"],
      { $0.mutedUntil = $0.at }),
    Row(
      "critical while muted", aps("critical"), .shown, "shown", ["banner", "critical", "list"],
      { $0.mutedUntil = summaryTime }),
    Row(
      "the mute switch", aps("active"), .shown, "shown", ["banner", "list"], { $0.ringer = .silent }
    ),
    Row(
      "sounds off", aps("active"), .shown, "shown", ["banner", "list"], { $0.playsSounds = false }),
    Row(
      "badges off", #"{"alert":"Hi","badge":1}"#, .shown, "shown", ["banner", "list"],
      { $0.setsBadges = false }),
    Row(
      "banners off", aps("active"), .quiet, "app.off", ["list", "sound"],
      { $0.showsBanners = false }),
    Row(
      "banners off, locked", aps("active"), .shown, "shown", ["list", "lock", "sound"],
      locked { $0.showsBanners = false }),
    Row(
      "lock screen off, locked", aps("active"), .quiet, "app.off", ["list", "sound"],
      locked { $0.showsOnLockScreen = false }),
    Row(
      "list off", aps("active"), .shown, "shown", ["banner", "sound"], { $0.showsInList = false }),
    Row(
      "every alert switch off", #"{"alert":"Hi","badge":1,"sound":"default"}"#, .none, "app.off",
      ["badge", "sound"],
      {
        $0.showsInList = false
        $0.showsBanners = false
        $0.showsOnLockScreen = false
      }),
    Row(
      "foreground, no options requested", #"{"alert":"Hi","badge":1}"#, .none,
      "foreground.app-declined",
      [],
      {
        $0.appState = .foreground
        $0.willPresent = []
      }),
    Row(
      "foreground, list only", aps("active"), .quiet, "foreground.app-declined", ["list"],
      {
        $0.appState = .foreground
        $0.willPresent = [.list]
      }),
    Row(
      "foreground takes precedence over Focus and summary", aps("active"), .shown, "shown",
      ["banner", "list", "sound"],
      {
        $0.appState = .foreground
        $0.focus = focus()
        $0.summaryAt = summaryTime
      }),
  ]

  @Test(arguments: decisions)
  func `a push has the decision of its table row`(row: Row) throws {
    try check(row)
  }

  @Test(arguments: choices)
  func `a choice of docs/rules.md has the decision of its table row`(row: Row) throws {
    try check(row)
  }

  private func check(_ row: Row) throws {
    let push = try Delivery.stub(aps: row.aps)
    #expect(Came(push, .stub(row.setup)) == Came(row.outcome, row.reason, row.presented))
  }

  @Test(arguments: [
    (PushType.voip, ".voip", "kind.pushkit"), (.complication, ".complication", "kind.pushkit"),
    (.fileprovider, ".pushkit.fileprovider", "kind.pushkit"),
    (.pushtotalk, ".voip-ptt", "kind.pushkit"),
    (.liveactivity, ".push-type.liveactivity", "kind.live-activity"),
    (.mdm, "", "kind.not-shown"), (.location, ".location-query", "kind.not-shown"),
    (.widgets, ".push-type.widgets", "kind.widgets"),
    (.controls, ".push-type.controls", "kind.controls"),
  ])
  func `push types with their own handling never reach the list`(
    type: PushType, suffix: String, reason: String
  ) throws {
    let aps = #"{"alert":"Hi","content-changed":true}"#
    let push = try Delivery.stub(aps: aps, type: type)
    #expect(Came(push, .stub()) == Came(.none, reason))
    guard !suffix.isEmpty else { return }
    let unsaid = try Delivery.stub(aps: aps, topic: "com.example.chat" + suffix)
    #expect(Came(unsaid, .stub()) == Came(.none, reason))
  }

  @Test func `the trace has every rule once, in the documented order`() throws {
    let after = StepName.ofNotifications.drop { $0 != .app }.filter { $0 != .channel }
    #expect(Presentation.rules.map(\.name) == after)
    for row in Self.decisions + Self.choices {
      let push = try Delivery.stub(aps: row.aps)
      let decision = Presentation.explain(push, in: .stub(row.setup))
      #expect(decision.trace.map(\.name) == after, "\(row.testDescription)")
      #expect(decision.trace.allSatisfy { !$0.because.isEmpty })
      let stops = decision.trace.filter { $0.result == .stop }
      #expect(stops.map(\.code) == (decision.outcome == .shown ? [] : [decision.reason]))
    }
  }

  @Test func `a dropped push keeps the gateway's reason`() throws {
    let push = try Delivery.stub(fate: .dropped(.deviceExpired))
    #expect(Came(push, .stub()) == Came(.none, "device.expired"))
    #expect(Presentation.explain(push, in: .stub()).trace.allSatisfy { $0.result == .skip })
  }
}

@Suite struct PresentationInvariantTests {
  @Test func `in random contexts outcome and reason are both shown or both not shown`() throws {
    var random = SeededGenerator(seed: 7)
    let bodies = [
      #"{"alert":"Hi"}"#, #"{"alert":"Hi","badge":1,"sound":"default"}"#, #"{"badge":0}"#,
      #"{"sound":"default"}"#, #"{"content-available":1}"#, "{}",
      #"{"alert":"Hi","interruption-level":"passive"}"#,
      #"{"alert":"Hi","interruption-level":"time-sensitive","filter-criteria":"a"}"#,
      #"{"alert":"Hi","interruption-level":"critical","content-available":1}"#,
    ]
    let pushes = try bodies.map { try Delivery.stub(aps: $0) }
    for _ in 0..<400 {
      let phone = PresentationContext.random(using: &random)
      for push in pushes {
        let decision = Presentation.decide(push, in: phone)
        #expect((decision.outcome == .shown) == (decision.reason == .shown))
        #expect(!decision.presented.isSuperset(of: [.banner, .lock]))
        #expect(!decision.presented.isSuperset(of: [.sound, .critical]))
        #expect(decision == Presentation.decide(push, in: phone))
        let explained = Presentation.explain(push, in: phone)
        #expect(explained.presented == decision.presented)
        #expect(explained.reason == decision.reason)
      }
    }
  }

  @Test func `a stored context parses to the same value`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let phone = PresentationContext.random(using: &random)
      let read = try JSONReader.read(phone.stored, dialect: .json).root.object
      #expect(PresentationContext(stored: try #require(read)) == phone)
    }
  }
}

extension PresentationContext {
  /// Returns a random context.
  static func random(using random: inout SeededGenerator) -> PresentationContext {
    func some<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    var phone = PresentationContext.stub()
    phone.lock = some(LockState.allCases, &random)
    phone.previews = some(ShowPreviewsSetting.allCases, &random)
    phone.grouping = some(GroupingSetting.allCases, &random)
    phone.ringer = some(Ringer.allCases, &random)
    phone.isInstalled = Int.random(in: 0..<8, using: &random) > 0
    phone.appState = some(AppRunState.allCases, &random)
    phone.permission = some([.authorized, .authorized] + AuthorizationStatus.allCases, &random)
    phone.deliversQuietly = Int.random(in: 0..<5, using: &random) == 0
    phone.mutedUntil = some([nil, nil, Moment.start, Moment.start + 60], &random)
    phone.showsOnLockScreen = Bool.random(using: &random)
    phone.showsInList = Bool.random(using: &random)
    phone.showsBanners = Bool.random(using: &random)
    phone.playsSounds = Bool.random(using: &random)
    phone.setsBadges = Bool.random(using: &random)
    phone.timeSensitive = some(Entitlement.allCases, &random)
    phone.critical = some(Entitlement.allCases, &random)
    phone.assumesEntitlements = Bool.random(using: &random)
    phone.willPresent = some(
      [
        [], [.list], [.banner], [.banner, .list, .sound, .badge], [.sound], .late, .noDelegate,
        .payloadOnly,
      ], &random)
    phone.era = some(PhoneGeneration.allCases, &random)
    phone.recentWakes = Int.random(in: 0..<5, using: &random)
    phone.text = some(
      [
        .literal, .localized, .faulty([TextFault(.keyMissing, "K")]),
        .faulty([TextFault(.argumentMissing, "K"), TextFault(.numberWanted, "L")]), .empty,
      ], &random)
    phone.replaced = Int.random(in: 0..<3, using: &random)
    phone.badge = Int.random(in: 0..<3, using: &random)
    phone.summaryAt = some([nil, nil, Moment.start + 60], &random)
    phone.focus = some([nil, focusStub(&random)], &random)
    phone.focusTurnedOff = some([nil, "work"], &random)
    return phone
  }

  private static func focusStub(_ random: inout SeededGenerator) -> Focus {
    var focus = Focus(name: "dinner")
    focus.isManual = Bool.random(using: &random)
    focus.until = Bool.random(using: &random) ? Moment.start + 3600 : nil
    focus.allowsApp = Bool.random(using: &random)
    focus.allowsSender = Int.random(in: 0..<4, using: &random) == 0
    focus.hidesBadges = Bool.random(using: &random)
    focus.silencesListed = Bool.random(using: &random)
    focus.allowsTimeSensitive = Bool.random(using: &random)
    focus.filter = Bool.random(using: &random) ? ["b"] : nil
    return focus
  }
}
