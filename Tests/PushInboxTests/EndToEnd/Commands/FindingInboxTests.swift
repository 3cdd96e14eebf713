import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Commands that find the running inbox without options, and those that name one.
@Suite(.patient) struct FindingInboxTests {
  @Test func `the only running inbox is found without options`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    #expect(try inbox.run("ready").status == 0)
    #expect(try inbox.run("send", "Hi").status == 0)
    #expect(try inbox.home.list().bodies == ["Hi"])
    let file = try inbox.home.write(#"{"aps":{"alert":"Line"}}"#, to: "feed.jsonl")
    #expect(try inbox.run("ingest", file).out == "1 accepted\n")
    #expect(try inbox.run("set", "lock=locked").status == 0)
    #expect(try inbox.run("config", "show").out.contains("locked"))
    inbox.child.send(SIGTERM)
    try inbox.child.waitForExit()
    #expect(try inbox.run("send", "Hi").status == 3)
    // Neither a registration nor its folder is left.
    #expect(try !inbox.home.folder.names.contains("pushinbox"))
  }

  @Test func `without a runtime folder inboxes register beside the store`() throws {
    let home = try Home()
    let out = try Lines()
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    var environment = home.environment
    environment["XDG_RUNTIME_DIR"] = nil
    let child = try Child(
      PseudoTerminal.program,
      ["serve", "--ephemeral", "--listen", "127.0.0.1:0", "--print-endpoints", "--quiet"],
      environment: environment, directory: home.path, streams: [nothing, out.writer, nothing])
    defer { child.send(SIGKILL) }
    out.closeWriter()
    _ = try out.wait(for: "the endpoints")
    let alone = ["XDG_RUNTIME_DIR": ""]
    #expect(try home.run(["ready", "--wait", "60s"], environment: alone).status == 0)
    #expect(try home.run(["send", "Hi"], environment: alone).status == 0)
    #expect(try home.folder.mode("state/pushinbox/running") == 0o700)
  }

  @Test func `several inboxes are listed by name, each with its option`() throws {
    let home = try Home()
    let memory = try RunningInbox(["--ephemeral"], home: home)
    let store = home.path + "/a store"
    let stored = try RunningInbox(["--store", store], home: home)
    for inbox in [memory, stored] {
      let socket = try #require(inbox.endpoints["socket"]?.string)
      #expect(try home.run(["ready", "--wait", "60s", "--socket", socket]).status == 0)
    }
    let result = try home.run(["send", "Hi"])
    #expect(result.status == 2)
    #expect(result.out == "")
    let lines = result.err.split(separator: "\n").map(String.init)
    #expect(lines.first == "pushinbox: 2 inboxes are running; name one of them:")
    #expect(lines.count == 3)
    #expect(lines[1].contains("a store, \(stored.address), pid \(stored.child.process)"))
    #expect(lines[2].contains("in memory, \(memory.address), pid \(memory.child.process)"))
    // One of them may end until the time limit.
    let ready = try home.run(["ready", "--wait", "200ms"])
    #expect(ready.status == 2)
    #expect(ready.err == result.err)
    // A shell accepts the options as they are printed.
    for (line, text) in [(lines[1], "stored"), (lines[2], "memory")] {
      let options = try #require(line.components(separatedBy: "  ").first { $0.hasPrefix("--") })
      let sent = try home.run(
        program: "/bin/sh", ["-ec", "\(PseudoTerminal.program) \(options) send \(text)"])
      #expect(sent.status == 0, "\(sent.err)")
    }
    #expect(try home.list("--store", store).bodies == ["stored"])
    #expect(try home.list("--ephemeral").bodies == ["memory"])

    // Without options the inbox of the default store is used.
    let usual = try RunningInbox(home: home)
    #expect(try home.run(["ready", "--wait", "60s"]).status == 0)
    #expect(try home.run(["send", "usual"]).status == 0)
    #expect(try home.list().bodies == ["usual"])
    usual.child.send(SIGTERM)
    try usual.child.waitForExit()
    stored.child.send(SIGTERM)
    try stored.child.waitForExit()
    #expect(try home.list().bodies == ["memory"])
  }

  @Test func `--store finds its inbox wherever the socket is`() throws {
    let home = try Home()
    let store = home.path + "/other"
    let inbox = try RunningInbox(
      ["--store", store, "--socket", home.path + "/c.sock"], home: home)
    #expect(try inbox.run("send", "Hi", "--store", store).status == 0)
    #expect(try inbox.run("ls", "--json", "--store", store).json().bodies == ["Hi"])
  }

