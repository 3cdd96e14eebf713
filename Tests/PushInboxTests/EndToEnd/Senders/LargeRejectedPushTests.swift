import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Rejected pushes of which the built program stores only the beginning.
@Suite(.patient)
struct LargeRejectedPushTests {
  private static let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 60_000))"}}"#

  @Test func `a rejected body is stored up to 8 KiB, and show and JSON report its size`() throws {
    let inbox = try RunningInbox(["--quiet"])
    for _ in 0..<20 {
      #expect(try inbox.curl(Self.body, "-H", "apns-topic: com.example.app").status == 413)
    }
    let size = Self.body.utf8.count
    let shown = try inbox.run("show", "R1")
    #expect(shown.out.contains("\nPOST /3/device/abcd\n"))
    #expect(shown.out.hasSuffix("… only the first 8192 of \(size) bytes are stored\n"))
    let json = try inbox.run("show", "R1", "--json").out
    let row = try JSONReader.read(Array(json.utf8)).root
    #expect(row["bytes"]?.int == size)
    #expect(row["truncated"]?.bool == true)
    #expect(row["body"]?.string == String(Self.body.prefix(8192)))
    // The largest fields were determined from the complete body.
    #expect(row["because"]?.string?.contains("aps.alert 60000") == true)
    let store = try SQLiteConnection(uri: "file:" + inbox.home.store + "/inbox.db", flags: 1)
    #expect(try store.number("SELECT sum(length(body)) FROM refused") == 20 * 8192)
  }

  @Test func `the screen reports a cut body, and e and R do not send it`() throws {
    let visit = try Visit()
    let home = visit.home
    let port = try visit.port()
    let client = try RawClient(port: port)
    client.send(
      "POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\napns-topic: com.example.app\r\n"
        + "content-length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)")
    #expect(client.text(until: "PayloadTooLarge").contains("413"))
    visit.pty.type("2")
    try visit.pty.waitFor("PayloadTooLarge")
    let reason = "only the first 8192 of \(Self.body.utf8.count) bytes are stored"
    for (key, deed) in [("e", "edited"), ("R", "resent")] {
      visit.pty.type(key)
      try visit.pty.waitFor("R1 cannot be \(deed): \(reason)")
    }
    visit.pty.type("\r]G")
    try visit.pty.waitFor("… " + reason)
    #expect(try home.run(["ls", "is:rejected", "--json"]).lines.count == 1)
  }
}
