import InboxModel
import Testing

@testable import PushInbox

@Suite struct InspectorPanesTests {
  private static let (why, payload) = ("Outcome", #""thread-id": "op-42""#)

  @Test(arguments: [(99, 36, false), (100, 36, true), (120, 9, true), (120, 8, false)])
  func `from 100 columns the payload is beside the current tab`(
    columns: Int, rows: Int, areTwo: Bool
  ) {
    var bench = Bench(ViewsTests.phone(), columns: columns, rows: rows)
    bench.press("w")
    let text = bench.screen.text()
    #expect(text.contains("Outcome"))
    #expect(text.contains(#""aps": {"#) == areTwo)
  }

  @Test func `keys scroll the focused pane only`() {
    var bench = Bench(ViewsTests.phone(), columns: 120, rows: 16)
    bench.press("w", "=", "G")
    #expect(!bench.screen.text().contains(Self.why))
    #expect(bench.screen.text().contains("{  171 B"))
    bench.press("]", "G")
    #expect(bench.screen.text().contains("present"))
    #expect(bench.screen.text().contains(Self.payload))
    #expect(bench.screen.cursor?.column == 61)
    bench.press("[")
    #expect(bench.screen.text().contains("present"))
    #expect(!bench.screen.text().contains(Self.why))
  }

  @Test func `Tab moves the focus to the other pane; with one pane it opens the next tab`() {
    var bench = Bench(ViewsTests.phone(), columns: 120, rows: 36)
    bench.press("w", .tab)
    #expect(bench.screen.cursor?.column == 61)
    bench.press(.tab, "]", "]")
    #expect(bench.screen.text().contains("[Headers]"))
    bench.press(.tab, .tab)
    #expect(bench.screen.text().contains("[Headers]"))
    bench = Bench(ViewsTests.phone(), columns: 80, rows: 24)
    bench.press("w", .tab)
    #expect(bench.screen.text().contains("[Payload]"))
  }

  @Test func `another push is shown on the same two tabs`() {
    var bench = Bench(ViewsTests.phone(), columns: 120, rows: 36)
    bench.press("w", "]", "J")
    #expect(bench.screen.text().contains(Self.why))
    #expect(bench.screen.text().contains("推送通知消息负载内容\""))
    #expect(!bench.screen.text().contains(Self.payload))
  }

  @Test func `a scrolled page is not empty after the window grew`() {
    var bench = Bench(ViewsTests.phone(), columns: 120, rows: 12)
    bench.press("w", "G", "]")
    bench.send(.resized(Size(columns: 120, rows: 36)))
    #expect(bench.screen.text().contains(Self.why))
  }
}
