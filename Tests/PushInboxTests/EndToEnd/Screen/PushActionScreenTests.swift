import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Keys of the built program on a pty that pass a push to an editor, a file, a command, the
/// clipboard.
@Suite(.patient) struct PushActionScreenTests {
  /// Starts the program on a pty with a listed push; `editor` is a script with the file in `$file`.
  private func visit(
    editor: String = "", environment: [String: String] = [:]
  ) throws -> Visit {
    let home = try Home.example()
    let script = try home.folder.program(
      "#!/bin/sh\nfile=$1\n" + editor + "\n", named: "editor.sh")
    let visit = try Visit(
      home: home,
      environment: Visit.withoutClipboard.merging(environment) { $1 }
        .merging(["VISUAL": script]) { $1 })
    try visit.pty.waitFor("No push was received yet.")
    try visit.send("Кто там?", "--title", "Ann", "--category", "MESSAGE")
    try visit.pty.waitFor("Inbox 1")
    return visit
  }

  @Test func `a reply is written in the editor, which has the terminal meanwhile`() throws {
    let visit = try visit(
      editor: """
        stat -c '%a %U' "$file" "$(dirname "$file")" > modes; cat "$file" > before
        stty -a | grep -q '[^-]icanon' && echo "an editor is here"
        read line
        printf 'On my way\\n%s\\n' "$line" > "$file"
        """)
    let pty = visit.pty
    pty.type("rbegun\u{0F}")
    try pty.waitFor("an editor is here")
    // Pushes are received meanwhile, but not drawn over the editor.
    try visit.home.run(["send", "meanwhile"])
    #expect(!pty.screen.text.contains("meanwhile"))
    pty.type("typed there\n")
    try pty.waitFor("On my way")
    try pty.waitFor("typed there")
    try pty.waitFor("Length 21")
    pty.type("\r")
    try pty.waitFor("Inbox 1")
    #expect(try visit.home.list().notifications.last?["acted"] == "REPLY_ACTION")
    let read = { try String(contentsOfFile: visit.home.path + "/" + $0, encoding: .utf8) }
    #expect(try read("before") == "begun\n")
    #expect(try read("modes").split(separator: "\n").map { $0.prefix(3) } == ["600", "700"])
    try visit.leave("Q")
  }

  @Test func `keys typed before the editor opens have no effect on the inbox`() throws {
    let visit = try visit(
      editor: """
        echo "an editor is here"
        read line
        sed -i "s/Кто там?/$line/" "$file"
        """)
    let pty = visit.pty
    pty.type("e2eQ")
    try pty.waitFor("an editor is here")
    pty.type("edited once\n")
    try pty.waitFor("edited once")
    try pty.waitFor("Inbox 2")
    #expect(try visit.home.list().notifications.count == 2)
    try visit.leave("Q")
  }

  @Test(
    arguments: [
      ("exit 3", "the editor ended with 3"), ("rm \"$file\"", "the editor removed the file"),
      ("printf 'a\\377b' > \"$file\"", "is not UTF-8"), ("printf 'a\\0b' > \"$file\"", "NUL"),
      ("rm \"$file\"; mkdir \"$file\"", "by something else"),
      ("kill -9 $$", "the editor ended with 137"),
    ])
  func `an editor that fails or saves garbage loses no draft`(
    editor: String, problem: String
  ) throws {
    let visit = try visit(editor: editor)
    let pty = visit.pty
    pty.type("rthe draft\u{0F}")
    try pty.waitFor(problem)
    try pty.waitFor("the draft")
    pty.type("\r")
    try pty.wait(for: "the prompt to close") { !$0.text.contains("the draft") }
    #expect(try visit.home.list().notifications.first?["acted"] == "REPLY_ACTION")
    try visit.leave("Q")
  }

  @Test func `an edited payload is corrected after an error and sent again`() throws {
    let visit = try visit(
      editor: """
        case "$file" in *.http) ;; *) exit 9 ;; esac
        cat "$file" > before
        if grep -q broken "$file"; then sed -i -e 's/broken/"body": "mended"/' "$file"
        else sed -i -e 's/"body": "Кто там?"/broken/' "$file"; fi
        """)
    let pty = visit.pty
    pty.type("e")
    try pty.waitFor("nothing was sent")
    let form = try String(contentsOfFile: visit.home.path + "/before", encoding: .utf8)
    let head = "\napns-topic: com.example.chat\napns-priority: 10\n\n{\n"
    #expect(form.contains(head), "\(form)")
    let place = form.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("Кто там?") }.map {
        "line \($0 + 1), column 7: keys need double quotes"
      }
    try pty.waitFor(try #require(place))
    pty.type("e")
    try pty.waitFor("sent  200")
    let list = try visit.home.list()
    #expect(list.bodies == ["mended", "Кто там?"])
    #expect(Set(list.notifications.compactMap { $0["apnsID"]?.string }).count == 2)
    pty.type("=GR")
    try pty.waitFor("Inbox 3")
    #expect(try visit.home.list().bodies.filter { $0 == "Кто там?" }.count == 2)
    try visit.leave("Q")
  }

