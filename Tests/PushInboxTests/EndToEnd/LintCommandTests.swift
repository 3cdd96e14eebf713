import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox lint`, by the built program: without an inbox, and nothing is sent.
@Suite(.patient) struct LintCommandTests {
  @Test func `each finding is a line with its place, level and name`() throws {
    let home = try Home()
    try home.write(
      """
      {
        "Simulator Target Bundle": "com.example.app",
        "aps": {
          "alert": {"body": "x"},
          "thread-id": "t",
          "bagde": 1
        }
      }
      """, to: "in/order.apns")
    try home.write(
      #"{"aps":{"alert":"fine","thread-id":"t"}}"# + "\n"
        + #"{"headers":{"apns-priority":"7"},"payload":{"aps":{}}}"# + "\n"
        + #"{"headers":{"apns-push-type":"background","apns-topic":"a.b"},"payload":{"aps":{"content-available":1}}}"#
        + "\n", to: "in/feed.jsonl")
    let result = try home.run(["lint", "in"])
    #expect(result.status == 1)
    #expect(result.lines.count == 3)
    for (line, start) in zip(
      result.lines,
      [
        "in/feed.jsonl:2: error BadPriority: ",
        "in/feed.jsonl:3: warning background-priority: apns-priority: ",
        "in/order.apns:6: warning misspelt-key: aps.bagde: ",
      ])
    {
      #expect(line.hasPrefix(start), "\(line)")
    }
    #expect(result.err == "4 pushes: 1 error, 2 warnings\n")
  }

  @Test func `what is no push is 5, a good file is 0, and none of them reaches a store`() throws {
    let home = try Home()
    try home.write("{\n  \"aps\": {]\n}", to: "bad.apns")
    let bad = try home.run(["lint", "bad.apns", "missing.json"])
    #expect(bad.status == 5)
    #expect(bad.lines.first?.hasPrefix("bad.apns:2: error intake.line.not-json: ") == true)
    #expect(bad.err.contains("missing.json: No such file or directory"))
    let good = try home.run(["lint", "-"], input: #"{"aps":{"alert":"x","thread-id":"t"}}"#)
    #expect(good.status == 0)
    #expect(good.out == "")
    #expect(good.err == "1 push: nothing to say\n")
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test func `with --json a finding is an object, with --strict Apple's checks hold`() throws {
    let home = try Home()
    let push = #"{"token":"ab","headers":{"apns-push-type":"alert"},"payload":{"aps":{"badge":1}}}"#
    try home.write(push, to: "p.jsonl")
    let lenient = try home.run(["lint", "--json", "p.jsonl"])
    #expect(lenient.status == 0)
    let finding = try lenient.json()
    #expect(finding["name"] == "missing-topic")
    #expect(finding["level"] == "warning")
    #expect(finding["file"] == "p.jsonl")
    #expect(finding["line"] == 1)
    #expect(finding["path"] == "apns-topic")
    let strict = try home.run(["lint", "--json", "--strict", "p.jsonl"])
    #expect(strict.status == 1)
    #expect(try strict.json()["name"] == "MissingTopic")
  }

  @Test func `the strings of the configuration count`() throws {
    let home = try Home(
      configuration: #"{ apps: { "a.b": { strings: { HELLO: "Hello" } } } }"#)
    let push =
      #"{"Simulator Target Bundle":"a.b","aps":{"alert":{"loc-key":"BYE"},"thread-id":"t"}}"#
    let result = try home.run(["lint", "-"], input: push)
    #expect(result.lines.first?.contains("warning missing-translation: aps.alert.loc-key") == true)
  }
}
