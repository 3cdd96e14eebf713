import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The settings of the built program, changed by keys on a pty.
@Suite(.patient) struct SettingsScreenTests {
  @Test func `what is changed in the settings is in force, and said, and dropped`() throws {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    try pty.waitFor("Nothing has been pushed yet.")
    pty.type("4")
    try pty.waitFor("[Device]")
    pty.type("j ")
    try pty.waitFor("Prev never")
    pty.type("q")
    try pty.waitFor("Nothing has been pushed yet.")
    #expect(try home.list()["device"]?["previews"] == "never")
    #expect(try home.run(["config", "diff"]).out.contains(#"previews: "never""#))

    // A text that is no number stays, and says what it must be.
    pty.type("4jjjjjjj\r\u{15}many\r")
    try pty.waitFor("must be a whole number from 2 to 1000")
    pty.type("\u{15}7\r")
    try pty.wait(for: "the row to have it") { $0.text.contains(#/Stack from +7/#) }
    #expect(try home.run(["config", "show"]).out.contains("stackThreshold: 7"))

    pty.type("gjx")
    try pty.waitFor("Prev unlocked")
    #expect(try home.list()["device"]?["previews"] == "whenAuthenticated")

    // A Focus of its own.
    pty.type("]n")
    try pty.waitFor("New Focus")
    pty.type("tea\r")
    try pty.waitFor("▾ tea")
    pty.type("j ")
    try pty.waitFor("Focus tea on")

    // A key of its own, which a shell sees and may not spoil.
    pty.type("[[\r")
    try pty.waitFor("The new key for next?")
    pty.type("X")
    try pty.waitFor("X j ↓")
    #expect(try home.run(["config", "diff"]).out.contains(#"keys: {"#))
    #expect(try home.run(["set", "keys.w=read"]).err.contains("which has no other key"))
    #expect(try home.run(["config", "reset", "keys.X"]).status == 0)
    try pty.wait(for: "the key to be gone") { !$0.text.contains("X j ↓") }
    try visit.leave("Q")
  }
}
