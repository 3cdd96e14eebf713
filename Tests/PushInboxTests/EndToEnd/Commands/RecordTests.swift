import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox record`: a live session and its replay.
@Suite(.patient) struct RecordTests {
  /// A `record` command that runs beside the inbox.
  private final class Recorder {
    let err: Lines
    let child: Child

    init(_ home: Home, _ words: String...) throws {
      let err = try Lines()
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer {
        close(nothing)
        err.closeWriter()
      }
      self.err = err
      child = try Child(
        PseudoTerminal.program, ["record"] + words, environment: home.environment,
        directory: home.path, streams: [nothing, nothing, err.writer])
    }

    deinit {
      child.send(SIGKILL)
    }

    /// Ends the command, as ^C does.
    func interrupt() throws -> Int32 {
      child.send(SIGINT)
      return try child.waitForExit()
    }
  }

  /// Returns the live inbox and that of the recorded file, at the same moment of the clock.
  private func inboxes(_ inbox: RunningInbox, _ file: String) throws -> (String, String) {
    let live = try inbox.run("ls", "--json").out
    let now = try #require(JSONReader.read(Array(live.utf8)).root["now"]?.string)
    let text = try String(contentsOfFile: inbox.home.path + "/" + file, encoding: .utf8)
    let whole = try inbox.home.write(
      text + #"{"at":"\#(now)","advance":"0s"}"# + "\n", to: "whole.jsonl")
    let run = try inbox.run("run", whole, "--json")
    #expect(run.err.isEmpty)
    // Only the output of a scenario has the numbered queues.
    return (live, run.out.replacing(#""queue":[],"#, with: ""))
  }

  @Test func `a recorded session replays to the same output`() throws {
    let inbox = try RunningInbox(home: .example())
    try inbox.run("send", "before", "--app", "com.example.mail", "--badge", "2")
    try inbox.run("set", "lock=locked", "mute.com.example.mail=1h")
    let recorder = try Recorder(inbox.home, "session.jsonl")
    try recorder.err.wait(containing: "recording to \(inbox.home.path)/session.jsonl")

    let second = try inbox.run("record", "other.jsonl")
    #expect(second.status == 1)
    #expect(second.err.contains("session.jsonl is being made"))

    try inbox.run("send", "Hi", "--app", "com.example.chat", "--thread", "op", "--badge", "3")
    try inbox.run("send", "No", "--level", "critical", "--sound", "default")
    #expect(
      try inbox.curl(#"{"aps":{"alert":"h1"}}"#, "-H", "apns-topic: com.example.mail").status == 200
    )
    #expect(
      try inbox.curl(
        "{\n \"aps\": {\"alert\": \"h2\"} }\n", "--http2-prior-knowledge", "-H",
        "apns-topic: com.example.mail", "-H", "apns-collapse-id: one"
      ).status == 200)
    #expect(try inbox.curl("{", "-H", "authorization: bearer SECRET").status >= 400)
    let apns = try inbox.home.write(#"{"aps":{"alert":"file","badge":1}}"#, to: "file.apns")
    try inbox.run("push", "booted", "com.example.mail", apns)
    try inbox.run("set", "lock=unlocked", "dnd=30m", "grouping=off")
    try inbox.run("set", "focus.work.from=09:00", "focus.work.to=17:00")
    try inbox.run("set", "clock=+5m")
    let back = try inbox.run("set", "clock=real")
    #expect(back.status == 2)
    #expect(back.err.contains("while a recording is made"))
    try inbox.run("send", "quiet")
    try inbox.run("act", "2", "open")
    try inbox.run("act", "3", "dismiss")
    try inbox.run("set", "clock=+31m")
    try inbox.run("send", "loud")

    #expect(try recorder.interrupt() == 130)
    #expect(try recorder.err.wait(containing: "recorded 12 steps").hasSuffix("session.jsonl"))
    let (live, played) = try inboxes(inbox, "session.jsonl")
    #expect(played == live)
    let file = inbox.home.path + "/session.jsonl"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("SECRET"))

    let again = try inbox.run("record", "session.jsonl")
    #expect(again.status == 2)
    #expect(again.err.contains("is not empty"))
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `a recorded session with channels and a stored message replays to the same output`() throws {
    let inbox = try RunningInbox()
    let manage = { (method: String, fields: [String], body: String?) in
      try inbox.answer(
        toCurl: ["-sS", "-i", "--http2-prior-knowledge", "--max-time", "60", "-X", method]
          + fields.flatMap { ["-H", $0] } + (body.map { ["--data-binary", $0] } ?? [])
          + ["http://\(inbox.address)/1/apps/com.example.match/channels"])
    }
    let recorder = try Recorder(inbox.home, "session.jsonl")
    try recorder.err.wait(containing: "recording to")
    let body = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
    let ids = try (0..<2).map { _ in
      try #require(manage("POST", [], body).fields["apns-channel-id"])
    }
    let end = Int(Date().timeIntervalSince1970) + 3600
    let lines = [
      #"{"bundleId":"com.example.match","channel":"\#(ids[0])","headers":{"apns-expiration":"\#(end)"},"#
        + #""payload":{"aps":{"event":"update","timestamp":2,"content-state":{"home":1}}}}"#,
      #"{"bundleId":"com.example.match","headers":{"apns-push-type":"liveactivity","apns-topic":"#
        + #""com.example.match.push-type.liveactivity"},"payload":{"aps":{"event":"start","timestamp":1,"#
        + #""attributes-type":"Match","attributes":{},"content-state":{"home":0},"#
        + #""input-push-channel":"\#(ids[0])"}}}"#,
    ]
    try inbox.run("ingest", "-", input: lines.joined(separator: "\n") + "\n")
    #expect(try manage("DELETE", ["apns-channel-id: \(ids[1])"], nil).status == 204)
    try inbox.run(
      "send", "Goal", "--app", "com.example.match", "--channel", ids[0], "--state", #"{"home":2}"#)
    #expect(try recorder.interrupt() == 130)
    let (live, played) = try inboxes(inbox, "session.jsonl")
    #expect(played == live)
    #expect(live.contains(#""contentState":{"home":2}"#))
    #expect(try inbox.event("channel", containing: "created")["channel"]?.string == ids[0])
    #expect(try inbox.event("channel", containing: "deleted")["channel"]?.string == ids[1])
  }

  @Test func `record ends by another command or the inbox's end, and needs an inbox`() throws {
    let inbox = try RunningInbox()
    #expect(try inbox.run("record").err.contains("nothing is being recorded"))
    let names = try inbox.home.folder.names
    for (file, problem) in [
      ("", "not “”"), ("-", "not “-”"), (".", "is not a file"), ("none/x.jsonl", "No such file"),
    ] {
      let result = try inbox.run("record", file)
      #expect(result.status == 2)
      #expect(result.err.contains(problem), "\(result.err)")
    }
    #expect(try inbox.home.folder.names == names)
    let first = try Recorder(inbox.home, "first.jsonl")
    try first.err.wait(containing: "recording to")
    try inbox.run("send", "Hi")
    #expect(try inbox.run("record").err.contains("recorded 1 step to"))
    #expect(try first.child.waitForExit() == 0)
    try first.err.wait(containing: "recorded 1 step to")

    let second = try Recorder(inbox.home, "second.jsonl")
    try second.err.wait(containing: "recording to")
    try inbox.run("send", "again")
    inbox.child.send(SIGTERM)
    try second.err.wait(containing: "recorded 1 step to")
    #expect(try second.child.waitForExit() == 0)
    try inbox.child.waitForExit()
    let run = try inbox.run("run", "second.jsonl", "--json")
    #expect(try run.json().bodies == ["again", "Hi"])

    let stopped = try inbox.run("record", "third.jsonl")
    #expect(stopped.status == 3)
    #expect(stopped.err.contains("no inbox is running"))
  }

  @Test func `killing the client ends its recording`() throws {
    let inbox = try RunningInbox()
    let first = try Recorder(inbox.home, "first.jsonl")
    try first.err.wait(containing: "recording to")
    first.child.send(SIGKILL)
    try first.child.waitForExit()
    var ended = ""
    for _ in 0..<100 where !ended.contains("nothing is being recorded") {
      ended = try inbox.run("record").err
    }
    #expect(ended.contains("nothing is being recorded"))
    let text = try String(contentsOfFile: inbox.home.path + "/first.jsonl", encoding: .utf8)
    #expect(text.hasSuffix("\"advance\":\"0s\"}\n"))
  }

  @Test func `thousands of recorded pushes of a feed replay to the same output`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let inbox = try RunningInbox(["--feed", "-"], input: ends[0])
    close(ends[0])
    let recorder = try Recorder(inbox.home, "load.jsonl")
    try recorder.err.wait(containing: "recording to")
    let count = 2000
    var lines = ""
    for number in 1...count {
      lines += """
        {"bundleId":"com.example.a\(number % 7)","headers":{"apns-collapse-id":"c\(number % 900)"},\
        "payload":{"aps":{"alert":"n \(number)","thread-id":"t\(number % 50)","badge":\(number % 9)}}}\n
        """
    }
    StandardOutput.write(Array(lines.utf8), to: ends[1])
    close(ends[1])
    try inbox.event("shown", containing: "\"n \(count)\"")
    #expect(try recorder.interrupt() == 130)
    try recorder.err.wait(containing: "recorded \(count) steps")
    let (live, played) = try inboxes(inbox, "load.jsonl")
    #expect(played == live)
  }
}
