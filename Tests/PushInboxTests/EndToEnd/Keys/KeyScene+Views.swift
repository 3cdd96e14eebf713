import Foundation

@testable import PushInbox

/// Keys of the other views and of the terminal.
extension KeyScene {
  static let views = KeyScene(
    name: "the views",
    prepare: { visit in
      try visit.receiveMessages()
      for length in [65, 70] {
        _ = try visit.home.run([
          "send", "Long", "--collapse-id", String(repeating: "x", count: length),
        ])
      }
      try visit.pty.waitFor("2 Rejected 2")
    },
    steps: [
      .press("2", .shows("[2 Rejected 2]")),
      .press("j", .shows("has 65 bytes")),
      .press("A", .shows("R1 accepted by hand")),
      .press("e", .shows("1 Inbox 5")),
      .press("y", .shows("Copy of R1")),
      .press("p", .copies("the payload") { $0.contains("Long") }),
      .press("R", .shows("id=R3")),
      .press("q", .shows("[2 Rejected 3]")),
      .press("b", .shows("grouped by reason")),
      .press(.enter, .shows("▾ 3×")),
      .press("-", .shows("▸ 3×")),
      .press(" ", .shows("▾ 3×")),
      .type("j\r", .shows("REQUEST")),
      .press("]", .shows("[Raw]")),
      .press("w", .shows("[Request]")),
      .press("d", .shows("removed R2, u brings it back")),
      .press("u", .shows("R2 is back")),
      .press("C", .shows("Remove 3 rejected pushes from this list?")),
      .press("n", .hides("Remove 3 rejected pushes")),
      .press("/", .asks("/")),
      .type("reason:none\r", .hides("BadCollapseId")),
      .press("3", .shows("[3 Log")),
      .press("b", .shows("NUMBERED QUEUES")),
      .press("b", .hides("NUMBERED QUEUES")),
      .press("F", .shows("the log follows new events: off")),
      .press("g", .selects("Bring milk")),
      .press(.enter, .shows("[Summary]")),
      .press(.escape, .hides("[Summary]")),
      .press("5", .shows("[5 Held")),
      .press("6", .shows("No Live Activity was started.")),
      .press("4", .shows("[Device]")),
      .press("1", .shows("[1 Inbox")),
      .press(.function(2), .shows("Try one of these")),
      .press("t", .shows("Which test push?")),
      .press("t", .shows("Inbox 6")),
      .press(.function(2), .hides("Try one of these")),
    ], leave: "q")

  static let settings = KeyScene(
    name: "the settings", prepare: { try $0.receiveMessages() },
    steps: [
      .press("4", .shows("[Device]")),
      .press("j", .selects("Show previews")),
      .press(" ", .shows("Previews never")),
      .press("x", .shows("Previews unlocked")),
      .press(" ", .shows("Previews never")),
      .press("W", .shows("Write changes as:")),
      .type("\u{15}/no/such/x\r", .shows("the folder /no/such")),
      .press(.escape, .hides("Write changes as:")),
      .press(".", .shows("what-if")),
      .press(.escape, .hides("what-if")),
      .press("]", .shows("[Focus]")),
      .press("n", .shows("New Focus")),
      .type("tea\r", .shows("▾ tea")),
      .press("h", .shows("▸ tea")),
      .press("l", .shows("▾ tea")),
      .press("n", .shows("New schedule")),
      .type("daily 20:00-21:00\r", .selects("daily 20:00-21:00")),
      .press("d", .hides("daily 20:00-21:00")),
      .press("[", .shows("[Device]")),
      .press("[", .shows("[Keys]")),
      .type("[[", .shows("[Faults]")),
      .press("n", .shows("New fault")),
      .type("next=2 answer=TooManyRequests\r", .selects("next=2 answer=TooManyRequests")),
      .press("d", .hides("next=2 answer=TooManyRequests")),
      .type("]]", .shows("[Keys]")),
      .press(.enter, .shows("The new key for next?")),
      .press("X", .shows("X j ↓")),
      .press("q", .shows("[1 Inbox 3]")),
    ], leave: "Q")

  static let terminal = KeyScene(
    name: "the terminal",
    shell: #""$0" "$@"; echo "the shell is back"; read -r line; fg"#,
    prepare: { try $0.pty.wait(for: "the mouse") { $0.tellsMouse } },
    steps: [
      .press("%", Sight("mouse reporting off") { !$0.tellsMouse }),
      .press("%", Sight("mouse reporting on") { $0.tellsMouse }),
      KeyStep(
        kind: .other("wall") { $0.pty.disturb("a word from the administrator") },
        sight: .shows("a word from the administrator")),
      .press(.control("l"), .hides("a word from the administrator")),
      .press(
        .control("z"),
        Sight("the shell") { !$0.isAlternate && $0.text.contains("the shell is back") }),
      .press(
        .enter,
        Sight("the screen") { $0.isAlternate && $0.text.contains("No push was received yet.") }),
      .press(.control("c"), .shows("^C again to quit")),
    ], leave: .control("c"))
}
