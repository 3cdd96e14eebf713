import CTermbox
import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Keys typed into the built program on a pty, and the resulting screens.
@Suite(.patient) struct FullScreenTests {
  // MARK: A visit

  @Test func `a test push on an empty screen can be inspected`() throws {
    let visit = try Visit()
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    try pty.waitFor("UNLOCKED | DND off | Previews unlocked")
    pty.type("tt")
    try pty.waitFor("BANNER  Demo / welcome")
    try pty.waitFor("Inbox 1")
    #expect(pty.screen.bells == 1)
    try visit.escape(from: "BANNER")
    pty.type("\r")
    try pty.waitFor("[Summary]")
    try pty.waitFor("This is a test push.")
    for tab in ["[Why]", "[Payload]", "[Headers]", "[Timeline]", "[Raw]", "[Summary]"] {
      pty.type("]")
      try pty.waitFor(tab)
    }
    pty.type("q")
    try pty.waitFor("Inbox 1")
    pty.type("w")
    try pty.waitFor("[Why]")
    try pty.waitFor("no rule stopped it: banner, list")
    try visit.escape(from: "[Why]")
    try visit.leave("q")
  }

  @Test func `one key shows rejected pushes, the log and the lock screen`() throws {
    let visit = try Visit()
    let pty = visit.pty
    try visit.send("Lunch?", "--title", "Ann")
    try pty.waitFor("Inbox 1")
    #expect(
      try visit.home.run(["send", "Hi", "--collapse-id", String(repeating: "x", count: 65)]).status
        == 1)
    try pty.waitFor("2 Rejected 1")
    pty.type("2")
    try pty.waitFor("BadCollapseId")
    try pty.waitFor("[2 Rejected 1]")
    pty.type("\r")
    try pty.waitFor("REQUEST")
    try visit.escape(from: "REQUEST")
    pty.type("3")
    try pty.waitFor("[3 Log")
    try pty.waitFor("Ann: Lunch?")
    pty.type("/reason:BadCollapseId\r")
    try pty.wait(for: "the filter") {
      $0.text.contains("filter: reason:BadCollapseId") && !$0.text.contains("Ann: Lunch?")
    }
    pty.type("LI")
    try pty.waitFor("unlock+open")
    pty.type("\r")
    try pty.waitFor("UNLOCKED")
    try pty.waitFor("Chat foreground")
    try visit.leave("q")
  }

  @Test func `a reply in Cyrillic is sent as an event`() throws {
    let visit = try Visit(home: .example())
    let pty = visit.pty
    try visit.send("Кто там?", "--title", "Никита", "--category", "MESSAGE", "--thread", "op-42")
    try pty.waitFor("Кто там?")
    pty.type("r")
    try pty.waitFor("Reply: Никита")
    pty.type("Добрый день!й\u{7F}")
    try pty.waitFor("Добрый день!")
    pty.type("\r")
    try pty.wait(for: "the prompt to close") { !$0.text.contains("Reply: Никита") }
    let notification = try #require(try visit.home.list().notifications.first)
    #expect(notification["acted"] == "REPLY_ACTION")
    #expect(notification["read"] == true)

    // The menu, by number; on a locked phone the third action asks.
    pty.type("a")
    try pty.waitFor("Actions: MESSAGE")
    try visit.escape(from: "Actions: MESSAGE")
    pty.type("L")
    try pty.waitFor(" LOCKED |")
    pty.type("a3")
    try pty.waitFor("The phone is locked")
    try visit.escape(from: "The phone is locked")
    pty.type("L")
    try pty.waitFor("UNLOCKED")
    // Earlier keys are handled when the help is shown.
    pty.type("a4?")
    try pty.waitFor("ON THE SELECTED ITEM")
    #expect(try visit.home.list().notifications.first?["acted"] == "DELETE")
    try visit.leave("Q")
  }

  @Test func `keys change the phone's switches`() throws {
    let visit = try Visit(home: .example())
    let pty = visit.pty
    for text in ["The key is under the mat", "Bring milk"] {
      try visit.send(text, "--title", "Ann", "--category", "MESSAGE", "--thread", "ann")
    }
    try visit.send("Salary", "--app", "com.example.mail")
    try pty.waitFor("Inbox 3")
    try visit.escape(from: "BANNER")
    pty.type("D")
    try pty.waitFor("DND on")
    try visit.send("Quiet", "--app", "com.example.mail")
    try pty.waitFor("dnd.manual")
    pty.type("D")
    try pty.waitFor("DND off")

    pty.type("L")
    let locked = try pty.wait(for: "hidden previews") {
      $0.text.contains("Messages: 2") && $0.text.contains(" LOCKED |")
    }
    #expect(!locked.text.contains("Bring milk"))
    #expect(!locked.text.contains("Salary"))
    #expect(locked.text.contains("Ann"))  // the category shows the title
    pty.type("H")
    try pty.waitFor("Previews never")
    pty.type("H")
    try pty.waitFor("Bring milk")
    pty.type("H")
    try pty.waitFor("Previews unlocked")
    pty.type("L")
    try pty.waitFor("UNLOCKED")

    pty.type("b")
    try pty.waitFor("Group by app")
    try pty.waitFor("(all threads)")
    pty.type("bb")
    try pty.wait(for: "automatic groups") { !$0.text.contains("Group ") }
    #expect(try visit.home.list()["device"]?["grouping"] == "automatic")

    pty.type("O")
    try pty.waitFor("OFFLINE")
    #expect(try visit.home.list()["device"]?["online"] == false)
    pty.type("O")
    try pty.wait(for: "the network") { !$0.text.contains("OFFLINE") }
    pty.type("T")
    try pty.waitFor(":set clock=")
    try visit.escape(from: ":set clock=")

    pty.type("?")
    try pty.waitFor("ON THE SELECTED ITEM")
    try visit.escape(from: "ON THE SELECTED ITEM")
    pty.type("gm")
    try pty.waitFor("2 unread")
    pty.type("Gd")
    try pty.waitFor("2 pushes in 1 group")
    try pty.waitFor("dismissed 2 pushes, u brings them back")
    pty.type("u")
    try pty.waitFor("4 pushes in 2 groups")
    try pty.waitFor("2 pushes are back")
    pty.type("d")
    try pty.waitFor("2 pushes in 1 group")
    #expect(try visit.home.list()["groups"]?.array?.count == 1)
    try visit.leave("q")
  }

  @Test func `a command after the colon has the effect of a shell command`() throws {
    let visit = try Visit()
    let pty = visit.pty
    try visit.send("Hello there")
    try pty.waitFor("Inbox 1")
    pty.type(":set lo\tl\t\r")
    try pty.waitFor(" LOCKED |")
    try pty.waitFor("set lock=locked: done")
    pty.type(":dnd 30m\r")
    try pty.waitFor("DND until")
    for line in [":why 1\r", ":why last\r"] {
      pty.type(line)
      try pty.waitFor("[Why]")
      try pty.waitFor("rules passed")
      try visit.escape(from: "[Why]")
    }
    pty.type(":shwo 1\r")
    try pty.waitFor("there is no command “shwo”; did you mean show?")
    try visit.escape(from: "did you mean")
    pty.type(":set lock=unlokced\r")
    try pty.waitFor("did you mean `unlocked`?")
    // The line stays, so it is corrected instead of typed again.
    pty.type("\u{15}set lock=unlocked\r")
    try pty.waitFor("set lock=unlocked: done")

    let file = URL(filePath: visit.home.path).appending(path: "two words.apns")
    try Data(#"{"aps":{"alert":"From a file"}}"#.utf8).write(to: file)
    pty.type(":push booted com.example.mail 'two words.apns'\r")
    try pty.waitFor("Inbox 2")
    for (name, problem) in [("none.apns", "none.apns: "), ("-", "cannot read standard input here")]
    {
      pty.type(":push booted com.example.mail \(name)\r")
      try pty.waitFor(problem)
      try visit.escape(from: problem)
    }
    for (line, problem) in [
      ("events", "would block this inbox"), ("serve", "cannot run inside an inbox"),
      ("config check", "write one with pushinbox config init"),
      ("config init", "use it in a shell"),
    ] {
      pty.type(":\(line)\r")
      try pty.waitFor(problem)
      try visit.escape(from: problem)
    }
    pty.type(":")
    pty.resize(columns: 20, rows: 5)
    pty.type("send 'A text longer than the row'\r")
    try pty.waitFor("sent  200")
    #expect(try visit.home.list().notifications.count == 3)
    try visit.leave(":q\r")
  }

  @Test func `what-if shows the changed outcome of a quiet push on the screen`() throws {
    let visit = try Visit()
    let pty = visit.pty
    pty.type(":dnd on\r")
    try pty.waitFor("set dnd=on: done")
    try visit.send("Hello there")
    try pty.waitFor("Inbox 1")
    pty.type(":what-if dnd=off is:quiet\r")
    try pty.waitFor("quiet, dnd.manual (list) → shown")
    try pty.waitFor("would have been presented differently with dnd=off")
    try visit.escape(from: "differently")
    #expect(try visit.home.list().notifications.first?["outcome"] == "quiet")
    try visit.leave("q")
  }

  @Test func `a recording is started and ended on the screen`() throws {
    let visit = try Visit()
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    pty.type(":record\r")
    try pty.waitFor("nothing is being recorded")
    try visit.escape(from: "nothing is being recorded")
    pty.type(":record session.jsonl\r")
    try pty.waitFor("UNLOCKED | REC session.jsonl")
    pty.type(":record other.jsonl\r")
    try pty.waitFor("a recording to session.jsonl is being made")
    try visit.escape(from: "is being made")
    pty.type("tt")
    try pty.waitFor("Inbox 1")
    pty.type("L")
    try pty.waitFor(" LOCKED |")
    pty.type(":record\r")
    try pty.wait(for: "the mark to go") { !$0.text.contains("REC ") }
    let listed = try visit.home.run(["ls", "--json"])
    let played = try visit.home.run(["run", "session.jsonl", "--json"])
    #expect(played.status == 0)
    #expect(played.out.contains(#""lock":"locked""#))
    // Everything except the moment of the query.
    func inbox(_ text: String) -> String { text.components(separatedBy: #""now":"#)[0] }
    #expect(inbox(played.out) == inbox(listed.out))
    try visit.leave(":q\r")
  }

  @Test func `the screen adapts to any size and back`() throws {
    // A slow machine could close a banner before the key that closes it.
    let visit = try Visit(home: Home(configuration: #"{ banner: "off" }"#))
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    for body in ["漢字漢字", "Здравствуйте", "👩‍👩‍👧 family", "مرحبا"] { try visit.send(body) }
    try pty.waitFor("Inbox 4")
    let before = try pty.waitFor("Enter inspect")
    for (columns, rows) in [(60, 15), (20, 5), (1, 1), (120, 36), (2, 40), (80, 24)] {
      pty.resize(columns: columns, rows: rows)
      if columns >= 60 { try pty.waitFor("Inbox 4") }
      for key in ["\r", "?", "q", "j", "]", "q"] { pty.type(key) }
      if columns >= 60 {
        let shown = try pty.wait(for: "the list") { $0.text.contains("Enter inspect") }
        #expect(shown.columns == columns && shown.rows == rows)
      }
    }
    pty.type("gk\u{0C}")
    // Unchanged except for the clock.
    func list(_ screen: VirtualScreen) -> [Substring] {
      screen.text.split(separator: "\n").dropFirst().prefix(12).map { $0.drop { $0 == ">" } }
    }
    let after = try pty.wait(for: "the same list") { list($0) == list(before) }
    // "مرحبا" in visual order, joined, with the terminal's reordering turned off.
    #expect(after.text.contains("\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}"))
    #expect(!after.arrangesText)
    try visit.leave("q")
  }

  // MARK: Hostile text

  @Test func `200 hostile pushes through the port leave the screen intact`() throws {
    let visit = try Visit()
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    let port = try visit.port()
    let cases = InjectionCase.all.filter { !$0.texts.isEmpty }
    try #require(cases.count >= 150)
    let client = try RawClient(port: port)
    let count = 200
    for index in 0..<count {
      let text = cases[index % cases.count].texts.joined(separator: "\n")
      let alert: JSONObject = ["title": .string(text), "body": .string(text)]
      let push: JSONObject = [
        "aps": .object(["alert": .object(alert), "thread-id": .string(text)]), "x": .string(text),
      ]
      let body = JSONWriter.text(.object(push))
      client.send(
        """
        POST /3/device/abcd HTTP/1.1\r\nhost: localhost\r\napns-collapse-id: \(index)\r\n\
        content-length: \(body.utf8.count)\r\n\r\n\(body)
        """)
    }
    _ = client.text(until: "HTTP/1.1 ", count: count)
    try pty.wait(for: "all pushes") { $0.text.contains("Inbox ") && !$0.text.contains("Nothing") }
    try visit.escape(from: "BANNER")
    pty.type("g")
    // Down through the list, inspecting a push on all four tabs.
    for _ in 0..<15 {
      pty.type("=\u{06}\r]]]q\u{06}wq")
    }
    pty.type("g?")
    try pty.waitFor("ON THE SELECTED ITEM")
    let shown = pty.screen
    #expect(shown.violations.isEmpty)
    #expect(!shown.printed.contains(where: isForbidden))
    try visit.escape(from: "ON THE SELECTED ITEM")
    let list = try visit.home.list()
    #expect((list.notifications.count) + (list["rejected"]?.int ?? 0) == count)
    #expect(list.notifications.count > 150)
    try visit.leave("Q")
    #expect(pty.screen.violations.isEmpty)
  }

  // MARK: Ends

  enum End: String, CaseIterable {
    case quit, interruptTwice, terminated, hungUp, crashed
  }

  @Test(arguments: End.allCases)
  func `the terminal is restored after every kind of end`(_ end: End) throws {
    let visit = try Visit()
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    #expect(pty.screen.isAlternate)
    #expect(pty.modes.c_lflag & tcflag_t(ICANON | ECHO) == 0)
    let expected: Int32
    switch end {
    case .quit:
      pty.type("q")
      expected = 0
    case .interruptTwice:
      pty.type("\u{03}")
      try pty.waitFor("again")
      pty.type("\u{03}")
      expected = 0
    case .terminated:
      kill(pty.process, SIGTERM)
      expected = 128 + SIGTERM
    case .hungUp:
      kill(pty.process, SIGHUP)
      expected = 128 + SIGHUP
    case .crashed:
      kill(pty.process, SIGSEGV)
      expected = -SIGSEGV
    }
    let status = try pty.waitForExit()
    if end == .interruptTwice {
      #expect([0, 130].contains(status))
    } else {
      #expect(status == expected)
    }
    let shown = pty.screen
    #expect(!shown.isAlternate)
    #expect(shown.isCursorVisible)
    #expect(!shown.marksPastes)
    #expect(shown.arrangesText)
    #expect(shown.violations.isEmpty)
    #expect(pty.modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG))
    #expect(pty.modes.c_oflag & tcflag_t(OPOST) != 0)
  }

  @Test func `^Z gives the terminal to the shell, and fg returns it`() throws {
    let home = try Home()
    let pty = try PseudoTerminal(
      running: "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"],
      environment: ["PS1": "ready> ", "PROGRAM": PseudoTerminal.program],
      directory: URL(filePath: home.path))
    defer { pty.close() }
    try pty.waitFor("ready>")
    pty.type("\"$PROGRAM\" --listen 127.0.0.1:0; echo status $?\r")
    try pty.waitFor("No push was received yet.")
    pty.type("\u{1A}")
    // The prompt is shown when the shell has restored its modes and discarded earlier input.
    func waitForPrompt(_ count: Int) throws {
      try pty.wait(for: "prompt \(count)") {
        !$0.isAlternate && $0.text.components(separatedBy: "ready>").count > count
      }
    }
    try waitForPrompt(2)
    #expect(pty.screen.text.contains("Stopped"))
    #expect(!pty.screen.isAlternate)
    #expect(pty.modes.c_lflag & tcflag_t(ICANON | ECHO) != 0)
    pty.type("fg\r")
    try pty.waitFor("No push was received yet.")
    #expect(pty.screen.isAlternate)
    pty.type("tt")
    try pty.waitFor("Inbox 1")
    pty.type("Q")
    try waitForPrompt(3)
    pty.type("exit\r")
    _ = try pty.waitForExit()
  }

  // MARK: No screen

  @Test(arguments: ["dumb", "no-such-terminal", ""])
  func `an unsuitable terminal gets one line per event`(_ type: String) throws {
    let visit = try Visit(environment: ["TERM": type])
    try visit.pty.waitFor("continuing with one line")
    try visit.send("Hello there")
    try visit.pty.waitFor(" shown app=com.example.chat")
    #expect(!visit.pty.output.contains(0x1B))
    kill(visit.pty.process, SIGTERM)
    #expect(try visit.pty.waitForExit() == 128 + SIGTERM)
  }

  @Test func `without color and Unicode the inbox has the same content`() throws {
    let visit = try Visit(
      ["--ascii"], environment: ["NO_COLOR": "1", "LC_ALL": "C", "LANG": "C"])
    try visit.pty.waitFor("No push was received yet.")
    visit.pty.type("tt")
    let shown = try visit.pty.waitFor("BANNER  Demo / welcome")
    #expect(shown.text.unicodeScalars.allSatisfy { $0.isASCII })
    let output = String(decoding: visit.pty.output, as: UTF8.self)
    let colour = try Regex("\u{1B}\\[([0-9]*;)*(3[0-8]|9[0-7])(;[0-9]*)*m")
    #expect(!output.contains(colour))
    try visit.leave("Q")
  }
}
