import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §10, beside `CollapseTests`.
@Suite struct ReplacementRuleTests {
  @Test func `C1, C9 the collapse id is the request identifier, also on the phone`() throws {
    var gateway = Gateway(settings: GatewaySettings())
    let headers = [("apns-topic", "com.example.chat"), ("apns-collapse-id", "m")]
    let delivery = try #require(gateway.deliveries(of: .stub(headers)).first)
    #expect(delivery.requestID == "m")
    var phone = try RulePhone()
    let effects = phone.device.deliver(delivery)
    #expect(effects.record?.notification.requestID == "m")
  }

  @Test func `C2, C3 a replacement leaves one entry, the newest`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a"}"#, collapseID: "m")
    try phone.push(#"{"alert":"2","thread-id":"b"}"#)
    try phone.push(#"{"alert":"3","thread-id":"a"}"#, collapseID: "m")
    #expect(phone.groups == [[3], [2]])
  }

  @Test(arguments: [(aps("active"), [1]), (aps("passive"), []), (#"{"alert":"Hi"}"#, [])])
  func `C4, §13.3 a replacement alerts again according to its level and sound`(
    aps: String, rings: [Int]
  ) throws {
    var phone = try RulePhone()
    try phone.push(collapseID: "m")
    let again = try Delivery.stub(2, aps: aps, collapseID: "m")
    #expect(phone.device.deliver(again).rings == rings)
  }

  @Test func `C5 a replacement has its own thread, category and level`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"1","thread-id":"a","category":"A"}"#, collapseID: "m")
    try phone.push(
      #"{"alert":"2","thread-id":"b","category":"B","interruption-level":"passive"}"#,
      collapseID: "m")
    let entry = try #require(phone.device.inbox[2])
    #expect(phone.group?.key.thread == "b")
    #expect(entry.categoryIdentifier == "B")
    #expect(entry.level == .passive)
  }

  @Test func `C10 a push without a collapse id changes no entry`() throws {
    var phone = try RulePhone()
    try phone.push()
    let entry = try #require(phone.device.inbox[1])
    try phone.push()
    #expect(phone.groups == [[2, 1]])
    #expect(phone.device.inbox[1] == entry)
  }

  @Test func `C11 entries beyond the limit are removed, oldest first, whatever their app`() throws {
    var phone = try RulePhone()
    for app in ["com.example.a", "com.example.b", "com.example.a"] {
      try phone.push(app: BundleID(app))
    }
    _ = phone.device.handle(.limited(to: 2), at: Moment.start)
    #expect(phone.device.inbox.ids.map(\.rawValue) == [3, 2])
  }
}
