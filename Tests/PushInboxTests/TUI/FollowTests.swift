import InboxModel
import Testing

@testable import PushInbox

/// The inbox follows what arrives until the user moves away from the newest push.
@Suite struct FollowTests {
  /// Pushes #1 to `count`, each in a thread of its own and a second newer than the one before.
  private func bench(_ count: Int = 3, columns: Int = 80, rows: Int = 24) -> Bench {
    var phone = PhoneStub()
    for number in 1...count {
      phone.push(
        #"{"alert":"push \#(number)","thread-id":"t\#(number)"}"#, age: 600 - Double(number))
    }
    return Bench(phone, columns: columns, rows: rows)
  }

  private func selected(_ bench: Bench) -> Int? {
    bench.state.context(bench.device).target?.id?.rawValue
  }

  @discardableResult
  private func arrive(_ bench: inout Bench, thread: String = "new") -> Int {
    let id = bench.phone.push(#"{"alert":"arrived","thread-id":"\#(thread)"}"#)
    bench.send(.listChanged(newest: id, touched: [id]))
    return id.rawValue
  }

  @Test func `following is on at the start and selects each new push`() {
    var bench = bench()
    #expect(bench.state.pages.inbox.follows)
    #expect(selected(bench) == 3)
    for _ in 0..<3 {
      let id = arrive(&bench)
      #expect(selected(bench) == id)
    }
    #expect(bench.screen.text().contains("follow ON   1/6"))
  }

  @Test func `the right pane shows the newest push while following is on`() {
    var bench = bench(columns: 120, rows: 36)
    arrive(&bench)
    #expect(bench.screen.text().contains("#4  Chat / new"))
    bench.press("j")
    arrive(&bench)
    #expect(bench.screen.text().contains("#3  Chat / t3"))
  }

  @Test(
    arguments: [
      ("j", ["j"] as [Key], 2), ("the wheel of keys", [.pageDown], 1), ("G", ["G"], 1),
      ("J", ["J"], 2), ("m", ["m"], 2), ("in the inspector", [.enter, "J", .escape], 2),
    ])
  func `moving away turns following off and the selection stays on its push`(
    name: String, keys: [Key], number: Int
  ) {
    var bench = bench()
    for key in keys { bench.press(key) }
    #expect(!bench.state.pages.inbox.follows)
    #expect(selected(bench) == number)
    for _ in 0..<3 { arrive(&bench, thread: "busy") }
    #expect(selected(bench) == number)
    #expect(bench.screen.text().contains("\(6 - number) newer (g)   "))
  }

  @Test func `a push that joins the selected push's thread does not replace it`() {
    var bench = bench()
    bench.press("j")
    arrive(&bench, thread: "t2")
    #expect(selected(bench) == 2)
    arrive(&bench, thread: "t2")
    #expect(selected(bench) == 2)
    bench.press("d")
    #expect(bench.device.inbox[2] == nil)
    #expect(bench.device.inbox.count == 4)
  }

  @Test(arguments: ["g", .home, "F", "k"] as [Key])
  func `returning to the newest turns following on`(key: Key) {
    var bench = bench()
    bench.press("j", key)
    #expect(bench.state.pages.inbox.follows)
    #expect(selected(bench) == 3)
    #expect(selected(bench) == 3 && arrive(&bench) == selected(bench))
  }

  @Test func `g returns to the newest from any distance`() {
    var bench = bench(40)
    bench.press("G")
    for number in 0..<5 { arrive(&bench, thread: "late\(number)") }
    #expect(selected(bench) == 1)
    #expect(bench.screen.text().contains("44 newer (g)   45/45"))
    bench.press("g")
    #expect(selected(bench) == 45)
    #expect(bench.screen.text().contains("follow ON   1/45"))
  }

  @Test func `F turns following off at the selected push`() {
    var bench = bench()
    bench.press("F")
    #expect(bench.screen.text().contains("follow OFF   1/3"))
    arrive(&bench)
    #expect(selected(bench) == 3)
    #expect(bench.screen.text().contains("1 newer (g)   2/4"))
  }

  @Test func `an inspected push stays selected, and following is off afterwards`() {
    var bench = bench()
    bench.press(.enter)
    arrive(&bench)
    bench.press(.escape)
    #expect(selected(bench) == 3)
    #expect(!bench.state.pages.inbox.follows)
    bench.press("g", .enter, .escape)
    #expect(bench.state.pages.inbox.follows)
  }

  @Test func `following continues below the log`() {
    var bench = bench()
    bench.press("3")
    let id = arrive(&bench)
    bench.press("1")
    #expect(selected(bench) == id)
    #expect(bench.state.pages.inbox.follows)
  }

  @Test func `with a filter following selects matches, and a found push stays selected`() {
    var bench = bench()
    bench.press("/")
    bench.type("thread:t1")
    bench.press(.enter)
    #expect(selected(bench) == 1)
    #expect(bench.state.pages.inbox.follows)
    arrive(&bench)
    #expect(selected(bench) == 1)
    #expect(bench.screen.text().contains("1 match /thread:t1   follow ON   1/1"))
    bench.press(.escape)
    #expect(selected(bench) == 1)
    #expect(!bench.state.pages.inbox.follows)
  }

  @Test func `following is on again when the list is empty`() {
    var bench = bench()
    bench.press("j", "C", "y")
    #expect(bench.device.inbox.count == 0)
    #expect(bench.state.pages.inbox.follows)
  }

  @Test func `a push restored by undo is selected`() {
    var bench = bench()
    bench.press("j", "d", "g", "u")
    #expect(selected(bench) == 2)
    #expect(!bench.state.pages.inbox.follows)
  }

  @Test(arguments: [(20, 5), (20, 8), (40, 9), (40, 12), (60, 15), (80, 24), (120, 36), (100, 11)])
  func `the position in the list is visible at every size`(size: (Int, Int)) {
    var bench = bench(12, columns: size.0, rows: size.1)
    bench.press("j", "j")
    #expect(bench.screen.text().contains("3/12"))
    #expect(size.0 < 40 || bench.screen.text().contains("2 newer (g)"))
    bench.status.problems = ["a feed is away: " + String(repeating: "x", count: 200)]
    #expect(bench.screen.text().contains("3/12"))
  }
}
