import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §14: one choice for each open point, in the order of its table. The trace states
/// a choice that decides about a push.
@Suite struct OpenPointTests {
  private let chat: BundleID = "com.example.chat"

  @Test func `§14.1 a critical sound without the level counts as critical everywhere`() throws {
    var phone = try RulePhone([
      "dnd=on", "focus.dnd.allowTimeSensitive=false", "ringer=silent", "summary.times=20:00",
      "summary.apps=com.example.chat",
    ])
    let record = try phone.push(#"{"alert":"Hi","sound":{"critical":1}}"#)
    #expect(record.notification.presented == [.banner, .critical, .list])
    #expect(record.notification.level == .critical)
    #expect(
      record.why.because(.level)
        == "the sound is critical, and so is the push; assumed, on a real phone this needs Apple's "
        + "critical-alerts entitlement and the user's consent")
  }

  @Test(arguments: [
    ("critical", InterruptionLevel.active), ("time-sensitive", .timeSensitive),
    ("passive", .passive), ("active", .active),
  ])
  func `§14.2 without the critical entitlement the level becomes active, other levels stay`(
    asked: String, level: InterruptionLevel
  ) throws {
    var phone = try RulePhone(["apps.com.example.chat.critical=false"])
    let record = try phone.push(
      #"{"alert":"Hi","interruption-level":"\#(asked)","sound":{"critical":1,"name":"a"}}"#)
    #expect(record.notification.level == level)
    #expect(!record.notification.presented.contains(.critical))
    #expect(record.notification.presented.contains(.sound) == (level != .passive))
    if asked == "critical" {
      #expect(
        record.why.because(.level) == "critical is not allowed for this app: acts as active")
    }
  }

  @Test func `§14.3 without the time-sensitive entitlement the level becomes active`() throws {
    var phone = try RulePhone(["apps.com.example.chat.timeSensitive=false", "dnd=on"])
    let record = try phone.push(aps("time-sensitive"))
    #expect(record.notification.level == .active)
    #expect(record.why.decision == "focus dnd.manual focus.dnd")
    #expect(record.why.remedies.contains("apps.com.example.chat.timeSensitive=true"))
  }

