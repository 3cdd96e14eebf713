import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox lint`, by the built program, without an inbox. No push is sent.
@Suite(.patient) struct LintCommandTests {
  @Test func `each finding is a line with its position, level and name`() throws {
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

  @Test func `SARIF has a result and its rule for each finding`() throws {
    let home = try Home()
    try home.write(
      "{\n\"aps\":{\"alert\":\"x\",\"thread-id\":\"t\",\n\"bagde\":1}}", to: "a b.apns")
    let result = try home.run(["lint", "--format", "sarif", "a b.apns"])
    let log = try #require(JSONReader.read(Array(result.out.utf8)).root.object)
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?.array?.first?.object)
    let driver = try #require(run["tool"]?.object?["driver"]?.object)
    #expect(driver["rules"]?.array?.first?.object?["id"] == "misspelt-key")
    let finding = try #require(run["results"]?.array?.first?.object)
    #expect(finding["ruleId"] == "misspelt-key")
    #expect(finding["level"] == "warning")
    #expect(
      finding["locations"] == [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "a%20b.apns"], "region": ["startLine": 3],
          ]
        ]
      ])
    #expect(result.status == 0)
  }

  @Test func `SARIF has hidden characters of a push escaped`() throws {
    let push = #"{"bundleId":"a\u202Eb","payload":{"aps":{"alert":"x","thread-id":"t"}}}"#
    let result = try Home().run(["lint", "--format", "sarif", "-"], input: push)
    #expect(result.out.contains(#"a\u202eb"#) && !result.out.contains("\u{202E}"))
  }

  @Test func `GitHub gets an annotation for each finding`() throws {
    let home = try Home()
    let push = #"{"aps":{"alert":"x","thread-id":"t","badge":-1}}"#
    let result = try home.run(["lint", "--format", "github", "-"], input: push)
    #expect(result.lines.count == 1)
    #expect(
      result.lines.first?.hasPrefix("::warning file=-,line=1,title=out-of-range::aps.badge: ")
        == true)
    let both = try home.run(["lint", "--format", "sarif", "--json", "-"], input: push)
    #expect(both.status == 2)
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"x","thread-id":"t"}}"#, 0, 0),
    (#"{"aps":{"alert":"x","thread-id":"t","badge":-1}}"#, 0, 1),
    (#"{"aps":{"alert":"x","thread-id":"t","mine":1}}"#, 0, 1),
    (#"{"aps":{"alert":"x"}}"#, 0, 0),
    (#"{"headers":{"apns-priority":"7"},"payload":{"aps":{}}}"#, 1, 1),
  ])
  func `a warning fails only with --deny-warnings, a note never`(
    push: String, status: Int32, denied: Int32
  ) throws {
    let home = try Home()
    #expect(try home.run(["lint", "-"], input: push).status == status)
    #expect(try home.run(["lint", "--deny-warnings", "-"], input: push).status == denied)
  }

  @Test func `lint exits with 5 for an invalid push, 0 for a valid one, and stores none`() throws {
    let home = try Home()
    try home.write("{\n  \"aps\": {]\n}", to: "bad.apns")
    let bad = try home.run(["lint", "bad.apns", "missing.json"])
    #expect(bad.status == 5)
    #expect(bad.lines.first?.hasPrefix("bad.apns:2: error intake.line.not-json: ") == true)
    #expect(bad.err.contains("missing.json: No such file or directory"))
    let good = try home.run(["lint", "-"], input: #"{"aps":{"alert":"x","thread-id":"t"}}"#)
    #expect(good.status == 0)
    #expect(good.out == "")
    #expect(good.err == "1 push: no problems\n")
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test func `typographic quotes and logcat lines are named with the correction`() throws {
    let home = try Home()
    try home.write("{\n  \"aps\": {«alert»: \"x\"}\n}", to: "quotes.apns")
    try home.write(#"{params=["Ann"], type=P.OA, event=add}"# + "\n", to: "logcat.txt")
    let result = try home.run(["lint", "quotes.apns", "logcat.txt"])
    #expect(result.status == 5)
    #expect(
      result.lines == [
        "quotes.apns:2: error intake.line.not-json: File quotes.apns, line 2, column 11: expected a "
          + "key, not `«`, a typographic quote; replace it by a straight one, `\"`. Correct the "
          + "JSON there; the file is one JSON object.",
        "logcat.txt:1: error intake.line.not-json: Line 1, column 1: this is a Java map as logcat "
          + "shows it (`Map.toString`), not JSON. Write it as JSON: "
          + #"{"params":["Ann"],"type":"P.OA","event":"add"}"#,
      ])
  }

  @Test func `the pushes of a scenario are checked with the settings of its steps`() throws {
    let home = try Home()
    let critical = #""alert":"x","thread-id":"t","interruption-level":"critical""#
    let scenario = [
      "# A story.", #"{"clock":"2026-04-14T10:00:00Z"}"#,
      #"{"app":{"bundleId":"a.b","critical":true}}"#,
      #"{"push":{"bundleId":"a.b","payload":{"aps":{\#(critical)}}}}"#,
      #"{"push":{"bundleId":"a.c","payload":{"aps":{\#(critical)}}}}"#,
      #"{"push":{"bundleId":"a.b","payload":{"aps":{"bagde":1}}},"repeat":3,"every":"1m"}"#,
      #"{"gateway":{"strict":true}}"#, #"{"faults":[{"every":1,"answer":"InternalServerError"}]}"#,
      #"{"push":{"token":"ab","payload":{"aps":{"alert":"x"}}}}"#,
      #"{"expect":{"unread":7}}"#,
    ]
    try home.write(scenario.joined(separator: "\n"), to: "story.jsonl")
    let result = try home.run(["lint", "story.jsonl"])
    #expect(result.status == 1)
    #expect(
      result.lines.map { $0.split(separator: ":").prefix(3).joined(separator: ":") } == [
        "story.jsonl:5: advice critical-entitlement", "story.jsonl:6: warning shows-nothing",
        "story.jsonl:6: warning misspelt-key", "story.jsonl:9: error MissingTopic",
      ])
    #expect(result.err == "4 pushes: 1 error, 2 warnings, 1 advice\n")
    let strict = try home.run(["lint", "--strict", "-"], input: scenario[8] + "\n")
    #expect(strict.lines.map { $0.hasPrefix("-:1: error MissingTopic: ") } == [true])
  }

  @Test func `a recording is checked in all its pieces, and its rejected pushes are errors`() throws
  {
    let home = try Home()
    let push = #"{"push":{"payload":{"aps":{"alert":"x","thread-id":"t"}}}}"# + "\n"
    let many = #"{"clock":"2026-04-14T10:00:00Z"}"# + "\n" + String(repeating: push, count: 2000)
    let rejected =
      #"{"rejected":{"origin":{"wire":"h1","transport":"clear"},"reason":"BadPriority","status":400,"#
      + #""because":"apns-priority “7” is not 10, 5 or 1.","fix":"Send 10, 5 or 1."}}"# + "\n"
    let last = #"{"payload":{"aps":{"alert":"x","thread-id":"t","bagde":1}}}"# + "\n"
    try home.write(many + last + rejected, to: "long.jsonl")
    let result = try home.run(["lint", "long.jsonl"])
    #expect(result.status == 1)
    #expect(
      result.lines == [
        "long.jsonl:2002: warning misspelt-key: aps.bagde: This is not a key of aps and has no "
          + "effect; write “badge”.",
        "long.jsonl:2003: error BadPriority: apns-priority “7” is not 10, 5 or 1. Send 10, 5 or 1.",
      ])
    #expect(result.err == "2002 pushes: 1 error, 1 warning\n")
  }

  @Test func `a scenario is checked at its own time, with its state, and with lines of any length`()
    throws
  {
    let home = try Home()
    let alert = #"{"aps":{"alert":"x","thread-id":"t"}}"#
    let push = #"{"push":{"token":"abcd","payload":\#(alert)}}"#
    // The first step that names a time determines that of the steps before it.
    try home.write(
      [
        #"{"device":{"lock":"locked"}}"#, push,
        #"{"at":"2020-01-01T00:00:00Z","push":{"headers":{"apns-topic":"a.b","apns-expiration":"1577840400","#
          + #""apns-push-type":"alert"},"payload":\#(alert)}}"#,
      ].joined(separator: "\n"), to: "early.jsonl")
    let early = try home.run(["lint", "early.jsonl"])
    #expect(early.out == "")
    #expect(early.err == "2 pushes: no problems\n")

    // A change of other gateway settings does not reset the token rate.
    try home.write(
      [
        #"{"gateway":{"tokenRate":{"count":1,"per":"1h"}}}"#, push, #"{"faults":[]}"#, push,
      ].joined(separator: "\n"), to: "rate.jsonl")
    let rate = try home.run(["lint", "rate.jsonl"])
    #expect(rate.lines.map { $0.hasPrefix("rate.jsonl:4: error TooManyRequests: ") } == [true])

    // The channel of a recording is known; a broadcast to another one is an error.
    func broadcast(_ channel: String) -> String {
      #"{"push":{"bundleId":"a.b","channel":"\#(channel)","headers":{"apns-expiration":"0","#
        + #""apns-push-type":"liveactivity"},"payload":{"aps":{"event":"update","#
        + #""timestamp":1776189600,"content-state":{"home":1}}}}}"#
    }
    try home.write(
      [
        #"{"clock":"2026-04-14T18:00:00Z"}"#, #"{"gateway":{"strict":true}}"#,
        #"{"snapshot":{"lastID":2,"lastArrival":2,"channels":[{"app":"a.b","id":"c2g=","#
          + #""number":1,"storage":1}]}}"#, broadcast("c2g="), broadcast("c2k="),
      ].joined(separator: "\n"), to: "channels.jsonl")
    let channels = try home.run(["lint", "channels.jsonl"])
    #expect(
      channels.lines.map { $0.hasPrefix("channels.jsonl:5: error ChannelNotRegistered: ") }
        == [true])

    let long = String(repeating: "x", count: 1_200_000)
    try home.write(
      [#"{"advance":"1s"}"#, #"{"say":"\#(long)"}"#, push].joined(separator: "\n"), to: "long.jsonl"
    )
    let result = try home.run(["lint", "long.jsonl"])
    #expect(result.status == 0)
    #expect(result.err == "1 push: no problems\n")
  }

  @Test func `a malformed step ends the check of a scenario with 5, and other files are checked`()
    throws
  {
    let home = try Home()
    let push = #"{"payload":{"aps":{"alert":"x","thread-id":"t","bagde":1}}}"#
    let steps = String(repeating: #"{"advance":"5s"}"# + "\n", count: 9000)
    try home.write(#"{"advance":5}"# + "\n" + steps + push, to: "a story.jsonl")
    try home.write(#"{"advance":"5s"}"# + "\n" + #"{"expct":{}}"#, to: "typo.jsonl")
    try home.write(push + "\n", to: "feed.jsonl")
    let result = try home.run(["lint", "a story.jsonl", "typo.jsonl", "feed.jsonl"])
    #expect(result.status == 5)
    #expect(
      result.lines.prefix(2) == [
        "a story.jsonl:1: error scenario: `advance` must be a span such as `10s` or `5m`, not 5.",
        "typo.jsonl:2: error scenario: `expct` is not a known key; did you mean `expect`?",
      ])
    #expect(result.lines.dropFirst(2).allSatisfy { $0.hasPrefix("feed.jsonl:1: ") })
    #expect(result.err == "1 push: 2 errors, 1 warning\n")
  }

  @Test func `for a phone of 2012 lint reports nothing about its button`() throws {
    let home = try Home()
    let push = #"{"aps":{"alert":{"body":"x","action-loc-key":"PLAY"},"thread-id":"t"}}"#
    let today = try home.run(["lint", "-"], input: push).out
    #expect(today.contains("No phone shows it since iOS 10."))
    try home.write(#"{ device: { era: "2012" } }"#, to: "old.json5")
    #expect(try home.run(["lint", "--config", "old.json5", "-"], input: push).out == "")
  }

  @Test func `--json prints objects, --strict applies Apple's checks`() throws {
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

  @Test func `a missing entitlement is reported once per push, unless the app has it`() throws {
    let home = try Home(configuration: #"{ apps: { "a.granted": { critical: true } } }"#)
    func push(_ app: String, _ keys: String) -> String {
      #"{"bundleId":"\#(app)","payload":{"aps":{"alert":"x","thread-id":"t",\#(keys)}}}"# + "\n"
    }
    let critical = #""interruption-level":"critical","sound":{"critical":1}"#
    try home.write(
      push("a.granted", critical) + push("a.b", critical)
        + push("a.b", #""interruption-level":"time-sensitive""#), to: "p.jsonl")
    for (flags, remark) in [([], ""), (["--strict"], "; here it acts as active")] {
      let result = try home.run(["lint"] + flags + ["p.jsonl"])
      #expect(
        result.lines == [
          "p.jsonl:2: advice critical-entitlement: aps.interruption-level: On a real phone this "
            + "needs Apple's critical-alerts entitlement and the user's consent\(remark); set "
            + "apps.a.b.critical=true where the app has it.",
          "p.jsonl:3: advice time-sensitive-entitlement: aps.interruption-level: On a real phone "
            + "this needs the Time Sensitive Notifications capability\(remark); set "
            + "apps.a.b.timeSensitive=true where the app has it.",
        ])
    }
  }

  @Test func `lint uses the strings of the configuration`() throws {
    let home = try Home(
      configuration: #"{ apps: { "a.b": { strings: { HELLO: "Hello" } } } }"#)
    let push =
      #"{"Simulator Target Bundle":"a.b","aps":{"alert":{"loc-key":"BYE"},"thread-id":"t"}}"#
    let result = try home.run(["lint", "-"], input: push)
    #expect(result.lines.first?.contains("warning missing-translation: aps.alert.loc-key") == true)
  }
}
