import Foundation
import Testing

@testable import InboxModel

@Suite struct WhatIfTests {
  /// A push in a context, and its outcome with changes.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: [String]
    /// `outcome reason`; nil for no difference.
    let wouldBe: String?
    let aps: String
    let setup: @Sendable (inout PresentationContext) -> Void

    init(
      _ name: String, _ words: String..., wouldBe: String?, aps: String = #"{"alert":"Hi"}"#,
      _ setup: @escaping @Sendable (inout PresentationContext) -> Void = { _ in }
    ) {
      (testDescription, self.words, self.wouldBe, self.aps) = (name, words, wouldBe, aps)
      self.setup = setup
    }
  }

  private static func dinner(
    manual: Bool = false, until: Date? = nil
  ) -> @Sendable (inout PresentationContext) -> Void {
    { phone in
      phone.focus = PresentationContext.Focus(name: "dinner")
      phone.focus?.isManual = manual
      phone.focus?.until = until
    }
  }

  /// The current phone: two Focuses, the summary at half past six, an app with its own setting.
  private static let now = Phone.stub { phone in
    phone.focuses["dinner"] = FocusSettings()
    phone.focuses["evening"] = FocusSettings()
    phone.focuses["evening"]?.schedules = [FocusSchedule(from: 19 * 60, to: 20 * 60)]
    phone.summary.times = [18 * 60 + 30]
    phone.device.lock = .locked
    phone.apps["com.example.own"] = AppSettings()
    phone.apps["com.example.own"]?.previews = .always
  }

  static let rows: [Row] = [
    Row("a Focus off", "focus=off", wouldBe: "shown shown", dinner()),
    Row("a Focus that was off", "focus=off", wouldBe: nil),
    Row("a Focus on", "focus=dinner", wouldBe: "quiet focus.rule"),
    Row("Do Not Disturb on", "dnd=on", wouldBe: "quiet dnd.manual"),
    Row("Do Not Disturb for a while", "dnd=30m", wouldBe: "quiet dnd.manual"),
    Row("another Focus", "focus=dnd", wouldBe: "quiet dnd.manual", dinner()),
    Row(
      "the app allowed", "focus.dinner.allowApps+=com.example.chat", wouldBe: "shown shown",
      dinner()),
    Row(
      "the app allowed in another Focus", "focus.evening.allowApps+=com.example.chat", wouldBe: nil,
      dinner()),
    Row(
      "a list of silenced apps", "focus.dinner.silenceApps=[]", wouldBe: "shown shown", dinner()),
    Row(
      "time-sensitive not allowed", "focus.dinner.allowTimeSensitive=false",
      wouldBe: "quiet focus.rule", aps: #"{"alert":"Hi","interruption-level":"time-sensitive"}"#,
      dinner()),
    Row(
      "a filter", "focus.dinner.filters.com.example.chat=work", wouldBe: "quiet focus.filter",
      aps: #"{"alert":"Hi","filter-criteria":"home"}"#
    ) { phone in
      dinner()(&phone)
      phone.focus?.allowsApp = true
    },
    Row(
      "a schedule that has it on then", "focus.dinner.from=17:00", "focus.dinner.to=19:00",
      wouldBe: "quiet focus.rule"),
    Row(
      "a schedule that has it off then", "focus.dinner.from=21:00", "focus.dinner.to=22:00",
      wouldBe: "shown shown", dinner()),
    Row(
      "a schedule does not end a manual Focus", "focus.dinner.from=21:00",
      "focus.dinner.to=22:00", wouldBe: nil, dinner(manual: true)),
    Row(
      "a schedule elsewhere", "focus.dinner.from=17:00", "focus.dinner.to=19:00",
      "focus.dinner.timeZone=+09:00", wouldBe: nil),
    Row("in another zone", "device.timeZone=+01:00", wouldBe: "quiet focus.rule"),
    Row("an hour later", "clock=+1h", wouldBe: "quiet focus.rule"),
    Row("at a moment", "clock=2026-04-14T19:59:59Z", wouldBe: "quiet focus.rule"),
    Row("a minute later", "clock=+1m", wouldBe: nil),
    Row(
      "after a Focus by hand", "clock=+10m", wouldBe: "shown shown",
      dinner(manual: true, until: Moment.start + 600)),
    Row(
      "not long enough after it", "clock=+10m", wouldBe: nil,
      dinner(manual: true, until: Moment.start + 601)),
    Row("in the summary", "summary.apps+=com.example.chat", wouldBe: "held summary.held"),
    Row(
      "in a summary without times", "summary.times=[]", "summary.apps=com.example.chat",
      wouldBe: "held summary.held"),
    Row("another in the summary", "summary.apps+=com.example.mail", wouldBe: nil),
    Row("out of the summary", "summary.apps-=com.example.chat", wouldBe: "shown shown") {
      $0.summaryAt = Moment.start + 60
    },
    Row("muted", "mute.com.example.chat=1h", wouldBe: "quiet app.muted"),
    Row("another muted", "mute.com.example.mail=1h", wouldBe: nil),
    Row("unmuted", "mute.com.example.chat=off", wouldBe: "shown shown") {
      $0.mutedUntil = Moment.start + 1
    },
    Row("locked, as the phone is now", "lock=locked", wouldBe: "shown shown"),
    Row("unlocked", "lock=unlocked", wouldBe: "shown shown") { $0.lock = .locked },
    Row("previews", "previews=never", wouldBe: "shown shown"),
    Row("the app's previews", "apps.com.example.chat.previews=never", wouldBe: "shown shown"),
    Row("grouping", "grouping=byApp", wouldBe: "shown shown"),
    Row("grouping as it was", "grouping=automatic", wouldBe: nil),
    Row(
      "the mute switch", "ringer=silent", wouldBe: "shown shown",
      aps: #"{"alert":"Hi","sound":"default"}"#),
    Row("no sound, no mute switch", "ringer=silent", wouldBe: nil),
    Row("the app in front", "app.com.example.chat=foreground", wouldBe: nil),
    Row(
      "the app in the foreground, no options requested", "app.com.example.chat=foreground",
      "apps.com.example.chat.present=[]", wouldBe: "none foreground.app-declined"),
    Row("denied", "apps.com.example.chat.permission=denied", wouldBe: "none app.denied"),
    Row("another denied", "apps.com.example.mail.permission=denied", wouldBe: nil),
    Row("no banners", "apps.com.example.chat.banners=false", wouldBe: "quiet app.off"),
    Row(
      "not installed", "apps.com.example.chat.installed=false", wouldBe: "none app.not-installed"),
    Row(
      "empty strings", "apps.com.example.chat.strings.A=\"\"",
      wouldBe: "none kind.empty", aps: #"{"alert":{"loc-key":"A"}}"#
    ) { $0.text = .faulty([TextFault(.keyMissing, "A")]) },
    Row("in 2012, by app", "device.era=2012", wouldBe: "shown shown"),
    Row("in 2012, without a Focus", "device.era=2012", wouldBe: "shown shown", dinner()),
    Row(
      "no background refresh", "apps.com.example.chat.backgroundRefresh=false",
      wouldBe: nil, aps: #"{"content-available":1}"#),
    Row(
      "no budget", "device.backgroundBudget=0", wouldBe: "silent kind.background-budget",
      aps: #"{"content-available":1}"#),
    Row(
      "no critical alerts", "apps.com.example.chat.critical=false", wouldBe: "shown shown",
      aps: #"{"alert":"Hi","interruption-level":"critical","sound":""}"#),
    Row(
      "a sound that the app lacks", #"apps.com.example.chat.sounds=["b.caf"]"#,
      wouldBe: "shown shown", aps: #"{"alert":"Hi","sound":"a.caf"}"#),
    Row(
      "a sound that the app has", #"apps.com.example.chat.sounds=["a.caf"]"#, wouldBe: nil,
      aps: #"{"alert":"Hi","sound":"a.caf"}"#),
    Row(
      "a sound that does not play", #"apps.com.example.chat.sounds=["b.caf"]"#, wouldBe: nil,
      aps: #"{"alert":"Hi","sound":"a.caf"}"#
    ) { $0.ringer = .silent },
    Row(
      "another level", "interruption-level=passive", wouldBe: "quiet level.passive"),
    Row("a level that its extension says", "interruption-level=passive", wouldBe: nil) {
      $0.serviceExtension = .answered(Payload(), changed: ["interruption-level"])
    },
    Row(
      "a level that its extension passed on", "interruption-level=passive",
      wouldBe: "quiet level.passive"
    ) { $0.serviceExtension = .answered(Payload(), changed: ["badge"]) },
    Row(
      "other criteria", "filter-criteria=work", wouldBe: "shown shown",
      aps: #"{"alert":"Hi","filter-criteria":"home"}"#
    ) { phone in
      dinner()(&phone)
      phone.focus?.allowsApp = true
      phone.focus?.filter = ["work"]
    },
  ]

  private static func record(
    _ aps: String, _ setup: (inout PresentationContext) -> Void
  ) throws -> PushRecord {
    var device = Phone.stub()
    var record = try #require(device.deliver(try .stub(aps: aps)).record)
    record.context = .stub(setup)
    return record
  }

  @Test(arguments: rows)
  func `a change replaces only the values it affects`(row: Row) throws {
    let record = try Self.record(row.aps, row.setup)
    var question = try WhatIf(row.words, on: Self.now, now: Moment.start + 86_400)
    let difference = question.difference(of: record)
    let wouldBe = difference.map { "\($0.wouldBe.outcome) \($0.wouldBe.reason.rawValue)" }
    #expect(wouldBe == row.wouldBe)
    #expect(difference.map { $0.was != $0.wouldBe } ?? true)
  }

  @Test func `the phone's setting does not affect an app with its own`() throws {
    var device = Self.now
    let record = try #require(
      device.deliver(try .stub(app: "com.example.own", at: Moment.start)).record)
    #expect(record.context.previews == .always)
    var question = try WhatIf(["previews=never"], on: Self.now, now: Moment.start)
    #expect(question.difference(of: record) == nil)
  }

  private static let budgets: [(type: PushType, word: String, reason: String?)] = [
    (.widgets, "device.widgetBudget=0", "kind.widget-budget"),
    (.widgets, "device.backgroundBudget=0", nil),
    (.background, "device.widgetBudget=0", nil),
    (.background, "device.backgroundBudget=0", "kind.background-budget"),
  ]

  @Test(arguments: budgets)
  func `the budgets of widgets and of background pushes apply to their own pushes`(
    type: PushType, word: String, reason: String?
  ) throws {
    var device = Phone.stub()
    let push = try Delivery.stub(
      aps: #"{"content-available":1,"content-changed":true}"#, type: type)
    let record = try #require(device.deliver(push).record)
    var question = try WhatIf([word], on: device, now: Moment.start)
    #expect(question.difference(of: record)?.wouldBe.reason.rawValue == reason)
  }

  @Test func `a push that never reached the phone would have reached it online`() throws {
    var device = Phone.stub()
    var record = try #require(
      device.deliver(try .stub(fate: .dropped(.deviceExpired))).record)
    record.context = .stub()
    var question = try WhatIf(["online=yes"], on: device, now: Moment.start)
    #expect(question.difference(of: record)?.wouldBe.outcome == .shown)
  }

  @Test func `the former outcome of a released push is quiet`() throws {
    var device = Phone.stub {
      $0.summary.times = [19 * 60]
      $0.summary.apps = ["com.example.chat"]
    }
    var record = try #require(device.deliver(try .stub()).record)
    var question = try WhatIf(
      ["summary.apps-=com.example.chat"], on: device, now: Moment.start)
    #expect(question.difference(of: record)?.was.outcome == .held)
    record.place = .listed
    record.notification.outcome = .quiet
    #expect(question.difference(of: record)?.was.outcome == .quiet)
    #expect(question.difference(of: record)?.was.reason == .summaryHeld)
  }

  @Test func `a change of a released push differs only in the values it affects`() throws {
    var device = Phone.stub {
      $0.summary.times = [19 * 60]
      $0.summary.apps = ["com.example.chat"]
    }
    var record = try #require(device.deliver(try .stub()).record)
    _ = device.handle(.changed(.showSummary), at: Moment.start + 60)
    record.notification = try #require(device.inbox[1])
    record.place = .listed

    var question = try WhatIf(["grouping=byApp"], on: device, now: Moment.start + 120)
    let found = question.difference(of: record)
    let difference = try #require(found)
    #expect(difference.was.outcome == .quiet)
    #expect(difference.was.presented == .list)
    var was = difference.was
    was.group = difference.wouldBe.group
    was.reason = difference.wouldBe.reason
    #expect(was == difference.wouldBe)
    question = try WhatIf(["ringer=silent"], on: device, now: Moment.start + 120)
    #expect(question.difference(of: record) == nil)

    let trace = Presentation.trace(of: record)
    #expect(trace.outcome == .quiet)
    #expect(
      trace.steps.last?.because == "list only: the scheduled summary delivered it")
  }

  @Test(arguments: [
    ("device.stackThreshold=3", "device.stackThreshold"),
    ("device.removeActedOn=true", "device.removeActedOn"),
    ("apps.com.example.chat.name=Chat", "apps.com.example.chat.name"),
    ("online=no", "online"), ("clock=real", "clock"), ("clock=soon", "clock"),
    ("interruption-level=loud", "interruption-level"), ("focus=lunch", "focus"),
    ("lock=ajar", "lock"), ("nonsense=1", "nonsense"),
  ])
  func `a setting that no rule uses is rejected`(word: String, path: String) {
    let error = #expect(throws: SettingsError.self) {
      try WhatIf([word], on: Self.now, now: Moment.start)
    }
    #expect(error?.path == path)
  }

  @Test func `the rejection of an unused setting is one sentence`() {
    let error = #expect(throws: SettingsError.self) {
      try WhatIf(["device.stackThreshold=3"], on: Self.now, now: Moment.start)
    }
    #expect(
      error?.message
        == "`device.stackThreshold` does not affect whether or how a push is shown, "
        + "so what-if cannot test it"
    )
  }

  @Test(arguments: [
    (["clock=+1h", "clock=+2h"], "`clock=+2h` and `clock=+1h` cannot be given together"),
    (["focus=off", "interruption-level=passive", "interruption-level=passive"], "is given twice"),
    (["focus=off", "dnd=on"], "`dnd=on` and `focus=off` cannot be given together"),
    (
      ["apps.com.example.chat.soudns=false"],
      "is not a known key; did you mean `apps.com.example.chat.sounds`?"
    ),
  ])
  func `contradicting changes are rejected`(words: [String], message: String) {
    let error = #expect(throws: SettingsError.self) {
      try WhatIf(words, on: Self.now, now: Moment.start)
    }
    #expect(error?.message.contains(message) == true)
  }

  /// A phone with strings in two languages, and the text of a push on it.
  @Test(arguments: [
    (["language=ru"], #"{"loc-key":"A"}"#, "Привет"),
    (["device.languages=ru,en"], #"{"loc-key":"A"}"#, "Привет"),
    (["language=de"], #"{"loc-key":"A"}"#, nil),
    (["apps.com.example.chat.strings.A=Ahoy"], #"{"loc-key":"A"}"#, "Ahoy"),
    (["apps.com.example.mail.strings.A=Ahoy"], #"{"loc-key":"A"}"#, nil),
    (["language=ru"], #"{"body":"A"}"#, nil),
    (["focus=dinner"], #"{"loc-key":"A"}"#, "Hello"),
  ])
  func `a push whose text would change is reported as different`(
    words: [String], alert: String, text: String?
  ) throws {
    var device = Phone.stub { phone in
      var strings = LocalizedStrings()
      strings.add(["A": "Привет"], language: "ru")
      strings.add(["A": "Hello"], language: "en")
      phone.apps["com.example.chat", default: AppSettings()].strings = strings
      phone.focuses["dinner"] = FocusSettings()
    }
    let record = try #require(
      device.deliver(try .stub(aps: #"{"alert":\#(alert)}"#)).record)
    var question = try WhatIf(words, on: device, now: Moment.start)
    let difference = question.difference(of: record)
    #expect(difference?.wouldBe.content?.body == text)
    if let text, let difference, text != "Hello" {
      #expect(difference.was.content?.body == "Hello")
      var report = WhatIfReport(words: words)
      report.differences = [difference]
      #expect(
        WhatIfText.lines(report, on: device)[0].contains("shown, “Hello” → shown, “\(text)”"))
    }
  }

  /// The settings that do not affect the outcome of a push on arrival.
  private static let withoutEffect: Set<String> = [
    "device.language", "device.stackThreshold", "device.removeActedOn", "device.summaryStyle",
    "device.badgeZeroClears", "device.lowPower", "apps.*.name", "apps.*.bannerStyle",
    "apps.*.contentExtension",
    "apps.*.extension", "apps.*.platform",
  ]

  @Test func `every setting is used by a rule or listed as without effect`() throws {
    var unused: Set<String> = []
    for section in ["device", "focus", "summary", "apps"] {
      let schema = try #require(SettingsSchema.phone[section])
      let isNamed = if case .names = schema { true } else { false }
      for key in isNamed ? schema["*"]?.keys ?? [] : schema.keys {
        let path = [section] + (isNamed ? ["*"] : []) + [key]
        let name = path.joined(separator: ".")
        if name == "apps.*.categories" { continue }
        let change = SettingChange.setting(SettingPath(path), .null)
        if !change.isUsedByRules { unused.insert(name) }
      }
    }
    #expect(
      unused.subtracting(Self.withoutEffect).sorted() == [],
      "used by no rule: add it to withoutEffect in WhatIfTests, or its field to ContextField")
    #expect(
      Self.withoutEffect.subtracting(unused).sorted() == [],
      "used by a rule: remove it from withoutEffect in WhatIfTests")
  }

  @Test func `each of the changes that would have shown the push shows it in what-if`() throws {
    var random = SeededGenerator(seed: 11)
    let bodies = [
      #"{"alert":"Hi"}"#, #"{"alert":"Hi","badge":1,"sound":"default"}"#,
      #"{"alert":"Hi","interruption-level":"passive"}"#,
      #"{"alert":"Hi","interruption-level":"time-sensitive","filter-criteria":"a"}"#,
      #"{"alert":"Hi","interruption-level":"critical"}"#,
    ]
    let device = Phone.stub { $0.focuses["dinner"] = FocusSettings() }
    var tried = 0
    for _ in 0..<300 {
      for body in bodies {
        var record = try Self.record(body) { _ in }
        record.context = .random(using: &random)
        for remedy in Presentation.trace(of: record).wouldShowIf {
          var question = try WhatIf(
            remedy.set + remedy.payload, on: device, now: record.context.at)
          let outcome = question.difference(of: record)?.wouldBe.outcome
          #expect(outcome == .shown, "\(remedy.text)")
          tried += 1
        }
      }
    }
    #expect(tried > 1000)
  }

  @Test func `the end of a Focus would have shown a push only if no other Focus follows`() throws {
    var device = Phone.stub { phone in
      for (name, from) in [("early" as FocusName, 17), ("late", 19)] {
        phone.focuses[name] = FocusSettings()
        phone.focuses[name]?.schedules = [FocusSchedule(from: from * 60, to: (from + 2) * 60)]
      }
    }
    for (moment, end) in [
      (Moment.start, nil), (Moment.start + 3600, "clock=2026-04-14T21:00:00.000Z"),
    ] {
      let record = try #require(device.deliver(try .stub(at: moment)).record)
      let changes = Presentation.trace(of: record).wouldShowIf.flatMap(\.set)
      #expect(changes.first { $0.hasPrefix("clock=") } == end)
      guard let end else { continue }
      var question = try WhatIf([end], on: device, now: moment)
      #expect(question.difference(of: record)?.wouldBe.outcome == .shown)
    }
  }

  @Test(arguments: [
    ("focus=off", true), ("apps.a.present+=banner", true), ("mute.a=until:07:00", true),
    ("app:chat", false), ("\"a=b\"", false), ("-a=b", false), ("title:a=b", false), ("a", false),
  ])
  func `changes are distinguished from words of a filter`(word: String, isChange: Bool) {
    #expect(WhatIf.isChange(word) == isChange)
  }
}
