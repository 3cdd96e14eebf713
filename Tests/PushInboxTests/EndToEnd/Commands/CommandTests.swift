import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Commands of a shell that a running inbox carries out.
@Suite(.patient) struct CommandTests {
  private func chat() throws -> RunningInbox {
    try RunningInbox(home: .example())
  }

  @Test func `send pushes its words and reports the outcome`() throws {
    let inbox = try chat()
    let result = try inbox.run(
      "send", "Здравствуйте", "--title", "Никита", "--subtitle", "42", "--app", "com.example.chat",
      "--thread", "op-42", "--category", "MESSAGE", "--level", "time-sensitive", "--badge", "5",
      "--sound", "default", "--collapse-id", "c1", "--token", "00fc")
    #expect(result.status == 0)
    #expect(result.out.hasPrefix("sent  200  apns-id "))
    #expect(result.out.hasSuffix("shown  badge+banner+list+sound  group Chat/op-42  id=1\n"))
    let list = try inbox.home.list()
    let notification = try #require(list.notifications.first)
    for (key, value) in [
      "title": "Никита", "subtitle": "42", "body": "Здравствуйте", "thread": "op-42",
      "category": "MESSAGE", "level": "time-sensitive", "collapseID": "c1", "requestID": "c1",
      "app": "com.example.chat",
    ] {
      #expect(notification[key]?.string == value, "\(key)")
    }
    #expect(list["badges"]?["com.example.chat"] == 5)

    // The same collapse identifier replaces the push.
    try inbox.run("send", "Again", "--app", "com.example.chat", "--collapse-id", "c1")
    #expect(try inbox.home.list().bodies == ["Again"])
  }

  @Test func `a failed write of results ends a command with a message and status 1`() throws {
    let inbox = try RunningInbox()
    try inbox.run("send", "Hi")
    let listening = "serve --listen 127.0.0.1:0 --ephemeral --json --feed -"
    for words in ["ls", "show 1", "why 1 --json", listening] {
      let script = "\"$0\" \(words) >/dev/full"
      let line = #"{"bundleId":"com.example.app","payload":{"aps":{"alert":"Hi"}}}"# + "\n"
      let result = try inbox.home.run(
        program: "/bin/sh", ["-c", script, PseudoTerminal.program], input: line)
      #expect(result.status == 1, "\(words)")
      #expect(result.err.hasSuffix("standard output: No space left on device\n"), "\(words)")
    }
  }

  @Test func `push reads an .apns file or standard input`() throws {
    let inbox = try RunningInbox()
    let file = Repository.asset("welcome.apns")
    #expect(try inbox.run("push", "booted", file).status == 0)
    #expect(try inbox.run("push", "booted", "com.example.other", file).status == 0)
    let text = #"{"aps":{"alert":"from standard input"}}"#
    #expect(try inbox.run("push", "00fc", "com.example.app", "-", input: text).status == 0)
    let list = try inbox.home.list()
    #expect(list.bodies.first == "from standard input")
    #expect(
      list.notifications.map { $0["app"]?.string } == [
        "com.example.app", "com.example.other", "com.example.mail",
      ])

    let missing = try inbox.run("push", "booted", "no-such-file.apns")
    #expect(missing.status == 5)
    #expect(missing.err.contains("no-such-file.apns"))
    #expect(try inbox.run("push", "booted", "com.example.app", "-", input: "{").status == 5)
    let rejected = try inbox.run(
      "push", "booted", "a.b", "-",
      input: #"{"aps":{"alert":"\#(String(repeating: "x", count: 9000))"}}"#)
    #expect(rejected.status == 1)
    #expect(rejected.out.hasPrefix("rejected  413  PayloadTooLarge  id=R1"))
  }

