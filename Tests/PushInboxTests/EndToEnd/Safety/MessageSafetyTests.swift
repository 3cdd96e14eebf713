import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Messages of the built program that quote hostile words, file names and configurations.
@Suite(.patient) struct MessageSafetyTests {
  /// A color, a title, C1 controls, overrides, invisible characters, noncharacters, and a forged
  /// line.
  private static let hostile =
    "q\u{1B}[31m\u{1B}]0;PWN\u{7}\u{9B}5n\u{9D}\u{85}\u{8}\u{7F}\r\u{202E}\u{2066}\u{2028}\u{200B}\u{FEFF}"
    + "\u{FFFF}\u{1FFFE}\u{E0041}\npushinbox: forged w"

  /// Checks that both streams have only printable text and line feeds, and no forged line.
  private func check(
    _ result: Home.Result, _ words: [String], _ comment: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for stream in [result.out, result.err] {
      // Reported as numbers, so that the message of a failed test does not control a terminal.
      let bad = stream.unicodeScalars.filter { $0 != "\n" && isForbidden($0) || $0 == "\u{FFFD}" }
        .map { String($0.value, radix: 16) }
      #expect(bad == [], "\(words) \(comment)", sourceLocation: sourceLocation)
      let isForged = stream.split(separator: "\n").contains { $0.hasPrefix("pushinbox: forged") }
      #expect(!isForged, "\(words) \(comment)", sourceLocation: sourceLocation)
    }
  }

  private static let words: [[String]] = [
    [hostile], ["--" + hostile], ["ls", "--" + hostile], ["ls", "--json=" + hostile],
    ["help", hostile], ["ls", "is:" + hostile], ["ls", hostile + ":x"], ["ls", "a \"" + hostile],
    ["ls", "after:" + hostile], ["export", "larger:" + hostile], ["show", hostile],
    ["why", hostile],
    ["ls", "--store", hostile], ["ls", "--config", hostile], ["--config", hostile],
    ["serve", "--store", "/dev/null/" + hostile], ["serve", "--listen", hostile],
    ["serve", "--listen", hostile + ":1"], ["serve", "--legacy", hostile],
    ["serve", "--feedback", hostile], ["serve", "--feed", "tcp:" + hostile],
    ["serve", "--offer", hostile],
    [
      "serve", "--listen", "127.0.0.1:0", "--offer",
      "unix:" + hostile + String(repeating: "a", count: 99),
    ],
    ["serve", "--listen", "127.0.0.1:0", "--socket", hostile + String(repeating: "a", count: 99)],
    ["ready", "--socket", hostile], ["ready", "--wait", hostile],
    ["send", "Hi", "--socket", hostile],
    ["push", "booted", "com.example.a", hostile], ["record", hostile, "--socket", hostile],
    ["config", hostile], ["config", "check", hostile], ["config", "show", hostile],
    ["config", "reset", hostile], ["config", "reload", "--socket", hostile],
    ["completions", hostile],
    ["demo", hostile], ["demo", "./\(hostile).jsonl"], ["demo", "--speed", hostile],
    ["run", hostile], ["run", "--clock", hostile, "a"], ["run", "--screen", hostile, "a"],
    ["run", "--seed", hostile, "a"], ["run", "a", "--screen", "80x24", "--view", hostile],
    ["run", "a", "--junit", "\(hostile)/b"], ["lint", hostile], ["ingest", hostile],
    ["env", "--client", hostile], ["wait", "--count", hostile, "a"],
    ["wait", "--timeout", hostile, "a"],
    ["queue", hostile], ["fault", hostile], ["set", hostile], ["ca", hostile],
    ["read", hostile + ":"],
  ]

  @Test func `a word or a file name in a message is escaped`() throws {
    let home = try Home()
    for words in Self.words {
      let result = try home.run(words)
      #expect(result.status != 0, "\(words)")
      #expect(!result.err.isEmpty, "\(words)")
      check(result, words)
    }
  }

