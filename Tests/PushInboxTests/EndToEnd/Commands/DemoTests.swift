import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Demos played by the built program.
@Suite(.patient) struct DemoTests {
  private static let stories: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.asset("demos"))
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  @Test func `every embedded demo meets its expectations and golden screens`() throws {
    #expect(Self.stories.count >= 2)
    let home = try Home()
    for demo in Self.stories {
      let result = try home.run(["run", Repository.asset("demos/" + demo)])
      #expect(result.status == 0, "\(result.out)\(result.err)")
      #expect(result.lines.contains { $0.hasPrefix("ok ") })
    }
  }

  @Test func `without a screen a demo is printed in lines to its end`() throws {
    let home = try Home()
    for name in try home.run(["demo", "--list"]).lines {
      let result = try home.run(["demo", name, "--plain", "--speed", "0"])
      #expect(result.status == 0, "\(result.err)")
      #expect(result.lines.contains { $0.contains(" action ") })
      let sentences = result.err.split(separator: "\n").count { $0.hasPrefix("# ") }
      #expect(try sentences >= Self.sentenceCount(of: name), "\(name)")
      #expect(!(result.out + result.err).utf8.contains(0x1B))
    }
    // Nothing was stored, and no file of the user was read.
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  /// Returns the number of sentences of a demo.
  private static func sentenceCount(of name: String) throws -> Int {
    let demo = try Repository.text("assets/demos/\(name).jsonl")
    return demo.split(separator: "\n").count {
      $0.contains(#""say":"#) && !$0.contains(#""say":"""#)
    }
  }

  @Test func `--cast writes a recording without a terminal, and rejects invalid paths`()
    throws
  {
    let home = try Home()
    for file in ["chat.cast", "chat.svg"] {
      let result = try home.run(["demo", "--cast", home.path + "/" + file])
      #expect(result.status == 0, "\(result.err)")
      #expect(result.out + result.err == "")
      let kept = Repository.asset(
        file.hasSuffix(".svg") ? "demos/pictures/chat.svg" : "demos/chat.cast")
      let (written, expected) = try (
        Data(contentsOf: URL(filePath: home.path + "/" + file)),
        Data(contentsOf: URL(filePath: kept))
      )
      #expect(written == expected, "\(file)")
    }
    let cases: [(words: [String], status: Int32, message: String)] = [
      (["--cast", "x.cast", "--speed", "0"], 2, "--speed above 0"),
      (["--cast", "x.cast", "--size", "80"], 2, "columns x rows"),
      (["--cast", "/none/x.cast"], 1, "/none/x.cast cannot be written"),
      (["--size", "80x24"], 2, "--cast"),
    ]
    for (words, status, message) in cases {
      let result = try home.run(["demo"] + words)
      #expect(result.status == status, "\(words)")
      #expect(result.err.contains(message), "\(result.err)")
    }
  }

  @Test func `the list of demos begins with the default one`() throws {
    let names = try Home().run(["demo", "--list"]).lines
    #expect(names.first == "chat")
    #expect(Set(names.map { $0 + ".jsonl" }) == Set(Self.stories))
  }

  @Test(arguments: ["chat", "languages", "mail"])
  func `a copy of the program without the assets plays a demo with its strings`(name: String) throws
  {
    let home = try Home()
    let program = home.path + "/bin/pushinbox"
    try FileManager.default.createDirectory(
      atPath: home.path + "/bin", withIntermediateDirectories: true)
    // A process of its own writes it, see `TemporaryFolder.program(_:named:)`.
    let copy = try #require(try Tool("cp")?.run([PseudoTerminal.program, program]))
    #expect(copy.status == 0, "\(copy.output)")
    let result = try home.run(program: program, ["demo", name, "--plain", "--speed", "0"])
    #expect(result.status == 0, "\(result.err)")
    #expect(result.lines.contains { $0.contains(" action ") })
    if name == "languages" { #expect(result.out.contains("Никита К теперь на связи")) }
  }

  @Test func `the embedded demos and strings equal the files of the repository`() throws {
    let files = FileManager.default
    let stories = try files.contentsOfDirectory(atPath: Repository.asset("demos"))
      .filter { $0.hasSuffix(".jsonl") }.map { "demos/" + $0 }
    let strings = try files.subpathsOfDirectory(atPath: Repository.asset("strings"))
      .map { "strings/" + $0 }.filter { path in
        var isFolder: ObjCBool = false
        return files.fileExists(atPath: Repository.asset(path), isDirectory: &isFolder)
          && !isFolder.boolValue
      }
    #expect(Set(EmbeddedDemos.files.keys) == Set(stories))
    #expect(Set(EmbeddedStrings.files.keys) == Set(strings))
    for (path, text) in EmbeddedDemos.files.merging(EmbeddedStrings.files, uniquingKeysWith: +) {
      let data = try Data(contentsOf: URL(filePath: Repository.asset(path)))
      #expect(data.elementsEqual(text.utf8), "\(path): run .ci/embed-demos")
    }
  }

  private static let tale = """
    {"clock":"2026-04-14T21:58:00Z","seed":1}
    {"say":"Once upon a time."}
    {"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":"First","thread-id":"a"}}}}
    {"say":"A day went by."}
    {"advance":"1d"}
    {"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":"Second","thread-id":"a"}}}}
    {"press":"w"}
    {"say":"They lived happily."}
    """

  /// Starts a demo that is so slow that no step plays by itself.
  private func visitTale() throws -> Visit {
    let home = try Home(configuration: "{ focus: { broken: 1 } }")
    try home.write(Self.tale, to: "tale.jsonl")
    return try Visit(
      ["demo", home.path + "/tale.jsonl", "--speed", "0.0001"], listens: false, home: home)
  }

  @Test func `Space pauses a demo, . plays the next step, other keys work`() throws {
    let visit = try visitTale()
    let pty = visit.pty
    try pty.waitFor("DEMO 1/3  Once upon a time.")
    pty.type(" ")
    try pty.waitFor("PAUSED 1/3")
    pty.type(".")
    try pty.waitFor("First")
    try pty.waitFor("21:58:00")
    pty.type(":set lock=locked\r")
    try pty.waitFor("LOCKED |")
    pty.type(":record all.jsonl\r")
    try pty.waitFor("it is a scenario already")
    // A line that failed stays open until Esc.
    try visit.escape(from: "it is a scenario already")
    pty.type("..")
    try pty.waitFor("A day went by.")
    try pty.waitFor("14 Apr")
    pty.type("..")
    try pty.waitFor("[Why]")
    pty.type("q.")
    try pty.waitFor("PAUSED 3/3  They lived happily.")
    pty.type(" ")
    try pty.waitFor("END 3/3")
    try visit.leave("q")
  }

  @Test func `a demo opens on a phone, not on the welcome page`() throws {
    let visit = try visitTale()
    let screen = try visit.pty.waitFor("DEMO 1/3  Once upon a time.")
    for text in ["21:58", "Tuesday 14 April", "UNLOCKED", "No notifications"] {
      #expect(screen.text.contains(text), "\(text)")
    }
    visit.pty.type(".")
    try visit.pty.waitFor("First")
    #expect(!String(decoding: visit.pty.output, as: UTF8.self).contains("No push was received"))
    try visit.leave("Q")
  }

  @Test func `the comma returns to the previous sentence after any input`() throws {
    let visit = try visitTale()
    let pty = visit.pty
    try pty.waitFor("DEMO 1/3")
    pty.type("......")
    try pty.waitFor("DEMO 3/3")
    try pty.waitFor("[Why]")
    pty.type("q2,")
    try pty.waitFor("DEMO 2/3  A day went by.")
    let screen = try pty.waitFor("Inbox 1]")
    #expect(screen.text.contains("First") && !screen.text.contains("Second"))
    let inbox = try visit.home.run(["ls", "--json", "--socket", try socket(of: visit)]).json()
    #expect(inbox.bodies == ["First"])
    pty.type(" ,")
    try pty.waitFor("PAUSED 1/3  Once upon a time.")
    try pty.waitFor("No notifications")
    pty.type(",")
    try pty.waitFor("PAUSED 1/3  Once upon a time.")
    // The first push is stored again, and can be opened.
    pty.type(".")
    try pty.waitFor("First")
    pty.type("\r")
    try pty.waitFor("[Summary]")
    pty.type("]]")
    try pty.waitFor(#""thread-id""#)
    try visit.leave("Q")
  }

  private func socket(of visit: Visit) throws -> String {
    let names = try visit.home.folder.names.filter { $0.hasPrefix("pushinbox-") }
    return visit.home.path + "/" + (try #require(names.first)) + "/pushinbox.sock"
  }

  @Test func `the end offers replay, the next demo, the phone and quitting`() throws {
    let visit = try visitTale()
    let pty = visit.pty
    let end = "END 3/3  “tale” is finished."
    try pty.waitFor("DEMO 1/3")
    pty.type("........")
    let screen = try pty.waitFor(end)
    #expect(screen.text.contains("r replay  n next: chat  , back  q leave  Esc use the phone"))
    pty.type(",")
    try pty.waitFor("DEMO 3/3  They lived happily.")
    pty.type(".")
    try pty.waitFor(end)
    pty.type("r")
    try pty.waitFor("DEMO 1/3  Once upon a time.")
    try pty.waitFor("No notifications")
    pty.type("........")
    try visit.escape(from: end)
    try pty.waitFor("the demo has ended: the inbox is now interactive")
    pty.type("q")
    try pty.wait(for: "the page to close") { !$0.text.contains("[Why]") }
    pty.type("r")
    #expect(!pty.screen.text.contains("Once upon a time."))
    try visit.leave("q")
  }

  @Test func `the next demo begins on an empty phone`() throws {
    let visit = try visitTale()
    let pty = visit.pty
    try pty.waitFor("DEMO 1/3")
    pty.type("........")
    try pty.waitFor("END 3/3")
    pty.type("n")
    try pty.waitFor("  This is a phone: ")
    let screen = try pty.waitFor("No notifications")
    #expect(screen.text.contains("DEMO 1/"))
    #expect(!screen.text.contains("Second"))
    try visit.leave("Q")
  }

  @Test(arguments: [
    (["demo", "caht"], ExitCode.usage, "did you mean “chat”?"),
    (["demo", "missing.jsonl"], .badInput, "missing.jsonl"),
    (["demo", "broken.jsonl"], .badInput, "broken.jsonl:1:2: `pish` is not a known key"),
    (["demo", "keys.jsonl"], .badInput, "keys.jsonl:1:10: `press` must be names of keys"),
    (["demo", "--speed", "fast"], .usage, "--speed"),
    (["demo", "--speed", "-1"], .usage, "--speed"),
  ])
  func `an unplayable demo is reported with its exit code`(
    words: [String], exitCode: ExitCode, problem: String
  ) throws {
    let home = try Home()
    try home.write(#"{"pish":1}"#, to: "broken.jsonl")
    try home.write(#"{"press":"Entre"}"#, to: "keys.jsonl")
    let result = try home.run(words + ["--plain"])
    #expect(result.status == exitCode.rawValue, "\(result.err)")
    #expect(result.err.contains(problem), "\(result.err)")
  }
}
