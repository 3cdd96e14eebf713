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
