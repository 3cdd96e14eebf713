import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The built program as scripts use it: help, scenarios, exit codes.
@Suite(.patient) struct ProgramTests {
  private static let scenarios = ["do-not-disturb", "grouping", "previews"].map {
    Repository.asset("scenarios/\($0).jsonl")
  }

  // MARK: Help

  @Test func `every command has help, and the program a version`() throws {
    let home = try Home()
    let help = try home.run(["--help"])
    #expect(help.status == 0)
    for command in CommandTable.commands {
      #expect(help.out.contains("\n  \(command.name) "))
      let own = try home.run([command.name, "--help"])
      #expect(try home.run(["help", command.name]).out == own.out)
      #expect(own.status == 0)
      #expect(own.out.hasPrefix("pushinbox \(command.name)"))
      #expect(own.err == "")
      for option in CommandTable.options(of: command) {
        #expect(own.out.contains("--" + option.name), "\(command.name)")
      }
    }
    let version = try home.run(["--version"])
    #expect(version.lines.first == "pushinbox \(Version.number)")
    for name in ["OpenSSL", "nghttp2", "SQLite", "ncurses", "FriBidi", "zlib"] {
      #expect(version.lines.last?.firstMatch(of: try Regex("\(name) [0-9]+\\.[0-9.]+")) != nil)
    }
    // Help creates no file.
    #expect(try home.folder.names == [])
  }

  // MARK: Scenarios

  @Test func `a scenario has the same output in any zone, language and terminal`() throws {
    let home = try Home()
    for options in [
      ["--json"], ["--screen", "80x24"], ["--screen", "60x15", "--view", "detail"], [],
    ] {
      let words = ["run"] + Self.scenarios + options
      let first = try home.run(words)
      #expect(first.status == 0)
      #expect(!first.out.isEmpty)
      #expect(!first.out.utf8.contains(0x1B))
      #expect(try home.run(words).out == first.out)
      let elsewhere = [
        "TZ": "Asia/Kathmandu", "LC_ALL": "", "LANG": "ru_RU.UTF-8", "TERM": "vt100",
        "COLUMNS": "13", "PUSHINBOX_EPHEMERAL": "1",
      ]
      #expect(try home.run(words, environment: elsewhere).out == first.out)
    }
    #expect(try home.folder.names == [])
  }

  @Test func `scenario paths are relative to it, command-line paths to the folder`()
    throws
  {
    let home = try Home()
    try home.write(#"{"push":{"payload":{"aps":{"alert":"Hi"}}}}"#, to: "a/b.jsonl")
    #expect(
      try home.run(["run", "b.jsonl", "--json"], directory: home.path + "/a").json().bodies == [
        "Hi"
      ])
  }

  @Test(arguments: [
    "{\"push\":", "{\"pish\":{}}", "{\"advance\":\"soon\"}", "{\"set\":{\"lock\":\"ajar\"}}",
    "{\"act\":{\"on\":7,\"action\":\"open\"}}", "\u{0}",
  ])
  func `an invalid scenario is reported with its line`(_ line: String) throws {
    let home = try Home()
    try home.write("# fine\n" + line + "\n", to: "broken.jsonl")
    let result = try home.run(["run", "broken.jsonl"])
    #expect(result.status == 5)
    #expect(result.err.contains("broken.jsonl:2"))
    #expect(!result.err.contains("\u{0}"))
  }

  // MARK: Exit codes