  @Test func `a killed inbox is not listed any more`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    #expect(try inbox.run("ready").status == 0)
    try inbox.kill()
    #expect(try inbox.home.folder.names.contains("pushinbox"))
    let result = try inbox.run("send", "Hi")
    #expect(result.status == 3)
    #expect(result.err.contains("no inbox is running on "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: inbox.home.path + "/pushinbox") == [])
  }

  private static let ephemeral: [[String]] = [
    ["ready"], ["ls"], ["show", "1"], ["why", "1"], ["export"], ["what-if", "focus=off"], ["env"],
    ["config", "show"], ["config", "reset"], ["config", "reload"], ["send", "Hi"], ["rm", "--all"],
    ["rm", "is:rejected"], ["reset", "--all"], ["wait", "is:unread"], ["events"],
    ["ingest", "f.jsonl"],
    ["record", "r.jsonl"], ["set", "lock=locked"],
  ]

  @Test(arguments: [true, false])
  func `--ephemeral reaches no inbox with a store, and reads no store`(runs: Bool) throws {
    let home = try Home()
    try home.write(#"{"aps":{"alert":"Line"}}"# + "\n", to: "f.jsonl")
    let stored = try RunningInbox(home: home)
    #expect(try stored.run("ready", "--wait", "60s").status == 0)
    #expect(try stored.run("send", "Stored").status == 0)
    if !runs {
      stored.child.send(SIGTERM)
      try stored.child.waitForExit()
    }
    for words in Self.ephemeral {
      let result = try home.run(words + ["--ephemeral"])
      #expect(result.status == 3, "\(words): \(result.err)")
      #expect(result.out == "", "\(words)")
      let message = "no inbox with --ephemeral is running; start one with `"
      #expect(result.err.contains(message), "\(result.err)")
      #expect(result.err.contains(" --ephemeral`"), "\(result.err)")
    }
    let byEnvironment = try home.run(["send", "Hi"], environment: ["PUSHINBOX_EPHEMERAL": "1"])
    #expect(byEnvironment.status == 3)
    #expect(try home.run(["ready", "--wait", "200ms", "--ephemeral"]).status == 4)
    #expect(try home.list().bodies == ["Stored"])
    guard runs else { return }

    let socket = try #require(stored.endpoints["socket"]?.string)
    for words in Self.ephemeral {
      let result = try home.run(words + ["--ephemeral", "--socket", socket])
      #expect(result.status == 2, "\(words): \(result.err)")
      #expect(result.err.contains("this inbox stores its pushes in \(home.store)"))
    }
    #expect(try home.list().bodies == ["Stored"])

    let memory = try RunningInbox(["--ephemeral"], home: home)
    #expect(try home.run(["ready", "--wait", "60s", "--ephemeral"]).status == 0)
    #expect(try home.run(["send", "Memory", "--ephemeral"]).status == 0)
    #expect(
      try home.run(["env", "--ephemeral"]).out.contains("https://localhost:\(memory.port)\n"))
    #expect(try home.run(["rm", "--all", "--ephemeral"]).err == "1 push removed\n")
    #expect(try home.list().bodies == ["Stored"])
  }

  @Test(arguments: [
    ["ls"], ["show", "1"], ["why", "1"], ["export"], ["what-if", "focus=off"], ["env"],
    ["config", "show"], ["config", "diff"], ["config", "reset"], ["send", "Hi"], ["ready"],
  ])
  func `a named socket without a listener exits with 3, even if an inbox runs`(_ words: [String])
    throws
  {
    let home = try Home()
    let stored = try RunningInbox(home: home)
    #expect(try stored.run("ready", "--wait", "60s").status == 0)
    #expect(try stored.run("send", "Secret").status == 0)
    for runs in [true, false] {
      if !runs {
        stored.child.send(SIGTERM)
        try stored.child.waitForExit()
      }
      for options in [["--socket", "x.sock"], ["--store", home.store, "--socket", "x.sock"]] {
        let result = try home.run(words + options)
        #expect(result.status == 3, "\(result.err)")
        #expect(result.out == "")
        #expect(result.err.contains("no inbox is running on x.sock; start one with `"))
        #expect(result.err.contains("--socket \(home.path)/x.sock`"))
        // The running inbox is named.
        #expect(result.err.contains("\(home.store), \(stored.address)") == runs)
      }
    }
    #expect(try home.list().bodies == ["Secret"])
  }

  @Test func `a named store that does not exist is an error with the inboxes that run`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    let result = try home.run(["ls", "--store", home.path + "/none"])
    #expect(result.status == 3)
    #expect(
      result.err.hasPrefix(
        "pushinbox: no inbox is running with the store \(home.path)/none/inbox.db, "
          + "which does not exist; start one with `"))
    #expect(result.err.contains("--store \(home.path)/none`, or name one of these:\n"))
    #expect(result.err.contains(inbox.address))
    #expect(!FileManager.default.fileExists(atPath: home.path + "/none"))
  }

  @Test func `a command with --ephemeral typed on the screen of a store has no effect`() throws {
    let visit = try Visit()
    try visit.pty.waitFor("No push was received yet.")
    try visit.send("Stored")
    try visit.pty.waitFor("Inbox 1")
    visit.pty.type(":rm --all --ephemeral\r")
    try visit.pty.waitFor("this inbox stores its pushes in")
    #expect(try visit.home.list().bodies == ["Stored"])
    try visit.escape(from: "rm --all")
    try visit.leave("Q")
  }

  // MARK: What the screen prints

  @Test(arguments: [
    ["--ephemeral"], ["--store", "a store's"], ["--socket", "my socket"], ["--ascii"], ["demo"],
  ])
  func `commands of the welcome page work as shown`(_ words: [String]) throws {
    let visit = try Visit(words)
    try visit.pty.wait(for: "the screen") { $0.isAlternate }
    #expect(try visit.home.run(["ready", "--wait", "60s"]).status == 0)
    let home = visit.home
    visit.pty.resize(columns: 200, rows: 50)
    visit.pty.type(Key.function(2).typed)
    try visit.pty.wait(for: "the welcome page, as wide as the terminal is now") { screen in
      // The clock is at the right edge.
      screen.text.contains("Try one of these") && screen.text.contains("send \"Hi\"")
        && screen.text.prefix { $0 != "\n" }.count > 150
    }
    let rows = visit.pty.screen.text.split(separator: "\n").map(String.init)
    let line = try #require(rows.first { $0.contains(#"send "Hi""#) && !$0.contains("a command:") })
    let end = try #require(line.firstRange(of: #"send "Hi""#)).upperBound
    let command = line[..<end].drop { $0 == " " }
    let result = try home.run(program: "/bin/sh", ["-ec", "cd /; \(command)"])
    #expect(result.status == 0, "\(command): \(result.err)")
    #expect(result.out.contains("sent  200"))
    visit.pty.type("Q")
    #expect(try visit.pty.waitForExit() == 0)
  }
}
