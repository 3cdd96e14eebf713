import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The blocks of the documentation that show what PushInbox prints without a command that
/// `Tests/docs/run` could run: messages, a text for the editor, a transcript.
@Suite(.patient) struct DocumentedTextTests {
  /// A page of `docs` with such a block, and what PushInbox prints instead.
  struct Row: CustomTestStringConvertible, Sendable {
    var page: String
    var text: @Sendable () throws -> String
    var testDescription: String { page }
  }

  private static let rows = [
    Row(page: "guides/apps.md", text: appEvents),
    Row(page: "guides/feeds.md", text: feedMessages),
    Row(page: "guides/inboxes.md") {
      let path = "/home/ann/.local/state/pushinbox/inbox.db"
      return "pushinbox: " + ErrorMessage(StoreError.inUse(path: path, pid: 4711)).text
    },
    Row(page: "guides/terminals.md", text: transcript),
    Row(page: "reference/binary-interface.md", text: frame),
    Row(page: "reference/http.md") {
      Endpoints(
        apns: HostPort(host: "127.0.0.1", port: 2197), authority: "…/ca.pem", socket: "…",
        store: "…"
      ).line
    },
    Row(page: "reference/keys.md") { ScreenMessage.keyHasNoFunction("Y", .standard).text },
    Row(page: "reference/keys.md", text: editedText),
  ]

  @Test(arguments: rows) func `a text in a page is what PushInbox prints`(row: Row) throws {
    let text = try row.text()
    #expect(try Self.blocks(of: "docs/" + row.page).contains(text), "\(text)")
  }

  @Test func `every text in a page has a row`() throws {
    // `ReferenceTests` compares the tables of commands.md.
    for page in DocumentedCommandTests.pages
    where page.hasPrefix("docs/") && page != "docs/reference/commands.md" {
      let count = Self.rows.count { "docs/" + $0.page == page }
      #expect(try Self.blocks(of: page).count == count, "\(page)")
    }
  }

  /// Returns the blocks of a page that are marked as text.
  private static func blocks(of page: String) throws -> [String] {
    try Repository.text(page).matches(of: /(?ms)^```text\n(.*?)\n```$/).map { String($0.output.1) }
  }

  // MARK: Texts

  /// The events of the page's scenario, as `events` prints them.
  private static func appEvents() throws -> String {
    let scenario = try Scenario(Array(Repository.text("assets/guides/apps.jsonl").utf8))
    let lines = try ScenarioRun(scenario).events
      .filter { $0.id != nil && ["shown", "app"].contains($0.name) }
      .map { String(decoding: EventLine.line($0, timeZone: .gmt), as: UTF8.self) }
    return lines.joined().trimmingCharacters(in: .newlines)
  }

  private static func feedMessages() throws -> String {
    let file = FeedSource.file("feed.log")
    let states = [
      FeedState(source: file, condition: .waiting("does not exist")),
      FeedState(source: file, condition: .following(.beginning)),
      FeedState(source: file, condition: .following(.end(line: 2))),
      FeedState(source: file, condition: .following(.stored(line: 2))),
      FeedState(source: .standardInput, condition: .ended(lines: 1, bad: 0)),
    ]
    var feeds = FeedStates()
    return states.compactMap { feeds.update($0) }.joined(separator: "\n")
  }

  /// A frame of command 0, a space after each number and each value.
  private static func frame() -> String {
    func hex(_ range: Range<Int>) -> String {
      LegacyFrames.simple[range].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return "\(hex(0..<1)) \(hex(1..<3)) \(hex(3..<35))\n   \(hex(35..<37)) "
      + hex(37..<LegacyFrames.simple.count)
  }

  private static func editedText() -> String {
    PushForm.text(
      path: "/3/device/00fc13adff785122",
      [
        HeaderField(PushHeaders.Name.topic, "com.example.chat"),
        HeaderField(PushHeaders.Name.pushType, "alert"),
        HeaderField(PushHeaders.Name.priority, "10"),
      ],
      body: JSONWriter.text(["aps": ["alert": "Hi"]], pretty: true))
  }

  /// A visit with `--talk` to a stored list of two pushes. The port and the times are those of the
  /// page.
  private static func transcript() throws -> String {
    let home = try Home(
      configuration: """
        {
          apps: { "com.example.chat": { name: "Chat" }, "com.example.news": { name: "News" } },
          categories: { MESSAGE: { actions: [{ id: "REPLY", title: "Reply", textInput: {} }] } },
        }
        """)
    let inbox = try RunningInbox(home: home)
    try inbox.run("set", "dnd=on")
    try inbox.run(
      "send", "The day in five minutes", "--thread", "daily", "--app", "com.example.news")
    try inbox.run("read", "--all")
    try inbox.run("set", "dnd=off")
    try inbox.run(
      "send", "Здравствуйте, чем я могу Вам помочь?", "--title", "Никита К.", "--thread", "op-42",
      "--app", "com.example.chat", "--category", "MESSAGE")
    inbox.child.send(SIGTERM)
    try inbox.child.waitForExit()

    let visit = try Visit(["--talk"], home: home)
    try visit.pty.waitFor("or help.")
    visit.pty.type("act 2 REPLY --text \"Добрый день!\"\n")
    try visit.pty.waitFor("sent: Reply")
    visit.pty.type("quit\n")
    #expect(try visit.pty.waitForExit() == 0)
    let text = String(decoding: visit.pty.output, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing(#/127\.0\.0\.1:\d+/#, with: "127.0.0.1:2197")
      .replacing(#/Unread, \d\d:\d\d/#, with: "Unread, 21:58")
      .replacing(#/Read, \d\d:\d\d/#, with: "Read, 20:15")
    return "$ pushinbox --talk\n" + text.trimmingCharacters(in: .newlines)
  }
}