  @Test func `a path of the environment in a message is escaped`() throws {
    let home = try Home()
    let file = try home.write("", to: "file")
    for (name, words) in [
      ("XDG_DATA_HOME", ["ca"]), ("XDG_STATE_HOME", ["serve", "--listen", "127.0.0.1:0"]),
      ("XDG_RUNTIME_DIR", ["set", "lock=locked"]), ("PUSHINBOX_LISTEN", ["serve"]),
      ("PUSHINBOX_QUIET", ["ls"]), ("PUSHINBOX_STORE", ["ls"]),
    ] {
      let value = name.hasPrefix("XDG_RUN") ? Self.hostile : file + "/" + Self.hostile
      let result = try home.run(words, environment: [name: value])
      #expect(result.status != 0, "\(name)")
      check(result, words, name)
    }
    let terminal = try PseudoTerminal(
      running: PseudoTerminal.program, ["--ephemeral", "--listen", "127.0.0.1:0"],
      environment: ["TERM": Self.hostile], directory: URL(filePath: home.path))
    defer { terminal.close() }
    try terminal.waitFor("is not in terminfo")
    #expect(terminal.screen.violations.isEmpty)
    #expect(!terminal.output.contains(0x1B))
  }

  // MARK: The running inbox

  /// Returns a valid configuration with hostile names.
  private static func configuration() -> String {
    let name = JSONWriter.text(.string(hostile))
    return """
      { focus: { \(name): { from: "20:00", to: "21:00", days: "daily", filters: { "com.example.a": [\(name)] } } },
        filters: { \(name): "is:unread" },
        faults: [ { next: 2, answer: "TooManyRequests", token: "ab" } ],
        apps: { "com.example.a": { name: \(name), strings: { \(name): \(name) },
          categories: { M: { actions: [ { id: \(name), title: \(name) } ] } } } } }
      """
  }

