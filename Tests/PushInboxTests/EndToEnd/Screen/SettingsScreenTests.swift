import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The settings of the built program, changed by keys on a pty.
@Suite(.patient) struct SettingsScreenTests {
  /// Returns the keys that select the row of a setting on the page Device.
  private func keys(to setting: String) throws -> String {
    var bench = Bench(SettingsTests.phone())
    bench.press("4")
    let rows = bench.settingRows
    let row = try #require(rows.firstIndex { $0.path == ["device", setting] })
    return "g" + String(repeating: "j", count: row)
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `uninstalling an app on the screen removes its device tokens`() throws {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    let port = try visit.port()
    func push(_ byte: String) throws -> JSONObject? {
      let token = String(repeating: byte, count: 32)
      let body = try #require(Tool.curl).run([
        "-s", "-d", #"{"aps":{"alert":"Hi"}}"#, "-H", "apns-topic: com.example.chat",
        "--http2-prior-knowledge", "http://127.0.0.1:\(port)/3/device/\(token)",
      ]).output
      return body.isEmpty ? nil : try JSONReader.read(Array(body.utf8)).root.object
    }
    #expect(try push("ab") == nil)
    pty.type("4]]l")
    try pty.waitFor("▾ Chat")
    pty.type("j")
    try pty.waitFor("apps.com.example.chat.name")
    pty.type("j")
    try pty.waitFor("apps.com.example.chat.installed")
    pty.type(" ")
    try pty.waitFor("Uninstall Chat")
    try pty.waitFor("1 device token")
    pty.type("y")
    try pty.wait(for: "the uninstalled app") { $0.text.contains(#/Installed +\[ \]/#) }
    let rejected = try push("ab")
    #expect(rejected?["reason"]?.string == "Unregistered")
    #expect(rejected?["timestamp"]?.int ?? 0 > 1_000_000_000_000, "milliseconds")
    #expect(try home.list()["groups"]?.array == [])
    pty.type(" ")
    try pty.wait(for: "the reinstalled app") { $0.text.contains(#/Installed +\[x\]/#) }
    #expect(try push("ab")?["timestamp"] == rejected?["timestamp"], "still unregistered")
    #expect(try push("cd") == nil, "another token is the new one")
    pty.type("G")
    try pty.waitFor("Token abababababab")
    try pty.waitFor("inactive since")
    try visit.leave("Q")
  }

  @Test func `a setting changed on the screen applies, is reported, and can be reset`() throws {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    try pty.waitFor("No push was received yet.")
    pty.type("4")
    try pty.waitFor("[Device]")
    pty.type(try keys(to: "previews") + " ")
    try pty.waitFor("Previews never")
    pty.type("q")
    try pty.waitFor("No push was received yet.")
    #expect(try home.list()["device"]?["previews"] == "never")
    #expect(try home.run(["config", "diff"]).out.contains(#"previews: "never""#))

    // A text that is not a number stays, with the permitted values.
    pty.type("4" + (try keys(to: "stackThreshold")) + "\r\u{15}many\r")
    try pty.waitFor("must be a whole number from 2 to 1000")
    pty.type("\u{15}7\r")
    try pty.wait(for: "the row to have it") { $0.text.contains(#/Stack from +7/#) }
    #expect(try home.run(["config", "show"]).out.contains("stackThreshold: 7"))

    pty.type(try keys(to: "previews") + "x")
    try pty.waitFor("Previews unlocked")
    #expect(try home.list()["device"]?["previews"] == "whenAuthenticated")

    // A new Focus.
    pty.type("]n")
    try pty.waitFor("New Focus")
    pty.type("tea\r")
    try pty.waitFor("▾ tea")
    pty.type("j ")
    try pty.waitFor("Focus tea on")

    // A changed key, which a shell cannot take from its command.
    pty.type("[[\r")
    try pty.waitFor("The new key for next?")
    pty.type("X")
    try pty.waitFor("X j ↓")
    #expect(try home.run(["config", "diff"]).out.contains(#"keys: {"#))
    #expect(try home.run(["set", "keys.w=read"]).err.contains("which has no other key"))
    #expect(try home.run(["config", "reset", "keys.X"]).status == 0)
    try pty.wait(for: "the removed key") { !$0.text.contains("X j ↓") }
    try visit.leave("Q")
  }
}
