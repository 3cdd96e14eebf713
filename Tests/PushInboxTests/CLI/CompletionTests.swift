import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The completion of command lines in a shell.
@Suite(.patient) struct CompletionTests {
  private let home: Home

  init() throws { home = try Home() }

  // MARK: The answer of the program

  private func answer(to line: String) -> [String] {
    var settings = PhoneSettings()
    settings.apps["com.example.chat"] = AppSettings()
    return CompletionAnswer(
      to: "pushinbox " + line, Phone(settings: settings), filters: ["mine"]
    ).lines
  }

  private func words(_ line: String) -> [String] {
    answer(to: line).dropFirst().map { String($0.prefix { $0 != "\t" }) }.filter { !$0.isEmpty }
  }

  @Test(
    arguments: [
      ("w", ["why", "what-if", "wait"]), ("--store /tmp ex", ["export"]), ("ls lev", ["level:"]),
      ("ls is:un", ["is:unread"]), ("rm -is:sil", ["-is:silent"]), ("read -top", ["-topic:"]),
      ("ls --js", ["--json"]), ("rm --al", ["--all"]), ("ls filter:", ["filter:mine"]),
      ("send x --level time", ["time-sensitive"]), ("wait --timeout ", []),
      ("set loc", ["lock="]), ("set lock=un", ["lock=unlocked"]), ("what-if lev", []),
      ("what-if lock=locked lev", ["level:"]), ("what-if int", ["interruption-level="]),
      ("what-if interruption-level=pa", ["interruption-level=passive"]), ("set int", []),
      ("config rel", ["reload"]), ("config show is", []),
      ("completions ", ["bash", "zsh", "fish"]), ("completion z", ["zsh"]),
      ("env --client aio", ["aioapns"]), ("env --client=aio", ["--client=aioapns"]),
      ("show ", ["last"]), ("demo la", ["languages"]), ("run a --view wh", ["why"]),
      ("fault ", ["add", "ls", "rm"]), ("fault add ne", ["next="]), ("nonsense ", []),
      ("--nonsense x", []), ("ls 'app:a b' has:re", ["has:reply"]),
      ("set app.", ["app.com.example.chat="]), ("set apps.com.e", ["apps.com.example.chat."]),
      (
        "set apps.com.example.chat.banner",
        ["apps.com.example.chat.banners=", "apps.com.example.chat.bannerStyle="]
      ),
      ("set focus.dnd.hide", ["focus.dnd.hideBadges="]), ("set colors.ba", ["colors.bad="]),
      ("--feed-from ", ["beginning", "end"]),
    ])
  func `words come from the command table and the phone`(line: String, offered: [String]) {
    #expect(words(line) == offered)
  }

  @Test func `every command and each of its options is completed`() throws {
    #expect(words("") == CommandTable.commands.map(\.name))
    for command in CommandTable.commands {
      let options = CommandTable.options(of: command).map { "--" + $0.name }
      #expect(words("\(command.name) --") == options)
    }
  }

  @Test(
    arguments: [
      ("ingest ", true), ("demo ", true), ("--config ", true), ("ls --config=", true),
      ("ls ", false), ("run x --view ", false),
    ])
  func `the first line of a completion is files where a file name is possible, else words`(
    line: String, takesFiles: Bool
  ) {
    #expect(answer(to: line).first == (takesFiles ? "files" : "words"))
  }

