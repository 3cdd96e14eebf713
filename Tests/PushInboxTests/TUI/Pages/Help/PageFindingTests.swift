import InboxModel
import Testing

@testable import PushInbox

/// The help, the manual, and `/` in pages of text.
@Suite struct PageFindingTests {
  private func lines(_ bench: Bench) -> [String] {
    (bench.pageLines ?? []).map { $0.parts.map(\.text.text).joined() }
  }

  @Test func `F1 opens and closes the manual, ? the help of the view`() {
    var bench = Bench()
    bench.press(.function(1))
    #expect(lines(bench).prefix(2) == ["NAME", ""])
    #expect(bench.screen.text().contains("Manual"))
    bench.press("?")
    #expect(bench.screen.text().contains("Help: Inbox"))
    bench.press(.escape, .function(1))
    #expect(bench.state.pages.layers.isEmpty)
    bench.press("2", .function(1), .escape)
    #expect(bench.state.pages.layers == [.kept(.rejected)])
  }

  @Test func `the manual page equals the output of man`() {
    let text = ManualPage.lines().joined(separator: "\n")
    for section in ["NAME", "SYNOPSIS", "COMMANDS", "FILTER", "OPTIONS", "FILES", "EXIT STATUS"] {
      #expect(text.contains("\n\(section)\n") || text.hasPrefix(section + "\n"))
    }
    for command in CommandTable.commands {
      #expect(text.contains("\n\(command.name): \(command.summary)\n"))
      #expect(text.contains("\n  pushinbox \(command.name) "))
    }
    for option in CommandTable.allOptions { #expect(text.contains("\n  --\(option.name)")) }
    #expect(!text.contains("\\-"))
  }

  @Test func `text after / narrows the keys, Esc shows all again`() {
    var bench = Bench()
    bench.press("?")
    let all = lines(bench)
    bench.press("/")
    bench.type("DISMISS")
    #expect(lines(bench).joined().contains("d Delete"))
    #expect(lines(bench).count < 5)
    bench.press(.escape)
    #expect(lines(bench) == all)
    bench.press("/")
    bench.type("snooze")
    bench.press(.enter)
    #expect(bench.state.pages.layers.count == 1)
    #expect(lines(bench).count < 5)
    bench.press("/", .control("u"))
    bench.type("no such words")
    #expect(lines(bench) == ["No line has these words."])
  }

  @Test func `found lines of the manual keep their heading`() {
    var bench = Bench()
    bench.press(.function(1), "G", "/")
    bench.type("--timeout")
    let found = lines(bench)
    #expect(found.contains { $0.hasPrefix("wait: ") })
    #expect(found.allSatisfy { !$0.hasPrefix(" ") || $0.contains("--timeout") })
    #expect(bench.state.pages.layers.first?.page(OutputPage.self)?.scroll == 0)
  }

  @Test func `/ narrows the answer of a command, also after a resize`() {
    var bench = Bench()
    bench.send(
      .answered(
        TypedCommand(line: "ls", words: ["ls"]),
        CommandAnswer(lines: (1...99).map { "push \($0)" }, isFailure: false)))
    bench.press("/", "7", "7", .enter)
    #expect(lines(bench) == ["push 77"])
    bench.send(.resized(Size(columns: 60, rows: 20)))
    #expect(lines(bench) == ["push 77"])
    #expect(bench.screen.text().contains(":ls   /77"))
  }
}