  struct Misuse: CustomTestStringConvertible {
    var words: [String]
    var says: String
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Misuse(words: ["sned", "Hi"], says: "did you mean send?"),
    Misuse(words: ["ls", "--jsno"], says: "did you mean --json?"),
    Misuse(words: ["send"], says: "send needs TEXT"),
    Misuse(words: ["send", "a", "b"], says: "“b”"),
    Misuse(words: ["send", "a", "--level", "loud"], says: "time-sensitive"),
    Misuse(words: ["serve", "--listen", "nowhere"], says: "HOST:PORT"),
    Misuse(words: ["serve", "--feed", "tcp:x"], says: "unix:PATH"),
    Misuse(words: ["run"], says: "run needs"),
    Misuse(words: ["run", "x", "--screen", "big"], says: "80x24"),
    Misuse(words: ["--help=yes"], says: "takes no value"),
    Misuse(
      words: ["--port", "2197"],
      says: "there is no option --port; did you mean --listen 127.0.0.1:2197?"),
    Misuse(words: ["--port=:2197"], says: "did you mean --listen 127.0.0.1:2197?"),
    Misuse(words: ["-p", "2197"], says: "there is no option -p; did you mean --listen 127"),
    Misuse(words: ["serve", "--bind", "[::1]:0"], says: "did you mean --listen [::1]:0?"),
    Misuse(words: ["--host", "me"], says: "there is no option --host; did you mean --listen?"),
    Misuse(words: ["--jsno", "ls"], says: "there is no option --jsno; did you mean --json?"),
    Misuse(words: ["-x"], says: "there is no option -x; see pushinbox --help"),
    Misuse(words: ["versoin"], says: "did you mean version?"),
    Misuse(words: ["send", "a", "--thread", "--socket", "x"], says: "--thread needs a value"),
    Misuse(words: ["send", "a", "b"], says: "put TEXT in quotes"),
  ])
  func `an unknown word is a usage error with a suggestion`(_ misuse: Misuse) throws {
    // Some words are parsed by the running inbox.
    let inbox = try RunningInbox(["--quiet"])
    let result = try inbox.home.run(misuse.words)
    #expect(result.status == 2)
    #expect(result.out == "")
    #expect(result.err.hasPrefix("pushinbox: "))
    #expect(result.err.contains(misuse.says), "\(result.err)")
  }

  @Test(arguments: [[], ["serve"], ["--talk"], ["--plain", "--json"]])
  func `a port in use is reported with its owner and a free one`(_ words: [String]) throws {
    let inbox = try RunningInbox()
    let result = try Home().run(words + ["--listen", inbox.address])
    #expect(result.status == 3)
    #if os(Linux)
      let holder = " by pushinbox (pid \(inbox.child.process))"
    #else
      let holder = ""
    #endif
    #expect(
      result.err
        == "pushinbox: \(inbox.address) is in use\(holder); --listen 127.0.0.1:0 picks a free port\n"
    )
  }

  #if os(Linux)
    @Test(arguments: ["127.0.0.1", "0.0.0.0", "::1", "::"])
    func `the owner of a port is reported by its process name`(_ host: String) throws {
      let python = try #require(Tool.python)
      let home = try Home()
      let family = host.contains(":") ? "AF_INET6" : "AF_INET"
      let out = try Lines()
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(nothing) }
      let child = try Child(
        python.path,
        [
          "-c",
          """
          import socket, signal
          open('/proc/self/comm', 'w').write('stranger\\x1b[1m')
          s = socket.socket(socket.\(family))
          s.bind(('\(host)', 0)); s.listen(); print(s.getsockname()[1], flush=True); signal.pause()
          """,
        ], environment: home.environment, directory: home.path,
        streams: [nothing, out.writer, nothing])
      defer { child.send(SIGKILL) }
      out.closeWriter()
      let port = try out.wait()
      let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      let result = try home.run(["serve", "--listen", place, "--allow-network"])
      #expect(result.status == 3)
      #expect(
        result.err.contains("\(place) is in use by stranger\\x1b[1m (pid \(child.process));"),
        "\(result.err)")
    }
  #endif

  @Test func `a second inbox on one store reports the first one`() throws {
    let inbox = try RunningInbox()
    let result = try inbox.home.run(["serve", "--listen", "127.0.0.1:0"])
    #expect(result.status == 3)
    #expect(result.err.contains("(pid \(inbox.child.process))"))
    // The first inbox is not affected.
    #expect(try inbox.run("ready").status == 0)
  }

  @Test(arguments: [
    ("{ device: { lokc: \"locked\" } }", "lock"), ("{ device: { lock: 7 } }", "device.lock"),
    ("{ device: ", "config.json5"), ("{ hooks: [ { on: \"shwon\", run: [\"x\"] } ] }", "shown"),
  ])
  func `an invalid configuration ends the program and names the position`(
    _ text: String, _ says: String
  ) throws {
    let home = try Home(configuration: text)
    let result = try home.run(["serve", "--listen", "127.0.0.1:0"])
    #expect(result.status == 6)
    #expect(result.err.contains(says), "\(result.err)")
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test func `invalid keys, filters and hooks are reported and ignored`() throws {
    let home = try Home(
      configuration: """
        { device: { previews: "never" }, keys: { F99: "read", m: "why", X: 5 },
          filters: { work: "is:unread ap:mail", rest: "is:read" },
          hooks: [ { on: "shown", filter: "colour:red", run: ["./x"] },
            { on: "shown", filter: "filter:wrk", run: ["./y"] } ] }
        """)
    let inbox = try RunningInbox(home: home)
    let file = home.path + "/config/pushinbox/config.json5"
    let warnings = [
      "\(file):1:68: `keys.X` must be a string, not 5",
      "\(file):2:31: `filters.work`: “ap:” is not known; did you mean `app:mail`?",
      "\(file):3:36: `hooks[0].filter`: “colour:” is not known; to search for text with a colon, "
        + "write it with double quotes: \"colour:red\"",
      "\(file):4:29: `hooks[1].filter`: no filter is saved as “wrk”; did you mean `filter:work`?",
      "\(file):1:42: `keys.F99` is not the name of a key; did you mean `F9`?",
      "\(file):1:55: `keys.m` must be `read`, which has no other key, not `why`",
    ]
    for line in warnings { _ = try inbox.err.wait(containing: line) }
    #expect(try inbox.run("config", "show", "--json").json()["device"]?["previews"] == "never")
    #expect(try inbox.run("ls", "filter:rest").status == 0)
    let use = try inbox.run("ls", "filter:work")
    #expect(use.status == 2)
    #expect(use.err.contains("the filter saved as “work”"))

    let reload = try inbox.run("config", "reload")
    #expect(reload.status == 0)
    #expect(reload.err.split(separator: "\n").dropFirst().map(String.init) == warnings)
    let check = try inbox.run("config", "check")
    #expect(check.status == 6)
    #expect(Set(check.err.split(separator: "\n").map(String.init)) == Set(warnings))
  }

  @Test func `a file named by --config must exist`() throws {
    let result = try Home().run(["serve", "--listen", "127.0.0.1:0", "--config", "none.json5"])
    #expect(result.status == 6)
    #expect(result.err.contains("none.json5"))
  }

  @Test(arguments: [
    (["--listen", "0.0.0.0:0"], "--listen"), (["--listen", "[::]:0"], "--listen"),
    (["--legacy", "0.0.0.0:0"], "--legacy"), (["--feedback", "0.0.0.0:0"], "--feedback"),
    (["--config", "legacy.json5"], "--legacy"),
  ])
  func `an address beyond this machine is rejected without --allow-network`(
    _ options: [String], _ option: String
  ) throws {
    let home = try Home()
    try home.write("{ gateway: { legacy: '0.0.0.0:0' } }", to: "legacy.json5")
    let local = options.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    let result = try home.run(["serve", "--print-endpoints"] + local + options)
    #expect(result.status == 2)
    #expect(result.out == "")
    #expect(result.err.contains("other machines can reach "), "\(result.err)")
    #expect(
      result.err.hasSuffix("add --allow-network if they may, or use \(option) 127.0.0.1:0\n"))
  }

  @Test(arguments: ["0", ":0"])
  func `a port without a host listens on the loopback`(_ port: String) throws {
    let inbox = try RunningInbox(["--listen", port])
    #expect(inbox.address.hasPrefix("127.0.0.1:"))
    #expect(inbox.port != 0)
  }

  @Test(arguments: [
    (["-h"], ["--help"]), (["help"], ["--help"]), (["--ascii", "help"], ["--help"]),
    (["ls", "-h"], ["ls", "--help"]), (["help", "ls"], ["ls", "--help"]),
    (["-v"], ["--version"]), (["-V"], ["--version"]), (["version"], ["--version"]),
    (["--no-color", "version"], ["--version"]), (["-v", "ls"], ["ls", "--version"]),
  ])
  func `help and version are accepted as short options and as words`(
    _ words: [String], _ same: [String]
  ) throws {
    let home = try Home()
    let (result, expected) = (try home.run(words), try home.run(same))
    #expect(result.status == 0)
    #expect(result.out == expected.out)
    #expect(result.err == "")
  }

  @Test func `a port reachable from the network is reported with one warning`() throws {
    let warning = "others on the network can reach"
    let home = try Home()
    let key = try SigningKey("ABC123DEFG", in: home.path)
    let strict = try home.write(
      "{ gateway: { keys: [{ id: '\(key.id)', team: '\(key.team)', file: '\(key.path)' }] } }",
      to: "strict.json5")
    let open = "senders are not authenticated unless it runs with --strict and has gateway.keys"
    for (options, end) in [
      (["--listen", "0.0.0.0:0"], open), (["--legacy", "0.0.0.0:0"], open),
      (["--listen", "0.0.0.0:0", "--strict"], open),
      (
        ["--listen", "0.0.0.0:0", "--strict", "--config", strict],
        "provider tokens are verified with gateway.keys, client certificates only with "
          + "gateway.certificates"
      ),
    ] {
      let inbox = try RunningInbox(options + ["--allow-network"])
      let line = try inbox.err.wait(containing: warning)
      #expect(line.contains("0.0.0.0:"))
      #expect(line.hasSuffix(" and push; " + end))
      #expect(try inbox.run("ready").status == 0)
      #expect(inbox.err.all.filter { $0.contains(warning) }.count == 1)
    }
    let local = try RunningInbox()
    #expect(try local.run("ready").status == 0)
    #expect(!local.err.all.contains { $0.contains(warning) })
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends the program in order, with 128 plus its number`(_ signal: Int32) throws {
    let inbox = try RunningInbox()
    let socket = try #require(inbox.endpoints["socket"]?.string)
    #expect(FileManager.default.fileExists(atPath: socket))
    inbox.child.send(signal)
    #expect(try inbox.child.waitForExit() == 128 + signal)
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(try inbox.run("ready").status == 3)
  }

  @Test func `under nohup SIGHUP does not end the program`() throws {
    let result = try Home().run(
      program: "/bin/sh",
      [
        "-c",
        """
        trap '' HUP
        "$0" serve --listen 127.0.0.1:0 >/dev/null & p=$!
        "$0" ready --wait 10s && kill -HUP $p && "$0" send Hi >/dev/null && kill -TERM $p
        wait $p; echo "ended with $?"
        """, PseudoTerminal.program,
      ])
    #expect(result.out == "ended with 143\n", "\(result.err)")
  }

  @Test func `the program ends when its output has no reader`() throws {
    let home = try Home()
    let result = try home.run(
      program: "/bin/sh",
      [
        "-c",
        """
        "$0" serve --listen 127.0.0.1:0 --print-endpoints | head -n 1 &
        "$0" ready --wait 10s && "$0" send Hi >/dev/null && "$0" send Hi >/dev/null; wait
        """, PseudoTerminal.program,
      ])
    #expect(result.out.hasPrefix("{\"apns\":"))
    #expect(try home.run(["ready"]).status == 3)
  }

  // MARK: Plain mode

  @Test func `plain lines of hostile pushes have no escape byte`() throws {
    let home = try Home()
    let hostile = InjectionCase.all.flatMap(\.texts).prefix(200)
    #expect(hostile.count == 200)
    let lines = hostile.map { text in
      let alert: JSONObject = ["title": .string(text), "body": .string(text)]
      let push: JSONObject = [
        "aps": .object(["alert": .object(alert), "thread-id": .string(text)])
      ]
      return JSONWriter.text(.object(push))
    }
    try home.write(lines.joined(separator: "\n") + "\n", to: "hostile.jsonl")
    let result = try home.run(
      program: "/bin/sh",
      [
        "-c",
        """
        "$0" --listen 127.0.0.1:0 --feed hostile.jsonl --no-color & p=$!
        "$0" ready --wait 10s; until [ "$("$0" ls is:unread is:rejected | wc -l)$("$0" ls | wc -l)" != 00 ]; do :; done
        kill -TERM $p; wait $p; echo "ended with $?"
        """, PseudoTerminal.program,
      ])
    #expect(result.out.hasSuffix("ended with 143\n"))
    #expect(result.err.contains("this is not a terminal; continuing with one line per event"))
    let steering = result.out.unicodeScalars.filter { $0 != "\n" && isForbidden($0) }
    #expect(steering.isEmpty)
  }
}
