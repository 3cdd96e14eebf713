import Testing

@testable import PushInbox

@Suite struct ArgumentsTests {
  @Test func `options are accepted before, between and after the words`() throws {
    let arguments = try Arguments(
      ["--store", "/tmp/a", "act", "31", "--text", "-- hi", "REPLY", "--quiet"])
    #expect(arguments.command?.name == "act")
    #expect(arguments.words == ["31", "REPLY"])
    #expect(arguments["text"] == "-- hi")
    #expect(arguments["store"] == "/tmp/a")
    #expect(arguments.has("quiet"))
    #expect(!arguments.has("json"))
  }

  @Test func `a word with one dash is a plain word, for filters`() throws {
    let arguments = try Arguments(["ls", "-thread:daily", "-", "app:chat"])
    #expect(arguments.words == ["-thread:daily", "-", "app:chat"])
  }

  @Test func `short options are accepted before the command, and -h anywhere`() throws {
    #expect(try Arguments(["ls", "-v"]).words == ["-v"])
    #expect(try !Arguments(["ls", "-v"]).has("version"))
    #expect(try Arguments(["-v", "ls"]).has("version"))
    #expect(try Arguments(["ls", "-h"]).has("help"))
    #expect(try Arguments(["ls", "--", "-h"]).words == ["-h"])
    #expect(try Arguments(["act", "1", "REPLY", "--text", "-h"])["text"] == "-h")
  }

  @Test func `all words after two dashes are plain words`() throws {
    let arguments = try Arguments(["send", "--", "--title"])
    #expect(arguments.words == ["--title"])
  }

  @Test func `a value after = is accepted, and a repeatable option has all values`() throws {
    let arguments = try Arguments(["--feed=a", "--feed", "b", "--listen=[::1]:0"])
    #expect(arguments.command == nil)
    #expect(arguments.all("feed") == ["a", "b"])
    #expect(arguments["listen"] == "[::1]:0")
  }

  @Test func `the environment sets options that the command line lacks`() throws {
    let environment = [
      "PUSHINBOX_LISTEN": "127.0.0.1:0", "PUSHINBOX_PRINT_ENDPOINTS": "1", "PUSHINBOX_STRICT": "no",
      "PUSHINBOX_STORE": "/a",
    ]
    let arguments = try Arguments(["serve", "--store", "/b"], environment: environment)
    #expect(arguments["listen"] == "127.0.0.1:0")
    #expect(arguments.has("print-endpoints"))
    #expect(!arguments.has("strict"))
    #expect(arguments["store"] == "/b")
    #expect(try !Arguments(["ls", "--ephemeral"], environment: environment).has("store"))
    #expect(
      try !Arguments(["ls", "--store", "/b"], environment: ["PUSHINBOX_EPHEMERAL": "1"])
        .has("ephemeral"))
    #expect(try !Arguments(["serve"], environment: ["PUSHINBOX_STRICT": "off"]).has("strict"))
    #expect(throws: Arguments.Failure.self) {
      try Arguments(["serve"], environment: ["PUSHINBOX_STRICT": "maybe"])
    }
  }

  @Test func `the environment does not set the options of one command`() throws {
    let environment = [
      "PUSHINBOX_TITLE": "T", "PUSHINBOX_JSON": "1", "PUSHINBOX_LISTEN": "127.0.0.1:0",
      "PUSHINBOX_QUIET": "1", "PUSHINBOX_STRICT": "1",
    ]
    let send = try Arguments(["send", "Hi"], environment: environment)
    #expect(send["title"] == nil && send["listen"] == nil)
    #expect(send.has("quiet"))
    #expect(try !Arguments(["ls"], environment: environment).has("json"))
    #expect(try !Arguments(["lint", "a.apns"], environment: environment).has("strict"))
  }

  @Test(arguments: [
    (["sned"], Arguments.Failure.unknownCommand("sned", nearest: "send")),
    (["ls", "--jsno"], .unknownOption("--jsno", command: "ls", nearest: "--json")),
    (["ls", "--xyzzyxyzzy"], .unknownOption("--xyzzyxyzzy", command: "ls", nearest: nil)),
    (["send", "a", "--title"], .missingValue("--title", placeholder: "T")),
    (["ls", "--socket", ""], .missingValue("--socket", placeholder: "PATH")),
    (["serve", "--listen="], .missingValue("--listen", placeholder: "HOST:PORT")),
    (["ls", "--json=yes"], .unexpectedValue("--json")),
    (["serve", "--ephemeral", "--store=/a"], .excluded("--store", by: "--ephemeral")),
    (["why"], .words(command: "why", problem: "needs ID [--json]")),
    (["why", "1", "2"], .words(command: "why", problem: "got an unexpected argument “2”")),
  ])
  func `an invalid command line is reported with its error`(
    words: [String], failure: Arguments.Failure
  ) {
    #expect(throws: failure) { try Arguments(words) }
  }

  @Test(arguments: [
    ("ksh", "zsh" as String?, "completions needs `bash` or `zsh`, not “ksh”; did you mean zsh?"),
    ("x", nil, "completions needs `bash` or `zsh`, not “x”; see pushinbox completions --help"),
  ])
  func `the message for a wrong choice suggests one, or names the help`(
    word: String, nearest: String?, message: String
  ) {
    let failure = Arguments.Failure.needsOne(
      of: ["bash", "zsh"], not: word, nearest: nearest, "completions")
    #expect(ErrorMessage(failure).text == message)
  }

  @Test func `--help takes precedence over missing words`() throws {
    #expect(try Arguments(["why", "--help"]).has("help"))
  }

  @Test func `every command has help with its options within 80 columns, except examples`() {
    for command in CommandTable.commands {
      let text = Usage.command(command)
      for option in command.options { #expect(text.contains("--" + option.name)) }
      let wide = text.split(separator: "\n").filter { $0.count > 80 }
      #expect(wide.allSatisfy { command.examples.contains(String($0.dropFirst(2))) }, "\(wide)")
    }
    for command in CommandTable.commands { #expect(Usage.program().contains("  " + command.name)) }
  }

  /// `DocumentedCommandTests` parses the examples.
  @Test func `each command has an example`() {
    for command in CommandTable.commands {
      #expect(command.examples.contains { $0.contains("pushinbox \(command.name)") })
    }
  }

  @Test func `help wraps the second column of a table below its start`() throws {
    let text = Usage.command(ConfigCommand.spec)
    #expect(
      text.contains(
        """
        config check [FILE]      reports every mistake with its place, in files of
                                 categories too; exits 6 for a mistake. Remarks, such as
                                 on a program that does not exist or on a setting of
                                 ./.pushinbox.json5 that needs consent, are no mistakes
        config reload            makes

        """.dropLast()))
  }

  @Test func `each command name belongs to exactly one type`() {
    let names = CommandTable.commands.flatMap { [$0.name] + $0.otherNames }
    #expect(Set(names).count == names.count)
    for spec in CommandTable.types.map({ $0.spec }) {
      for name in [spec.name] + spec.otherNames {
        let command = CommandTable.command(named: name)
        #expect(CommandTable.type(of: command).spec.name == spec.name, "\(name)")
      }
    }
  }
}
