import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §3: groups, and the line of a stack about its other entries.
@Suite struct GroupingRuleTests {
  private static func aps(_ thread: String?, _ rest: String = "") -> String {
    #"{"alert":"Hi"\#(thread.map { #","thread-id":"\#($0)""# } ?? "")\#(rest)}"#
  }

  @Test func `G1 equal threads of two apps are different groups`() throws {
    var phone = try RulePhone()
    try phone.push(Self.aps("a"))
    try phone.push(Self.aps("a"), app: "com.example.mail")
    try phone.push(Self.aps("a"))
    #expect(phone.groups == [[3, 1], [2]])
  }

  @Test func `G2 a push without a thread is in the app's default group`() throws {
    var phone = try RulePhone()
    try phone.push(Self.aps(nil))
    try phone.push(Self.aps("a"))
    try phone.push(Self.aps(""))
    #expect(phone.groups == [[3, 1], [2]])
  }

  @Test func `G3 only the thread determines the group`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":{"title":"Ann"},"thread-id":"a","category":"C"}"#)
    try phone.push(#"{"alert":{"title":"Ann"},"thread-id":"b","category":"C"}"#)
    #expect(phone.groups == [[2], [1]])
  }

  @Test func `G4, G5 the newest entry leads its group, and the newest group comes first`() throws {
    var phone = try RulePhone()
    for thread in ["a", "b", "a", "c", "b"] { try phone.push(Self.aps(thread)) }
    #expect(phone.groups == [[5, 2], [4], [3, 1]])
    #expect(phone.group?.newest.id == 5)
  }

  /// The screen expands and collapses it, see `ListActionTests`.
  @Test func `G6 a group is cleared as a whole, and its entries are opened and removed one by one`()
    throws
  {
    var phone = try RulePhone()
    for thread in ["a", "b", "a", "a"] { try phone.push(Self.aps(thread)) }
    _ = phone.device.handle(.acted(on: 3, .open, text: nil), at: Moment.start)
    #expect(phone.device.inbox.notifications.map(\.isRead) == [false, true, false, false])
    _ = phone.device.handle(.removed([3]), at: Moment.start)
    #expect(phone.groups == [[4, 1], [2]])
    let whole = phone.device.inbox.ids(in: try #require(phone.group).key)
    _ = phone.device.handle(.removed(Array(whole)), at: Moment.start)
    #expect(phone.groups == [[2]])
  }

  @Test func `G7 a group of one has no summary line`() throws {
    var phone = try RulePhone()
    try phone.push()
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == nil)
    try phone.push()
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == "1 more notification")
  }

  @Test(arguments: [
    ("§3.1.1 automatic", "automatic", [[4], [3], [2, 1]], ReasonCode.groupThread),
    ("§3.1.2 by app", "byApp", [[4], [3, 2, 1]], .groupApp),
    ("§3.1.3 off", "off", [[4], [3], [2], [1]], .groupSingle),
  ])
  func `an app's grouping setting determines its groups and the reason in the trace`(
    name: String, setting: String, groups: [[Int]], code: ReasonCode
  ) throws {
    var phone = try RulePhone(["apps.com.example.chat.grouping=\(setting)"])
    try phone.push(Self.aps("a"))
    try phone.push(Self.aps("a"))
    let record = try phone.push(Self.aps("b"))
    try phone.push(Self.aps("a"), app: "com.example.mail")
    #expect(phone.groups == groups)
    #expect(record.why.steps.first { $0.name == .group }?.code == code)
  }

  /// The example of §3.3, and its other rows.
  @Test(
    arguments: [
      ("§3.3.1 no format", nil, "ios15", "5 more notifications"),
      ("§3.3.2 a format with a count", "%u more messages", "ios15", "5 more messages"),
      (
        "§3.3.4 several arguments", "%u more messages from %@", "ios12",
        "5 more messages from Ann and Ben"
      ),
      ("§3.3.5, §13.2 today's phone", "%u more messages from %@", "ios15", "5 more notifications"),
    ] as [(String, String?, String, String)])
  func `the summary line of a stack follows its category's format and the phone's style`(
    name: String, format: String?, style: String, line: String
  ) throws {
    var phone = try RulePhone(["device.summaryStyle=\(style)"])
    phone.device.settings.categories["M"] = Category(
      identifier: "M", categorySummaryFormat: format)
    for (weight, sender) in [(1, "Ann"), (3, "Ben"), (1, "Ann"), (1, "Ann")] {
      try phone.push(
        #"{"alert":{"body":"Hi","summary-arg":"\#(sender)","summary-arg-count":\#(weight)},"#
          + #""category":"M"}"#)
    }
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == line)
  }

  @Test func `§3.3.3 a single distinct argument is not part of a list`() throws {
    var phone = try RulePhone(["device.summaryStyle=ios12"])
    phone.device.settings.categories["M"] = Category(
      identifier: "M", categorySummaryFormat: "%u more messages from %@")
    for _ in 1...4 {
      try phone.push(#"{"alert":{"body":"Hi","summary-arg":"Ann"},"category":"M"}"#)
    }
    let line = phone.device.summaryLine(of: try #require(phone.group))
    #expect(line == "3 more messages from Ann")
  }

  @Test func `§3.3.6, §4.2.8 a hidden stack has one line with placeholder and count`()
    throws
  {
    var phone = try RulePhone(["previews=never"])
    phone.device.settings.categories["M"] = Category(
      identifier: "M", hiddenPreviewsBodyPlaceholder: "%u messages",
      categorySummaryFormat: "%u more")
    for _ in 1...3 { try phone.push(#"{"alert":"Hi","category":"M"}"#) }
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == "3 messages")
  }

  @Test func `§3.3.7 of different categories the leading entry's is used`() throws {
    var phone = try RulePhone()
    for name: CategoryID in ["A", "B"] {
      phone.device.settings.categories[name] = Category(
        identifier: name, categorySummaryFormat: "%u more by \(name)")
    }
    for name in ["A", "B", "A", "B"] { try phone.push(#"{"alert":"Hi","category":"\#(name)"}"#) }
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == "3 more by B")
  }

  @Test(arguments: [0, -3])
  func `§3.3.8 a count that is not positive counts as 1`(count: Int) throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":{"body":"Hi","summary-arg-count":\#(count)}}"#)
    try phone.push()
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == "1 more notification")
  }
}
