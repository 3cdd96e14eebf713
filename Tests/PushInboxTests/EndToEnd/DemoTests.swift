import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Stories played by the built program.
@Suite(.patient) struct DemoTests {
  private static let stories: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.asset("demos"))
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  @Test func `every story that comes along holds what it promises, its pictures too`() throws {
    #expect(Self.stories.count >= 2)
    let home = try Home()
    for story in Self.stories {
      let result = try home.run(["run", Repository.asset("demos/" + story)])
      #expect(result.status == 0, "\(result.out)\(result.err)")
      #expect(result.lines.contains { $0.hasPrefix("ok ") })
    }
  }

  @Test func `without a screen a story is told in lines, to its end`() throws {
    let home = try Home()
    for name in try home.run(["demo", "--list"]).lines {
      let told = try home.run(["demo", name, "--plain", "--speed", "0"])
      #expect(told.status == 0, "\(told.err)")
      #expect(told.lines.contains { $0.contains(" action ") })
      let said = told.err.split(separator: "\n").count { $0.hasPrefix("# ") }
      #expect(try said >= Self.sentenceCount(of: name), "\(name)")
      #expect(!(told.out + told.err).utf8.contains(0x1B))
    }
    // Nothing was kept, and nothing of the person's was asked.
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  /// How many sentences a story has.
  private static func sentenceCount(of name: String) throws -> Int {
    let story = try String(
      contentsOfFile: Repository.asset("demos/\(name).jsonl"), encoding: .utf8)
    return story.split(separator: "\n").count {
      $0.contains(#""say":"#) && !$0.contains(#""say":"""#)
    }
  }

  @Test func `the names begin with the one that is played when none is named`() throws {
    let names = try Home().run(["demo", "--list"]).lines
    #expect(names.first == "chat")
    #expect(Set(names.map { $0 + ".jsonl" }) == Set(Self.stories))
  }

  @Test func `without its stories the program says where it looked`() throws {
    let home = try Home()
    let program = home.path + "/bin/pushinbox"
    try FileManager.default.createDirectory(
      atPath: home.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: PseudoTerminal.program, toPath: program)
    let result = try home.run(program: program, ["demo", "--list"])
    #expect(result.status == 5)
    #expect(result.out == "")
    #expect(result.err.contains("share/pushinbox/demos"))
  }

  @Test func `Space stops a story, . takes the next step, keys work beside it`() throws {
    let home = try Home(configuration: "{ focus: { broken: 1 } }")
    try home.write(
      """
      {"clock":"2026-04-14T21:58:00Z","seed":1}
      {"say":"Once upon a time."}
      {"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":"First","thread-id":"a"}}}}
      {"say":"A day went by."}
      {"advance":"1d"}
      {"push":{"bundleId":"com.example.chat","payload":{"aps":{"alert":"Second","thread-id":"a"}}}}
      {"press":"w"}
      {"say":"They lived happily."}
      """, to: "tale.jsonl")
    // So slow that nothing comes by itself.
    let visit = try Visit(
      ["demo", home.path + "/tale.jsonl", "--speed", "0.0001"], listens: false, home: home)
    let pty = visit.pty
    try pty.waitFor("DEMO 1/7  Once upon a time.")
    pty.type(" ")
    try pty.waitFor("PAUSED 1/7")
    pty.type(".")
    try pty.waitFor("First")
    try pty.waitFor("21:58:00")
    pty.type(":set lock=locked\r")
    try pty.waitFor("LOCKED |")
    pty.type(":record all.jsonl\r")
    try pty.waitFor("it is a scenario already")
    // A line that failed stays until it is left.
    try visit.escape(from: "it is a scenario already")
    pty.type("..")
    try pty.waitFor("A day went by.")
    try pty.waitFor("14 Apr")
    pty.type("..")
    try pty.waitFor("[Why]")
    pty.type("q.")
    try pty.waitFor("They lived happily.")
    pty.type(" ")
    try pty.waitFor("the story is over")
    try visit.leave("q")
  }

  @Test(arguments: [
    (["demo", "caht"], ExitCode.usage, "did you mean “chat”?"),
    (["demo", "missing.jsonl"], .badInput, "missing.jsonl"),
    (["demo", "broken.jsonl"], .badInput, "broken.jsonl:1:2: `pish` is not a known key"),
    (["demo", "keys.jsonl"], .badInput, "keys.jsonl:1:10: `press` must be names of keys"),
    (["demo", "--speed", "fast"], .usage, "--speed"),
    (["demo", "--speed", "-1"], .usage, "--speed"),
  ])
  func `what cannot be played says so`(
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