  @Test func `a completed command has its summary, and a setting its sentence and values`() {
    let ready = ReadyCommand.spec
    #expect(answer(to: "read").last == "ready\t" + ready.summary)
    let sentence = "Pushes may show banners."
    #expect(
      answer(to: "set apps.com.example.chat.banners") == [
        "words", "apps.com.example.chat.banners=\t" + sentence, "\t" + sentence,
      ])
    #expect(
      answer(to: "set device.stackThreshold=") == [
        "words", "\tThe number of notifications from which a group is drawn as a stack.",
        "\ta whole number from 2 to 1000",
      ])
  }

  @Test func `pushes, apps and settings are those of the inbox that the line selects`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    _ = try inbox.run("send", "Hello", "--app", "com.example.mail")
    let socket = try #require(inbox.endpoints["socket"]?.string)
    let other = try Home()
    func lines(_ line: String) throws -> [String] {
      try other.run(["completions", "--line", line]).lines
    }
    #expect(try lines("pushinbox --socket \(socket) show ").contains("1\tMail: Hello"))
    #expect(
      try lines("pushinbox set --socket=\(socket) app.com") == [
        "words", "app.com.example.mail=\tMail",
        "\tWhether the app is on the screen, in the background, suspended or not running.",
      ])
    #expect(try lines("pushinbox show ") == ["words", "last\tthe newest push"])
  }

  @Test func `without a running inbox the words are those of the store and the configuration`()
    throws
  {
    let home = try Home(configuration: #"{focus: {Sleep: {hideBadges: true}}}"#)
    #expect(
      try home.run(["completions", "--line", "pushinbox set focus=S"]).lines[1] == "focus=Sleep\t")
  }

  @Test func `hostile text is escaped`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    _ = try inbox.run("send", "a\tb\u{1B}[2J\nc")
    let result = try inbox.run("completions", "--line", "pushinbox show ")
    #expect(result.lines[1].hasSuffix(#"a\x09b\x1b[2J\nc"#), "\(result.lines)")
  }

  @Test(
    arguments: [
      ([], "needs bash|zsh|fish"), (["bash", "--line", "x"], "not both"),
      (["tcsh"], "not “tcsh”"),
    ] as [([String], String)])
  func `completions with invalid words exits with 2 and the cause`(words: [String], says: String)
    throws
  {
    let result = try home.run(["completions"] + words)
    #expect(result.status == ExitCode.usage.rawValue)
    #expect(result.err.contains(says), "\(result.err)")
  }

  // MARK: The scripts

  /// The environment in which a shell finds the built program.
  private var environment: [String: String] {
    let folder = URL(filePath: PseudoTerminal.program).deletingLastPathComponent().path
    return ["PATH": folder + ":/usr/bin:/bin"]
  }

  private func run(_ shell: CompletionShell, _ words: [String]) throws -> Home.Result {
    let program = try #require(Home.path(of: shell.rawValue))
    return try home.run(program: program, words, environment: environment)
  }

  private func script(_ shell: CompletionShell) throws -> String {
    try home.write(CompletionScript.text(for: shell) + "\n", to: "_pushinbox")
  }

  private static func has(_ shell: CompletionShell) -> Bool {
    Home.path(of: shell.rawValue) != nil
  }

  @Test(
    arguments: CompletionShell.allCases.filter(has))
  func `a shell parses its completion script`(shell: CompletionShell) throws {
    let result = try run(shell, ["-n", try script(shell)])
    #expect(result.status == 0)
    #expect(result.err == "")
  }

  /// Returns the completions of bash at the end of a line.
  private func bash(_ line: String) throws -> [String] {
    let ask = """
      . "$0"; COMP_LINE=$1; COMP_POINT=${#1}; _pushinbox; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try run(.bash, ["--norc", "-c", ask, try script(.bash), "pushinbox " + line])
    #expect(result.err == "")
    return result.lines
  }

  /// bash replaces only the part after the last `:` or `=`.
  @Test(
    .enabled(if: has(.bash), "there is no bash"),
    arguments: [
      ("w", ["why", "what-if", "wait"]), ("ls is:un", ["unread"]), ("rm -is:sil", ["silent"]),
      ("read -top", ["-topic:"]), ("set lock=un", ["unlocked"]),
      ("env --client aio", ["aioapns"]), ("env --client=aio", ["aioapns"]),
      ("set focus=De", [#"Deep\ Work"#]), ("set focus.D", [#"focus.Deep\ Work."#]),
      ("show x ", []), ("nonsense ", []),
    ])
  func `bash completes words`(line: String, words: [String]) throws {
    try home.write(
      #"{focus: {"Deep Work": {hideBadges: true}}}"#, to: "config/pushinbox/config.json5")
    #expect(try bash(line) == words)
  }

  @Test(.enabled(if: has(.bash), "there is no bash"))
  func `bash completes file names with blanks`() throws {
    let file = try home.write("", to: "two words.apns")
    #expect(try bash("ingest \(home.path)/tw") == [file])
    #expect(try bash("ls --config=\(home.path)/tw") == [file])
    #expect(try bash("demo lang") == ["languages"])
  }

  @Test(
    .enabled(if: has(.fish), "there is no fish"),
    arguments: [
      ("w", ["why", "what-if", "wait"]), ("ls top", ["topic:"]), ("ls is:unr", ["is:unread"]),
      ("set lock=un", ["lock=unlocked"]), ("completions ", ["bash", "zsh", "fish"]),
      ("env --client aio", ["aioapns"]), ("ingest two", ["two words.apns"]),
      ("ls --config=two", ["--config=two words.apns"]), ("nonsense ", []),
    ])
  func `fish completes words`(line: String, words: [String]) throws {
    let script = try script(.fish)
    // Only a command that reads files has it as a candidate.
    try home.write("", to: "two words.apns")
    let result = try run(
      .fish, ["--no-config", "-c", "source \(script); complete -C 'pushinbox \(line)'"])
    #expect(result.err == "")
    #expect(result.lines.map { String($0.prefix { $0 != "\t" }) } == words)
  }

  @Test(
    .enabled(if: has(.zsh), "there is no zsh"),
    arguments: ["", "autoload -Uz compinit && compinit -i -D; "])
  func `zsh completes after sourcing the script, with or without compinit before`(
    before: String
  ) throws {
    let ask = before + #"source <(pushinbox completion zsh); print -r -- "$_comps[pushinbox]""#
    let result = try run(.zsh, ["-f", "-c", ask])
    #expect(result.status == 0)
    #expect(result.out == "_pushinbox\n")
    #expect(result.err == "")
  }

  @Test(
    .enabled(if: has(.zsh), "there is no zsh"),
    arguments: [
      ("demo", "la", ["languages", "files"]),
      ("ls", "is:unr", [#"is\:unread"#]),
      ("set", "lock=un", ["lock=unlocked"]),
      ("set", "device.stackThreshold=", ["a whole number from 2 to 1000"]),
      (
        "ls", "thr", [#"thread\::Exactly this thread; `thread:""` is the default group of an app."#]
      ),
    ])
  func `zsh completes from a file in its fpath`(
    command: String, word: String, offered: [String]
  ) throws {
    _ = try script(.zsh)
    let ask = #"""
      fpath=("$1" $fpath); autoload -Uz compinit && compinit -i -D
      _describe() { print -rl -- "${(@P)3}" }; _files() { print files }
      _message() { print -r -- "$2" }; compset() { return 1 }
      words=(pushinbox "$2" "$3"); CURRENT=3 PREFIX=$3; _pushinbox
      """#
    let result = try run(.zsh, ["-f", "-c", ask, "zsh", home.path, command, word])
    #expect(result.err == "")
    for text in offered { #expect(result.lines.contains(text), "\(result.lines)") }
  }
}
