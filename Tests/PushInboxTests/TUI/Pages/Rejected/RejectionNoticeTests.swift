import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct RejectionNoticeTests {
  /// A phone with a push, on which nothing was rejected yet.
  private func bench(columns: Int = 80, rows: Int = 24) -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi","thread-id":"a"}"#)
    return Bench(phone, columns: columns, rows: rows)
  }

  private func reject(
    _ bench: inout Bench, _ reason: RejectionReason = .badPriority, app: BundleID? = PhoneStub.chat
  ) {
    bench.phone.reject(reason, app: app)
    bench.status.rejected += 1
    bench.send(.happened(bench.phone.events.suffix(1)))
  }

  private func rows(_ bench: Bench) -> [String] {
    bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let notice = "rejected: 400 BadPriority, com.example.chat; 2 shows why"

  @Test(arguments: [[], ["3"], ["4"], [.enter], ["w"], ["?"], ["I"], [.function(1)]] as [[Key]])
  func `a rejected push is announced in the last line of every view`(keys: [Key]) {
    var bench = bench()
    for key in keys { bench.press(key) }
    reject(&bench)
    #expect(rows(bench).last?.hasPrefix(" " + Self.notice) == true)
    bench.press("2")
    #expect(bench.state.notices.rejection == nil)
    #expect(rows(bench).contains { $0.contains("400 BadPriority   R1") })
  }

  @Test func `the announcement ends by itself, not by a key`() {
    var bench = bench()
    reject(&bench)
    bench.press("j", "k", .escape)
    bench.send(.ticked(PhoneStub.now + 9))
    #expect(rows(bench).last?.contains(Self.notice) == true)
    #expect(!bench.state.isSettled)
    bench.send(.ticked(PhoneStub.now + 10))
    #expect(rows(bench).last?.contains("Refused") == false)
    #expect(bench.state.isSettled)
    #expect(rows(bench).first?.contains("2 Rejected 1 +1") == true)
  }

  @Test func `several rejections are counted, and a message takes precedence`() {
    var bench = bench()
    reject(&bench)
    reject(&bench, .badTopic, app: nil)
    #expect(rows(bench).last?.contains("rejected 2, the last: 400 BadTopic; 2 shows why") == true)
    bench.send(.message(.result("something else")))
    #expect(rows(bench).last?.contains("Refused") == false)
  }

  @Test(arguments: [
    (80, "rejected: 400 BadPriority, com.example.chat; 2 shows why"),
    (60, " 400 BadPriority, com.example.chat; 2 shows why"),
    (40, "400 BadPriority; 2 shows why"), (20, "400 Ba"),
  ])
  func `a short line keeps the reason and the key`(columns: Int, text: String) {
    var bench = bench(columns: columns, rows: 12)
    reject(&bench)
    #expect(rows(bench).last?.contains(text) == true)
  }

  @Test func `the header counts new rejections in red`() {
    var bench = bench()
    reject(&bench)
    reject(&bench)
    #expect(rows(bench).first?.contains("2 Rejected 2 +2") == true)
    bench.press("2")
    #expect(rows(bench).first?.contains("[2 Rejected 2]") == true)
    // A rejection that arrives while the list is shown is seen; one behind another page is not.
    reject(&bench)
    #expect(rows(bench).first?.contains("[2 Rejected 3]") == true)
    #expect(bench.state.notices.rejection == nil)
    bench.press(.enter)
    reject(&bench)
    #expect(rows(bench).last?.contains("rejected: 400") == true)
    bench.press(.escape, "1")
    #expect(rows(bench).first?.contains("2 Rejected 4 ") == true)
    #expect(rows(bench).first?.contains("+") == false)
  }

  @Test func `2 selects the announced push`() {
    var bench = bench()
    reject(&bench)
    reject(&bench, .badTopic)
    bench.press("2", "j", "1")
    reject(&bench, .badDeviceToken)
    bench.press("2")
    #expect(bench.state.context(bench.device).target?.rejected == 3)
    // Without a new one the selection stays.
    bench.press("j", "1", "2")
    #expect(bench.state.context(bench.device).target?.rejected == 2)
  }

  // MARK: Removing

  @Test func `d removes the selected push, C all after a question, u restores them`() {
    var bench = bench()
    for _ in 1...3 { reject(&bench) }
    bench.press("2", "j", "d")
    #expect(bench.wanted == [.removeRejected([2])])
    bench.press("C")
    #expect(bench.screen.text().contains("Remove 3 rejected pushes from this list?"))
    bench.press("n", "C", "y", "u")
    #expect(bench.wanted == [.removeRejected([2]), .removeRejected(nil), .restoreRejected])
  }

  @Test func `C removes the matches of the filter, and d a whole collapsed reason`() {
    var bench = bench()
    reject(&bench)
    reject(&bench, .badTopic)
    reject(&bench, .badTopic)
    bench.press("2", "b", "d")
    #expect(bench.wanted == [.removeRejected([2, 3])])
    bench.press("/")
    bench.type("reason:BadPriority")
    bench.press(.enter, "C", "y")
    #expect(bench.wanted.last == .removeRejected([1]))
  }

  @Test func `removed pushes leave the list and the count of new ones`() {
    var bench = bench()
    for _ in 1...3 { reject(&bench) }
    bench.press("2", "1")
    reject(&bench)
    bench.send(.rejectedMarked([3, 4], isRemoved: true))
    #expect(bench.state.records.rejected.unseen == 0)
    #expect(bench.state.notices.rejection == nil)
    bench.press("2")
    #expect(bench.rejectedRows.map(\.number) == [2, 1])
    bench.send(.rejectedMarked([2], isRemoved: true))
    #expect(bench.state.notices.message?.text == "removed R2, u brings it back")
    #expect(bench.rejectedRows.map(\.number) == [1])
  }
}
