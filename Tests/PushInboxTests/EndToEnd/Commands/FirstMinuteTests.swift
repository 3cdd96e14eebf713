import Foundation
import Testing

@testable import PushInbox

/// The first minute of docs/getting-started.md, word for word: its commands are run and its
/// sentences checked.
@Suite(.patient) struct FirstMinuteTests {
  /// The section with its lines joined, and the contents of its code blocks.
  private let text: String
  private let blocks: [String]

  init() throws {
    let page = try Repository.text("docs/getting-started.md")
    let section = try #require(page.components(separatedBy: "\n## The first minute\n").last)
      .components(separatedBy: "\n## ")[0]
    let parts = section.components(separatedBy: "```")
    let prose = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    text = prose.joined(separator: " ").replacing("\n", with: " ")
    blocks = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// Returns the commands of a code block.
  private func block(_ place: Int) throws -> String {
    try #require(blocks.dropFirst(place).first).replacing("sh\n", with: "", maxReplacements: 1)
  }

  /// Checks that the section has a sentence, and performs its step.
  private func follow(_ sentence: String, _ step: KeyStep, in visit: Visit) throws {
    #expect(text.contains(sentence))
    try visit.perform(step)
  }

  /// Runs lines of the section in another terminal, in the folder of the repository.
  private func type(_ lines: String, beside visit: Visit, port: UInt16? = nil) throws {
    let folder = URL(filePath: PseudoTerminal.program).deletingLastPathComponent().path
    let lines = port.map { lines.replacing("2197", with: String($0)) } ?? lines
    let result = try visit.home.run(
      program: "/bin/sh",
      ["-ec", "PATH='\(folder)':$PATH\ncd '\(Repository.path)'\n" + lines])
    #expect(result.status == 0, "\(lines): \(result.err)")
  }

  @Test func `a test push and two pushes from another terminal are shown`() throws {
    #expect(blocks.first?.contains("\nmake run ") == true)
    let visit = try Visit()
    try visit.pty.waitFor("No push was received yet.")
    let port = try visit.port()
    try follow(
      "Press `t` for a menu of test pushes, and `t` again for the first one",
      .press("t", .shows("Which test push?")), in: visit)
    try visit.perform(.press("t", .shows("BANNER  Demo / welcome")))
    try type(
      try block(1), beside: visit, port: port)
    let shown = try visit.pty.wait(for: "both pushes") {
      $0.text.contains("Build is green") && $0.text.contains("Inbox 3")
    }
    #expect(shown.text.contains("Hi"))
    #expect(try visit.home.list("app:com.example.app").notifications.count == 2)
    try follow("`Enter` inspects a push", .press(.enter, .shows("[Summary]")), in: visit)
    try follow("`w` explains its outcome", .press("w", .shows("[Why]")), in: visit)
    try visit.escape(from: "[Why]")
    try follow("`D` turns Do Not Disturb on", .press("D", .shows("DND on")), in: visit)
    try follow("`L` locks the phone", .press("L", .shows(" LOCKED |")), in: visit)
    try follow("`?` shows all keys", .press("?", .shows("ON THE SELECTED ITEM")), in: visit)
    try visit.leave("Q")
  }

  @Test func `a push of a declared category is replied to`() throws {
    let visit = try Visit()
    try visit.pty.waitFor("No push was received yet.")
    try type(try block(2), beside: visit)
    try visit.pty.waitFor("Inbox 1")
    try follow("then press `r` on the push", .press("r", .shows("Reply: Ann")), in: visit)
    try visit.escape(from: "Reply: Ann")
    try visit.leave("Q")
  }

  @Test(arguments: ["pushinbox demo", "pushinbox demo languages"])
  func `a demo is paused, stepped and left`(_ command: String) throws {
    #expect(text.contains("`\(command)`"))
    let visit = try Visit(
      command.split(separator: " ").dropFirst().map(String.init), listens: false)
    try visit.pty.wait(for: "the story") { $0.text.contains("DEMO 1/") }
    #expect(text.contains("plays a demo of two minutes"))
    try follow("Space pauses", .press(" ", .shows("PAUSED")), in: visit)
    let paused = visit.pty.screen.text
    try follow(
      "`.` plays the next step", .press(".", Sight("the next step") { $0.text != paused }),
      in: visit)
    try follow(
      "`,` goes back to the previous sentence", .press(",", .shows("No notifications")), in: visit)
    #expect(text.contains("`q` leaves"))
    try visit.leave("q")
  }
}
