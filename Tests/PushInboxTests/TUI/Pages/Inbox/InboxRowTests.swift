import InboxModel
import Testing

@testable import PushInbox

/// Rows of the inbox for single pushes, and banners beside them.
@Suite struct InboxRowTests {
  private func lines(_ bench: Bench) -> [String] {
    bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `a group of one is one row with app, thread, title, body and time`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"No title"}"#, app: PhoneStub.news, age: 90_000)
    phone.push(#"{"alert":{"title":"Title","body":"Body"},"thread-id":"op"}"#, age: 5)
    let bench = Bench(phone)
    let lines = lines(bench)
    let words = lines[1].split(separator: " ").map(String.init)
    #expect(words == [">", "●", "Chat", "op", "Title", "Body", "21:58:02"])
    #expect(lines[2].split(separator: " ") == ["●", "News", "No", "title", "13", "Apr"])
    #expect(lines[3].isEmpty)
  }

  @Test(
    arguments: [
      ("critical", #""interruption-level":"critical""#, "!", "critical"),
      ("time-sensitive", #""interruption-level":"time-sensitive""#, "T", ""),
      ("quiet", #""interruption-level":"passive""#, "~", "quiet: level.passive"),
      ("with actions", #""category":"MESSAGE""#, "", "+"),
    ])
  func `the row of a single push has its marks and its remark`(
    name: String, field: String, mark: String, remark: String
  ) {
    var phone = PhoneStub()
    phone.push(#"{"alert":{"title":"Title","body":"Body"},\#(field)}"#)
    let bench = Bench(phone)
    let row = lines(bench)[1]
    #expect(row.hasPrefix(">\(mark.isEmpty ? " " : mark) ● Chat"))
    #expect(row.contains(remark))
  }

  @Test func `the row of a single push shows that it is hidden, replaced and marked`() {
    var phone = PhoneStub()
    for _ in 0..<3 {
      phone.push(#"{"alert":{"title":"Secret","body":"Body"}}"#, collapseID: "same")
    }
    var bench = Bench(phone)
    bench.press("v")
    #expect(lines(bench)[1].contains("=●"))
    #expect(lines(bench)[1].contains("replaced 2×"))
    bench.press("L")
    #expect(!lines(bench)[1].contains("Secret"))
    #expect(lines(bench)[1].contains("#"))
  }

  @Test func `a screen of 80x24 shows seventeen single pushes`() {
    var phone = PhoneStub()
    for number in 1...20 { phone.push(#"{"alert":"push","thread-id":"t\#(number)"}"#) }
    #expect(lines(Bench(phone)).count { $0.contains("Chat") && $0.contains("push") } >= 17)
  }

  @Test(arguments: [
    (20, 8), (40, 10), (40, 12), (60, 15), (80, 20), (80, 24), (120, 12), (120, 36),
  ])
  func `a banner moves no row of the list`(size: (Int, Int)) {
    var phone = PhoneStub()
    for number in 1...40 { phone.push(#"{"alert":"push \#(number)","thread-id":"t\#(number)"}"#) }
    var bench = Bench(phone, columns: size.0, rows: size.1)
    bench.press("j")
    let area = Layout(bench.state, bench.device).list
    func list() -> [String] {
      lines(bench)[area.row..<area.row + area.rows].map { String($0.prefix(area.columns)) }
    }
    let before = list()
    bench.send(.presented(40, at: PhoneStub.now))
    #expect(Layout(bench.state, bench.device).list == area)
    #expect(list() == before)
    #expect(bench.screen.text().contains("BANNER"))
    bench.press(.escape)
    #expect(!bench.screen.text().contains("BANNER"))
  }

  @Test func `a banner is over the right pane if there is one`() {
    var phone = PhoneStub()
    let id = phone.push(#"{"alert":"Hi","interruption-level":"time-sensitive","thread-id":"t"}"#)
    var bench = Bench(phone, columns: 120, rows: 36)
    bench.send(.presented(id, at: PhoneStub.now))
    let banner = lines(bench).first { $0.contains("BANNER") }
    #expect(banner?.prefix(66).contains("BANNER") == false)
    #expect(banner?.contains("BANNER  TIME SENSITIVE  Chat / t") == true)
  }

  @Test func `banner=off draws no banner and closes a shown one`() throws {
    var phone = PhoneStub()
    let id = phone.push(#"{"alert":"Hi"}"#)
    var bench = Bench(phone)
    bench.send(.presented(id, at: PhoneStub.now))
    #expect(bench.screen.text().contains("BANNER"))
    bench.phone.change(.setting(SettingPath(["banner"]), "off"))
    bench.send(.listChanged(newest: nil))
    #expect(!bench.screen.text().contains("BANNER"))
    bench.send(.presented(id, at: PhoneStub.now))
    #expect(!bench.screen.text().contains("BANNER"))
    #expect(bench.state.notices.banner == nil)
  }
}