  @Test func `ls, show and why print text and JSON, with and without an inbox`() throws {
    let inbox = try chat()
    try inbox.run("send", "Hi", "--app", "com.example.chat", "--thread", "op", "--title", "Ann")
    try inbox.run("send", "News", "--app", "com.example.news")
    let id = try #require(try inbox.home.list().notifications.last?["apnsID"]?.string)
    func check() throws {
      #expect(try inbox.run("ls").out.contains("Ann"))
      #expect(try inbox.run("ls", "app:chat").out.contains("News") == false)
      #expect(try inbox.home.list("app:chat").bodies == ["Hi"])
      #expect(try inbox.home.list("-app:chat").bodies == ["News"])
      for name in ["1", id] {
        #expect(try inbox.run("show", name).out.contains("com.example.chat"))
        let json = try inbox.run("show", name, "--json").json()
        #expect(json["payload"]?["aps"]?["alert"]?["title"] == "Ann")
        let why = try inbox.run("why", name).out
        #expect(why.hasPrefix("#1  *  "))
        #expect(why.contains("Ann: Hi  [shown]  Chat\n 1  ok"))
        #expect(why.contains("authorized"))
        let trace = try inbox.run("why", name, "--json").json()
        #expect(trace["id"] == 1)
        #expect(trace["reason"] == "shown")
        #expect(trace["steps"]?.array?.count == 22)
      }
      #expect(try inbox.run("show", "99").status == 1)
      #expect(try inbox.run("why", "nothing").status == 1)
      #expect(try inbox.run("ls", "colour:red").status == 2)
    }
    try check()
    try inbox.kill()
    try check()
  }

