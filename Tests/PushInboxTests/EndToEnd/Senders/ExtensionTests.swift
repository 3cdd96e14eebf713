import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Service extensions of the built program (`docs/rules.md`, N4 and N6).
@Suite(.patient) struct ExtensionTests {
  private static let payload =
    #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"sender":"Ann"}"#

  /// Returns a home whose app has an extension: a shell script.
  private func home(_ script: String, limit: String = "30s") throws -> Home {
    let home = try Home(
      configuration: """
        { apps: { "com.example.chat": { extension: { run: ["./ext", "x"], limit: "\(limit)" } } } }
        """)
    try home.folder.program("#!/bin/sh\n" + script, named: "config/pushinbox/ext")
    return home
  }

  private func push(_ inbox: RunningInbox) throws -> Home.Result {
    try inbox.run("push", "booted", "com.example.chat", "-", input: Self.payload)
  }

  @Test func `an extension changes the shown text, and why reports it after a restart`() throws {
    let inbox = try RunningInbox(
      home: home(#"cat > got; echo '{"aps":{"alert":"changed","badge":2}}'"# + "\n"))
    #expect(try push(inbox).out.contains("waits: the app's service extension is running"))
    try inbox.event("shown", containing: "changed")
    let list = try inbox.home.list()
    #expect(list.bodies == ["changed"])
    #expect(list["badges"]?["com.example.chat"] == 2)
    let got = try String(contentsOfFile: inbox.home.path + "/config/pushinbox/got", encoding: .utf8)
    #expect(got == Self.payload)
    // The received payload is stored unchanged.
    #expect(
      try inbox.run("show", "1", "--json").json()["payload"]?["aps"]?["alert"]?["body"] == "B")

    let why = try inbox.run("why", "1").out
    #expect(why.contains("extension.changed"))
    #expect(why.contains("changed title, body, badge, the app's own keys"))
    try inbox.kill()
    #expect(try inbox.run("why", "1").out == why)
    try inbox.restart()
    #expect(try inbox.home.list().bodies == ["changed"])
  }

  @Test func `N6 a failing extension shows the original, and why has the reason`() throws {
    let inbox = try RunningInbox(home: home("echo 'no key' >&2; exit 3\n"))
    _ = try push(inbox)
    try inbox.event("shown", containing: "\"B\"")
    let why = try inbox.run("why", "1").out
    #expect(why.contains("extension.failed"))
    #expect(why.contains("exited with 3: no key"))
  }

  @Test func `N4 an extension over its time limit blocks no other push, and its push is shown`()
    throws
  {
    let inbox = try RunningInbox(home: home("exec sleep 600\n", limit: "2s"))
    _ = try push(inbox)
    #expect(try inbox.run("send", "other").out.contains("shown"))
    try inbox.event("shown", containing: "\"B\"")
    #expect(try inbox.run("why", "1").out.contains("extension.timeout"))
    #expect(try inbox.home.list().notifications.count == 2)
  }

  @Test func `a waiting push survives kill -9, and its extension runs again`() throws {
    // The first run blocks; the second one finds the file it left.
    let inbox = try RunningInbox(
      home: home(
        #"[ -e was ] && { echo '{"aps":{"alert":"again"}}'; exit; }; echo > was; exec sleep 30"#
          + "\n", limit: "600s"))
    let answer = try inbox.curl(Self.payload, "--http1.1", "-H", "apns-topic: com.example.chat")
    #expect(answer.status == 200)
    try waitForFile(inbox.home.path + "/config/pushinbox/was")
    #expect(try inbox.home.list().notifications.isEmpty)
    #expect(try inbox.run("ls").out == "#1 waits for the service extension of Chat\n")
    for name in ["1", answer.fields["apns-id"] ?? ""] {
      let why = try inbox.run("why", name)
      #expect(why.status == 1)
      #expect(why.err.contains("#1 waits for the service extension of Chat"))
    }
    try inbox.kill()
    try inbox.restart()
    try inbox.event("shown", containing: "again")
    let list = try inbox.home.list()
    #expect(list.bodies == ["again"])
    #expect(list.notifications.first?["apnsID"]?.string == answer.fields["apns-id"])
  }

  @Test func `programs of a scenario need a flag`() throws {
    let home = try Home()
    try home.folder.program("#!/bin/sh\nsed 's/Hi/Ho/'\n", named: "ext")
    try home.write(
      """
      {"app":{"bundleId":"a.b","extension":{"run":["./ext"]}}}
      {"push":{"bundleId":"a.b","payload":{"aps":{"alert":"Hi","mutable-content":1}}}}
      {"expect":{"last":{"body":"Ho"}}}
      """, to: "story.jsonl")
    let rejected = try home.run(["run", "story.jsonl"])
    #expect(rejected.status == 5)
    #expect(rejected.err.contains("story.jsonl:1:45: `app.extension.run`"))
    #expect(try home.run(["run", "story.jsonl", "--allow-programs"]).status == 0)
  }

  @Test(.enabled(if: ["jq", "openssl"].allSatisfy { Tool($0) != nil }))
  func `the example extensions work as documented`() throws {
    let file = Repository.asset("extensions/try.jsonl")
    let result = try Home().run(["run", file, "--allow-programs"])
    #expect(result.status == 0, "\(result.out)\(result.err)")
    #expect(result.lines.last == "1..5")
  }

  @Test func `XIV-08 §8.6 the inspector shows the view of a program without waiting for it`()
    throws
  {
    let home = try Home(
      configuration: """
        { apps: { "com.example.video": {
            contentExtension: { run: ["./card"], categories: ["video-user"] } } } }
        """)
    // The first run does not end.
    try home.folder.program(
      """
      #!/bin/sh
      [ -e was ] || { echo > was; exec sleep 600; }
      printf 'card of %s\\n' "$(sed 's/.*"name":"\\([^"]*\\)".*/\\1/')"
      """, named: "config/pushinbox/card")
    let visit = try Visit(home: home)
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    try home.run(
      ["push", "booted", "com.example.video", "-"],
      input: #"{"aps":{"alert":"shared","category":"video-user"},"user":{"name":"Ann"}}"#)
    try pty.waitFor("shared")
    pty.type("\r")
    try pty.waitFor("The content extension is running.")
    try waitForFile(home.path + "/config/pushinbox/was")
    pty.type("w")
    try pty.waitFor("[Why]")
    pty.type("q\r")
    try pty.waitFor("card of Ann")
    try visit.leave("Q")
  }

  @Test func `a program that cannot be started is reported before the first push`() throws {
    let home = try Home(
      configuration: """
        { apps: {
            "a.b": { extension: { run: ["./none"] },
                     contentExtension: { run: ["./text", "x"], categories: "c" } },
            "c.d": { extension: { run: ["sh", "-c", "cat"] } },
            "e.f": { extension: { run: ["no-such-program"] } } },
          hooks: [ { on: "shown", run: ["./gone"] } ] }
        """)
    try home.write("no program", to: "config/pushinbox/text")
    let remarks = [
      "apps.a.b.extension.run: ./none does not exist",
      "apps.a.b.contentExtension.run: ./text cannot be executed",
      "apps.e.f.extension.run: no-such-program is not in PATH",
      "hooks[0].run: ./gone does not exist",
    ]
    let check = try home.run(["config", "check"])
    #expect(check.status == 0)
    let file = "config/pushinbox/config.json5"
    #expect(
      check.err.split(separator: "\n").map { $0.drop { $0 != ":" }.dropFirst(2) }
        == remarks.map { $0[...] }, "\(file): \(check.err)")
    let inbox = try RunningInbox(home: home)
    for remark in remarks { try inbox.err.wait(containing: remark) }
    let reload = try inbox.run("config", "reload")
    for remark in remarks { #expect(reload.err.contains(remark)) }
  }

  @Test func `a recorded session has the extension's answer and runs no program`() throws {
    let inbox = try RunningInbox(home: home(#"echo '{"aps":{"alert":"changed"}}'"# + "\n"))
    let err = try Lines()
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    let recorder = try Child(
      PseudoTerminal.program, ["record", "session.jsonl"], environment: inbox.home.environment,
      directory: inbox.home.path, streams: [nothing, nothing, err.writer])
    close(nothing)
    err.closeWriter()
    defer { recorder.send(SIGKILL) }
    try err.wait(containing: "recording to")
    _ = try push(inbox)
    try inbox.event("shown", containing: "changed")
    recorder.send(SIGINT)
    #expect(try recorder.waitForExit() == 130)
    let played = try inbox.run("run", "session.jsonl", "--json").json()
    #expect(played.bodies == ["changed"])
  }

  private func waitForFile(_ path: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !FileManager.default.fileExists(atPath: path) {
      guard ContinuousClock.now < deadline else {
        throw Child.Failure(description: "no file \(path)")
      }
      sched_yield()
    }
  }
}
