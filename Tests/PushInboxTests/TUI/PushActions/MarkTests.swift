import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A push is marked, and others are compared with it.
@Suite struct MarkTests {
  /// #3 alone on top, then #2 and #1; #2 differs from #1 in its payload and its outcome.
  private func bench() -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":{"title":"Ann","body":"Hi"},"thread-id":"a"}"#, age: 40)
    phone.change(.focusOn("dnd", until: nil))
    phone.push(#"{"alert":{"title":"Ann","body":"Ho"},"badge":2,"thread-id":"b"}"#, age: 30)
    phone.change(.focusOff(since: PhoneStub.now))
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 20)
    phone.reject(.badPriority, body: #"{"aps":{"alert":{"title":"Ann","body":"Hi"}}}"#)
    phone.reject(.badTopic)
    return Bench(phone)
  }

  /// The text of the page on top.
  private func page(_ bench: Bench) -> [String] {
    guard let page = bench.state.pages.layers.last?.page(OutputPage.self) else { return [] }
    return page.rows.map { $0.parts.map(\.text.text).joined() }
  }

  @Test func `v marks the selected push and removes its mark`() {
    var bench = bench()
    bench.press("v")
    #expect(bench.state.actions.marked?.name == .entry(3))
    #expect(bench.state.notices.message?.text == "#3 is marked: = compares another one with it")
    #expect(bench.screen.text().contains("= #3 marked"))
    bench.press("j", "v")
    #expect(bench.state.actions.marked?.name == .entry(2))
    bench.press("v")
    #expect(bench.state.actions.marked == nil)
    bench.press("v", .escape)
    #expect(bench.state.actions.marked == nil)
    #expect(bench.state.notices.message?.text == "#2 unmarked")
  }

  @Test(arguments: [false, true])
  func `the mark is a sign in the row of the push, wherever it moves`(usesASCII: Bool) {
    var bench = bench()
    bench.state.look = ScreenLook(usesASCII: usesASCII, usesMouse: false)
    bench.press("j", "v", "k")
    let row = bench.screen.text().split(separator: "\n").first { $0.contains("Ho") }
    #expect(row?.hasPrefix(" ~=") == true)
    bench.phone.push(#"{"alert":"Newer"}"#)
    bench.send(.listChanged(newest: 4))
    let rows = bench.screen.text().split(separator: "\n").filter { $0.hasPrefix(" ~=") }
    #expect(rows.count == 1 && rows[0].contains("Ho"))
  }

  @Test func `without a mark = expands all groups, with one it compares`() {
    var bench = bench()
    bench.press("=")
    #expect(bench.state.pages.layers.isEmpty)
    bench.press("v", "=")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(
      bench.state.notices.message?.text == "#3 is marked: select another push to compare"
    )
    bench.press("j", "=")
    #expect(bench.state.pages.layers.count == 1)
    #expect(page(bench).contains("+app       com.example.chat"))
  }

  @Test func `differences are shown line by line, identical parts are only named`() {
    var bench = bench()
    bench.press("j", "v", "j", .enter, "=")
    #expect(
      page(bench) == [
        "TEXT", " app       com.example.chat", " title     Ann", "-body      Ho",
        "-thread    b", "+body      Hi", "+thread    a", " level     active", "-badge     2", "",
        "HEADERS: the same", "", "PAYLOAD", " {", "   \"aps\": {", "     \"alert\": {",
        "       \"title\": \"Ann\",", "-      \"body\": \"Ho\"", "+      \"body\": \"Hi\"",
        "     },", "-    \"badge\": 2,", "-    \"thread-id\": \"b\"",
        "+    \"thread-id\": \"a\"", "   }", " }", "", "OUTCOME", "-quiet: dnd.manual",
        "-on: badge list", "-focus: stop dnd.manual", "+shown: shown",
        "+on: banner list", " group: note group.thread",
      ])
    #expect(bench.screen.text().contains("they differ in text, payload, outcome"))
    bench.press(.escape)
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 1))])
  }

  @Test func `a rejected push is compared with an accepted one`() {
    var bench = bench()
    bench.press("G", "v", "2")
    bench.press("j", "=")
    let text = page(bench)
    #expect(text.contains("+apns-priority: 10"))
    #expect(text.contains("+rejected: 400 BadPriority"))
    #expect(!text.contains { $0.contains("secret") })
    bench.press(.escape, .enter, "v", .escape, "k", "=")
    #expect(page(bench).contains("-rejected: 400 BadPriority"))
  }

  @Test func `a mark remains after its push is removed`() {
    var bench = bench()
    bench.press("v", "d", "=")
    #expect(page(bench).contains("-app       com.example.news"))
  }

  @Test func `in the settings and over a page = keeps its meaning`() {
    var bench = bench()
    bench.press("v", "j", "4", "=")
    #expect(bench.state.pages.layers == [.kept(.settings)])
    bench.press("1", "?", "=")
    #expect(bench.state.pages.layers == [.page(HelpPage())])
  }
}

@Suite struct LineDifferenceTests {
  @Test(
    arguments: [
      ("", "", ""), ("a", "a", " a"), ("a", "", "-a"), ("", "a", "+a"), ("a", "b", "-a +b"),
      ("abc", "ac", " a -b  c"), ("ac", "abc", " a +b  c"), ("abcd", "bcde", "-a  b  c  d +e"),
      ("abcabba", "cbabac", "-a -b  c -a  b +a  b  a +c"),
    ])
  func `the difference is the shortest sequence of changes`(old: String, new: String, lines: String)
  {
    let got = LineDifference.lines(from: old.map(String.init), to: new.map(String.init))
    #expect(got.joined(separator: " ") == lines)
  }

  @Test func `the difference contains both texts at any length`() {
    for count in [10, 300, LineDifference.most * 4] {
      let old = (0..<count).map { String($0 * 7 % 5) }
      let new = (0..<count).map { String($0 * 3 % 5) }
      let lines = LineDifference.lines(from: old, to: new)
      #expect(lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) } == old)
      #expect(lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) } == new)
    }
  }
}