  @Test func `in development a push is found by its apns-unique-id`()
    throws
  {
    let configuration = #"{ gateway: { environment: "development" } }"#
    let inbox = try RunningInbox(home: Home(configuration: configuration))
    var ids: [String] = []
    for version in ["--http1.1", "--http2-prior-knowledge"] {
      let answer = try inbox.curl(
        #"{"aps":{"alert":"\#(version)"}}"#, version, "-H", "apns-topic: com.example.app")
      #expect(answer.status == 200)
      let id = try #require(answer.fields["apns-unique-id"])
      #expect(UUID(uuidString: id) != nil)
      #expect(id != answer.fields["apns-id"])
      ids.append(id)
      #expect(try inbox.curl("{", version).fields["apns-unique-id"] == nil)
    }
    for isRestarted in [false, true] {
      if isRestarted {
        try inbox.kill()
        try inbox.restart()
      }
      for (index, id) in ids.enumerated() {
        #expect(try inbox.run("why", id, "--json").json()["id"]?.int == index + 1)
        #expect(try inbox.run("show", id.uppercased(), "--json").json()["uniqueID"]?.string == id)
        #expect(try inbox.run("show", id).out.contains("unique id"))
        #expect(try inbox.home.list("id:" + id).notifications.map { $0["id"]?.int } == [index + 1])
      }
    }
    #expect(try inbox.run("act", ids[0], "dismiss").status == 0)
    #expect(try inbox.home.list().notifications.map { $0["uniqueID"]?.string } == [ids[1]])
  }

  @Test func `outside of development a response has no apns-unique-id`() throws {
    let inbox = try RunningInbox()
    for version in ["--http1.1", "--http2-prior-knowledge"] {
      let answer = try inbox.curl(#"{"aps":{"alert":"Hi"}}"#, version)
      #expect(answer.status == 200)
      #expect(answer.fields["apns-unique-id"] == nil)
    }
    #expect(try inbox.home.list().notifications.allSatisfy { $0["uniqueID"] == nil })
  }

  @Test func `last is the newest push for show, why and act, and a word in filters`() throws {
    let inbox = try chat()
    #expect(try inbox.run("show", "last").err.contains("there is no push yet"))
    for command in ["show", "why"] {
      let missing = try inbox.run(command, "R99")
      #expect(missing.status == 1)
      #expect(
        missing.err
          == "pushinbox: there is no rejected push R99; see pushinbox ls is:rejected\n")
    }
    #expect(try inbox.run("act", "last", "open").err.contains("the list is empty"))
    #expect(try inbox.run("act", "last", "undo").err.contains("there is nothing to undo"))
    try inbox.run("send", "Hi", "--app", "com.example.chat")
    try inbox.run("send", "at last", "--app", "com.example.chat")
    let silent = #"{"aps":{"content-available":1}}"#
    try inbox.run("push", "booted", "com.example.chat", "-", input: silent)
    #expect(try inbox.run("show", "last", "--json").json()["id"] == 3)
    #expect(try inbox.run("why", "last", "--json").json()["id"] == 3)
    let read = try inbox.run("act", "last", "dismiss")
    #expect(read.status == 0, "\(read.err)")
    #expect(try inbox.home.list().bodies == ["Hi"])
    #expect(try inbox.run("act", "last", "undo").err == "#2 is back\n")
    #expect(try inbox.home.list().bodies == ["at last", "Hi"])
    try inbox.run("push", "booted", "com.example.chat", "-", input: #"{"aps":{"badge":1}} x"#)
    #expect(try inbox.run("ls", "last").out.contains("at last"))
    try inbox.run("send", "x", "--app", "no topic!")
    #expect(try inbox.run("show", "last").out.contains("BadTopic"))
    try inbox.kill()
    #expect(try inbox.run("why", "last").out.contains("BadTopic"))
  }

  @Test func `an invalid configuration file does not prevent reading the store`() throws {
    let inbox = try RunningInbox()
    try inbox.run("send", "Hi", "--app", "com.example.chat")
    try inbox.kill()
    let home = inbox.home
    try home.write(
      #"{ apps: { "com.example.chat": { strings: "none.strings", name: "Chat" } } }"#,
      to: "config/pushinbox/config.json5")
    for words in [["ls"], ["show", "1"], ["why", "1"], ["what-if", "dnd=on"]] {
      let result = try home.run(words)
      #expect(result.status == 0, "\(words)")
      #expect(!result.out.isEmpty, "\(words)")
      #expect(result.err.contains("none.strings: no such file or folder; default settings apply"))
    }
    // Starting an inbox with that file fails.
    #expect(try home.run(["serve", "--listen", "127.0.0.1:0"]).status == 6)
  }

  @Test func `ls is:silent lists background pushes, newest first, with and without an inbox`()
    throws
  {
    let inbox = try chat()
    for app in ["com.example.chat", "com.example.news"] {
      try inbox.run(
        "push", "booted", app, "-", input: #"{"aps":{"content-available":1},"app":"\#(app)"}"#)
    }
    try inbox.run("send", "Seen", "--app", "com.example.chat")
    func check() throws {
      let rows = try inbox.run("ls", "is:silent", "--json").lines.map {
        try JSONReader.read(Array($0.utf8)).root
      }
      #expect(rows.map { $0["id"]?.int } == [2, 1])
      #expect(rows.allSatisfy { $0["outcome"] == "silent" && $0["reason"] == "kind.background" })
      #expect(rows.map { $0["app"]?.string } == ["com.example.news", "com.example.chat"])
      let keys = try inbox.home.list("app:chat").notifications.first?.object?.members.map(\.key)
      #expect(rows.first?.object?.members.map(\.key) == keys, "an item of the list")
      #expect(try inbox.run("ls", "is:silent", "app:chat", "--json").lines.count == 1)
      #expect(try inbox.run("ls", "is:silent").out.contains("[silent, kind.background]  Chat"))
      #expect(try inbox.run("ls", "is:silent", "app:mail").out == "no push matches\n")
      #expect(try inbox.home.list("-is:silent").bodies == ["Seen"])
    }
    try check()
    try inbox.kill()
    try check()
  }

  @Test func `what-if reports changed outcomes, with and without an inbox`() throws {
    let inbox = try chat()
    try inbox.run("set", "focus.dinner.allowTimeSensitive=false", "focus=dinner")
    try inbox.run("send", "Hi", "--app", "com.example.chat", "--title", "Ann")
    try inbox.run("send", "News", "--app", "com.example.news", "--level", "passive")
    func check() throws {
      let flipped = try inbox.run("what-if", "focus=off", "app:chat")
      #expect(flipped.status == 0)
      #expect(flipped.out.contains("quiet, focus.rule (list) → shown (banner, list)  Chat: Ann"))
      #expect(
        flipped.out.hasSuffix("1 of 1 push would have been presented differently with focus=off\n"))
      let json = try inbox.run(
        "what-if", "focus.dinner.allowApps+=com.example.chat", "--json"
      ).json()
      #expect(json["looked"] == 2)
      #expect(json["differ"] == 1)
      #expect(json["pushes"]?.array?.first?["wouldBe"]?["outcome"] == "shown")
      let none = try inbox.run("what-if", "focus=off", "id:99")
      #expect(none.out == "none of 0 pushes would have been presented differently with focus=off\n")
      for words in [["app:chat"], ["focus=of"], ["device.stackThreshold=3"], ["clock=real"]] {
        #expect(try inbox.home.run(["what-if"] + words).status == 2)
      }
      #expect(try inbox.home.list("app:chat").notifications.first?["outcome"] == "quiet")
    }
    try check()
    try inbox.kill()
    try check()
  }

  @Test func `a reply is an event with the text and the payload`() throws {
    let inbox = try chat()
    let payload = #"{"aps":{"alert":"Hi","category":"MESSAGE","thread-id":"op"},"messageId":12}"#
    try inbox.run("push", "booted", "com.example.chat", "-", input: payload)
    #expect(
      try inbox.home.list().notifications[0]["actions"] == [
        "REPLY_ACTION", "MARK_READ", "ASSIGN", "DELETE",
      ])
    let reply = try inbox.run("act", "1", "REPLY_ACTION", "--text", "Добрый день!")
    #expect(reply.status == 0)
    #expect(reply.err == "sent: Reply “Добрый день!”\n")
    let event = try inbox.event("action")
    #expect(event["action"] == "REPLY_ACTION")
    #expect(event["userText"] == "Добрый день!")
    #expect(event["payload"]?["messageId"] == 12)
    #expect(event["foreground"] == false)
    #expect(try inbox.home.list().notifications[0]["acted"] == "REPLY_ACTION")
    #expect(try inbox.home.list().notifications[0]["read"] == true)

    try inbox.run("set", "lock=locked")
    let locked = try inbox.run("act", "1", "ASSIGN")
    #expect(locked.status == 1)
    #expect(locked.err.contains("unlocked"))
    let unknown = try inbox.run("act", "1", "NOTHING")
    #expect(unknown.status == 1)
    #expect(
      unknown.err == "pushinbox: #1 has no action “NOTHING”; it has REPLY_ACTION, MARK_READ, "
        + "ASSIGN, DELETE, open, dismiss, snooze, undo\n")
    try inbox.run("set", "lock=unlocked")
    #expect(try inbox.run("act", "1", "MARK_READ").err == "done: Mark as read\n")
    #expect(try inbox.run("act", "1", "open").err == "opened Chat\n")
    #expect(try inbox.run("act", "1", "dismiss").err == "dismissed #1\n")
    try inbox.event("dismissed")
    #expect(try inbox.home.list().notifications == [])
    #expect(try inbox.run("act", "1", "open").status == 1)
  }

