import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Quoted words and bodies, parsed by real shells.
@Suite(.patient) struct ShellQuotingTests {
  /// Runs a script that prints the quoted texts, and compares the output byte by byte.
  private func check(
    _ shell: String, options: [String] = [], _ texts: [String],
    quote: (String) -> String = Quoting.shellWord, locale: String = "C.UTF-8"
  ) throws {
    let home = try Home()
    // File names that patterns would match.
    for name in ["a", "b", "-n"] { try home.write("", to: name) }
    let words = texts.map(quote).joined(separator: " ")
    try home.write("printf '%s\\0' \(words) > out\n", to: "words")
    let names = try home.folder.names
    let tool = try #require(Tool(shell))
    let result = try home.run(
      program: "/usr/bin/env", ["LC_ALL=\(locale)", tool.path] + options + ["words"])
    #expect(result.status == 0, "\(result.err)")
    #expect(result.err == "")
    let printed = try Data(contentsOf: URL(filePath: home.path + "/out"))
      .split(separator: 0, omittingEmptySubsequences: false).dropLast()
    #expect(printed.count == texts.count)
    for (word, text) in zip(printed, texts) where !word.elementsEqual(text.utf8) {
      Issue.record("\(shell) reads \(quote(text)) as \(String(decoding: word, as: UTF8.self))")
    }
    // No command was run. A shell may create folders for its history.
    let own = ["cache", "config", "data", "state"]
    #expect(try home.folder.names.filter { !own.contains($0) } == (names + ["out"]).sorted())
  }

  private static let own = HostileText.afterQuotes(HostileText.forShells)

  @Test(arguments: ["C", "C.UTF-8"])
  func `sh reads a quoted word as the text`(locale: String) throws {
    try check("sh", Self.own, locale: locale)
  }

  @Test(.enabled(if: Tool("bash") != nil, "bash is not installed"), arguments: ["C", "C.UTF-8"])
  func `bash reads a quoted word as the text`(locale: String) throws {
    try check("bash", Self.own, locale: locale)
    try check("bash", options: ["-O", "extglob"], Self.own, locale: locale)
  }

  @Test(.enabled(if: Tool("zsh") != nil, "zsh is not installed"), arguments: ["C", "C.UTF-8"])
  func `zsh reads a quoted word as the text`(locale: String) throws {
    try check("zsh", options: ["-f"], Self.own, locale: locale)
    try check(
      "zsh", options: ["-f", "-o", "rcquotes", "-o", "extendedglob"], Self.own, locale: locale)
  }

  @Test(.enabled(if: Tool("fish") != nil, "fish is not installed"))
  func `fish reads a quoted word as the text`() throws {
    try check("fish", options: ["--no-config"], Self.own, quote: Quoting.fishQuoted)
  }

  private static let corpus = SharedCorpora.root != nil
  private static let absence = Comment(rawValue: SharedCorpora.isAbsentMessage)

  @Test(.enabled(if: corpus, absence), arguments: ["sh", "bash", "zsh"])
  func `every installed shell reads naughty strings as words`(shell: String) throws {
    guard Tool(shell) != nil else { return print("\(shell) is not installed: not tried with it") }
    let naughty = try #require(try HostileText.naughty())
    #expect(naughty.count == 515)
    try check(shell, options: shell == "zsh" ? ["-f"] : [], HostileText.afterQuotes(naughty))
    try check(
      shell, options: shell == "zsh" ? ["-f"] : [], HostileText.afterQuotes(naughty),
      quote: Quoting.singleQuoted)
  }

  @Test(.enabled(if: corpus, absence))
  func `a typed line parses quoted naughty strings as the originals`() throws {
    let texts = HostileText.afterQuotes(try #require(try HostileText.naughty())) + Self.own
    for text in texts {
      let read = ShellWords(Quoting.shellWord(text)).words.map { Array($0.text.utf8) }
      #expect(read == [Array(text.utf8)], "\(text)")
    }
  }

  /// Bodies with control characters and bytes that are not UTF-8.
  private static let bodies: [[UInt8]] = [
    Array(0...255), Array("{\"aps\":\n\t{}}\r\n\u{3}\ntouch pwned\n".utf8),
    Array("-n 100%s \\n \\\\ '\u{301}; touch pwned; '\u{301} é \u{9B}m\u{0}1".utf8), [],
    [0x27, 0xCC],
  ]

  @Test(arguments: ["sh", "bash", "zsh"])
  func `printf of every installed shell writes the exact bytes of a body`(shell: String) throws {
    guard let tool = Tool(shell) else {
      return print("\(shell) is not installed: not tried with it")
    }
    for (number, body) in Self.bodies.enumerated() {
      let home = try Home()
      let command = "printf \(Quoting.printfFormat(body)) > out"
      #expect(!command.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(try home.run(program: tool.path, ["-c", command]).err == "")
      let written = try Data(contentsOf: URL(filePath: home.path + "/out"))
      #expect(Array(written) == body, "\(number)")
      #expect(try home.folder.names == ["out"])
    }
  }
}
