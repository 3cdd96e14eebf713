import Foundation
import Testing

@testable import PushInbox

/// The manual page and the completion scripts, derived from the command table.
@Suite(.patient) struct ManualTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ program: String, _ words: [String]) throws -> Home.Result {
    try Home().run(program: program, words)
  }

  /// Returns the path of a program; nil when it is not installed.
  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  // MARK: Manual

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

  @Test(.enabled(if: path(of: "groff") != nil, "there is no groff"))
  func `groff reports no warning for the manual`() throws {
    let page = try write(ManualPage.text() + "\n", to: "pushinbox.1")
    let result = try run(
      try #require(Self.path(of: "groff")), ["-man", "-Kutf8", "-Tutf8", "-ww", "-z", page])
    #expect(result.status == 0)
    #expect(result.err == "")
  }

  // MARK: Completion

  /// Returns the completions of bash at the end of a line.
  private func offered(_ line: String) throws -> [String] {
    let script = try write(CompletionScript.text(for: .bash), to: "pushinbox.bash")
    let ask = """
      . "$0"; COMP_LINE=$1; COMP_POINT=${#1}; _pushinbox; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try run(
      try #require(Self.path(of: "bash")), ["--norc", "-c", ask, script, "pushinbox " + line])
    #expect(result.err == "")
    return result.lines
  }

  /// bash replaces only the part after the last `:` or `=`.
  @Test(
    .enabled(if: path(of: "bash") != nil, "there is no bash"),
    arguments: [
      ("w", ["why", "what-if", "wait"]), ("--store /tmp ex", ["export"]),
      ("ls lev", ["level:"]), ("ls is:un", ["unread"]), ("rm -is:sil", ["silent"]),
      ("read -top", ["-topic:"]), ("ls --js", ["--json"]), ("rm --al", ["--all"]),
      ("send x --level time", ["time-sensitive"]), ("wait --timeout ", []),
      ("set loc", ["lock="]), ("set lock=un", ["unlocked"]), ("what-if lev", ["level:"]),
      ("config rel", ["reload"]), ("completions ", ["bash", "zsh", "fish"]),
      ("env --client aio", ["aioapns"]), ("env --client=aio", ["aioapns"]), ("show ", []),
      ("demo la", ["languages"]), ("run a --view wh", ["why"]), ("completion z", []),
      ("nonsense ", []),
    ])
  func `bash completes words from the command table`(line: String, words: [String]) throws {
    #expect(try offered(line) == words)
  }

  @Test(.enabled(if: path(of: "bash") != nil, "there is no bash"))
  func `bash completes every command and each of its options`() throws {
    #expect(Set(try offered("")) == Set(CommandTable.commands.map(\.name)))
    for name in ["send", "run", "wait"] {
      let command = try #require(CommandTable.command(named: name))
      let options = CommandTable.options(of: command).map { "--" + $0.name }
      #expect(Set(try offered("\(name) --")) == Set(options))
    }
  }

  @Test(.enabled(if: path(of: "bash") != nil, "there is no bash"))
  func `bash completes file names with blanks`() throws {
    let file = try write("", to: "two words.apns")
    #expect(try offered("ingest \(folder.path)/tw") == [file])
  }

  @Test(
    .enabled(if: path(of: "fish") != nil, "there is no fish"),
    arguments: [
      ("w", ["wait", "what-if", "why"]), ("--store /tmp ex", ["export"]), ("ls top", ["topic:"]),
      ("ls is:unr", ["is:unread"]), ("ls --js", ["--json"]), ("set lock=un", ["lock=unlocked"]),
      ("config rel", ["reload"]), ("config show is", []),
      ("completions ", ["bash", "fish", "zsh"]), ("demo la", ["languages"]),
      ("run a --view wh", ["why"]),
      ("env --client aio", ["aioapns"]), ("--listen ", []), ("nonsense ", []),
    ])
  func `fish completes words from the command table`(line: String, words: [String]) throws {
    let script = try write(CompletionScript.text(for: .fish), to: "pushinbox.fish")
    // A file that must not be a candidate.
    _ = try write("", to: "aiofile")
    let result = try run(
      try #require(Self.path(of: "fish")),
      [
        "--no-config", "-c", "cd \(folder.path); source \(script); complete -C 'pushinbox \(line)'",
      ])
    #expect(result.err == "")
    let offered = result.lines.map { $0.prefix { $0 != "\t" } }
    #expect(offered.map(String.init) == words)
  }

  @Test(arguments: CompletionShell.allCases)
  func `a completion script has every command and option`(shell: CompletionShell) {
    let text = CompletionScript.text(for: shell)
    for command in CommandTable.commands { #expect(text.contains(command.name)) }
    for option in CommandTable.allOptions { #expect(text.contains(option.name)) }
  }

  @Test(.enabled(if: path(of: "bash") != nil, "there is no bash"))
  func `bash parses its completion script`() throws { try expectReadable(by: .bash) }

  @Test(.enabled(if: path(of: "fish") != nil, "there is no fish"))
  func `fish parses its completion script`() throws { try expectReadable(by: .fish) }

  @Test(
    .enabled(if: path(of: "zsh") != nil, "there is no zsh"),
    arguments: ["", "autoload -Uz compinit && compinit -i -D; "])
  func `zsh completes after sourcing the script, with or without compinit before`(
    before: String
  ) throws {
    let ask = before + #"source <("$1" completion zsh); print -r -- "$_comps[pushinbox]""#
    let result = try run(
      try #require(Self.path(of: "zsh")), ["-f", "-c", ask, "zsh", PseudoTerminal.program])
    #expect(result.status == 0)
    #expect(result.out == "_pushinbox\n")
    #expect(result.err == "")
  }

  @Test(.enabled(if: path(of: "zsh") != nil, "there is no zsh"))
  func `zsh completes from a file in its fpath`() throws {
    _ = try write(CompletionScript.text(for: .zsh) + "\n", to: "_pushinbox")
    let ask = #"""
      fpath=("$1" $fpath); autoload -Uz compinit && compinit -i -D
      compadd() { print -rl -- "${@[2,-1]}" }; _files() { print files }; compset() { return 1 }
      words=(pushinbox demo ''); CURRENT=3; _pushinbox
      """#
    let result = try run(
      try #require(Self.path(of: "zsh")), ["-f", "-c", ask, "zsh", folder.path])
    #expect(result.err == "")
    #expect(result.lines == DemoList.names + ["files"])
  }

  @Test(.enabled(if: path(of: "zsh") != nil, "there is no zsh"))
  func `zsh parses its completion script`() throws { try expectReadable(by: .zsh) }

  private func expectReadable(by shell: CompletionShell) throws {
    let program = try #require(Self.path(of: shell.rawValue))
    let script = try write(CompletionScript.text(for: shell), to: "script")
    let result = try run(program, ["-n", script])
    #expect(result.status == 0)
    #expect(result.err == "")
  }
}