  @Test func `an action of a category that is not registered says how to add it`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    try inbox.run("send", "Hi", "--category", "it's new")
    let unknown = try inbox.run("act", "1", "REPLY")
    #expect(unknown.status == 1)
    let advice = try #require(unknown.err.firstMatch(of: #/add it with (pushinbox set .*)\n/#))
      .output.1
    #expect(unknown.err.contains("its category “it's new” is not registered"))
    let folder = URL(filePath: PseudoTerminal.program).deletingLastPathComponent().path
    let added = try inbox.home.run(
      program: "/bin/sh", ["-c", String(advice)], environment: ["PATH": folder + ":/usr/bin:/bin"])
    #expect(added.status == 0, "\(added.err)")
    #expect(try inbox.run("act", "1", "REPLY").err == "done: REPLY\n")
  }

  @Test func `set applies all of its words or none`() throws {
    let inbox = try chat()
    try inbox.run("send", "Hi", "--app", "com.example.chat", "--title", "Ann", "--thread", "op")
    try inbox.run("set", "lock=locked")
    #expect(try inbox.home.list().notifications[0]["hidden"] == true)
    #expect(try inbox.home.list().bodies == ["Notification"])
    try inbox.run("set", "previews=always")
    #expect(try inbox.home.list().bodies == ["Hi"])
    try inbox.run("set", "grouping=off", "lock=unlocked")
    #expect(try inbox.home.list()["groups"]?[0]?["by"] == "single")

    try inbox.run("set", "dnd=30m")
    #expect(try inbox.run("send", "quiet").out.contains("quiet  dnd.manual"))
    try inbox.run("set", "clock=+31m")
    #expect(try inbox.run("send", "loud").out.contains("shown"))
    try inbox.run(
      "set", "focus.night.from=22:00", "focus.night.to=07:00", "clock=2096-04-14T23:30:00Z")
    #expect(try inbox.home.list()["now"]?.string?.hasPrefix("2096-04-14T23:3") == true)
    #expect(try inbox.home.list()["device"]?["focus"] == "night")
    try inbox.run("set", "clock=real")

    let before = try inbox.home.list()["device"]
    let wrong = try inbox.run("set", "lock=locked", "grouping=sideways")
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("grouping"))
    #expect(try inbox.home.list()["device"] == before)
    #expect(
      try inbox.run("set", "lokc=locked").err
        == "pushinbox: `lokc` is not a known key; did you mean `lock`?\n")
    #expect(
      try inbox.run("set", "quality=7").err
        == "pushinbox: `quality` is not a known key; see pushinbox set --help and pushinbox config show\n"
    )
  }

  @Test func `events prints matching events until its reader leaves`() throws {
    let inbox = try chat()
    let all = try Follower(inbox.home, ["events", "--json"])
    let chat = try Follower(inbox.home, ["events", "app:chat"])
    // The subscription exists once a later push is in the stream.
    for (follower, app) in [(all, "com.example.all"), (chat, "com.example.chat")] {
      try follower.waitUntilSubscribed { try inbox.run("send", "ping", "--app", app) }
    }
    try inbox.run("send", "for mail", "--app", "com.example.mail")
    try inbox.run("send", "line\u{1B}[31m red", "--app", "com.example.chat")
    try inbox.run("set", "lock=locked")
    #expect(try all.lines.wait(containing: "for mail").contains(#""event":"shown""#))
    #expect(try all.lines.wait(containing: #""event":"setting""#).contains(#""was":"unlocked""#))
    let line = try chat.lines.wait(containing: "red")
    #expect(line.contains(#"\x1b[31m red"#))
    #expect(line.contains(" shown app=com.example.chat"))
    #expect(!chat.lines.all.contains { $0.contains("for mail") })
    all.child.send(SIGINT)
    #expect(try all.child.waitForExit() == -SIGINT)
    try inbox.kill()
    #expect(try chat.child.waitForExit() == 3)
  }

  @Test func `plain event lines of hostile pushes have no escape byte`() throws {
    let inbox = try chat()
    let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\r\u{8}\u{202E}txt"
    try inbox.run("send", hostile, "--title", hostile, "--thread", "t\u{1B}[2J", "--app", "a.b")
    for words in [
      ["ls"], ["show", "1"], ["why", "1"], ["ls", "--json"], ["show", "1", "--json"],
    ] {
      let result = try inbox.home.run(words)
      #expect(result.status == 0)
      let steering = result.out.unicodeScalars.filter { $0 != "\n" && isForbidden($0) }
      // JSON may contain characters that mislead only readers of text.
      let allowed = words.contains("--json") ? ["\u{202E}"] : [Unicode.Scalar]()
      #expect(steering.filter { !allowed.contains($0) } == [], "\(words)")
    }
  }

  @Test func `ready reports whether an inbox runs`() throws {
    let home = try Home()
    let none = try home.run(["ready"])
    #expect(none.status == 3)
    #expect(none.err.contains("no inbox is running"))
    #expect(try home.run(["ready", "--wait", "60ms"]).status == 4)
    let inbox = try RunningInbox(home: home)
    #expect(try inbox.run("ready").status == 0)
    #expect(try inbox.run("ready", "--wait", "5s").status == 0)
    #expect(try inbox.run("ready", "--wait", "soon").status == 2)
  }

  @Test func `ca creates and names a certificate with a private key file`() throws {
    let home = try Home()
    let result = try home.run(["ca"])
    #expect(result.status == 0)
    let path = result.out.trimmingCharacters(in: .newlines)
    #expect(path == home.path + "/data/pushinbox/ca.pem")
    #expect(result.err == "")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("BEGIN CERTIFICATE"))
    for name in try FileManager.default.contentsOfDirectory(atPath: home.path + "/data/pushinbox") {
      let mode = try home.folder.mode("data/pushinbox/" + name)
      #expect(mode == (name == "ca.pem" ? 0o644 : 0o600), "\(name)")
    }
    #expect(try home.run(["ca"]).out == result.out)
  }

  @Test func `commands that need an inbox report that none runs`() throws {
    let home = try Home()
    let file = Repository.asset("welcome.apns")
    for words in [
      ["send", "Hi"], ["push", "booted", file], ["act", "1", "open"], ["set", "lock=locked"],
      ["events"], ["ls"], ["show", "1"], ["why", "1"],
    ] {
      let result = try home.run(words)
      #expect(result.status == 3, "\(words)")
      #expect(result.err.contains("no inbox is running"), "\(words)")
    }
  }
}

/// A command that runs until it is ended, and the lines it writes.
private final class Follower {
  let lines: Lines
  let child: Child

  init(_ home: Home, _ words: [String]) throws {
    let lines = try Lines()
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer {
      close(nothing)
      lines.closeWriter()
    }
    self.lines = lines
    child = try Child(
      PseudoTerminal.program, words, environment: home.environment, directory: home.path,
      streams: [nothing, lines.writer, nothing])
  }

  deinit {
    child.send(SIGKILL)
  }

  /// Repeats an action until the stream reports it.
  func waitUntilSubscribed(_ happen: () throws -> Void) throws {
    for _ in 0..<100 {
      try happen()
      if (try? lines.wait(seconds: 0.2)) != nil { return }
    }
    throw Child.Failure(description: "nothing came")
  }
}
