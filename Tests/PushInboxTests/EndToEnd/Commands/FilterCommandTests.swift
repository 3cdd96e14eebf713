import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The commands with a filter, by the built program.
@Suite(.patient) struct FilterCommandTests {
  /// Returns an inbox with three listed pushes, one unlisted and two rejected ones.
  private func inbox(configuration: String? = nil) throws -> RunningInbox {
    let inbox = try RunningInbox(home: Home(configuration: configuration))
    let lines = """
      {"bundleId":"com.example.chat","payload":{"aps":{"alert":{"title":"Ann","body":"one"},"thread-id":"a"}}}
      {"bundleId":"com.example.chat","payload":{"aps":{"alert":"two","thread-id":"b"},"x":"\\u0041"}}
      {"bundleId":"com.example.mail","payload":{"aps":{"alert":"three"}}}
      {"bundleId":"com.example.mail","headers":{"apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1}}}
      {"payload":{"aps":{"alert":"no"}},"token":"zz"}
      {
      """
    #expect(try inbox.run("ingest", "-", input: lines).status == 5)
    return inbox
  }

  // MARK: read, rm

  @Test func `read marks matching pushes, and rm removes them`() throws {
    let inbox = try inbox()
    let read = try inbox.run("read", "app:chat", "-thread:b")
    #expect(read.status == 0)
    #expect(read.err == "1 push marked read\n")
    let event = try inbox.event("read")
    #expect(event["by"] == "user")
    #expect(event["id"] == 1)
    #expect(try inbox.home.list("is:unread").notifications.count == 2)
    #expect(try inbox.run("read", "app:chat", "-thread:b").err == "no unread push matches\n")

    #expect(try inbox.run("rm", "is:read").err == "1 push removed\n")
    #expect(try inbox.event("removed")["by"] == "user")
    #expect(try inbox.home.list().bodies == ["three", "two"])
    #expect(try inbox.run("read", "--all").err == "2 pushes marked read\n")
    #expect(try inbox.run("rm", "--all").err == "2 pushes removed\n")
    #expect(try inbox.home.list().notifications.isEmpty)
    let nothing = try inbox.run("rm", "--all")
    #expect(nothing.status == 0)
    #expect(nothing.err == "no push in the list matches\n")
  }

