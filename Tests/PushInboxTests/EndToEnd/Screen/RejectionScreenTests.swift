import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Rejected pushes in the built program, with real keys: announced, counted, removed.
@Suite(.patient) struct RejectionScreenTests {
  private func reject(_ home: Home) throws {
    let long = String(repeating: "x", count: 65)
    let words = ["send", "Long", "--app", "com.example.chat", "--collapse-id", long]
    #expect(try home.run(words).status == 1)
  }

  private static let notice = "rejected: 400 BadCollapseId, com.example.chat; 2 shows why"

  @Test func `a rejected push is announced in each view until its list is shown`()
    throws
  {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    try pty.waitFor("No push was received yet.")
    try visit.send("Hi")
    try pty.waitFor("Inbox 1")
    let views = [("1", "[1 Inbox"), ("3", "[3 Log"), ("4", "[Device]"), ("1\r", "[Summary]")]
    for (count, (keys, view)) in views.enumerated() {
      pty.type(keys)
      try pty.waitFor(view)
      try reject(home)
      let screen = try pty.waitFor(Self.notice)
      #expect(screen.text.contains(view))
      if keys.count == 1 { #expect(screen.text.contains("2 Rejected \(count + 1) +1")) }
      pty.type("2")
      try pty.wait(for: "its list") {
        $0.text.contains("[2 Rejected \(count + 1)]") && $0.text.contains("has 65 bytes")
          && !$0.text.contains("Refused:")
      }
    }
    pty.type("1")
    let inbox = try pty.waitFor("[1 Inbox 1]")
    #expect(inbox.text.contains("2 Rejected 4 "))
    #expect(!inbox.text.contains("2 Rejected 4 +"))
    try visit.leave("Q")
  }

  @Test
  func `C, d and rm remove rejected pushes, u restores them, a restart marks all as seen`()
    throws
  {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    try pty.waitFor("No push was received yet.")
    for _ in 1...4 { try reject(home) }
    pty.type("2")
    try pty.waitFor("[2 Rejected 4]")
    pty.type("C")
    try pty.waitFor("Remove 4 rejected pushes from this list?")
    pty.type("y")
    try pty.waitFor("removed 4 rejected pushes, u brings them back")
    try pty.waitFor("[2 Rejected 0]")
    #expect(try home.run(["ls", "is:rejected"]).out == "no rejected push matches\n")
    #expect(try home.list()["rejected"] == 0)
    pty.type("u")
    try pty.waitFor("4 rejected pushes are back")
    try pty.waitFor("[2 Rejected 4]")
    try pty.waitFor("has 65 bytes")
    pty.type("d")
    try pty.waitFor("removed R4, u brings it back")
    #expect(try home.run(["rm", "R3", "R1"]).err == "2 rejected pushes removed\n")
    try pty.waitFor("[2 Rejected 1]")
    let unknown = try home.run(["rm", "R3"])
    #expect(unknown.status == 1)
    #expect(unknown.err.contains("there is no rejected push R3"))
    pty.type("u")
    try pty.waitFor("2 rejected pushes are back")
    #expect(
      try home.run(["rm", "is:rejected", "reason:BadTopic"]).err == "no rejected push matches\n")
    try visit.leave("Q")

    let again = try Visit(home: home)
    let screen = try again.pty.waitFor("2 Rejected 3 ")
    #expect(!screen.text.contains("2 Rejected 3 +"))
    try reject(home)
    try again.pty.waitFor("2 Rejected 4 +1")
    again.pty.type("2")
    // No number is reused, and pushes removed before the restart stay removed.
    try again.pty.waitFor("R5")
    again.pty.type("u")
    try again.pty.waitFor("there is nothing to undo")
    #expect(try home.run(["rm", "is:rejected"]).err == "4 rejected pushes removed\n")
    try again.pty.waitFor("[2 Rejected 0]")
    try again.leave("Q")
  }

  @Test func `without an inbox rm removes rejected pushes, but no others`()
    throws
  {
    let inbox = try RunningInbox()
    let home = inbox.home
    #expect(try inbox.run("send", "Hi").status == 0)
    for _ in 1...3 { try reject(home) }
    try inbox.kill()
    #expect(try home.run(["rm", "R2"]).err == "1 rejected push removed\n")
    #expect(try home.run(["ls", "is:rejected", "--json"]).lines.count == 2)
    #expect(try home.list()["rejected"] == 2)
    #expect(try home.run(["rm", "R2"]).status == 1)
    #expect(try home.run(["rm", "is:rejected"]).err == "2 rejected pushes removed\n")
    #expect(try home.run(["ls", "is:rejected"]).out == "no rejected push matches\n")
    #expect(try home.run(["rm", "is:read"]).status == 3)
    #expect(try home.run(["rm", "--all"]).status == 3)
    #expect(try home.list().notifications.count == 1)
    try inbox.restart()
    try reject(home)
    #expect(try inbox.run("ls", "is:rejected", "--json").json()["id"] == "R4")
  }
}
