import Foundation
import Testing

@testable import PushInbox

/// The manual page, derived from the command table.
@Suite(.patient) struct ManualTests {
  @Test func `the manual has every command and option`() throws {
    let text = ManualPage.text().replacing("\\-", with: "-")
    #expect(text.hasPrefix(".TH PUSHINBOX 1 "))
    for section in [
      "NAME", "SYNOPSIS", "COMMANDS", "FILTER", "KEYS", "OPTIONS", "ENVIRONMENT", "FILES",
      "EXIT STATUS",
    ] {
      #expect(text.contains("\n.SH \(section)\n"))
    }
    for command in CommandTable.commands {
      #expect(text.contains("\n.B pushinbox \(command.name)"))
    }
    for option in CommandTable.allOptions { #expect(text.contains("\n.B --\(option.name)")) }
  }

  @Test func `the manual has the keys of the inbox, and those that differ in other views`()
    throws
  {
    let text = ManualPage.text().replacing("\\-", with: "-").replacing("\\(ha", with: "^")
    let start = try #require(text.firstRange(of: "\n.SH KEYS\n")).upperBound
    let end = try #require(text.firstRange(of: "\n.SH OPTIONS\n")).lowerBound
    let views = text[start..<end].split(separator: ".SS \"Rejected\"\n")
    #expect(views.count == 2)
    for entry in Keymap.standard.entries {
      guard let meaning = InboxPage.view.meaning(of: entry) else { continue }
      let keys = entry.keys.map(\.asciiName).joined(separator: ", ")
      #expect(views[0].contains("\n.B \(keys)\n\(meaning)\n"), "\(keys)")
    }
    #expect(views[0].contains("\n.B j, Down\n"))
    #expect(views[1].contains("\n.B b\nby reason\n"))
    #expect(!views[1].contains("\n.B j, Down\n"))
  }

  @Test func `no line of manual text is a roff request`() {
    let requests: Set = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".br", ".nf", ".fi",
    ]
    for line in ManualPage.text().split(separator: "\n")
    where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.split(separator: " ").first.map(String.init) ?? ""), "\(line)")
    }
  }

  @Test(.enabled(if: Home.path(of: "groff") != nil, "there is no groff"))
  func `groff reports no warning for the manual`() throws {
    let home = try Home()
    let page = try home.write(ManualPage.text() + "\n", to: "pushinbox.1")
    let result = try home.run(
      program: try #require(Home.path(of: "groff")),
      ["-man", "-Kutf8", "-Tutf8", "-ww", "-z", page])
    #expect(result.status == 0)
    #expect(result.err == "")
  }
}
