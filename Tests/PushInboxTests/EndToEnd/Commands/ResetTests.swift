import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox reset`: an inbox as after a fresh start.
@Suite(.patient) struct ResetTests {
  private static let start = """
    {"headers":{"apns-topic":"com.example.match.push-type.liveactivity","apns-push-type":"liveactivity"},\
    "payload":{"aps":{"event":"start","timestamp":1,"attributes-type":"Match","attributes":{},\
    "content-state":{"home":0},"input-push-channel":"c2g="}}}

    """
  private static let broadcast = """
    {"bundleId":"com.example.match","channel":"c2g=",\
    "payload":{"aps":{"event":"update","timestamp":2,"content-state":{"home":1}}}}

    """

  /// Fills an inbox with all that `reset` deletes.
  private func fill(_ inbox: RunningInbox) throws {
    try inbox.run("ingest", "-", input: Self.start + Self.broadcast + "no JSON\n")
    try inbox.run("send", "Hi", "--badge", "3")
    try inbox.run("set", "lock=locked", "clock=+2h")
    try inbox.run("fault", "add", "next=1", "answer=TooManyRequests")
    try inbox.run("set", "online=no")
    try inbox.run("send", "Waits")
  }

  /// Returns the output of the commands that report the state of an inbox, without the time.
  private func state(_ inbox: RunningInbox) throws -> [String] {
    let list = try inbox.run("ls", "--json").out
    var object = try #require(JSONReader.read(Array(list.utf8)).root.object)
    object["now"] = nil
    return [JSONWriter.text(.object(object))]
      + (try [
        ["ls", "is:rejected"], ["ls", "is:activity"], ["tokens", "--all"], ["config", "diff"],
        ["fault", "ls"],
      ].map { try inbox.home.run($0).out })
  }

  @Test func `a reset inbox is as a new one, also after a restart`() throws {
    let inbox = try RunningInbox()
    let fresh = try state(inbox)
    try fill(inbox)
    #expect(try state(inbox) != fresh)
    let refused = try inbox.run("reset")
    #expect(refused.status == 2)
    #expect(refused.err.contains("needs --all"))

    let done = try inbox.run("reset", "--all")
    #expect(done.status == 0)
    #expect(try state(inbox) == fresh)
    let now = try #require(
      JSONReader.read(Array(inbox.run("ls", "--json").out.utf8)).root["now"]?.string
        .flatMap(Timestamp.date))
    #expect(abs(now.timeIntervalSinceNow) < 3600)
    try inbox.run("send", "First", "--app", "com.example.chat")
    #expect(try inbox.run("why", "1").status == 0)

    try inbox.kill()
    try inbox.restart()
    #expect(try inbox.run("why", "1").status == 0)
    #expect(try inbox.run("why", "2").status == 1)
    try inbox.run("reset", "--all")
    #expect(try state(inbox) == fresh)
  }

  @Test func `a reset emits no setting event for what was due between the two clocks`()
    throws
  {
    let home = try Home(
      configuration: #"{focus: {Day: {from: "00:00", to: "23:59"}}, summary: {times: ["08:00"]}}"#)
    let inbox = try RunningInbox(home: home)
    for clock in ["2026-04-14T14:00:00Z", "+40d"] {
      try inbox.run("set", "clock=" + clock, "focus.dnd.from=22:00", "focus.dnd.to=07:00")
      try inbox.run("send", "Begin" + clock)
      let begin = try inbox.out.wait(for: "the first push") { $0.contains("Begin" + clock) }
      try inbox.run("reset", "--all")
      try inbox.run("send", "End" + clock)
      let end = try inbox.out.wait(for: "the second push") { $0.contains("End" + clock) }
      let lines = inbox.out.all.drop { $0 != begin }.prefix { $0 != end }
      #expect(!lines.contains { $0.contains("\"event\":\"setting\"") }, "\(lines.prefix(5))")
    }
  }

  @Test func `channels of a reset inbox are unknown, also in its store`() throws {
    let inbox = try RunningInbox()
    try fill(inbox)
    try inbox.run("reset", "--all")
    try inbox.kill()
    let store = try Store(at: .folder(inbox.home.store))
    #expect(try store.snapshot() == Snapshot())
  }

  @Test func `without a running inbox the store is emptied`() throws {
    let inbox = try RunningInbox()
    try fill(inbox)
    try inbox.kill()
    #expect(try inbox.run("reset", "--all").status == 0)
    try inbox.restart()
    #expect(try inbox.run("why", "1").status == 1)
    #expect(try inbox.run("ls", "is:rejected").out == "no rejected push matches\n")
  }

  @Test func `an inbox that records is not reset`() throws {
    let inbox = try RunningInbox()
    try inbox.run("send", "Hi")
    let recorder = try Child(
      PseudoTerminal.program, ["record", "session.jsonl"], environment: inbox.home.environment,
      directory: inbox.home.path, streams: [0, 1, 2])
    defer { recorder.send(SIGKILL) }
    while try inbox.run("reset", "--all").status == 0 { try inbox.run("send", "Hi") }
    let refused = try inbox.run("reset", "--all")
    #expect(refused.status == 2)
    #expect(refused.err.contains("session.jsonl is being made"))
    #expect(try inbox.run("why", "last").status == 0)
  }

  @Test func `an inbox whose pushes other phones receive is not reset`() throws {
    let inbox = try RunningInbox(["--offer", "unix:relay.sock"])
    let refused = try inbox.run("reset", "--all")
    #expect(refused.status == 2)
    #expect(refused.err.contains("--offer"))
  }
}
