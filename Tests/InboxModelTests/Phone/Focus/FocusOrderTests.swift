import Foundation
import Testing

@testable import InboxModel

/// The order of a Focus's conditions (`docs/rules.md` §5.2): settings in, outcome out.
@Suite struct FocusOrderTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let aps: String
    let sender: String
    let reason: ReasonCode
    /// The code of the trace step `focus`.
    let code: ReasonCode?
    let setup: @Sendable (inout FocusSettings) -> Void

    init(
      _ name: String, keys: String = "", sender: String = "", _ reason: ReasonCode,
      _ code: ReasonCode?, _ setup: @escaping @Sendable (inout FocusSettings) -> Void = { _ in }
    ) {
      (testDescription, self.reason, self.code, self.setup) = (name, reason, code, setup)
      aps = #"{"alert":"Hi"\#(keys)}"#
      self.sender = sender.isEmpty ? "" : #","sender":\#(sender)"#
    }
  }

  private static let chat = BundleID("com.example.chat")
  private static let urgent = #","interruption-level":"time-sensitive""#

  static let rows: [Row] = [
    Row(
      "§5.2.1 critical passes every setting", keys: #","interruption-level":"critical""#, .shown,
      .passedCritical
    ) {
      $0.allowTimeSensitive = false
      $0.apps = .silence([chat])
      $0.filters[chat] = ["work"]
    },
    Row("§5.2.3 time-sensitive passes where allowed", keys: urgent, .shown, .passedTimeSensitive),
    Row("§5.2.3 time-sensitive is silenced where not allowed", keys: urgent, .focusRule, .focusRule)
    {
      $0.allowTimeSensitive = false
    },
    Row(
      "§5.2.3 time-sensitive precedes a filter", keys: urgent + #","filter-criteria":"home""#,
      .shown,
      .passedTimeSensitive
    ) { $0.filters[chat] = ["work"] },
    Row(
      "§5.2.4 a filter silences an allowed app", keys: #","filter-criteria":"home""#, .focusFilter,
      .focusFilter
    ) {
      $0.apps = .allow([chat])
      $0.filters[chat] = ["work", "on call"]
    },
    Row(
      "§5.2.4 a filter silences an allowed person", keys: #","filter-criteria":"home""#,
      sender: #""Ann""#, .focusFilter, .focusFilter
    ) {
      $0.allowPeople = ["Ann"]
      $0.filters[chat] = ["work"]
    },
    Row(
      "§5.2.4 matching criteria continue with the lists", keys: #","filter-criteria":"on call""#,
      .focusRule,
      .focusRule
    ) { $0.filters[chat] = ["work", "on call"] },
    Row(
      "§5.2.4 another app's filter has no effect", keys: #","filter-criteria":"x""#, .shown,
      .passedAllowed
    ) {
      $0.apps = .allow([chat])
      $0.filters["com.example.mail"] = ["work"]
    },
    Row("§5.2.5 an allowed app passes", .shown, .passedAllowed) { $0.apps = .allow([chat]) },
    Row("§5.2.5 an app that is not silenced passes", .shown, .passedAllowed) {
      $0.apps = .silence(["com.example.mail"])
    },
    Row("§5.2.5 a silenced app is silenced", .focusRule, .focusRule) { $0.apps = .silence([chat]) },
    Row("§5.2.5 an allowed person passes", sender: #""Ann""#, .shown, .passedAllowed) {
      $0.allowPeople = ["Ann", "Ben"]
    },
    Row(
      "§5.2.5 by a name in an object", sender: #"{"name":"Ann","id":7}"#, .shown, .passedAllowed
    ) { $0.allowPeople = ["Ann"] },
    Row(
      "§5.2.5 by an identifier", sender: #"{"name":"Ann","id":"ann@example.com"}"#, .shown,
      .passedAllowed
    ) { $0.allowPeople = ["ann@example.com"] },
    Row("§5.2.5 a person of a silenced app", sender: #""Ann""#, .shown, .passedAllowed) {
      $0.apps = .silence([chat])
      $0.allowPeople = ["Ann"]
    },
    Row("§5.2.7 another sender is silenced", sender: #""Cem""#, .focusRule, .focusRule) {
      $0.allowPeople = ["Ann"]
    },
    Row("§5.2.7 a sender of another form is ignored", sender: "[1]", .focusRule, .focusRule) {
      $0.allowPeople = ["1"]
    },
    Row("§5.2.7 no sender is named", .focusRule, .focusRule) { $0.allowPeople = ["Ann", ""] },
    Row("§5.2.7 all other pushes are silenced", .focusRule, .focusRule),
  ]

  @Test(arguments: rows)
  func `a push under a Focus has the reason of the first condition that applies`(row: Row) throws {
    var device = Phone.stub {
      $0.focuses["work"] = FocusSettings()
      row.setup(&$0.focuses["work", default: FocusSettings()])
    }
    _ = device.handle(.changed(.focusOn("work", until: nil)), at: Moment.start)
    let push = try Delivery.stub(aps: row.aps, beside: row.sender)
    let record = try #require(device.deliver(push).record)
    #expect(record.notification.reason == row.reason)
    let step = Presentation.trace(of: record).steps.first { $0.name == .focus }
    #expect(step?.code == row.code)
    // The stored context is sufficient to decide again.
    let json = try JSONReader.read(record.context.stored).root.object
    #expect(PresentationContext(stored: try #require(json)) == record.context)
  }

  @Test func `§5.2.2 without a Focus every sender is allowed`() throws {
    var device = Phone.stub()
    #expect(device.deliver(try .stub()).record?.notification.reason == .shown)
  }

  @Test func `§14 the trace states how a push without criteria passes the Focus filter`() throws {
    var device = Phone.stub {
      $0.focuses["work"] = FocusSettings()
      $0.focuses["work"]?.filters["com.example.chat"] = ["work"]
    }
    _ = device.handle(.changed(.focusOn("work", until: nil)), at: Moment.start)
    func because(_ aps: String) throws -> String? {
      let record = try #require(device.deliver(try .stub(aps: aps)).record)
      return Presentation.trace(of: record).steps.first { $0.name == .focus }?.because
    }
    #expect(try because(#"{"alert":"Hi"}"#)?.contains("without filter-criteria") == true)
    #expect(
      try because(#"{"alert":"Hi","interruption-level":"time-sensitive"}"#)
        == "“work” allows time-sensitive pushes, and no filter blocks it")
  }

  @Test func `the trace suggests allowing the sender, and set accepts it`() throws {
    var device = Phone.stub { $0.focuses["work"] = FocusSettings() }
    _ = device.handle(.changed(.focusOn("work", until: nil)), at: Moment.start)
    let record = try #require(
      device.deliver(try .stub(beside: #","sender":"Ann Lee""#)).record)
    let suggested = Presentation.trace(of: record).wouldShowIf.flatMap(\.set)
    let word = try #require(suggested.first { $0.hasPrefix("focus.work.allowPeople+=") })
    let reader = SettingChangeReader(now: Moment.start, phone: device.settings)
    for change in try reader.changes([word]) {
      _ = device.handle(.changed(change), at: Moment.start)
    }
    #expect(device.settings.focuses["work"]?.allowPeople == ["Ann Lee"])
    let second = try Delivery.stub(2, beside: #","sender":"Ann Lee""#)
    #expect(device.deliver(second).record?.notification.reason == .shown)
  }

  @Test func `B9 a Focus hides badges while it is active and keeps their numbers`() throws {
    var device = Phone.stub {
      $0.focuses["work"] = FocusSettings()
      $0.focuses["work"]?.hideBadges = true
    }
    func shows(_ badges: String) -> Bool {
      InboxJSON.text(of: device, isOnline: true, rejected: 0).contains(#""badges":\#(badges),"#)
    }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","badge":2}"#))
    _ = device.handle(.changed(.focusOn("work", until: nil)), at: Moment.start)
    let record = try #require(
      device.deliver(try .stub(2, aps: #"{"alert":"Hi","badge":3}"#)).record)
    #expect(record.notification.presented == [.badge, .list])
    let step = Presentation.trace(of: record).steps.first { $0.name == .badge }
    #expect(step?.setting == "focus.work.hideBadges")
    #expect(shows("{}"))
    #expect(device.badges == ["com.example.chat": 3])
    _ = device.handle(.changed(.focusOff(since: Moment.start)), at: Moment.start)
    #expect(shows(#"{"com.example.chat":3}"#))
  }
}
