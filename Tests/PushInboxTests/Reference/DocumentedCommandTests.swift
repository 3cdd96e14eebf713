import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The command lines of `pushinbox` in the documentation that `Tests/docs/run` does not run: those
/// of blocks for a shell or a CI service, and those inside of sentences.
@Suite struct DocumentedCommandTests {
  /// The paths of all pages.
  static let pages: [String] = {
    let files = FileManager.default.enumerator(atPath: Repository.path + "/docs")
    let docs = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
      + docs.map { "docs/" + $0 }.sorted()
  }()

  @Test(arguments: pages) func `each command line of a page can be parsed`(page: String) throws {
    let (lines, sentences) = Self.split(try Repository.text(page))
    var settings = PhoneSettings()
    for line in lines {
      for command in Self.commands(in: line) {
        #expect(throws: Never.self, "\(line)") { try Self.check(command, &settings) }
      }
    }
    for span in sentences.matches(of: /`(pushinbox [^`]+)`/) {
      let line = String(span.output.1).replacing("\n", with: " ")
      // A sentence may name a command without its words.
      for command in Self.commands(in: line) where command.first != "COMMAND" {
        #expect(throws: Never.self, "\(line)") { _ = try Arguments(command + ["--help"]) }
      }
    }
  }

  @Test(arguments: [
    ("ls | pushinbox set locl=locked  # locks", ["set", "locl=locked"]),
    ("x=$(pushinbox ls app:a before:never)", ["ls", "app:a", "before:never"]),
    ("    - pushinbox ls --jsn > out", ["ls", "--jsn"]),
    ("A=1 pushinbox what-if colors.bad=red", ["what-if", "colors.bad=red"]),
  ])
  func `a command line that cannot be parsed is found`(line: String, command: [String]) throws {
    let lines = Self.split("`pushinbox`\n```sh\n\(line)\n```\n").lines
    #expect(lines.flatMap(Self.commands) == [command])
    var settings = PhoneSettings()
    #expect(throws: (any Error).self) { try Self.check(command, &settings) }
  }

  /// Returns the lines of the blocks, continued ones joined, and the text outside of blocks.
  private static func split(_ text: String) -> (lines: [String], sentences: String) {
    var (lines, sentences): ([String], [String]) = ([], [])
    var block: Substring?
    for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
      let content = line.drop(while: \.isWhitespace)
      if content.hasPrefix("```") {
        block = block == nil ? content.dropFirst(3).prefix { !$0.isWhitespace } : nil
      } else if let block {
        if block == "sh" || block == "yaml" { lines.append(String(line)) }
      } else {
        sentences.append(String(line))
      }
    }
    return (lines, sentences.joined(separator: "\n"))
  }

  /// Returns the words after each command `pushinbox` in a line.
  private static func commands(in line: String) -> [[String]] {
    let ends: Set = ["|", ">", "<", "&", "&&", "||", ";", "#", "2>&1"]
    return line.ranges(of: "pushinbox ").filter { isCommand(after: line[..<$0.lowerBound]) }.map {
      let rest = line[$0.upperBound...].prefix { $0 != ")" }
      return ShellWords(rest).words.map(\.text).prefix { !ends.contains($0) }.map(\.self)
    }
  }

  /// Whether the next word of a line is that of a command.
  private static func isCommand(after text: Substring) -> Bool {
    guard let word = text.split(whereSeparator: \.isWhitespace).last else { return true }
    guard text.last?.isWhitespace == true else { return word.hasSuffix("(") }
    let before: Set<Substring> = ["|", "&", "&&", "||", "!", "-", "do", "if", "until"]
    return word.contains("=") || word.hasSuffix(";") || before.contains(word)
  }

  /// Parses a command line with its settings and its filter.
  ///
  /// - Parameter settings: Those of the previous commands.
  private static func check(_ words: [String], _ settings: inout PhoneSettings) throws {
    let arguments = try Arguments(words)
    let device = Phone(settings: settings)
    var filter = arguments.words
    switch arguments.command?.takes {
    case .settings:
      let changes = try SettingChangeReader(now: device.now, phone: settings).changes(filter)
      settings = SettingChanges(changes).applied(to: settings)
      return
    case .changesAndFilter:
      _ = try WhatIf(filter.filter(WhatIf.isChange), on: device, now: device.now)
      filter.removeAll(where: WhatIf.isChange)
    case .filter: break
    default: return
    }
    _ = try Filter(filter.joined(separator: " "), now: device.now, timeZone: .gmt)
  }
}