  @Test func `§14.4 a critical level without sound plays the default critical sound`() throws {
    var phone = try RulePhone()
    let record = try phone.push(#"{"alert":"Hi","interruption-level":"critical"}"#)
    #expect(record.notification.presented.contains(.critical))
    #expect(record.why.because(.level).contains("the default critical sound"))
  }

  @Test func `§14.5 a replacement alerts again, unread, newest, in its own group`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a"}"#, collapseID: "m")
    _ = phone.device.handle(.marked([1], read: true), at: Moment.start)
    try phone.push()
    let push = try Delivery.stub(
      3, aps: #"{"alert":"2","thread-id":"b","sound":"default","category":"C"}"#, collapseID: "m")
    let effects = phone.device.deliver(push)
    let entry = try #require(phone.device.inbox[3])
    #expect(effects.rings == [1])
    #expect(effects.contains(.present(3)))
    #expect(phone.groups == [[3], [2]])
    #expect(!entry.isRead)
    #expect(entry.replaced == 1)
    #expect(entry.categoryIdentifier == "C")
    #expect(effects.record?.why.because(.collapse).contains("alerts again") == true)
  }

  @Test func `§14.6 a collapse id without text neither inserts nor replaces an entry`() throws {
    var phone = try RulePhone()
    try phone.push(collapseID: "m")
    let record = try phone.push(#"{"badge":1}"#, collapseID: "m")
    #expect(phone.groups == [[1]])
    #expect(record.why.because(.collapse) == "adds no entry, replaces none")
  }

  @Test func `§14.7 a push with the identifier of a removed entry is inserted`() throws {
    var phone = try RulePhone()
    try phone.push(collapseID: "m")
    _ = phone.device.handle(.removed([1]), at: Moment.start)
    try phone.push(collapseID: "m")
    #expect(phone.device.inbox[2]?.replaced == 0)
  }

  @Test func `§14.8 of equal times the later arrival is newer`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a"}"#)
    try phone.push(#"{"alert":"2","thread-id":"a"}"#)
    try phone.push(#"{"alert":"3","thread-id":"b"}"#)
    #expect(phone.groups == [[3], [2, 1]])
  }

  @Test(arguments: [
    ("permission=provisional", "badges are not allowed: it remains 0"),
    ("deliverQuietly=true", "delivered quietly: the badge remains 0"),
  ])
  func `§14.9 the badge of a provisional or quiet app does not change`(
    word: String, because: String
  ) throws {
    var phone = try RulePhone(["apps.com.example.chat." + word])
    let record = try phone.push(#"{"alert":"Hi","badge":2}"#)
    #expect(phone.device.badges.isEmpty)
    #expect(record.why.because(.badge) == because)
  }

  @Test(arguments: [
    ([], ["sound"]), (["dnd=on"], []), (["ringer=silent"], []),
    (["mute.com.example.chat=1h"], []), (["apps.com.example.chat.sounds=false"], []),
  ])
  func `§14.10 a push with only a sound adds no entry and follows the rules`(
    words: [String], presented: [String]
  ) throws {
    var phone = try RulePhone(words)
    let record = try phone.push(#"{"sound":"default"}"#)
    #expect(record.notification.presented.names == presented)
    #expect(phone.device.inbox.count == 0)
  }

  @Test func `§14.10 a passive push with only a sound is silent, a critical one is played`() throws
  {
    var phone = try RulePhone(["dnd=on", "ringer=silent"])
    let passive = #"{"sound":"default","interruption-level":"passive"}"#
    #expect(try phone.push(passive).notification.presented.isEmpty)
    let critical = #"{"sound":{"critical":1}}"#
    #expect(try phone.push(critical).notification.presented == .critical)
  }

  @Test func `§14.11 the placeholder counts the app's thread, whatever the grouping`() throws {
    var phone = try RulePhone(["previews=never", "grouping=byApp"])
    phone.device.settings.categories["C"] = Category(
      identifier: "C", hiddenPreviewsBodyPlaceholder: "%u messages")
    let thread = #"{"alert":"Hi","thread-id":"a","category":"C"}"#
    try phone.push(thread)
    try phone.push(thread)
    try phone.push(#"{"alert":"Hi","thread-id":"b","category":"C"}"#)
    try phone.push(thread, app: "com.example.mail")
    let texts = phone.device.inbox.notifications.map { phone.device.visibleText(of: $0).body }
    #expect(texts == ["1 messages", "1 messages", "2 messages", "2 messages"])
  }

  @Test func `§14.12 a hidden push without body shows the placeholder`() throws {
    var phone = try RulePhone(["previews=never"])
    try phone.push(#"{"alert":{"title":"Ann"}}"#)
    let entry = try #require(phone.device.inbox[1])
    #expect(phone.device.visibleText(of: entry).body == "Notification")
  }

  @Test func `§14.13 hidden title and subtitle are absent`() throws {
    var phone = try RulePhone(["previews=never"])
    try phone.push(#"{"alert":{"title":"Ann","subtitle":"Re","body":"Hi"}}"#)
    let entry = try #require(phone.device.inbox[1])
    let text = phone.device.visibleText(of: entry)
    #expect(text == VisibleText(title: nil, subtitle: nil, body: "Notification", isHidden: true))
  }

  @Test(arguments: [true, false])
  func `§13.6, §14.14 a filter without criteria continues with the list of apps`(isAllowed: Bool)
    throws
  {
    var phone = try RulePhone([
      "focus.work.filters.com.example.chat=work",
      "focus.work.allowApps=\(isAllowed ? "com.example.chat" : "com.example.mail")", "focus=work",
    ])
    let record = try phone.push()
    #expect(record.notification.outcome == (isAllowed ? .shown : .quiet))
    #expect(record.notification.reason == (isAllowed ? .shown : .focusRule))
  }

  @Test func `§14.15 time-sensitive precedes the filter`() throws {
    var phone = try RulePhone(["focus.work.filters.com.example.chat=work", "focus=work"])
    let record = try phone.push(aps("time-sensitive", #","filter-criteria":"home""#))
    #expect(record.notification.outcome == .shown)
    #expect(record.why.steps.first { $0.name == .focus }?.code == .passedTimeSensitive)
  }

  @Test(arguments: ["active", "time-sensitive", "critical"], [#""""#, #"{"name":""}"#, "true"])
  func `§14.16 an empty sound is silent, also for a critical push`(level: String, sound: String)
    throws
  {
    var phone = try RulePhone(
      ["critical", "timeSensitive"].map { "apps.com.example.chat.\($0)=true" })
    let effects = phone.device.deliver(
      try .stub(aps: #"{"alert":"Hi","sound":\#(sound),"interruption-level":"\#(level)"}"#))
    let record = try #require(effects.record)
    #expect(record.notification.presented == [.banner, .list])
    #expect(record.notification.outcome == .shown)
    #expect(effects.rings == [])
    #expect(
      record.why.because(.level)
        == "interruption-level \(level)" + (level == "active" ? "" : "; granted to this app"))
  }

  @Test func `§14.17 released summary pushes enter silently, in the order of arrival`() throws {
    var phone = try RulePhone(["summary.times=20:00", "summary.apps=com.example.chat"])
    let held = try phone.push(aps("active", #","relevance-score":0.1"#))
    try phone.push(aps("active", #","relevance-score":0.9"#))
    #expect(phone.groups == [])
    #expect(held.why.decision == "summary summary.held summary")
    let effects = phone.device.handle(.timePassed, at: Moment.at("2026-04-14T20:00:00Z"))
    #expect(effects.rings == [])
    #expect(phone.groups == [[2, 1]])
    #expect(phone.device.inbox[1]?.outcome == .quiet)
  }

  @Test func `§14.18 a Focus turned off during its schedule stays off until the next start`()
    throws
  {
    var phone = try RulePhone(["focus.work.from=17:00", "focus.work.to=19:00"])
    #expect(phone.device.focusInForce?.name == "work")
    try phone.set("focus=off")
    #expect(try phone.push().notification.outcome == .shown)
    let next = Moment.at("2026-04-15T17:00:00Z").timeIntervalSince(Moment.start)
    #expect(try phone.push(after: next - 1).notification.outcome == .shown)
    let record = try phone.push(after: next)
    #expect(record.why.decision == "focus focus.rule focus.work")
  }

  @Test func `§14.19 the effective level is the one after the app's entitlements`() throws {
    var phone = try RulePhone(["apps.com.example.chat.timeSensitive=false"])
    #expect(try phone.push(aps("time-sensitive")).notification.level == .active)
    #expect(try phone.push(aps("critical")).notification.level == .critical)
  }
}
