import InboxModel
import Testing

@testable import PushInbox

@Suite struct LockScreenTests {
  @Test(arguments: 12...36)
  func `stacks without room are counted, and critical ones always have room`(rows: Int) {
    var bench = Bench(ViewsTests.phone(), columns: 80, rows: rows)
    bench.press("L", "I")
    let cards = LockCard.all(of: bench.device)
    let last = cards.count - 1
    #expect(cards.lastIndex { $0.top.level == .critical } ?? 0 > 3)
    for place in 0...last {
      let screen = bench.screen
      let drawn = cards.filter { card in
        screen.clickables.contains { $0.target == .row(card.top.id.rawValue) }
      }
      let hidden = cards.count - drawn.count
      #expect(screen.text().contains("\(hidden) more stack") == (hidden > 0), "at \(place)")
      #expect(drawn.contains(cards[place]))
      if drawn.count > 1 {
        #expect(cards.allSatisfy { $0.top.level != .critical || drawn.contains($0) })
      }
      bench.press("j")
    }
  }
}