  @Test(arguments: [
    ["rm"], ["rm", ""], ["read", "  "], ["rm", "--all", "app:x"], ["read", "is:rejected"],
    ["read", "is:unred"], ["read", "--", "--all"],
  ])
  func `read and rm without a filter are usage errors and change nothing`(words: [String]) throws {
    let inbox = try inbox()
    let result = try inbox.home.run(words, environment: ["PUSHINBOX_ALL": "1"])
    #expect(result.status == 2)
    #expect(try inbox.home.list("is:unread").notifications.count == 3)
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `a rejected push is found by its number and by its apns-id`() throws {
    let inbox = try RunningInbox()
    let id = try #require(inbox.curl(#"{"aps":{}}"#, path: "/3/device/zz").fields["apns-id"])
    for name in [id, id.uppercased(), id.lowercased()] {
      #expect(try inbox.run("why", name).out.contains("BadDeviceToken"))
      #expect(try inbox.run("ls", "is:rejected", "id:" + name).lines.count == 1)
    }
    #expect(try inbox.run("ls", "id:R1").lines.count == 1)
    #expect(try inbox.run("ls", "id:R9").out == "no rejected push matches\n")
    #expect(try inbox.run("why", "R9").status == 1)
  }

  // MARK: export

  @Test func `export has hidden content and exact payloads, with and without an inbox`() throws {
    let inbox = try inbox()
    try inbox.run("set", "previews=never")
    func check() throws {
      let result = try inbox.run("export", "app:chat")
      #expect(result.status == 0)
      #expect(result.lines.count == 1)
      let notifications = try result.json().notifications
      #expect(notifications.count == 2)
      #expect(notifications[0]["hidden"] == true)
      #expect(notifications[0]["body"] == "Notification")
      #expect(notifications[0]["content"]?["body"] == "two")
      #expect(notifications[1]["content"]?["title"] == "Ann")
      #expect(
        result.out.contains(#""payload":{"aps":{"alert":"two","thread-id":"b"},"x":"\u0041"}"#))
      #expect(try inbox.run("export", "app:chat", "--json").out.contains(#""x":"\u0041""#))
      let rejected = try inbox.run("export", "is:rejected")
      #expect(rejected.lines.count == 2)
      #expect(rejected.out.contains(#""reason":"BadDeviceToken""#))
    }
    try check()
    try inbox.kill()
    try check()
  }

  // MARK: wait

  @Test(arguments: [
    (["app:chat"], [2]), (["app:chat", "--count", "2"], [1, 2]),
    (["", "--count", "4"], [1, 2, 3, 4]), (["type:background"], [4]), (["reason:kind"], [4]),
    (["-app:mail", "thread:a"], [1]),
  ])
  func `wait counts stored pushes`(words: [String], ids: [Int]) throws {
    let inbox = try inbox()
    let result = try inbox.home.run(["wait", "--json", "--timeout", "60s"] + words)
    #expect(result.status == 0)
    let found = try result.lines.map { try JSONReader.read(Array($0.utf8)).root["id"]?.int }
    #expect(found == ids)
  }

  @Test(arguments: [
    (["is:rejected"], ["R2"]), (["is:rejected", "--count", "2"], ["R1", "R2"]),
    (["reason:BadDeviceToken"], ["R1"]), (["reason:intake.line"], ["R2"]),
  ])
  func `wait counts rejected pushes with is:rejected`(words: [String], ids: [String]) throws {
    let inbox = try inbox()
    let result = try inbox.home.run(["wait", "--timeout", "60s"] + words)
    #expect(result.status == 0)
    #expect(result.lines.map { $0.prefix(2) } == ids.map { $0[...] })
  }

  @Test func `wait counts a push that was lost, unless the filter names another outcome`() throws {
    let inbox = try RunningInbox()
    try inbox.run("set", "queue.apps=com.example.mail", "queue.loseNext=1")
    try inbox.run("send", "lost", "--app", "com.example.mail")
    let decided = try inbox.run("wait", "app:mail", "--timeout", "60s")
    #expect(decided.status == 0)
    #expect(decided.out.contains("link.lost"))
    #expect(try inbox.run("wait", "app:mail", "is:shown", "--timeout", "100ms").status == 4)
    try inbox.run("send", "shown", "--app", "com.example.chat")
    #expect(try inbox.run("wait", "app:chat", "is:shown", "--timeout", "60s").status == 0)
  }

  @Test func `wait ends with a matching push, or at its time limit`() throws {
    let inbox = try inbox()
    let late = try inbox.run("wait", "two", "--count", "2", "--timeout", "100ms")
    #expect(late.status == 4)
    #expect(late.lines.count == 1)
    #expect(
      late.err.hasPrefix(
        "pushinbox: timed out after 100ms: 1 of 2 expected pushes matched\nthe last pushes:\n  #2 ")
    )
    #expect(late.err.contains("[silent, kind.background]  Mail\n"))
    #expect(late.err.hasSuffix("Write one whole JSON object on one line.\n"))

    let (out, err) = (try Lines(), try Lines())
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let waiting = try Child(
      PseudoTerminal.program, ["wait", "two", "--count", "2"],
      environment: inbox.home.environment, directory: inbox.home.path,
      streams: [nothing, out.writer, err.writer])
    defer { waiting.send(SIGKILL) }
    close(nothing)
    out.closeWriter()
    err.closeWriter()
    // The first line shows that the wait has begun.
    try out.wait(containing: "two")
    try inbox.run("send", "other")
    try inbox.run("set", "app.com.example.chat=foreground")
    try inbox.run("send", "two more")
    #expect(try waiting.waitForExit() == 0)
    // The last output is read on a separate thread.
    try out.wait(containing: "two more")
    #expect(out.all.count == 2)
    #expect(out.all[1].contains("two more"))
  }

  @Test func `a wait without any push reports that, and pushes that wait for the phone`() throws {
    let inbox = try RunningInbox()
    let limit = "pushinbox: timed out after 1ms: no push matched\n"
    #expect(
      try inbox.run("wait", "x", "--timeout", "1ms").err == limit + "no push has arrived\n")
    try inbox.run("set", "online=no")
    try inbox.run("send", "x")
    #expect(
      try inbox.run("wait", "x", "--timeout", "1ms").err
        == limit + "waiting for the phone: 1 push\n")
  }

  @Test func `wait does not count removed pushes`() throws {
    let inbox = try inbox()
    try inbox.run("rm", "two")
    #expect(try inbox.run("wait", "two", "--timeout", "1ms").status == 4)
  }

  @Test(arguments: [
    ["wait"], ["wait", "x", "--count", "0"], ["wait", "x", "--timeout", "soon"],
    ["wait", "colour:red"],
  ])
  func `wait rejects invalid options immediately`(words: [String]) throws {
    let inbox = try RunningInbox()
    #expect(try inbox.home.run(words).status == 2)
  }

  @Test func `commands time out if the inbox is suspended`() throws {
    let inbox = try inbox()
    inbox.child.send(SIGSTOP)
    let words = "pushinbox: the running inbox (pid \(inbox.child.process)) does not answer"
    let late = try inbox.run("wait", "never", "--timeout", "10ms")
    #expect(late.status == 4)
    #expect(late.err.hasPrefix(words))
    let others = try inbox.run("ready")
    #expect(others.status == 3)
    #expect(others.err.hasPrefix(words))
    inbox.child.send(SIGCONT)
    #expect(try inbox.run("ready", "--wait", "60s").status == 0)
  }

  // MARK: Filters

  @Test func `a filter error marks the word`() throws {
    let inbox = try RunningInbox()
    for command in ["ls", "read", "rm", "export", "wait", "events"] {
      let result = try inbox.run(command, "日本", "is:unred", "x")
      #expect(result.status == 2)
      #expect(
        result.err == """
          pushinbox: “is:unred” is not known; did you mean “is:unread”?
            日本 is:unred x
                 ^^^^^^^^

          """)
    }
  }

  @Test func `saved filters work in every command`() throws {
    let inbox = try inbox(
      configuration: """
        { filters: { talk: "app:chat thread:a" },
          hooks: [ { on: "read", filter: "filter:talk", run: ["/bin/sh", "-c", "cat > hook.out"] } ] }
        """)
    #expect(try inbox.home.list("filter:talk").bodies == ["one"])
    #expect(try inbox.home.list("-filter:talk").bodies == ["three", "two"])
    #expect(try inbox.run("wait", "filter:talk", "--timeout", "60s").status == 0)
    #expect(try inbox.run("read", "filter:talk").err == "1 push marked read\n")
    let unknown = try inbox.run("ls", "filter:tak")
    #expect(unknown.status == 2)
    #expect(unknown.err.contains("no filter is saved as “tak”; did you mean “filter:talk”?"))
    #expect(try inbox.run("config", "show").out.contains("talk: \"app:chat thread:a\""))
    try inbox.kill()
    #expect(try inbox.home.list("filter:talk").bodies == ["one"])
  }

  @Test func `config check reports a saved filter that cannot be parsed`() throws {
    let home = try Home(configuration: "{\n  filters: { talk: \"app:chat is:unred\" },\n}")
    let result = try home.run(["config", "check"])
    #expect(result.status == 6)
    #expect(
      result.err.hasSuffix(
        "config.json5:2:30: `filters.talk`: “is:unred” is not known; did you mean `is:unread`?\n"))
  }

  @Test(arguments: ["export", "ls"])
  func `commands without an inbox and a store exit with 3`(command: String) throws {
    #expect(try Home().run([command]).status == 3)
  }

  @Test(arguments: [
    ["ls", "is:unraed"], ["events", "is:unraed"], ["rm", "is:unraed"], ["wait", "x", "is:unraed"],
    ["wait", "x", "--count", "-1"], ["wait", "x", "--timeout", "5x"],
  ])
  func `without an inbox an invalid filter is reported first`(words: [String]) throws {
    let result = try Home().run(words)
    #expect(result.status == 2)
    #expect(!result.err.contains("no inbox is running"))
  }

  @Test(arguments: [["read", "x"], ["rm", "x"], ["wait", "x"], ["ingest", "x"]])
  func `commands that need an inbox exit with 3 without one`(words: [String]) throws {
    let result = try Home().run(words)
    #expect(result.status == 3)
    #expect(result.err.contains("no inbox is running"))
  }

  // MARK: env

  @Test func `the printed setup for curl works`() throws {
    let inbox = try RunningInbox()
    let setup = try inbox.run("env", "--client", "curl")
    #expect(setup.out.contains(inbox.authority))
    let curl = try inbox.home.run(program: "/bin/sh", ["-c", setup.out])
    #expect(curl.status == 0)
    #expect(try inbox.home.list().bodies == ["Hi"])
    #expect(try inbox.run("env").out.contains("PUSHINBOX_URL=https://localhost:\(inbox.port)\n"))
  }

  @Test func `without an inbox env prints the setup for the one that would start`() throws {
    let home = try Home()
    let result = try home.run(["env"])
    #expect(result.status == 0)
    #expect(result.err == "no inbox is running; this is for the one that `pushinbox` would start\n")
    #expect(result.out.contains("PUSHINBOX_URL=https://localhost:2197\n"))
    let authority = home.path + "/data/pushinbox/ca.pem"
    #expect(result.out.contains("PUSHINBOX_CA=\(authority)\n"))
    #expect(result.out.contains("\nNO_PROXY=127.0.0.1,localhost\n"))
    #expect(FileManager.default.fileExists(atPath: authority))
  }

  @Test(arguments: [
    ("aiapns", "did you mean aioapns?"), ("pyfcm", "FCM"),
    ("zzzzzz", "there are settings for curl, "),
  ])
  func `env names the nearest client`(name: String, text: String) throws {
    let result = try Home().run(["env", "--client", name])
    #expect(result.status == 2)
    #expect(result.err.contains(text))
  }
}
