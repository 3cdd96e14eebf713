import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// What is handed on by keys of the built program on a pty: to an editor, a file, a command, the clipboard.
@Suite(.timeLimit(.minutes(5))) struct DoingScreenTests {
  /// The program on a pty with a push in its list.
  private struct Session {
    let home: Home
    let pty: PseudoTerminal

    /// `editor` is a script that gets the file as its last argument.
    init(editor: String = "", environment: [String: String] = [:]) throws {
      home = try .example()
      let script = try home.write(
        "#!/bin/sh\nfile=$1\n" + editor + "\n", to: "editor.sh", mode: 0o755)
      var environment = environment
      environment["VISUAL"] = script
      pty = try PseudoTerminal(
        running: PseudoTerminal.program, ["--listen", "127.0.0.1:0"], environment: environment,
        directory: URL(filePath: home.path))
      try pty.waitFor("Nothing has been pushed yet.")
      try home.run([
        "send", "Кто там?", "--title", "Ann", "--category", "MESSAGE", "--app", "com.example.chat",
      ])
      try pty.waitFor("Inbox 1")
    }

    /// Leaves, and finds nothing left behind.
    func leave() throws {
      pty.type("Q")
      #expect(try pty.waitForExit() == 0)
      #expect(pty.screen.violations.isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
      #expect(left.filter { $0.hasPrefix("pushinbox-") } == [])
    }
  }

  @Test func `a reply is written in the editor, which has the terminal meanwhile`() throws {
    let session = try Session(
      editor: """
        stat -c '%a %U' "$file" "$(dirname "$file")" > modes; cat "$file" > before
        stty -a | grep -q '[^-]icanon' && echo "an editor is here"
        read line
        printf 'On my way\\n%s\\n' "$line" > "$file"
        """)
    let pty = session.pty
    defer { pty.close() }
    pty.type("rbegun\u{0F}")
    try pty.waitFor("an editor is here")
    // Pushes come in meanwhile, and none of it is drawn over the editor.
    try session.home.run(["send", "meanwhile"])
    #expect(!pty.screen.text.contains("meanwhile"))
    pty.type("typed there\n")
    try pty.waitFor("On my way")
    try pty.waitFor("typed there")
    try pty.waitFor("Length 21")
    pty.type("\r")
    try pty.waitFor("Inbox 1")
    #expect(try session.home.list().notifications.last?["acted"] == "REPLY_ACTION")
    let read = { try String(contentsOfFile: session.home.path + "/" + $0, encoding: .utf8) }
    #expect(try read("before") == "begun\n")
    #expect(try read("modes").split(separator: "\n").map { $0.prefix(3) } == ["600", "700"])
    try session.leave()
  }

  @Test(
    arguments: [
      ("exit 3", "the editor ended with 3"), ("rm \"$file\"", "the editor left no file"),
      ("printf 'a\\377b' > \"$file\"", "is not UTF-8"), ("printf 'a\\0b' > \"$file\"", "NUL"),
      ("rm \"$file\"; mkdir \"$file\"", "something else than a file"),
      ("kill -9 $$", "the editor ended with 137"),
    ])
  func `an editor that fails or leaves rubbish loses no draft`(
    editor: String, problem: String
  ) throws {
    let session = try Session(editor: editor)
    let pty = session.pty
    defer { pty.close() }
    pty.type("rthe draft\u{0F}")
    try pty.waitFor(problem)
    try pty.waitFor("the draft")
    pty.type("\r")
    try pty.wait(for: "the prompt to close") { !$0.text.contains("the draft") }
    #expect(try session.home.list().notifications.first?["acted"] == "REPLY_ACTION")
    try session.leave()
  }

  @Test func `a payload is edited and sent again, after its mistake was mended`() throws {
    let session = try Session(
      editor: """
        case "$file" in *.json) ;; *) exit 9 ;; esac
        if grep -q broken "$file"; then echo '{"aps":{"alert":"mended"}}' > "$file"
        else printf '{"aps":\\n {"alert":broken}}\\n' > "$file"; fi
        """)
    let pty = session.pty
    defer { pty.close() }
    pty.type("e")
    try pty.waitFor("line 2, column 11: `broken` is no value; nothing was sent")
    pty.type("e")
    try pty.waitFor("sent  200")
    let list = try session.home.list()
    #expect(list.bodies == ["mended", "Кто там?"])
    #expect(Set(list.notifications.compactMap { $0["apnsID"]?.string }).count == 2)
    pty.type("=GR")
    try pty.waitFor("Inbox 3")
    #expect(try session.home.list().bodies.filter { $0 == "Кто там?" }.count == 2)
    try session.leave()
  }

  @Test func `a push is saved, and never over another file unasked`() throws {
    let session = try Session()
    let (home, pty) = (session.home, session.pty)
    defer { pty.close() }
    pty.type("s")
    try pty.waitFor("Save as: chat-1.apns")
    pty.type("\r")
    try pty.waitFor("#1 saved as chat-1.apns")
    let file = home.path + "/chat-1.apns"
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        .contains(#""Simulator Target Bundle": "com.example.chat""#))
    #expect(try home.run(["push", "booted", "chat-1.apns"]).status == 0)
    try home.write("mine", to: "chat-1.apns")
    pty.type("=Gs\r")
    try pty.waitFor("Write over chat-1.apns?")
    pty.type("n")
    try pty.wait(for: "no question") { !$0.text.contains("Write over") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    pty.type("s\r")
    try pty.waitFor("Write over chat-1.apns?")
    pty.type("y")
    try pty.waitFor("#1 saved as chat-1.apns")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Кто там?"))
    pty.type("s\u{15}no/such/folder/x\r")
    try pty.waitFor("No such file or directory")
    try session.leave()
  }

  @Test func `a payload goes through a command of the shell`() throws {
    let session = try Session()
    let pty = session.pty
    defer { pty.close() }
    pty.type("|tr -d '{}' && printf '\\033[31mred' && echo lost >&2; exit 4\r")
    try pty.waitFor("^[[31mred")
    try pty.waitFor("lost")
    try pty.waitFor("it ended with 4")
    try pty.waitFor(" | tr -d")
    pty.type("q|cat >/dev/null\r")
    try pty.waitFor("it printed nothing")
    try session.leave()
  }

  @Test(arguments: [false, true])
  func `copying sends the text to the terminal and says no more than that`(inTmux: Bool) throws {
    let session = try Session(environment: inTmux ? ["TMUX": "/tmp/tmux-0/default,1,0"] : [:])
    let pty = session.pty
    defer { pty.close() }
    pty.type("yv")
    try pty.waitFor("visible text of #1 sent to terminal, 18 B")
    let text = "Ann\nКто там?"
    #expect(pty.screen.clipboard == (inTmux ? [text, "tmux;" + text] : [text]))
    try session.leave()
  }

  @Test func `what is snoozed and undone on the screen is so for everybody`() throws {
    let session = try Session()
    let pty = session.pty
    defer { pty.close() }
    pty.type("z2")
    try pty.waitFor("snoozed #1 until")
    #expect(try session.home.list()["held"]?[0]?["id"] == 1)
    pty.type("u")
    try pty.waitFor("#1 is back")
    #expect(try session.home.list()["held"] == [])
    pty.type(":act 1 snooze --for=15m\r")
    try pty.waitFor("#1 snooze until")
    try session.home.run(["set", "clock=+15m"])
    try pty.waitFor("#1 is back: its snooze is over")
    #expect(try session.home.list().notifications.first?["reason"] == "snoozed")
    try session.leave()
  }
}
