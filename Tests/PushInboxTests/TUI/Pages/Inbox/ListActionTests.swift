import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Actions on the list on the screen (`docs/rules.md` §3.4, §8.1).
@Suite struct ListActionTests {
  /// A newer single push, and a group of three.
  private func bench(rows: Int = 24) -> Bench {
    var phone = PhoneStub()
    for age in [300.0, 200, 100] {
      phone.push(#"{"alert":"Hi","thread-id":"op","category":"MESSAGE"}"#, age: age)
    }
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 50)
    return Bench(phone, rows: rows)
  }

  private func text(_ bench: Bench) -> String {
    bench.screen.text()
  }

  @Test func `§3.4.2, §3.4.3, G6 a stack expands and collapses as a whole`() {
    var bench = bench()
    #expect(text(bench).contains("2 more notifications"))
    bench.press("j", "l")
    #expect(!text(bench).contains("more notifications"))
    bench.press("h")
    #expect(text(bench).contains("2 more notifications"))
  }

  @Test func `§8.3.2 a destructive action is marked and runs without a question`() throws {
    var bench = bench(rows: 24)
    bench.press("j", "a")
    let rows = bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false)
    func styles(_ title: String) throws -> [Style] {
      let row = try #require(rows.firstIndex { $0.contains(title) })
      let start = try #require(rows[row].range(of: title)).lowerBound
      let column = rows[row].distance(from: rows[row].startIndex, to: start)
      return Array(bench.screen.cells(inRow: row))[column..<(column + title.count)].map(\.style)
    }
    #expect(try styles("Delete").allSatisfy { $0 == Palette.bad })
    #expect(try styles("Mark as read").allSatisfy { $0 != Palette.bad })
    bench.press("4")
    let deleted = InboxEvent.Kind.action("DELETE", userText: nil, foreground: false)
    #expect(bench.phone.events.contains { $0.kind == deleted })
  }

  @Test func `§3.4.6 inspecting shows all of an entry and does not mark it as read`() {
    var phone = PhoneStub()
    let body = (1...12).map { "line \($0)" }.joined(separator: #"\n"#)
    phone.push(#"{"alert":{"title":"Ann","body":"\#(body)"}}"#)
    var bench = Bench(phone)
    #expect(!text(bench).contains("line 12"))
    bench.press(.enter)
    #expect(text(bench).contains("line 12"))
    #expect(bench.device.inbox[1]?.isRead == false)
  }

  @Test(arguments: [
    (24, ["REPLY", "MARK_READ", "ASSIGN", "DELETE"]), (9, ["REPLY", "MARK_READ"]),
  ])
  func `§8.1.2 all actions are shown if there is room, otherwise the first two`(
    rows: Int, offered: [String]
  ) throws {
    let bench = bench(rows: rows)
    let entry = try #require(bench.device.inbox[3])
    let actions = ActionsMenu.offered(entry, in: bench.context)
    #expect(actions.map(\.identifier.text) == offered)
  }
}
