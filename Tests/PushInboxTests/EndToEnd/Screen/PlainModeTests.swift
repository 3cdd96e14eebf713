import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The built program for pipes, simple terminals and screen readers.
@Suite(.patient) struct PlainModeTests {
  private static let listen = ["--listen", "127.0.0.1:0"]

  @Test func `for a screen reader the inbox prints the list and the answers to commands`() throws {
    let home = try Home.example()
    let lines = [
      "ls", #"send "Are you there?" --title Ann --category MESSAGE --app com.example.chat"#,
      "act 1 REPLY_ACTION --text 'On my way'", "", "dnd on", "send Later",
      "ls is:quiet", "ls --json", "shwo 1", "why 99", "help", "quit", "ls",
    ]
    let result = try home.run(
      ["--talk"] + Self.listen, input: lines.joined(separator: "\n") + "\n")
    #expect(result.status == 0)
    let spoken = result.err.split(separator: "\n")
    #expect(spoken.first?.wholeMatch(of: #/Listening on 127\.0\.0\.1:[0-9]+\./#) != nil)
    #expect(spoken.contains("1. Chat: Ann. Are you there?"))
    #expect(spoken.contains("1: REPLY_ACTION. Sent: On my way."))
    #expect(spoken.contains { $0.hasPrefix("2. Quiet, dnd.manual. App: Later.") })
    #expect(spoken.contains { $0.contains("did you mean show?") })
    #expect(spoken.contains { $0.contains("99") })
    #expect(result.lines.filter { $0 == "The list is empty." }.count == 2)
    #expect(result.lines.contains { $0.hasPrefix("2. App: Later. Unread, ") })
    #expect(result.lines.contains { $0.hasPrefix(#"{"badges":"#) })
    #expect(result.lines.contains("quit: ends the program."))
    // Lines after `quit` are not carried out.
    #expect(result.lines.last == "quit: ends the program.")
    #expect(!(result.out + result.err).utf8.contains(0x1B))

    // The next run lists the stored pushes and ends with its input.
    let next = try home.run(["serve", "--talk", "--quiet"] + Self.listen)
    #expect(next.status == 0)
    #expect(next.lines.first == "2 pushes, 1 unread.")
    #expect(next.lines.count == 3)
    #expect(next.err.isEmpty)
  }

  @Test func `commands of a pipe are carried out after its writer has ended`() throws {
    let result = try Home().run(
      program: "/bin/sh",
      [
        "-c", #"yes ls | head -n 2000 | "$0" --talk --ephemeral --listen 127.0.0.1:0"#,
        PseudoTerminal.program,
      ])
    #expect(result.status == 0)
    // The first line belongs to the start.
    #expect(result.lines.count { $0 == "The list is empty." } == 2001)
  }

  @Test func `push lines of a feed are not read as commands`() throws {
    let visit = try Visit(["--talk", "--feed", "-"])
    try visit.pty.waitFor("The list is empty.")
    visit.pty.type(#"{"aps":{"alert":"One"}}"# + "\n")
    try visit.pty.waitFor("1. App: One.")
    kill(visit.pty.process, SIGTERM)
    #expect(try visit.pty.waitForExit() == 128 + SIGTERM)
  }

  @Test(
    arguments: [
      ["--plain"], ["--plain", "--json"], ["--json"], ["--talk"], ["serve"], ["serve", "--json"],
      ["serve", "--talk"],
    ])
  func `hostile pushes put no terminal control into plain output`(_ options: [String]) throws {
    let isText = !options.contains("--json")
    let home = try Home()
    let texts = InjectionCase.all.flatMap(\.texts) + ["the very last"]
    let feed = try home.write(
      texts.map { text in
        let text = JSONWriter.text(.string(text))
        return #"{"aps":{"alert":{"title":\#(text),"body":\#(text)},"thread-id":\#(text)}}"#
      }.joined(separator: "\n") + "\n", to: "feed.jsonl")
    let visit = try Visit(options + ["--feed", feed], home: home)
    try visit.pty.waitFor("the very last")
    if options.contains("--talk") {
      visit.pty.type("ls\nshow 1\nwhy 2\nhelp\n")
      try visit.pty.waitFor("quit: ends the program.")
    }
    kill(visit.pty.process, SIGTERM)
    #expect(try visit.pty.waitForExit() == 128 + SIGTERM)
    let output = String(decoding: visit.pty.output, as: UTF8.self)
    let steering = output.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A, 0x0D: false
      case ..<0x20, 0x7F..<0xA0: true
      case 0x202A...0x202E, 0x2066...0x2069: isText
      default: false
      }
    }
    #expect(steering.isEmpty)
  }
}
