import Foundation
import Testing

@testable import PushInbox

/// Quitting an inbox whose pushes are not stored.
@Suite(.patient) struct LeavingTests {
  @Test func `q asks before pushes are lost, Q does not`() throws {
    let visit = try Visit(["--ephemeral"])
    let pty = visit.pty
    try pty.waitFor("No push was received yet.")
    pty.type("tt")
    try pty.waitFor("Inbox 1")
    pty.type("q")
    try pty.waitFor("Quit and lose 1 push?")
    pty.type("n")
    try pty.wait(for: "no question") { !$0.text.contains("Quit and lose") }
    // The key of y on a Russian keyboard is not an answer.
    pty.type(":q\r")
    try pty.waitFor("Quit and lose 1 push?")
    pty.type("н")
    pty.type("n")
    try pty.wait(for: "no question") { !$0.text.contains("Quit and lose") }
    pty.type("q")
    try pty.waitFor("Quit and lose 1 push?")
    try visit.leave("y")
    let other = try Visit(["--ephemeral"])
    try other.pty.waitFor("No push was received yet.")
    other.pty.type("tt")
    try other.pty.waitFor("Inbox 1")
    try other.leave("Q")
    let empty = try Visit(["--ephemeral"])
    try empty.pty.waitFor("No push was received yet.")
    try empty.leave("q")
  }
}
