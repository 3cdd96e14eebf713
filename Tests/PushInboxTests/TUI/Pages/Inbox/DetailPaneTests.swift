import InboxModel
import Testing

@testable import PushInbox

/// The right pane of the inbox, which can have the keys.
@Suite struct DetailPaneTests {
  private func bench(columns: Int = 120, rows: Int = 20) -> Bench {
    var phone = PhoneStub()
    let text = (1...30).map { "line \($0)" }.joined(separator: "\\n")
    phone.push(#"{"alert":{"title":"Other"},"thread-id":"other"}"#, age: 20)
    phone.push(#"{"alert":{"title":"Long","body":"\#(text)"},"thread-id":"long"}"#, age: 10)
    return Bench(phone, columns: columns, rows: rows)
  }

  private func isTop(_ bench: Bench) -> Bool { bench.screen.text().contains("line 1 ") }

  @Test func `the number of hidden lines is shown below and above`() throws {
    var bench = bench()
    #expect(bench.screen.text().contains(/… \d+ more lines  Tab scrolls/))
    bench.press(.tab)
    #expect(!bench.screen.text().contains("Tab scrolls"))
    bench.press(.pageDown)
    #expect(bench.state.pages.inbox.pane.scroll > 0)
    #expect(
      bench.screen.text().contains("… \(bench.state.pages.inbox.pane.scroll + 1) lines above"))
    bench.press("G")
    #expect(!bench.screen.text().contains("more line"))
    let last = bench.state.pages.inbox.pane.scroll
    bench.press("j", .pageDown)
    #expect(bench.state.pages.inbox.pane.scroll == last)
    bench.press("g")
    #expect(bench.state.pages.inbox.pane.scroll == 0 && !bench.screen.text().contains("above"))
  }

  @Test func `the number of lines below counts the hidden lines`() throws {
    let bench = bench()
    let all = bench.state.pages.inbox.lines(in: bench.context).count
    let rows = DetailPane.rows(Layout(bench.state, bench.device))
    #expect(bench.screen.text().contains("… \(all - rows + 1) more lines"))
  }

  @Test(arguments: [Key.escape, .tab, "q"])
  func `keys scroll the focused pane, and the list does not change`(leaving: Key) {
    var bench = bench()
    let selection = bench.state.pages.inbox.position.selection
    bench.press(.tab)
    #expect(bench.screen[1, 68].style.isReversed && !bench.screen[2, 0].style.isReversed)
    bench.press("j", "j", "k", .control("d"))
    #expect(bench.state.pages.inbox.pane.scroll > 1)
    #expect(bench.state.pages.inbox.position.selection == selection)
    bench.press(leaving)
    #expect(!bench.state.pages.inbox.pane.isFocused && bench.state.pages.layers.isEmpty)
    #expect(!bench.wanted.contains(.quit))
    bench.press("j")
    #expect(bench.state.pages.inbox.position.selection != selection)
    // Another push begins at its top.
    #expect(bench.state.pages.inbox.pane.scroll == 0)
  }

  @Test func `tabs change the pane, and Enter opens its page`() {
    var bench = bench()
    bench.press(.tab, "]")
    #expect(bench.screen.text().contains("[Why]"))
    bench.press("l")
    #expect(bench.screen.text().contains("[Payload]"))
    #expect(bench.screen.text().contains(#""title": "Long""#))
    bench.press("h", "[", "w")
    #expect(bench.state.pages.inbox.pane.tab == .why)
    bench.press(.enter)
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 2, tab: .why))])
    bench.press(.escape)
    #expect(bench.state.pages.inbox.pane.isFocused)
    bench.press("J")
    #expect(
      bench.state.pages.inbox.pane.isFocused && bench.state.context(bench.device).target?.id == 1)
    #expect(bench.state.pages.inbox.pane.tab == .why)
  }

  @Test func `a scrolled pane keeps its push, and following continues afterwards`() {
    for reads in [true, false] {
      var bench = bench()
      if reads {
        bench.press(.tab)
      } else {
        bench.send(.mouse(.wheelDown, on: .pane))
      }
      let new = bench.phone.push(#"{"alert":"New","thread-id":"new"}"#)
      bench.send(.listChanged(newest: new, touched: [new]))
      #expect(bench.state.context(bench.device).target?.id == 2)
      bench.press("g")
      if reads { bench.press(.tab, "g") }
      #expect(
        bench.state.pages.inbox.follows && bench.state.context(bench.device).target?.id == new)
      #expect(bench.state.pages.inbox.pane.scroll == 0)
    }
  }

  @Test func `the wheel scrolls the pane below the mouse`() throws {
    var bench = bench()
    let screen = bench.screen
    let selection = bench.state.pages.inbox.position.selection
    bench.send(.mouse(.wheelDown, on: screen.target(row: 6, column: 90)))
    #expect(bench.state.pages.inbox.pane.scroll == 3 && !bench.state.pages.inbox.pane.isFocused)
    #expect(bench.state.pages.inbox.position.selection == selection)
    bench.press(.tab)
    bench.send(.mouse(.wheelDown, on: screen.target(row: 6, column: 3)))
    #expect(bench.state.pages.inbox.position.selection != selection)
    bench.send(.mouse(.press, on: screen.target(row: 2, column: 5)))
    #expect(!bench.state.pages.inbox.pane.isFocused)
    bench.send(.mouse(.press, on: screen.target(row: 6, column: 90)))
    #expect(bench.state.pages.inbox.pane.isFocused)
  }

  @Test func `/ searches the focused pane`() {
    var bench = bench()
    bench.press(.tab, "/")
    bench.type("line 25")
    bench.press(.enter)
    #expect(bench.state.pages.inbox.found == nil)
    #expect(bench.screen.text().contains("line 25") && bench.state.pages.inbox.pane.scroll > 0)
    bench.press(.escape)
    #expect(bench.state.search == nil && bench.state.pages.inbox.pane.isFocused)
    bench.press(.escape, "/")
    guard bench.state.pages.dialog is FilterPrompt else {
      Issue.record("no filter is typed")
      return
    }
  }

  @Test func `Tab needs room for a pane, and a smaller window returns the focus`() {
    var narrow = bench(columns: 80)
    narrow.press(.tab)
    #expect(!narrow.state.pages.inbox.pane.isFocused)
    var bench = bench()
    bench.press(.tab)
    bench.send(.resized(Size(columns: 80, rows: 24)))
    #expect(!bench.state.pages.inbox.pane.isFocused)
  }

  @Test func `the pane does not show a hidden payload`() {
    var bench = bench()
    bench.phone.change(.previews(.never))
    bench.press(.tab, "]", "]")
    #expect(bench.screen.text().contains("The payload is hidden with the preview."))
    bench.phone.change(.previews(.always))
    #expect(bench.screen.text().contains(#""title": "Long""#))
  }
}
