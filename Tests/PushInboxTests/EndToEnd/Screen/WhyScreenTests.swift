import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The tab Why of the built program, with real keys.
@Suite(.patient) struct WhyScreenTests {
  @Test func `w shows the deciding rule; a change is tried, checked in the past and applied`()
    throws
  {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    try pty.waitFor("No push was received yet.")
    #expect(try home.run(["set", "dnd=on"]).status == 0)
    try visit.send("Late", "--thread", "one")
    try pty.waitFor("QUIET dnd.manual")
    pty.type("w")
    let page = try pty.waitFor("Do Not Disturb, on by hand, does not allow Chat").text
    #expect(page.contains("STOP focus"))
    #expect(page.contains("14 rules passed, 3 skipped"))
    #expect(!page.contains("intake"))
    // Trying changes nothing.
    pty.type("\r")
    try pty.waitFor("→ shown: banner, list")
    #expect(try home.list()["device"]?["focus"] == "dnd")
    // On all past pushes.
    pty.type(".")
    try pty.waitFor("1 of 1 push would have been presented differently with focus=off")
    try visit.escape(from: "1 of 1 push")
    // Applied.
    pty.type("A")
    try pty.waitFor("set focus=off: done")
    try pty.waitFor("DND off")
    #expect(try home.list()["device"]?["focus"] == .null)
    // Folds.
    pty.type("=")
    try pty.waitFor(" 1 ok   intake")
    pty.type("-")
    try pty.wait(for: "the fold") { !$0.text.contains("intake") }
    // Sent again, the push is shown; its tab has the rule too.
    pty.type("R")
    try pty.waitFor("sent  200")
    pty.type("1gw")
    try pty.waitFor("no rule stopped it: banner, list")
    try visit.leave("Q")
  }

  @Test func `w on a rejected push shows the reason, the cause and the fix`() throws {
    let visit = try Visit()
    try visit.pty.waitFor("No push was received yet.")
    let long = String(repeating: "x", count: 65)
    #expect(try visit.home.run(["send", "Long", "--collapse-id", long]).status == 1)
    visit.pty.type("2w")
    let page = try visit.pty.waitFor("Fix").text
    #expect(page.contains("REJECTED"))
    #expect(page.contains("400 BadCollapseId"))
    #expect(page.contains("Because"))
    try visit.leave("Q")
  }
}
