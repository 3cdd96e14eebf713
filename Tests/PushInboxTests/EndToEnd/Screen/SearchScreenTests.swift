import Foundation
import Testing

@testable import PushInbox

/// Searching, and the right pane, in the built program with real keys.
@Suite(.patient) struct SearchScreenTests {
  /// Starts the program with three pushes; one has an order in its payload.
  private func visit() throws -> Visit {
    let visit = try Visit(home: Home(configuration: #"{ banner: "off" }"#))
    try visit.send("Lunch at one?", "--thread", "ann")
    try visit.send("Rain from three", "--thread", "weather", "--title", "Forecast")
    let body = (1...40).map { "row \($0)" }.joined(separator: "\\n")
    let payload = #"""
      {"aps":{"alert":{"title":"Parcel","body":"\#(body)"},"thread-id":"post"},
       "data":{"order":4711,"url":"https:\/\/example.com\/track"}}
      """#
    let pushed = try visit.home.run(["push", "booted", "com.example.chat", "-"], input: payload)
    #expect(pushed.status == 0)
    try visit.pty.waitFor("Parcel")
    return visit
  }

  @Test(arguments: [
    "4711", "example.com/track", "payload:order", "title:parcel", #""row 7""#,
    "json:data.order=4711", "thread:post",
  ])
  func `a push is found by its payload, on the screen and by commands`(filter: String) throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("/\(filter)\r")
    try pty.wait(for: "the parcel alone") {
      $0.text.contains("1 match /\(filter)") && $0.selected?.contains("Parcel") == true
    }
    #expect(!pty.screen.text.contains("Lunch at one?"))
    let listed = try visit.home.run(["ls", filter])
    #expect(listed.status == 0 && listed.out.contains("Parcel"))
    #expect(!listed.out.contains("Lunch"))
    #expect(try visit.home.run(["rm", filter]).status == 0)
    try pty.waitFor("Nothing matches")
    try visit.escape(from: "Nothing matches")
    try pty.waitFor("Lunch at one?")
    #expect(!pty.screen.text.contains("Parcel"))
    try visit.leave("Q")
  }

  @Test func `a stored push is found after a restart`() throws {
    let visit = try visit()
    try visit.leave("Q")
    let listed = try visit.home.run(["ls", "json:data.order=4711"])
    #expect(listed.out.contains("Parcel") && !listed.out.contains("Forecast"))
    #expect(try visit.home.run(["ls", "payload:4712"]).out == "no push matches\n")
  }

  @Test func `the line after / completes, has a history and stays open`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("/pay\t4711\r")
    try pty.waitFor("1 match /payload:4711")
    try visit.escape(from: "1 match")
    pty.type("/\u{1B}[A")
    try pty.waitFor("1 match /payload:4711")
    pty.type("\u{15}\u{7F}\u{7F}thread:a\t\r")
    try pty.wait(for: "lunch") {
      $0.text.contains("1 match /thread:ann") && $0.selected?.contains("Lunch") == true
    }
    pty.type("/\u{15}tilte:lunch\r")
    try pty.waitFor("did you mean “title:lunch”?")
    try visit.escape(from: "did you mean")
    try visit.leave("Q")
  }

  @Test func `/ in the inspector searches the page`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("\r/row 31\r")
    try pty.waitFor("row 31")
    try pty.waitFor("end the search")
    pty.type("n")
    try pty.waitFor("the search continued from the top")
    pty.type("/nowhere\r")
    try pty.waitFor("“nowhere” is not on this page")
    try visit.escape(from: "end the search")
    #expect(pty.screen.text.contains("[Summary]"))
    try visit.escape(from: "[Summary]")
    // The list below is not narrowed.
    try pty.waitFor("Lunch at one?")
    #expect(!pty.screen.text.contains("match /"))
    try visit.leave("Q")
  }

  @Test func `Tab moves the focus to the right pane, which scrolls and has tabs`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.resize(columns: 120, rows: 24)
    try pty.waitFor("more lines  Tab scrolls")
    pty.type("\t\u{1B}[6~")
    try pty.wait(for: "the next page") {
      $0.text.contains("lines above") && !$0.text.contains("│ row 1 ")
    }
    pty.type("jjk]")
    try pty.waitFor("[Why]")
    pty.type("]G")
    try pty.waitFor("\"order\": 4711")
    // The push in the focused pane stays.
    try visit.send("Another", "--thread", "new")
    try pty.waitFor("1 newer (g)")
    #expect(pty.screen.text.contains("\"order\": 4711"))
    pty.type("\t")
    try pty.wait(for: "the list to have the keys") { !$0.text.contains("[Payload]") }
    pty.type("g")
    try pty.wait(for: "the newest") { $0.selected?.contains("Another") == true }
    try visit.leave("Q")
  }

  @Test func `the wheel over the right pane scrolls it`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.resize(columns: 120, rows: 24)
    try pty.waitFor("more lines  Tab scrolls")
    pty.type("\u{1B}[<65;90;8M")
    try pty.waitFor("4 lines above")
    #expect(pty.screen.selected?.contains("Parcel") == true)
    pty.type("\u{1B}[<65;5;8M")
    try pty.wait(for: "the list to move") { $0.selected?.contains("Parcel") == false }
    try visit.leave("Q")
  }
}
