import Foundation
import Testing

@testable import InboxModel

/// The scheduled summary (`docs/rules.md` §5.4).
@Suite struct ScheduledSummaryTests {
  private static let news = BundleID("com.example.news")
  private static let evening = Moment.at("2026-04-14T20:00:00Z")

  private static func phone(
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) -> Phone {
    Phone.stub {
      $0.summary.times = [8 * 60, 20 * 60]
      $0.summary.apps = [news]
      change(&$0)
    }
  }

  private static func holding(_ count: Int = 1) throws -> Phone {
    var device = phone()
    for id in 1...count {
      device.deliver(try .stub(id, app: news, aps: #"{"alert":"Hi","badge":3}"#))
    }
    return device
  }

  private static func set(_ device: inout Phone, _ words: String...) throws -> [Phone.Effect] {
    let reader = SettingChangeReader(now: device.now, phone: device.settings)
    return try reader.changes(words).flatMap { device.handle(.changed($0), at: device.now) }
  }

  @Test func `the list shows held pushes with their text`() throws {
    var device = Self.phone()
    device.deliver(
      try .stub(
        1, app: Self.news, aps: #"{"alert":{"title":"One","body":"1"},"relevance-score":0.1}"#))
    device.deliver(try .stub(2, app: Self.news, aps: #"{"alert":"Two","relevance-score":0.9}"#))
    let lines = Array(ListText.lines(of: device))
    try #require(lines.count == 4)
    #expect(lines[0].hasPrefix("held until 2026-04-14 20:00:00"))
    #expect(lines[0].hasSuffix("News"))
    #expect(lines[1].hasPrefix("  #2 "))
    #expect(lines[1].contains("Two  [held, summary.held]"))
    #expect(lines[3].contains("One: 1"))
    #expect(
      Array(
        ListText.lines(
          of: device, filter: try Filter("app:news", now: device.now, timeZone: .gmt)))
        == ["no push matches"])
    // Hidden previews stay hidden here as well.
    _ = device.handle(.changed(.previews(.never)), at: device.now)
    #expect(!Array(ListText.lines(of: device)).contains { $0.contains("Two") })
  }

  @Test func `§5.4.5 showing the summary now releases pushes as silently as at its time`() throws {
    var device = try Self.holding(2)
    let effects = try Self.set(&device, "summary=now")
    #expect(device.held.isEmpty)
    #expect(device.nextMoment == nil)
    #expect(device.inbox.notifications.map(\.outcome) == [.quiet, .quiet])
    #expect(device.inbox.notifications.map(\.reason) == [.summaryHeld, .summaryHeld])
    #expect(effects.events.first == .setting(key: "summary", value: "now", was: nil))
    #expect(effects.events.count == 3)
    #expect(effects.rings == [])
    #expect(effects.stored.count == 2, "nothing is set")
    // The next push waits for the next time, as before.
    device.deliver(try .stub(3, app: Self.news))
    #expect(device.held.map(\.until) == [Self.evening])
  }

  @Test(
    arguments: [
      ([], [Self.news], "2026-04-15T08:00:00Z", true),
      ([20 * 60], [Self.news], "2026-04-14T20:00:00Z", false),
      ([], [], nil, false),
    ] as [([Int], Set<BundleID>, String?, Bool)])
  func `§5.4.1 apps without times are held until 08:00 and 18:00, and the trace states why`(
    times: [Int], apps: Set<BundleID>, until: String?, isStandard: Bool
  ) throws {
    var device = Self.phone {
      $0.summary.times = times
      $0.summary.apps = apps
    }
    let record = try #require(device.deliver(try .stub(app: Self.news)).record)
    #expect(device.held.first?.until == until.map(Moment.at))
    #expect(record.context.summaryIsStandard == isStandard)
    let step = Presentation.trace(of: record).steps.first { $0.name == .summary }
    #expect(step?.because.contains("no times are set") == isStandard)
    #expect(step?.because.contains("not in the scheduled summary") == (until == nil))
    let kept = try #require(try JSONReader.read(record.context.stored).root.object)
    #expect(PresentationContext(stored: kept) == record.context)
  }

  @Test func `showing an empty summary reports that and changes nothing`() throws {
    var device = Self.phone()
    #expect(
      try Self.set(&device, "summary=now").events == [
        .setting(key: "summary", value: "now", was: nil)
      ])
    #expect(throws: SettingsError.self) { try Self.set(&device, "summary=later") }
  }

  @Test func `§5.4.4 the summary is ordered by relevance, then time, and the list by arrival`()
    throws
  {
    var device = Self.phone()
    for (id, score) in [(1, 0.5), (2, 0.9), (3, 0.0), (4, 0.5)] {
      device.deliver(
        try .stub(id, app: Self.news, aps: #"{"alert":"Hi","relevance-score":\#(score)}"#))
    }
    #expect(device.heldByRelevance.map(\.notification.id) == [2, 4, 1, 3])
    let json = InboxJSON.text(of: device, isOnline: true, rejected: 0)
    #expect(
      json.contains(
        #""id":2,"lateBy":0,"reason":"summary.held","receivedAt":"2026-04-14T18:00:00.000Z","subtitle":null,"#
          + #""thread":"","title":null,"until":"2026-04-14T20:00:00.000Z"},{"app""#))
    _ = device.handle(.timePassed, at: Self.evening)
    #expect(Array(device.inbox.ids) == [4, 3, 2, 1])
  }

  @Test func `§5.4 a summary may have several times, and badges are set immediately`() throws {
    var device = try Self.holding()
    #expect(device.badges[Self.news] == 3)
    _ = device.handle(.timePassed, at: Self.evening)
    device.deliver(try .stub(2, app: Self.news, at: Self.evening + 1))
    #expect(device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
  }

  @Test(arguments: [
    // Berlin skips 02:00 to 03:00 on 29 March 2026 and repeats it on 25 October.
    ("2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
    ("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
    ("2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z"),
    ("2026-10-25T01:00:00Z", "2026-10-26T01:30:00Z"),
  ])
  func `§5.4 summary times are those of the wall clock, once a day`(at: String, next: String) throws
  {
    var device = Self.phone {
      $0.device.timeZone = TimeZone(named: "Europe/Berlin") ?? .gmt
      $0.summary.times = [2 * 60 + 30]
    }
    device.deliver(try .stub(1, app: Self.news, at: Moment.at(at)))
    #expect(device.held.map(\.until) == [Moment.at(next)])
  }

  @Test func `changed times apply to held pushes`() throws {
    var device = try Self.holding()
    let later = Moment.at("2026-04-14T22:30:00Z")
    let effects = try Self.set(&device, "summary.times=22:30")
    #expect(device.held.map(\.until) == [later])
    #expect(device.nextMoment == later)
    #expect(
      effects.stored.contains(
        .update(1, isRead: false, acted: nil, place: .held(until: later))))
    // Changed times that do not affect it leave it unchanged.
    #expect(try Self.set(&device, "summary.times=21:00,22:30").stored.count == 2)
    #expect(try Self.set(&device, "summary.times=06:00,21:00").stored.count == 1)
  }

  @Test func `without times held pushes get the default times`() throws {
    var device = try Self.holding()
    _ = try Self.set(&device, "summary.times=[]")
    #expect(device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
  }

  @Test func `pushes that no summary would hold any more enter the list silently`() throws {
    var device = try Self.holding()
    let effects = try Self.set(&device, "summary.apps=[]")
    #expect(device.held.isEmpty)
    #expect(device.inbox[1]?.reason == .summaryHeld)
    #expect(device.inbox[1]?.outcome == .quiet)
    #expect(effects.rings == [])
  }

  @Test(arguments: [
    ("apps.com.example.news.installed=false", InboxEvent.Actor.app),
    ("apps.com.example.news.permission=denied", .user),
    ("apps.com.example.news.list=false", .user),
  ])
  func `held pushes of an app that is uninstalled, denied or without a list are removed`(
    word: String, by: InboxEvent.Actor
  ) throws {
    var device = try Self.holding()
    let effects = try Self.set(&device, word)
    #expect(device.held.isEmpty)
    #expect(device.inbox.count == 0)
    #expect(effects.events.contains(.removed(by: by)))
    #expect(
      effects.stored.contains(.update(1, isRead: false, acted: nil, place: .removed)))
    #expect(device.nextMoment == nil)
  }

  @Test func `setting the clock back selects the earlier summary`() throws {
    var device = try Self.holding()
    _ = device.handle(.timePassed, at: Moment.at("2026-04-14T07:00:00Z"))
    #expect(device.held.map(\.until) == [Moment.at("2026-04-14T08:00:00Z")])
  }

  @Test func `without a Notification Center no pushes are held`() throws {
    var device = Self.phone {
      $0.apps[Self.news] = AppSettings()
      $0.apps[Self.news]?.list = false
    }
    let record = try #require(device.deliver(try .stub(app: Self.news)).record)
    #expect(record.notification.outcome == .shown)
    #expect(record.notification.presented == [.banner])
  }

  @Test func `a push with the request identifier of a held one replaces it and waits`() throws {
    var device = Self.phone()
    device.deliver(
      try .stub(1, app: Self.news, collapseID: "m"), try .stub(2, app: Self.news, collapseID: "m"))
    #expect(device.held.map(\.notification.id) == [2])
    _ = device.handle(.timePassed, at: Self.evening)
    #expect(device.inbox[2]?.replaced == 1)
    #expect(device.inbox.count == 1)
  }
}
