import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Hooks of a configuration, run by the built program.
@Suite(.patient) struct HookProgramTests {
  @Test func `a hook receives its event on standard input`() throws {
    let home = try Home(
      configuration: """
        { hooks: [ { on: "action", filter: "app:com.example.chat", run: ["./reply.sh", "heard"] },
                   { on: "shown", run: ["./fails.sh"] },
                   { on: "shown", run: ["./hangs.sh"], limit: "100ms" },
                   { on: "shown", run: ["./is-not-there.sh"] } ],
          categories: { M: { actions: [ { id: "REPLY", title: "Reply", textInput: {} } ] } } }
        """)
    let folder = "config/pushinbox/"
    // The file is created atomically.
    try home.folder.program(
      "#!/bin/sh\ncat > $1.part && mv $1.part $1\n", named: folder + "reply.sh")
    try home.folder.program(
      "#!/bin/sh\necho 'no \u{1B}[31mway' >&2\nexit 3\n", named: folder + "fails.sh")
    try home.folder.program("#!/bin/sh\nexec sleep 60\n", named: folder + "hangs.sh")

    let inbox = try RunningInbox(home: home)
    try inbox.run("send", "Hi", "--app", "com.example.chat", "--category", "M")
    try inbox.run("send", "Hi", "--app", "com.example.mail", "--category", "M")
    // The failure is reported sanitised, with no other effect.
    #expect(try inbox.err.wait(containing: "exited with 3").contains(#"no \x1b[31mway"#))
    try inbox.err.wait(containing: "hangs.sh took too long and was ended")
    try inbox.err.wait(containing: "is-not-there.sh could not be started")
    #expect(try home.list().notifications.map { $0["outcome"]?.string } == ["shown", "shown"])

    try inbox.run("act", "2", "REPLY", "--text", "mail")
    try inbox.run("act", "1", "REPLY", "--text", "чат")
    let written = try waitForFile(home.path + "/" + folder + "heard")
    let event = try JSONReader.read(Array(written.utf8)).root
    #expect(event["userText"] == "чат")
    #expect(event["id"] == 1)
    #expect(event["payload"]?["aps"]?["category"] == "M")
  }

  @Test func `hooks receive the events of Live Activities`() throws {
    let names = ["token", "activity", "channel", "none"]
    let hooks = names.map { #"{ on: "\#($0)", run: ["./keep.sh", "\#($0)"] }"# }
    let home = try Home(configuration: "{ hooks: [ \(hooks.joined(separator: ", ")) ] }")
    let folder = "config/pushinbox/"
    try home.folder.program(
      "#!/bin/sh\ncat > $1.$$ && mv $1.$$ $1\n", named: folder + "keep.sh")
    let inbox = try RunningInbox(home: home)
    try inbox.run(
      "send", "", "--app", "com.example.match", "--channel", "c2g=", "--state", #"{"home":1}"#)
    let address =
      #""headers":{"apns-topic":"com.example.match.push-type.liveactivity","apns-push-type":"liveactivity"}"#
    let keys =
      #""event":"start","timestamp":1,"attributes-type":"M","attributes":{},"content-state":{}"#
    try inbox.run("ingest", "-", input: #"{\#(address),"payload":{"aps":{\#(keys)}}}"# + "\n")
    for name in names {
      let written = try waitForFile(home.path + "/" + folder + name)
      #expect(try JSONReader.read(Array(written.utf8)).root["event"]?.string == name)
    }
  }

  /// Checks for a file until it exists, since no event reports it.
  private func waitForFile(_ path: String) throws -> String {
    let deadline = ContinuousClock.now + .seconds(patience)
    while true {
      if let text = try? String(contentsOfFile: path, encoding: .utf8) { return text }
      guard ContinuousClock.now < deadline else {
        throw Child.Failure(description: "no file \(path)")
      }
      sched_yield()
    }
  }
}