  @Test func `answers of the running inbox have no terminal controls`() throws {
    let inbox = try RunningInbox(home: Home(configuration: Self.configuration()))
    let hostile = Self.hostile
    try inbox.home.write(#"{"aps":{"alert":"Hi","category":"M"}}"#, to: "a.apns")
    #expect(try inbox.run("push", "booted", "com.example.a", "a.apns").status == 0)
    for words in [
      ["set", "focus=x"], ["set", "focus=" + hostile + "x"], ["set", hostile],
      ["set", hostile + "=1"],
      ["set", "lock=" + hostile], ["set", "apps.\(hostile).banners=1"],
      ["set", "keys.\"\(hostile)\"=read"],
      ["set", "colors.good=" + hostile], ["set", "clock=" + hostile],
      ["set", "mute.com.a=" + hostile],
      ["set", "language=" + hostile], ["set", "device.timeZone=" + hostile],
      ["set", "app.com.example.a=" + hostile], ["set", "summary.times+=" + hostile],
      ["act", "1", "x"], ["act", "1", hostile + "x"], ["act", hostile, "open"],
      ["act", "1", "snooze", "--for", hostile],
      ["show", hostile], ["why", hostile], ["fault", "add", hostile],
      ["fault", "add", "answer=" + hostile],
      ["fault", "rm", hostile], ["fault", "ls", hostile], ["what-if", hostile + "="],
      ["what-if", "lock=" + hostile], ["what-if", "focus=x"], ["read", "is:" + hostile],
      ["rm", "filter:x"], ["rm", "filter:" + hostile + "x"], ["queue", hostile],
      ["config", "reset", hostile], ["send", "Hi", "--level", hostile],
      ["send", "Hi", "--token", hostile],
      ["events", "is:" + hostile], ["wait", "is:" + hostile], ["ingest", hostile],
      ["push", "booted", "com.example.a", hostile], ["record", "\(hostile)/a"],
      ["env", "--client", hostile],
    ] {
      let result = try inbox.home.run(words)
      #expect(result.status != 0, "\(words)")
      check(result, words)
    }
    // Also results for people.
    for words in [
      ["set", "queue.subscriptions.\"com.a\".\"\(hostile)\"=\(hostile)"], ["ls"], ["show", "1"],
      ["why", "1"], ["act", "1", hostile], ["set", "focus=" + hostile],
      ["send", "Hi", "--app", "com.example.a"], ["what-if", "lock=locked"], ["config", "show"],
      ["config", "show", "--origin"], ["config", "diff"], ["config", "show", "--json"],
      ["config", "show", "--json", "--origin"], ["config", "diff", "--json"], ["fault", "ls"],
      ["queue"], ["config", "reset", "focus"], ["config", "reload"], ["config", "check"],
    ] {
      let result = try inbox.home.run(words)
      #expect(result.status == 0, "\(words): \(result.err)")
      check(result, words)
    }
    let shown = try inbox.run("config", "show", "--json").json()
    #expect(shown["apps"]?["com.example.a"]?["name"]?.string == hostile)
    check(Home.Result(status: 0, out: "", err: inbox.err.all.joined(separator: "\n")), ["serve"])
  }

  // MARK: Configurations

  /// Configurations with one invalid part each; `NAME` stands for a hostile name or value.
  private static let configurations = [
    "NAME", "{device:NAME,", "{NAME:1}", "{device:{NAME:1}}", "{device:{lock:NAME}}",
    "{device:{timeZone:NAME}}", "{device:{languages:[NAME]}}", "{device:{previews:[NAME]}}",
    "{keys:{X:NAME}}", "{keys:{NAME:'read'}}", "{keys:{NAME:NAME}}", "{colors:{NAME:'red'}}",
    "{colors:{good:NAME}}", "{apps:{NAME:{}}}", "{apps:{'com.a':{NAME:1}}}",
    "{apps:{'com.a':{strings:NAME}}}", "{apps:{'com.a':{strings:{NAME:1}}}}",
    "{apps:{'com.a':{state:NAME}}}", "{apps:{'com.a':{categories:NAME}}}",
    "{apps:{'com.a':{categories:{NAME:{NAME:1}}}}}",
    "{apps:{'com.a':{extension:{run:[NAME],limit:NAME}}}}",
    "{focus:{NAME:{from:NAME}}}", "{focus:{NAME:{NAME:1}}}", "{focus:{a:{days:NAME}}}",
    "{focus:{a:{allowApps:[NAME]}}}", "{summary:{times:[NAME]}}", "{filters:{NAME:'is:x'}}",
    "{filters:{a:NAME}}", "{filters:{a:'app:x',a:1}}", "{gateway:{NAME:1}}",
    "{gateway:{tokens:NAME}}",
    "{gateway:{keys:[{id:NAME,team:NAME,file:NAME}]}}", "{gateway:{legacy:NAME}}",
    "{hooks:[{on:NAME,run:[NAME]}]}", "{hooks:[{on:'read',filter:NAME,run:['true']}]}",
    "{faults:[{answer:NAME}]}", "{faults:[{NAME:1}]}", "{history:{keep:NAME}}",
    "{tls:{names:[NAME]}}",
    "{queue:{rule:NAME}}", "{queue:{subscriptions:{'com.a':{NAME:NAME}}}}", "{bidi:NAME}",
    "{categories:{NAME:{actions:[{id:NAME,title:NAME,options:[NAME]}]}}}", "{fcm:{NAME:NAME}}",
    "{NAME:1,NAME:2}", "{'device':{'NAM\\u001b[31m':1}}", "{device:{lock:'locked'}} NAME",
  ]

  @Test
  func `problems of a found configuration are reported without terminal controls`()
    throws
  {
    let folder = try TemporaryFolder()
    let home = try Home()
    let name = JSONWriter.text(.string(Self.hostile))
    // As JSON escapes, and unescaped, inside and outside of a string.
    let raw = "\"" + Self.hostile.replacing("\n", with: "") + "\""
    for text in Self.configurations {
      for spelling in [name, raw, Self.hostile] {
        let file = URL(filePath: folder.path + "/.pushinbox.json5")
        try Data(text.replacing("NAME", with: spelling).utf8).write(to: file)
        let shows = [["config", "show", "--origin"], ["config", "show", "--origin", "--json"]]
        for words in [["ls"], ["config", "check"], ["serve", "--listen", "nowhere"]]
          + (spelling == name ? shows : [])
        {
          check(try home.run(words, directory: folder.path), words, text)
        }
      }
    }
  }

  @Test func `the name of a configuration file in a message is escaped`() throws {
    let home = try Home()
    let name = Self.hostile.replacing("/", with: "")
    try home.write("{device:{lok:1}}", to: name)
    try home.write("{keys:{X:'nothing'}}", to: name + "2")
    for words in [
      ["config", "check", name], ["config", "check", name + "2"], ["ls", "--config", name],
      ["config", "show", "--origin", "--config", name + "2"],
    ] {
      check(try home.run(words), words)
    }
  }
}