  @Test func `a push is saved, and replaces a file only after a question`() throws {
    let visit = try visit()
    let (home, pty) = (visit.home, visit.pty)
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
    try pty.waitFor("Overwrite chat-1.apns?")
    pty.type("n")
    try pty.wait(for: "no question") { !$0.text.contains("Overwrite") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    pty.type("s\r")
    try pty.waitFor("Overwrite chat-1.apns?")
    pty.type("y")
    try pty.waitFor("#1 saved as chat-1.apns")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Кто там?"))
    pty.type("s\u{15}no/such/folder/x\r")
    try pty.waitFor("the folder no/such/folder does not exist: create it, or choose another")
    try pty.waitFor("Save as: no/such/folder/x")
    pty.type("\u{15}mended\r")
    try pty.waitFor("#1 saved as mended")
    try visit.leave("Q")
  }

  @Test func `a payload is piped through a shell command`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("|tr -d '{}' && printf '\\033[31mred' && echo lost >&2; exit 4\r")
    try pty.waitFor("^[[31mred")
    try pty.waitFor("lost")
    try pty.waitFor("it exited with 4")
    try pty.waitFor(" | tr -d")
    pty.type("q|cat >/dev/null\r")
    try pty.waitFor("it printed nothing")
    try visit.leave("Q")
  }

  @Test func `^C ends a long command with its children`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("|echo $$ > pid; sleep 1000 | cat\r")
    try pty.waitFor("running: | echo $$")
    let path = visit.home.path + "/pid"
    try pty.wait(for: "the command to run") { _ in
      (try? String(contentsOfFile: path, encoding: .utf8))?.hasSuffix("\n") == true
    }
    let group = try #require(pid_t(try String(contentsOfFile: path, encoding: .utf8).dropLast()))
    pty.type("\u{3}")
    try pty.waitFor("ended: | echo $$")
    try pty.wait(for: "the whole group to end") { _ in kill(-group, 0) != 0 }
    // The screen is ready for the next command.
    pty.type("|echo $((6*7000))\r")
    try pty.waitFor("42000")
    try visit.leave("Q")
  }

  @Test func `a rejected push is accepted, copied, and sent again after a correction`() throws {
    let visit = try visit(
      editor: #"sed -i -e 's|/zz$|/00fc|' -e 's/Hi/mended/' "$file""#)
    let (home, pty) = (visit.home, visit.pty)
    try home.write(#"{"payload":{"aps":{"alert":"Hi"}},"token":"zz"}"# + "\n", to: "f.jsonl")
    try home.run(["ingest", "f.jsonl"])
    pty.type("2A")
    try pty.waitFor("R1 accepted by hand  apns-id")
    #expect(try home.list().bodies == ["Hi", "Кто там?"])
    let why = try home.run(["why", "2"]).out
    #expect(why.contains("reject.BadDeviceToken"))
    #expect(why.contains("it was rejected with BadDeviceToken and was accepted by hand"))
    pty.type("yt")
    try pty.waitFor("device token of R1 sent to the terminal (OSC 52), 2 B")
    #expect(pty.screen.clipboard.last == "zz")
    pty.type("e")
    try pty.waitFor("sent  200")
    #expect(try home.list().bodies.first == "mended")
    pty.type("R")
    try pty.waitFor("BadDeviceToken  id=R2")
    try visit.leave("Q")
  }

  @Test func `a corrected push is reported with the apns-id of its sender`() throws {
    let visit = try visit(editor: #"sed -i -e 's|/zz$|/00fc|' -e 's/Hi/mended/' "$file""#)
    let (home, pty) = (visit.home, visit.pty)
    let id = "dde3dd64-0000-4000-8000-000000000001"
    let line = #"{"payload":{"aps":{"alert":"Hi"}},"token":"zz","headers":{"apns-id":"\#(id)"}}"#
    try home.write(line + "\n", to: "f.jsonl")
    try home.run(["ingest", "f.jsonl"])
    pty.type("2e")
    try pty.waitFor("sent  200  apns-id \(id)  shown")
    #expect(try home.list().notifications.first?["apnsID"]?.string == id)
    try visit.leave("Q")
  }

  @Test func `an answer can have several lines`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("rone\ntwo\u{1B}\rthree")
    try pty.waitFor("Length 13")
    pty.type("\r")
    try pty.wait(for: "the prompt to close") { !$0.text.contains("Length") }
    let event = try visit.home.list().notifications.first
    #expect(event?["acted"] == "REPLY_ACTION")
    try visit.leave("Q")
  }

  @Test func `snooze and undo on the screen are visible to commands`() throws {
    let visit = try visit()
    let pty = visit.pty
    pty.type("z2")
    try pty.waitFor("snoozed #1 until")
    #expect(try visit.home.list()["held"]?[0]?["id"] == 1)
    pty.type("u")
    try pty.waitFor("#1 is back")
    #expect(try visit.home.list()["held"] == [])
    pty.type(":act 1 snooze --for=15m\r")
    try pty.waitFor("snoozed #1 until")
    try visit.home.run(["set", "clock=+15m"])
    try pty.waitFor("#1 is back after its snooze")
    #expect(try visit.home.list().notifications.first?["reason"] == "snoozed")
    try visit.leave("Q")
  }
}
