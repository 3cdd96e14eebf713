import InboxModel
import Testing

@testable import PushInbox

/// `/` on a page of the inspector, which stays whole.
@Suite struct PageSearchTests {
  private func bench(columns: Int = 80, rows: Int = 12) -> Bench {
    var phone = PhoneStub()
    let text = (1...12).map { "line \($0)" }.joined(separator: "\\n")
    phone.push(#"{"alert":{"title":"Other"},"thread-id":"other"}"#, age: 20)
    phone.push(#"{"alert":{"title":"Long","body":"\#(text)"},"thread-id":"long"}"#, age: 10)
    var bench = Bench(phone, columns: columns, rows: rows)
    bench.press(.enter)
    return bench
  }

  private func find(_ text: String, _ bench: inout Bench) {
    bench.press("/")
    bench.type(text)
    bench.press(.enter)
  }

  private func inspector(_ bench: Bench) -> InspectorPage? {
    bench.state.pages.layers.lazy.compactMap { $0.page(InspectorPage.self) }.first
  }

  private func reversed(_ bench: Bench) -> [String] {
    let screen = bench.screen
    return (0..<screen.size.rows).flatMap { row in
      (0..<screen.size.columns).map { screen[row, $0] }.split { !$0.style.isReversed }
        .map { $0.map(\.text).joined() }
    }
  }

  @Test func `/ searches the page, not the list below it`() {
    var bench = bench()
    find("LINE 11", &bench)
    #expect(bench.state.filters == ListFilters() && bench.state.pages.inbox.found == nil)
    #expect(bench.screen.text().contains("line 11"))
    #expect(reversed(bench) == ["line 11"])
    #expect(bench.screen.text().contains("end the search"))
    // Esc ends the search first, then leaves the page.
    bench.press(.escape)
    #expect(inspector(bench) != nil && bench.state.search == nil)
    #expect(reversed(bench) == [])
    bench.press(.escape)
    #expect(inspector(bench) == nil)
  }

  @Test func `n and N move between matches and report wrapping around`() {
    var bench = bench()
    find("line 1", &bench)
    var lines = [bench.state.search?.line]
    var messages: [String?] = []
    for key: Key in ["n", "n", "n", "n", "N"] {
      bench.press(key)
      lines.append(bench.state.search?.line)
      messages.append(bench.state.notices.message?.text)
    }
    // line 1, 10, 11, 12, and round.
    #expect(lines == [1, 10, 11, 12, 1, 12])
    #expect(
      messages == [
        nil, nil, nil, "the search continued from the top", "the search continued from the bottom",
      ])
  }

  @Test func `a word without a match is reported, and again by n`() {
    var bench = bench()
    find("nowhere", &bench)
    #expect(bench.state.notices.message?.text == "“nowhere” is not on this page")
    bench.press("n")
    #expect(bench.state.notices.message?.text == "“nowhere” is not on this page")
    bench.press(.escape, "n")
    #expect(bench.state.notices.message?.text == "/ searches this page")
  }

  @Test func `Esc in the line returns to where the search began`() {
    var bench = bench()
    bench.press("/")
    bench.type("line 12")
    #expect((inspector(bench)?.scroll ?? 0) > 0)
    bench.press(.escape)
    #expect(inspector(bench)?.scroll == 0 && bench.state.search == nil)
  }

  @Test func `the payload tab selects the line of the match`() {
    var bench = bench()
    bench.press("]", "]")
    find("thread-id", &bench)
    let line = inspector(bench)?.line ?? 0
    #expect(line > 0 && bench.state.search?.line == line)
    #expect(reversed(bench) == ["thread-id"])
    bench.press("J")
    #expect(bench.state.search != nil)
    #expect(reversed(bench) == ["thread-id"])
  }

  @Test func `the page of a rejected push can be searched`() {
    var phone = PhoneStub()
    phone.reject(.badTopic)
    var bench = Bench(phone)
    bench.press("2", .enter)
    find("apns-topic", &bench)
    #expect(reversed(bench).contains("apns-topic"))
    bench.press(.escape, .escape)
    #expect(bench.state.pages.layers == [.kept(.rejected)])
  }

  @Test func `the words of the inbox's filter are highlighted in summary and payload`() {
    var bench = bench()
    bench.press(.escape, "/")
    bench.type("\"line 3\"")
    bench.press(.enter, .enter)
    #expect(reversed(bench) == ["line 3"])
    bench.press("]")
    #expect(reversed(bench) == [])
    bench.press("]", "=")
    bench.press("G")
    #expect(bench.state.search == nil)
  }
}
