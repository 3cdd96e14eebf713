import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox run` as testers and CI use it.
@Suite(.patient) struct RunTests {
  private static let clock = #"{"clock":"2026-04-14T19:58:00+03:00","seed":42}"#

  private static func push(_ title: String, thread: String = "op-42") -> String {
    let alert: JSONObject = ["title": .string(title), "body": "Hi"]
    let aps: JSONObject = ["alert": .object(alert), "thread-id": .string(thread)]
    return JSONWriter.text(
      .object([
        "bundleId": "com.example.chat", "payload": .object(["aps": .object(aps)]),
      ]))
  }

  private func write(_ lines: [String], to name: String, in home: Home) throws {
    try home.write((lines + [""]).joined(separator: "\n"), to: name)
  }

  private func read(_ name: String, in home: Home) throws -> String {
    try String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
  }

  /// Returns the objects of `--report`.
  private func cases(_ name: String, in home: Home) throws -> [JSONObject] {
    try read(name, in: home).split(separator: "\n").map {
      try #require(JSONReader.read(Array($0.utf8)).root.object)
    }
  }

  @Test func `GitHub gets an annotation for each failure, and the summary`() throws {
    let home = try Home()
    try write(
      [Self.clock, Self.push("Ann"), #"{"expect":{"unread":1}}"#, #"{"expect":{"unread":4}}"#],
      to: "story.jsonl", in: home)
    let result = try home.run(["run", "--format", "github", "story.jsonl"])
    #expect(result.status == 1)
    #expect(result.lines.count == 2)
    #expect(
      result.lines.first?.hasPrefix(
        #"::error file=story.jsonl,line=4,col=11,title=expect {"unread"%3A4}::unread: expected 4, got 1"#
      )
        == true)
    #expect(result.lines.last == "1 of 2 expectations failed")
    #expect(try home.run(["run", "--format", "github", "--json", "story.jsonl"]).status == 2)
  }

  @Test(arguments: [
    ("/", "push/story.jsonl"), ("/push", "story.jsonl"), ("/link", "story.jsonl"),
    ("/other", "story.jsonl"), (nil, "story.jsonl"),
  ])
  func `paths for GitHub are relative to its workspace if the file is in it`(
    workspace: String?, shown: String
  ) throws {
    let home = try Home()
    try home.write(#"{"expect":{"unread":4}}"#, to: "push/story.jsonl")
    try home.write(#"{"aps":{"alert":"x","bagde":1,"thread-id":"t"}}"#, to: "push/p.jsonl")
    try home.write("", to: "other/x")
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/link", withDestinationPath: home.path + "/push")
    let environment = workspace.map { ["GITHUB_WORKSPACE": home.path + $0] } ?? [:]
    let run = { (words: [String]) in
      try home.run(words, environment: environment, directory: home.path + "/push").out
    }
    #expect(
      try run(["run", "--format", "github", "story.jsonl"]).hasPrefix("::error file=\(shown),"))
    let push = shown.replacing("story", with: "p")
    #expect(
      try run(["lint", "--format", "github", "p.jsonl"]).hasPrefix("::warning file=\(push),"))
    #expect(try run(["lint", "--format", "sarif", "p.jsonl"]).contains("\"\(push)\""))
    #expect(try run(["lint", "p.jsonl"]).hasPrefix("p.jsonl:1: "))
  }

  // MARK: Expectations

  @Test func `a failed expectation is shown with the difference and why, and the run continues`()
    throws
  {
    let home = try Home()
    try write(
      [
        Self.clock, #"{"set":{"dnd":"on"}}"#, Self.push("Ann"), #"{"expect":{"unread":4}}"#,
        #"{"advance":"5m"}"#, #"{"expect":{"unread":1}}"#,
      ], to: "story.jsonl", in: home)
    let result = try home.run(["run", "story.jsonl", "--junit", "out.xml", "--report", "out.jsonl"])
    #expect(result.status == 1)
    #expect(result.err == "")
    #expect(result.lines.first == "TAP version 14")
    #expect(result.lines.last == "1..2")
    #expect(result.lines.contains(#"not ok 1 - story.jsonl:4 expect {"unread":4}"#))
    #expect(result.lines.contains(#"ok 2 - story.jsonl:6 expect {"unread":1}"#))
    #expect(
      result.out.contains("    - path: \"unread\"\n      expected: \"4\"\n      got: \"1\"\n"))
    #expect(result.out.contains(" STOP  focus "))
    #expect(result.out.contains("would show if  focus=off"))

    let junit = try read("out.xml", in: home)
    #expect(junit.contains(#"tests="2" failures="1" errors="0""#))
    #expect(junit.contains("message=\"unread: expected 4, got 1\""))
    let cases = try cases("out.jsonl", in: home)
    #expect(cases.map { $0["ok"]?.bool } == [false, true])
    #expect(cases.map { $0["line"]?.int } == [4, 6])
    #expect(cases.map { $0["at"]?.string?.prefix(16) } == ["2026-04-14T16:58", "2026-04-14T17:03"])
    // Only the requested files are created.
    #expect(try home.folder.names == ["out.jsonl", "out.xml", "story.jsonl"])
  }

  @Test func `without TAP on standard output failures are on standard error`() throws {
    let home = try Home()
    try write([Self.push("Ann"), #"{"expect":{"unread":4}}"#], to: "story.jsonl", in: home)
    for options in [["--json"], ["--screen", "80x24"]] {
      let result = try home.run(["run", "story.jsonl"] + options)
      #expect(result.status == 1)
      #expect(result.out.contains("Ann"))
      #expect(!result.out.contains("TAP"))
      #expect(
        result.err.hasPrefix(
          """
          story.jsonl:2:11: expect {"unread":4}
            unread: expected 4, got 1

          """))
      #expect(result.err.contains("#1 “Ann: Hi”"))
      #expect(result.err.contains("ok    kind"))
      #expect(!result.err.contains("ok    focus"))
    }
    #expect(try home.run(["run", "story.jsonl", "--json", "--quiet"]).err == "")
  }

  @Test func `the name of an expectation is in TAP, JUnit and the report`() throws {
    let home = try Home()
    try write(
      [Self.push("Ann"), #"{"name":"one is unread","expect":{"unread":1}}"#], to: "story.jsonl",
      in: home)
    let result = try home.run(["run", "story.jsonl", "--junit", "out.xml", "--report", "out.jsonl"])
    #expect(result.status == 0)
    #expect(
      result.lines == [
        "TAP version 14", "ok 1 - story.jsonl:2 one is unread", "# 1 passed", "1..1",
      ]
    )
    #expect(try read("out.xml", in: home).contains(#"<testcase name="one is unread" "#))
    #expect(try cases("out.jsonl", in: home).map { $0["name"]?.string } == ["one is unread"])
  }

  @Test func `the summary counts failures, in TAP and beside other results`() throws {
    let home = try Home()
    try write(
      [Self.push("Ann"), #"{"expect":{"unread":4}}"#, #"{"expect":{"unread":1}}"#],
      to: "story.jsonl", in: home)
    try write([Self.push("Ann")], to: "silent.jsonl", in: home)
    let files = ["story.jsonl", "silent.jsonl"]
    let summary = "1 of 2 expectations failed; 1 file has no expectations"
    #expect(try home.run(["run"] + files).lines.suffix(2) == ["# " + summary, "1..3"])
    let other = try home.run(["run", "--json"] + files)
    #expect(other.err.hasSuffix(summary + "\n"))
    // Nothing is printed if all checks passed and nobody reads.
    #expect(try home.run(["run", "--json", "silent.jsonl"]).err == "")
  }

  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false), (["NO_COLOR": ""], true),
  ])
  func `on a terminal results are colored, and an error is printed once`(
    _ environment: [String: String], _ isColored: Bool
  ) throws {
    let home = try Home()
    try write(
      [
        Self.push("Ann"), #"{"expect":{"unread":4}}"#, #"{"expect":{"unread":1}}"#,
        #"{"pish":1}"#,
      ], to: "story.jsonl", in: home)
    let pty = try PseudoTerminal(
      running: PseudoTerminal.program, ["run", "story.jsonl"], environment: environment,
      directory: URL(filePath: home.path))
    defer { pty.close() }
    #expect(try pty.waitForExit() == 5)
    try pty.waitFor("1..3")
    let text = String(decoding: pty.output, as: UTF8.self).replacing("\r\n", with: "\n")
    let lines = text.split(separator: "\n").map(String.init)
    func painted(_ text: String, _ color: Int) -> String {
      isColored ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
    #expect(
      lines.contains(painted("not ok", 31) + #" 1 - story.jsonl:2 expect {"unread":4}"#), "\(text)")
    #expect(lines.contains(painted("ok", 32) + #" 2 - story.jsonl:3 expect {"unread":1}"#))
    #expect(
      lines.contains(painted("# 1 of 2 expectations failed; 1 file not played to the end", 31)))
    #expect(lines.count { $0.contains("`pish` is not a known key") } == 1)
    let plain = try home.run(["run", "--no-color", "story.jsonl"], environment: environment)
    #expect(!plain.out.contains("\u{1B}"))
  }

  // MARK: Watching

  /// `run --watch` in a home, and the lines it writes.
  private struct Watch {
    let out: Lines
    let err: Lines
    let child: Child

    init(_ words: [String], in home: Home) throws {
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      let (out, err) = (try Lines(), try Lines())
      defer {
        close(nothing)
        out.closeWriter()
        err.closeWriter()
      }
      (self.out, self.err) = (out, err)
      child = try Child(
        PseudoTerminal.program, ["run", "--watch"] + words, environment: home.environment,
        directory: home.path, streams: [nothing, out.writer, err.writer])
    }
  }

  @Test func `--watch runs again after a change of any file that was read`() throws {
    let home = try Home()
    func demo(_ name: String) -> [String] {
      [
        #"{"app":{"bundleId":"com.example.chat","strings":"words.strings"}}"#,
        #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"loc-key":"HI"}}}}"#,
        #"{"name":"\#(name)","expect":{"last":{"body":"Hi"}}}"#,
      ]
    }
    try write([#""HI" = "Hi";"#], to: "words.strings", in: home)
    try write(demo("first"), to: "story.jsonl", in: home)
    let watch = try Watch(["story.jsonl", "later.jsonl"], in: home)
    defer { watch.child.send(SIGKILL) }
    _ = try watch.out.wait(containing: "ok 1 - story.jsonl:3 first")
    _ = try watch.err.wait(containing: "watching 3 files")
    // Written in place.
    try write(demo("second"), to: "story.jsonl", in: home)
    _ = try watch.out.wait(containing: "ok 1 - story.jsonl:3 second")
    // Replaced, as most editors do.
    try write(demo("third"), to: "draft", in: home)
    #expect(rename(home.path + "/draft", home.path + "/story.jsonl") == 0)
    _ = try watch.out.wait(containing: "ok 1 - story.jsonl:3 third")
    // A file that a scenario names.
    try write([#""HI" = "Ho";"#], to: "words.strings", in: home)
    _ = try watch.out.wait(containing: "not ok 1 - story.jsonl:3 third")
    // A file that was missing.
    try write([#"{"name":"there","expect":{"unread":0}}"#], to: "later.jsonl", in: home)
    _ = try watch.out.wait(containing: "ok 2 - later.jsonl:1 there")
    watch.child.send(SIGINT)
    #expect(try watch.child.waitForExit() == -SIGINT)
  }

  @Test func `--watch rejects standard input`() throws {
    let result = try Home().run(["run", "--watch", "-"])
    #expect(result.status == 2)
    #expect(result.err.contains("watches files, not -"))
  }

  @Test func `an invalid file does not prevent other files from running`() throws {
    let home = try Home()
    try write([Self.push("Ann")], to: "good.jsonl", in: home)
    try write([#"{"expect":{"unread":1}}"#], to: "wrong.jsonl", in: home)
    // The file fails at its second line: earlier checks count, later steps are not run.
    try write(
      [
        #"{"expect":{"unread":0}}"#, #"{"act":{"on":7,"action":"open"}}"#,
        #"{"expect":{"unread":0}}"#,
      ], to: "broken.jsonl", in: home)
    let files = ["broken.jsonl", "none.jsonl", "wrong.jsonl", "good.jsonl"]
    let result = try home.run(["run"] + files + ["--junit", "out.xml", "--report", "out.jsonl"])
    #expect(result.status == 5)
    let points = result.lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    #expect(
      points == [
        #"ok 1 - broken.jsonl:1 expect {"unread":0}"#, "not ok 2 - broken.jsonl:2 plays to the end",
        "not ok 3 - none.jsonl plays to the end", #"not ok 4 - wrong.jsonl:1 expect {"unread":1}"#,
        "ok 5 - good.jsonl plays to the end",
      ])
    #expect(result.lines.last == "1..5")
    #expect(result.err.hasPrefix("pushinbox: broken.jsonl:2:14: "))
    #expect(result.err.contains("pushinbox: none.jsonl: "))
    #expect(try read("out.xml", in: home).contains(#"tests="5" failures="1" errors="2""#))
    let cases = try cases("out.jsonl", in: home)
    #expect(cases.map { $0["kind"]?.string } == ["expect", "run", "run", "expect", "run"])
    #expect(cases.filter { $0["error"] != .null }.count == 2)

    // One line per file.
    let inboxes = try home.run(["run", "--json"] + files).lines
    #expect(inboxes.map { $0 == "null" } == [true, true, false, false])
    #expect(try home.run(["run", "good.jsonl"]).status == 0)
    #expect(try home.run(["run", "wrong.jsonl", "good.jsonl"]).status == 1)
  }

  @Test func `characters that a report format forbids are replaced`() throws {
    let home = try Home()
    let title = "a\u{1B}[31m ]]> # \\ \r\n\u{FFFE}\u{202E}<\u{301}&"
    let expected = JSONWriter.text(.object(["focus": .string(title)]))
    try write(
      [Self.push(title), #"{"expect":{"device":\#(expected)}}"#], to: "story.jsonl", in: home)
    let result = try home.run(["run", "story.jsonl", "--junit", "out.xml", "--report", "out.jsonl"])
    #expect(result.status == 1)
    let junit = try read("out.xml", in: home)
    for text in [result.out, junit, try home.run(["run", "story.jsonl", "--json"]).err] {
      #expect(!text.unicodeScalars.contains { $0 != "\n" && isForbidden($0) })
      #expect(!text.unicodeScalars.contains("\u{FFFE}"))
    }
    #expect(!junit.contains("]]>"))
    let found = try cases("out.jsonl", in: home)[0]["differences"]?.array?.first?["path"]
    #expect(found == "device.focus")
  }

  // MARK: Reports

  @Test(arguments: ["none/out.xml", ".", "-", ""])
  func `a report that cannot be written is reported before the first scenario`(_ path: String)
    throws
  {
    let home = try Home()
    try write([#"{"screen":{"size":"80x24","golden":"a.txt"}}"#], to: "story.jsonl", in: home)
    for option in ["--junit", "--report"] {
      let result = try home.run(["run", "story.jsonl", "--update", option, path])
      #expect(result.status == 2)
      #expect(result.out == "")
      #expect(result.err.hasPrefix("pushinbox: \(option) “\(path)”"))
    }
    #expect(try home.folder.names == ["story.jsonl"])
  }

  @Test func `a report replaces no file except a report`() throws {
    let home = try Home()
    let demo = [Self.push("Ann"), #"{"screen":{"size":"60x16","golden":"a.txt"}}"#]
    for name in ["1.jsonl", "2.jsonl"] { try write(demo, to: name, in: home) }
    // As the shell expands `--junit *.jsonl`.
    for option in ["--junit", "--report"] {
      for report in ["1.jsonl", "2.jsonl"] {
        let result = try home.run(["run", "--update", option, report, "2.jsonl"])
        #expect(result.status == 2)
        #expect(result.out == "")
        #expect(result.err.contains("“\(report)” exists and is not a"))
        #expect(result.err.contains("choose another file for \(option)"))
      }
      let screen = try home.run(["run", "2.jsonl", "--update", option, "a.txt"])
      #expect(screen.status == 2)
      #expect(try read("a.txt", in: home).contains("Ann"))
      try FileManager.default.removeItem(atPath: home.path + "/a.txt")
    }
    for name in ["1.jsonl", "2.jsonl"] {
      #expect(try read(name, in: home) == demo.joined(separator: "\n") + "\n")
    }
    for report in ["./j.xml", home.path + "/j.xml", "j.xml"] {
      let result = try home.run(["run", "2.jsonl", "--junit", "j.xml", "--report", report])
      #expect(result.status == 2)
      #expect(result.err.contains("another file than --junit has"))
    }
    #expect(try home.folder.names == ["1.jsonl", "2.jsonl"])
    // A report replaces one of its own kind.
    for _ in 1...2 {
      let options = ["--junit", "j.xml", "--report", "r.jsonl"]
      #expect(try home.run(["run", "2.jsonl"] + options).status == 1)
    }
  }

  @Test func `a report replaces an older one, through a link and with its mode`() throws {
    let home = try Home()
    try write([Self.push("Ann")], to: "story.jsonl", in: home)
    try home.write("<?xml old", to: "real.xml", mode: 0o640)
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/out.xml", withDestinationPath: "real.xml")
    #expect(try home.run(["run", "story.jsonl", "--junit", "out.xml"]).status == 0)
    #expect(try read("real.xml", in: home).hasPrefix("<?xml"))
    #expect(try home.folder.mode("real.xml") == 0o640)
    #expect(try home.folder.names == ["out.xml", "real.xml", "story.jsonl"])
    // A device is written directly.
    #expect(try home.run(["run", "story.jsonl", "--junit", "/dev/null"]).status == 0)
    let out = try home.run(["run", "story.jsonl", "--report", "/dev/stdout"]).lines
    #expect(out.count == 5)
    #expect(out.last?.hasPrefix("{\"at\":null") == true)
  }

  // MARK: Input and output

  @Test func `a failed write of results ends the run with a message and status 1`() throws {
    let home = try Home()
    try write([Self.push("Ann")], to: "story.jsonl", in: home)
    let full = "pushinbox: standard output: No space left on device\n"
    for words in [
      "run story.jsonl", "run story.jsonl --json", "run story.jsonl --screen 80x24", "--help",
      "config show",
    ] {
      let script = "\"$0\" \(words) >/dev/full"
      let result = try home.run(program: "/bin/sh", ["-c", script, PseudoTerminal.program])
      #expect(result.status == 1, "\(words)")
      #expect(result.err == full, "\(words)")
    }
    // A reader that stops early is not an error.
    let script = "(\"$0\" run story.jsonl; echo $? >status) | :"
    _ = try home.run(program: "/bin/sh", ["-c", script, PseudoTerminal.program])
    #expect(try read("status", in: home) == "0\n")

    for option in ["--junit", "--report"] {
      let result = try home.run(["run", "story.jsonl", option, "/dev/full"])
      #expect(result.status == 1)
      #expect(result.err == "pushinbox: /dev/full: No space left on device\n")
    }
  }

  @Test(arguments: [
    (".", 5, ".: Is a directory; name the files in it"),
    ("none.jsonl", 5, "none.jsonl: No such file or directory"),
    ("", 2, "run needs the names of files, not “”; see pushinbox run --help"),
  ])
  func `a file that is not a scenario is named`(path: String, status: Int32, problem: String) throws
  {
    let result = try Home().run(["run", path])
    #expect(result.status == status)
    #expect(result.err == "pushinbox: \(problem)\n")
  }

  @Test func `screens of several files follow their names`() throws {
    let home = try Home()
    try write([Self.push("Ann")], to: "good.jsonl", in: home)
    try write(["{"], to: "broken.jsonl", in: home)
    let one = try home.run(["run", "good.jsonl", "--screen", "60x16"]).out
    let many = try home.run(["run", "broken.jsonl", "good.jsonl", "--screen", "60x16"])
    #expect(many.status == 5)
    #expect(
      many.out
        == "==> broken.jsonl <==\nno screen: the scenario was not played to the end\n==> good.jsonl <==\n"
        + one)
    let both = try home.run(["run", "good.jsonl", "--screen", "60x16", "--json"])
    #expect(both.status == 2)
    #expect(both.err.contains("--json or --screen, not both"))
  }

  @Test func `results are printed as they are found`() throws {
    let home = try Home()
    #expect(mkfifo(home.path + "/later.jsonl", 0o600) == 0)
    try write([#"{"expect":{"unread":0}}"#], to: "story.jsonl", in: home)
    let (out, nothing) = (try Lines(), open("/dev/null", O_RDWR | O_CLOEXEC))
    let child = try Child(
      PseudoTerminal.program, ["run", "story.jsonl", "later.jsonl"], environment: home.environment,
      directory: home.path, streams: [nothing, out.writer, nothing])
    defer { child.send(SIGKILL) }
    out.closeWriter()
    close(nothing)
    try out.wait(containing: "ok 1 - story.jsonl:1")
    try home.write(Self.push("Ann"), to: "push.jsonl")
    let script = "cat push.jsonl >later.jsonl"
    #expect(try home.run(program: "/bin/sh", ["-c", script]).status == 0)
    try out.wait(containing: "ok 2 - later.jsonl plays to the end")
    #expect(try child.waitForExit() == 0)
  }

  // MARK: Golden screens

  private static let screen =
    #"{"screen":{"size":"60x16","view":"inbox","golden":"golden/a.txt","style":"golden/a.style"}}"#

  @Test func `a missing golden screen fails, --update writes it, later runs compare it`() throws {
    let home = try Home()
    try write([Self.clock, Self.push("Ann"), Self.screen], to: "a/story.jsonl", in: home)
    let missing = try home.run(["run", "a/story.jsonl"])
    #expect(missing.status == 1)
    #expect(missing.out.contains("no such file; --update writes it"))
    #expect(!FileManager.default.fileExists(atPath: home.path + "/a/golden"))

    let first = try home.run(["run", "a/story.jsonl", "--update"])
    #expect(first.status == 1)
    #expect(first.err == "wrote a/golden/a.txt\nwrote a/golden/a.style\n")
    let again = try home.run(["run", "a/story.jsonl", "--update"])
    #expect(again.status == 0)
    #expect(again.err == "")
    #expect(try home.run(["run", "story.jsonl"], directory: home.path + "/a").status == 0)

    // The file equals the output of `--screen`.
    let drawn = try home.run(["run", "a/story.jsonl", "--screen", "60x16"]).out
    #expect(drawn.contains("Ann"))
    #expect(try read("a/golden/a.txt", in: home) == drawn)
    let style = try read("a/golden/a.style", in: home)
    #expect(style.contains("\na "))

    // The style is compared separately.
    try home.write(style.replacing("\na ", with: "\nz "), to: "a/golden/a.style")
    let styled = try home.run(["run", "a/story.jsonl"])
    #expect(styled.status == 1)
    #expect(styled.out.contains("    --- golden/a.style\n    +++ the screen\n    @@ -"))

    // The text is compared by bytes.
    try home.write(drawn.replacing("Ann", with: "Eve"), to: "a/golden/a.txt")
    let changed = try home.run(["run", "a/story.jsonl", "--json"])
    #expect(changed.status == 1)
    let row = drawn.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("Ann") }
    #expect(changed.err.contains("  @@ -\(try #require(row) + 1) +"))
    #expect(changed.err.contains("\n  ->") && changed.err.contains("Eve"))
    #expect(try home.run(["run", "a/story.jsonl", "--update"]).status == 1)
    #expect(try home.run(["run", "a/story.jsonl"]).status == 0)
    try home.write(drawn.replacing("\n", with: "\r\n"), to: "a/golden/a.txt")
    #expect(try home.run(["run", "a/story.jsonl"]).status == 1)
  }

  @Test(arguments: [
    (#""event":"end","timestamp":1776189700,"dismissal-date":1"#, "activity.end"),
    (#""event":"update","timestamp":5"#, "activity.older-timestamp"),
  ])
  func `a view of one push shows the newest one, though the list has no entry of it`(
    keys: String, code: String
  ) throws {
    let home = try Home()
    let start = #""event":"start","timestamp":1776189600,"attributes-type":"Match","attributes":{}"#
    let lines = [start, keys].map {
      #"{"headers":{"apns-topic":"com.example.match.push-type.liveactivity","#
        + #""apns-push-type":"liveactivity"},"payload":{"aps":{\#($0),"content-state":{}}}}"#
    }
    try write([Self.clock, Self.push("Ann")] + lines, to: "story.jsonl", in: home)
    let result = try home.run(["run", "story.jsonl", "--screen", "80x24", "--view", "why"])
    #expect(result.out.contains("#3"))
    #expect(result.out.contains(code))
  }

  @Test func `every view has a golden screen, and all differ`() throws {
    let home = try Home()
    let views = ScenarioView.names
    let pushes = (1...4).map { Self.push("Ann \($0)") }
    let steps = views.map { #"{"screen":{"size":"60x20","view":"\#($0)","golden":"\#($0).txt"}}"# }
    try write(
      [Self.clock, #"{"device":{"stackThreshold":2}}"#] + pushes + steps, to: "s.jsonl", in: home)
    #expect(try home.run(["run", "s.jsonl", "--update"]).status == 1)
    #expect(try home.run(["run", "s.jsonl"]).status == 0)
    // The path of the scenario is not on the screen.
    #expect(try home.run(["run", home.path + "/s.jsonl"]).status == 0)
    #expect(Set(try views.map { try read($0 + ".txt", in: home) }).count == views.count)
    for view in views {
      let drawn = try home.run(["run", "s.jsonl", "--screen", "60x20", "--view", view])
      #expect(drawn.status == 0)
      #expect(drawn.out == (try read(view + ".txt", in: home)))
    }
  }

  @Test(arguments: ["queue", "inbx"])
  func `an unknown view is an error with its position`(_ view: String) throws {
    let home = try Home()
    try write(
      [Self.push("Ann"), #"{"screen":{"size":"60x16","view":"\#(view)","golden":"a.txt"}}"#],
      to: "story.jsonl", in: home)
    let result = try home.run(["run", "story.jsonl", "--update"])
    #expect(result.status == 5)
    #expect(result.err.hasPrefix("pushinbox: story.jsonl:2:34: `screen.view` must be `inbox`"))
    #expect(result.err.contains("not `\(view)`"))
    #expect(result.err.contains("did you mean `inbox`?") == (view == "inbx"))
    #expect(try home.folder.names == ["story.jsonl"])
    let option = try home.run(["run", "story.jsonl", "--screen", "60x16", "--view", view])
    #expect(option.status == 2)
  }

  @Test(arguments: [
    "../outside/a.txt", "../outside", "../new.txt", ".hidden/a.txt", "story.jsonl", "notes.md",
  ])
  func `no golden screen is read or written through a link to elsewhere`(
    _ target: String
  ) throws {
    let home = try Home()
    let names = ["outside/a.txt", "in/.hidden/a.txt", "in/notes.md"]
    for name in names { try home.write("mine", to: name) }
    let golden = target == "../outside" ? "link.txt/a.txt" : "link.txt"
    let demo = [Self.push("Ann"), #"{"screen":{"size":"60x16","golden":"\#(golden)"}}"#]
    try write(demo, to: "in/story.jsonl", in: home)
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/in/link.txt", withDestinationPath: target)
    for options in [[], ["--update"]] {
      let result = try home.run(["run", "in/story.jsonl"] + options)
      #expect(result.status == 5)
      let problem = target == "story.jsonl" ? "is the scenario" : "a symbolic link leads elsewhere"
      #expect(result.err.contains("which " + problem), "\(result.err)")
      #expect(!result.out.contains("mine"))
    }
    for name in names { #expect(try read(name, in: home) == "mine") }
    #expect(try read("in/story.jsonl", in: home).hasPrefix(demo[0]))
    #expect(try home.folder.names == ["in", "outside"])
  }

  @Test func `a link to another golden screen of the folder is followed`() throws {
    let home = try Home()
    try home.write("old", to: "real/a.txt")
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/link.txt", withDestinationPath: "real/a.txt")
    try write(
      [#"{"screen":{"size":"60x16","golden":"link.txt"}}"#], to: "story.jsonl", in: home)
    #expect(try home.run(["run", "story.jsonl", "--update"]).status == 1)
    #expect(try read("real/a.txt", in: home) != "old")
    #expect(try home.run(["run", "story.jsonl"]).status == 0)
  }

  @Test func `a golden screen that is not a regular file is an error, and a FIFO does not block`()
    throws
  {
    let home = try Home()
    #expect(mkfifo(home.path + "/pipe.txt", 0o600) == 0)
    try home.write("", to: "folder.txt/x")
    try home.write("", to: "file")
    for (golden, problem) in [
      ("pipe.txt", "./pipe.txt: not a regular file"),
      ("folder.txt", "./folder.txt: not a regular file"),
      ("file/a.txt", "./file/a.txt: Not a directory"), ("story.txt", "which is the scenario"),
    ] {
      let step = #"{"screen":{"size":"60x16","golden":"\#(golden)"}}"#
      try write([step], to: "story.txt", in: home)
      for options in [[], ["--update"]] {
        let result = try home.run(["run", "story.txt"] + options)
        #expect(result.status == 5)
        #expect(result.err.hasPrefix("pushinbox: story.txt:1:36: "), "\(result.err)")
        #expect(result.err.contains(problem), "\(result.err)")
      }
      #expect(try read("story.txt", in: home) == step + "\n")
    }
  }

  // MARK: The repository's scenarios

  private static let scenarios: [String] = {
    let folder = Repository.asset("scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { folder + "/" + $0 }
  }()

  /// The output of one `run`.
  private struct Bytes: Equatable {
    var status: Int32
    var out: String
    var err: String
    var junit: String
    var report: String
  }

  private static func run(
    _ options: [String], in home: Home, environment: [String: String] = [:],
    directory: String? = nil
  ) throws -> Bytes {
    let name = home.path + "/" + UUID().uuidString
    defer {
      for end in [".xml", ".jsonl"] { try? FileManager.default.removeItem(atPath: name + end) }
    }
    let result = try home.run(
      ["run"] + scenarios + options + ["--junit", name + ".xml", "--report", name + ".jsonl"],
      environment: environment, directory: directory)
    return Bytes(
      status: result.status, out: result.out, err: result.err,
      junit: try String(contentsOfFile: name + ".xml", encoding: .utf8),
      report: try String(contentsOfFile: name + ".jsonl", encoding: .utf8))
  }

  @Test func `every scenario of the repository passes in any folder and at any time`()
    throws
  {
    #expect(Self.scenarios.count >= 18)
    let home = try Home()
    try home.write("", to: "elsewhere/x")
    for options in [
      [], ["--json"], ["--screen", "100x30"], ["--screen", "60x20", "--view", "why"],
    ] {
      let first = try Self.run(options, in: home)
      #expect(first.status == 0, "\(first.out)\(first.err)")
      #expect(first.err == "")
      #expect(!first.out.utf8.contains(0x1B))
      let elsewhere = try Self.run(
        options, in: home,
        environment: [
          "LANG": "ar_EG.UTF-8", "LC_ALL": "ru_RU.KOI8-R", "TZ": "Asia/Kathmandu", "TERM": "vt100",
          "COLUMNS": "13", "NO_COLOR": "1", "PUSHINBOX_SEED": "7", "PUSHINBOX_JSON": "1",
        ], directory: home.path + "/elsewhere")
      #expect(elsewhere == first)
    }
  }

  @Test func `eight parallel runs do not affect each other`() throws {
    let home = try Home()
    let one = try Self.run([], in: home)
    let names = (0..<8).map { home.path + "/many-\($0)" }
    let words = Self.scenarios.map { "'\($0)'" }.joined(separator: " ")
    let lines = names.map {
      #""$0" run \#(words) --junit '\#($0).xml' --report '\#($0).jsonl' >'\#($0).tap' 2>&1 &"#
    }
    let script = (lines + ["wait"]).joined(separator: "\n")
    #expect(try home.run(program: "/bin/sh", ["-c", script, PseudoTerminal.program]).status == 0)
    for name in names {
      let texts = try [".tap", ".xml", ".jsonl"].map {
        try String(contentsOfFile: name + $0, encoding: .utf8)
      }
      #expect(texts == [one.out, one.junit, one.report])
    }
  }
}
