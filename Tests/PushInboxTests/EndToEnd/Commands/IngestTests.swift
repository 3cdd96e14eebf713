import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox ingest`, by the built program.
@Suite(.patient) struct IngestTests {
  private func push(_ text: String) -> String {
    #"{"bundleId":"com.example.app","payload":{"aps":{"alert":"\#(text)"}}}"# + "\n"
  }

  @Test func `files, folders and standard input are read in order`() throws {
    let inbox = try RunningInbox()
    let home = inbox.home
    try home.write(push("b1") + "\n" + push("b2"), to: "in/b.jsonl")
    try home.write("{\n  \"aps\": {\"alert\": \"a\"}\n}\n", to: "in/a.json")
    try home.write(
      #"{"Simulator Target Bundle":"com.example.sim","aps":{"alert":"c"}}"#, to: "in/c/deep.APNS")
    try home.write(push("d").replacing("\n", with: ""), to: "in/d.ndjson")
    for name in ["in/.hidden.json", "in/.hidden/x.json", "in/notes.txt"] {
      try home.write("no", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/in/loop", withDestinationPath: home.path + "/in")
    try home.write(push("last"), to: "feed")
    let result = try inbox.run("ingest", "-", "in", "feed", input: push("first"))
    #expect(result.status == 0)
    #expect(result.err == "")
    #expect(result.out == "7 accepted\n")
    #expect(
      try home.list().notifications.sorted { $0["id"]?.int ?? 0 < $1["id"]?.int ?? 0 }
        .map { $0["body"]?.string } == ["first", "a", "b1", "b2", "c", "d", "last"])
    #expect(try home.list("app:com.example.sim").bodies == ["c"])
  }

  @Test(arguments: ["ingest", "lint"])
  func `a FIFO in a folder is reported and does not block`(command: String) throws {
    let home = try Home()
    let inbox = command == "ingest" ? try RunningInbox(home: home) : nil
    try home.write(#"{"aps":{"alert":"a"}}"#, to: "in/a.json")
    #expect(mkfifo(home.path + "/in/b.jsonl", 0o600) == 0)
    let result = try inbox?.run(command, "in") ?? home.run([command, "in"])
    #expect(result.err.contains("in/b.jsonl: is not a regular file"))
    #expect(result.status != 0)
  }

  @Test func `a file in another format is reported with a limited number of lines`() throws {
    let inbox = try RunningInbox()
    try inbox.home.write(String(repeating: "no\n", count: 60), to: "notes.txt")
    let result = try inbox.run("ingest", "notes.txt", "nothing.json")
    #expect(result.status == 5)
    #expect(result.out == "0 accepted, 60 rejected, 1 not read\n")
    let problems = result.err.split(separator: "\n")
    #expect(problems.count == 21)
    #expect(problems.last == "and 41 more")
  }

  @Test func `an invalid push is reported with its position and stored, others are accepted`()
    throws
  {
    let inbox = try RunningInbox()
    let home = inbox.home
    try home.write(
      push("1") + "[]\n" + push("2") + #"{"payload":{},"token":[1]}"# + "\n"
        + #"{"payload":{"aps":{}},"token":"zz"}"# + "\n" + push("3"), to: "f.jsonl")
    try home.write("{\n nonsense", to: "g.apns")
    let result = try inbox.run("ingest", "f.jsonl", "nothing.json", "g.apns")
    #expect(result.status == 5)
    #expect(result.out == "3 accepted, 4 rejected, 1 not read\n")
    let problems = result.err.split(separator: "\n").map(String.init)
    #expect(problems.count == 5)
    for (problem, start) in zip(
      problems,
      [
        "f.jsonl: Line 2, column 1: it is an array, not a JSON object.",
        "f.jsonl: Line 4, column 23: “token” is an array, not a string.",
        "f.jsonl line 5: BadDeviceToken: The device token “zz” ",
        "nothing.json: No such file or directory", "File g.apns, line 2, column 2: ",
      ])
    {
      #expect(problem.hasPrefix(start))
    }
    #expect(try home.list()["rejected"] == 4)
    #expect(try home.list().bodies == ["3", "2", "1"])
  }

  @Test(arguments: ["in", "in/"])
  func `a folder without pushes is reported`(name: String) throws {
    let inbox = try RunningInbox()
    try inbox.home.write("no", to: "in/deep/notes.txt")
    let result = try inbox.run("ingest", name)
    #expect(result.status == 5)
    #expect(result.out == "")
    #expect(result.err == "no push files in \(name)\n")
    try inbox.home.write(push("1"), to: "f.jsonl")
    let both = try inbox.run("ingest", name, "f.jsonl")
    #expect(both.status == 5)
    #expect(both.out == "1 accepted, 1 not read\n")
  }

  @Test func `pieces sent before an interrupt are accepted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f.jsonl"
    let line = push(String(repeating: "x", count: 1000))
    try Data(String(repeating: line, count: 1000).utf8).write(to: URL(filePath: path))
    var results: [String] = []
    var pieces = 0
    let code = try IngestRun.read([path], write: { _ in }, result: { results.append($0) }) { _ in
      pieces += 1
      if pieces == 3 { throw IngestRun.Ended() }
      return IngestPiece.Report(taken: 250)
    }
    #expect(code == .success)
    #expect(results == ["ended early, 500 accepted"])
  }

  @Test func `only a line over the limit is rejected`() throws {
    let inbox = try RunningInbox()
    let long = push(String(repeating: "x", count: 3 << 20))
    let result = try inbox.run("ingest", "-", input: push("1") + long + push("2"))
    #expect(result.status == 5)
    #expect(result.out == "2 accepted, 1 rejected\n")
    #expect(result.err.hasPrefix("-: Line 2, column 1: it is longer than 1048576 bytes."))
    #expect(try inbox.home.list().bodies == ["2", "1"])

    try inbox.home.write(long, to: "long.apns")
    let file = try inbox.run("ingest", "long.apns")
    #expect(file.err.hasPrefix("File long.apns, column 1: it is longer than 1048576 bytes."))
  }

  @Test func `line numbers continue across pieces`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    let count = 4000
    var text = ""
    for number in 1...count {
      text += number % 1000 == 0 ? "bad\n" : push("\(number) " + String(repeating: "x", count: 200))
    }
    let socket = inbox.endpoints["socket"]?.string ?? ""
    let result = try inbox.run("ingest", "-", "--socket", socket, input: text)
    #expect(result.status == 5)
    #expect(result.out == "3996 accepted, 4 rejected\n")
    let places = result.err.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(places == ["-: Line 1000", "-: Line 2000", "-: Line 3000", "-: Line 4000"])
  }

  @Test func `file names cannot control the terminal`() throws {
    let inbox = try RunningInbox()
    try inbox.home.write("{", to: "e\u{1B}[31mvil.json")
    let result = try inbox.run("ingest", "e\u{1B}[31mvil.json", "no\u{1B}file")
    #expect(result.status == 5)
    #expect(!result.err.contains("\u{1B}"))
    #expect(result.err.contains("e\\x1b[31mvil.json"))
  }
}
