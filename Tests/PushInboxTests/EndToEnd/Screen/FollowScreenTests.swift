import Foundation
import Testing

@testable import PushInbox

/// Following and banners in the built program, with real keys.
@Suite(.patient) struct FollowScreenTests {
  @Test func `the inbox follows until j moves away, and again after g`() throws {
    let visit = try Visit(home: Home(configuration: #"{ banner: "off" }"#))
    let pty = visit.pty
    for name in ["Apple", "Berry", "Cherry"] { try visit.send(name, "--thread", "of-\(name)") }
    try pty.wait(for: "the newest") {
      $0.selected?.contains("Cherry") == true && $0.text.contains("follow ON   1/3")
    }
    #expect(!pty.screen.text.contains("BANNER"))
    pty.type("j")
    try pty.wait(for: "the second") {
      $0.selected?.contains("Berry") == true && $0.text.contains("1 newer (g)   2/3")
    }
    // A new thread, then the thread of the selected push.
    try visit.send("Date", "--thread", "of-Date")
    try pty.wait(for: "a newer one") {
      $0.selected?.contains("Berry") == true && $0.text.contains("2 newer (g)   3/4")
    }
    try visit.send("Elder", "--thread", "of-Berry")
    try pty.wait(for: "one in its thread") {
      $0.selected?.contains("Berry") == true && $0.text.contains("3 newer (g)   2/5")
    }
    for key in ["g", "\u{1B}OH"] {
      pty.type("G")
      try pty.wait(for: "the oldest") { $0.selected?.contains("Apple") == true }
      pty.type(key)
      try pty.wait(for: "the newest again") { $0.text.contains("follow ON   1/5") }
    }
    try visit.send("Fig", "--thread", "of-Fig")
    try pty.wait(for: "the next") {
      $0.selected?.contains("Fig") == true && $0.text.contains("follow ON   1/6")
    }
    try visit.leave("Q")
  }

  @Test func `a banner moves no row of the list, and banner=off hides it`() throws {
    let chat = #"{ apps: { "com.example.chat": { bannerStyle: "persistent" } } }"#
    let visit = try Visit(home: Home(configuration: chat))
    let pty = visit.pty
    try visit.send("Hello", "--thread", "one")
    let shown = try pty.waitFor("BANNER")
    #expect(shown.text.components(separatedBy: "\n")[1].contains("Hello"))
    try visit.escape(from: "BANNER")
    #expect(pty.screen.text.components(separatedBy: "\n")[1].contains("Hello"))
    try visit.send("Again", "--thread", "two")
    try pty.waitFor("BANNER")
    #expect(try visit.home.run(["set", "banner=off"]).status == 0)
    try pty.wait(for: "no banner") { !$0.text.contains("BANNER") }
    try visit.send("Third", "--thread", "three")
    let after = try pty.waitFor("Third")
    #expect(!after.text.contains("BANNER"))
    #expect(try visit.home.run(["set", "banner=maybe"]).status == 2)
    try visit.leave("Q")
  }
}
