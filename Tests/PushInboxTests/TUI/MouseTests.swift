import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The mouse, and the paused screen.
@Suite struct MouseTests {
  private func bench() -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":"One","thread-id":"a","category":"MESSAGE"}"#, age: 40)
    phone.push(#"{"alert":"Two","thread-id":"a"}"#, age: 30)
    phone.push(#"{"alert":"Three","thread-id":"b"}"#, age: 20)
    return Bench(phone)
  }

  /// Clicks a text.
  private func click(_ bench: inout Bench, on text: String) throws {
    let screen = bench.screen
    let rows = screen.text().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(text) })
    let before = try #require(rows[row].range(of: text)).lowerBound
    // All texts here have characters one column wide.
    let column = rows[row].distance(from: rows[row].startIndex, to: before)
    bench.send(.mouse(.press, on: screen.target(row: row, column: column)))
  }

  @Test func `a click selects, a second one opens`() throws {
    var bench = bench()
    try click(&bench, on: "Two")
    #expect(
      bench.state.pages.inbox.position.selection
        == bench.device.inbox.groupKey(of: 2).map(Row.group))
    #expect(bench.state.pages.layers.isEmpty)
    try click(&bench, on: "Two")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 2))])
  }

  @Test func `a click opens a view, selects a row there, and opens it`() throws {
    var bench = bench()
    for reason: RejectionReason in [.badTopic, .badPriority] { bench.phone.reject(reason) }
    bench.send(.happened(bench.phone.events))
    try click(&bench, on: "2 Rejected")
    #expect(bench.state.pages.layers == [.kept(.rejected)])
    try click(&bench, on: "BadTopic")
    #expect(bench.state.pages[RejectedPage.self].place.selection == 1)
    #expect(bench.state.pages.layers == [.kept(.rejected)])
    try click(&bench, on: "BadTopic")
    #expect(bench.state.pages.layers == [.kept(.rejected), .page(RequestPage(number: 1))])
    bench.press(.escape, "3")
    try click(&bench, on: "Three")
    #expect(bench.state.pages.layers == [.kept(.log)])
    try click(&bench, on: "Three")
    #expect(bench.state.pages.layers == [.kept(.log), .page(InspectorPage(id: 3))])
    bench.press(.escape, "I")
    try click(&bench, on: "Two")
    #expect(bench.state.context(bench.device).target?.id == 2)
    #expect(bench.state.pages.layers == [.kept(.lockScreen)])
  }

  @Test func `a click on the mark of a group folds it`() throws {
    var bench = bench()
    try click(&bench, on: "\u{25B8}")
    #expect(bench.screen.text().contains("One"))
    try click(&bench, on: "One")
    #expect(bench.state.context(bench.device).target?.id == 1)
    try click(&bench, on: "\u{25BE}")
    #expect(!bench.screen.text().contains("One"))
  }

  @Test func `a click on a hint presses its key`() throws {
    var bench = bench()
    try click(&bench, on: "? help")
    #expect(bench.state.pages.layers == [.page(HelpPage())])
    try click(&bench, on: "Esc close")
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `a click on a tab opens it`() throws {
    var bench = bench()
    bench.press(.enter)
    try click(&bench, on: "Headers")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 3, tab: .headers))])
    bench.press("j", "j")
    let scrolled = bench.state.pages.layers
    try click(&bench, on: "[Headers]")
    #expect(bench.state.pages.layers == scrolled)
    bench.press("4")
    try click(&bench, on: "Apps")
    #expect(bench.state.pages[SettingsPage.self].tab == .apps)
  }

  @Test func `the wheel scrolls the list and pages`() throws {
    var bench = bench()
    bench.send(.mouse(.wheelDown, on: nil))
    #expect(
      bench.state.pages.inbox.position.selection
        == bench.device.inbox.groupKey(of: 2).map(Row.group))
    bench.send(.mouse(.wheelUp, on: nil))
    #expect(
      bench.state.pages.inbox.position.selection
        == bench.device.inbox.groupKey(of: 3).map(Row.group))
    bench.send(.resized(Size(columns: 60, rows: 10)))
    bench.press("?")
    bench.send(.mouse(.wheelDown, on: nil))
    #expect(bench.state.pages.layers == [.page(HelpPage(scroll: 3))])
  }

  @Test func `clicks have no effect on a covered list or on empty cells`() throws {
    var bench = bench()
    bench.press("g", "a")
    let before = bench.state
    let screen = bench.screen
    for row in 0..<20 {
      for column in stride(from: 0, to: 80, by: 9) {
        if case .key = screen.target(row: row, column: column) { continue }
        bench.send(.mouse(.press, on: screen.target(row: row, column: column)))
      }
    }
    bench.send(.mouse(.wheelDown, on: nil))
    #expect(bench.state == before)
  }

  @Test func `% turns mouse reports off and on`() {
    var bench = bench()
    bench.press("%")
    #expect(bench.state.look.usesMouse)
    bench.press("%")
    #expect(!bench.state.look.usesMouse)
  }

  @Test func `P freezes the screen, which counts new pushes`() {
    var bench = bench()
    bench.press("P")
    #expect(bench.state.isPaused)
    bench.status.unseen = 2
    bench.send(.ticked(bench.state.now + 60))
    #expect(bench.screen.text().contains("PAUSED, 2 more received"))
  }
}
