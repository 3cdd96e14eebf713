import Foundation
import Testing

@testable import InboxModel

/// Scenarios as lines of text, and the inbox that they produce.
@Suite struct ScenarioRunTests {
  private func run(_ lines: String...) throws(SettingsError) -> ScenarioRun {
    let text = lines.joined(separator: "\n")
    return try ScenarioRun(try Scenario(Array(text.utf8), fileName: "story.jsonl"))
  }

  private func push(_ aps: String, to app: String = "com.example.chat") -> String {
    #"{"bundleId":"\#(app)","payload":{"aps":\#(aps)}}"#
  }

  /// Returns the inbox as `run --json` prints it, parsed.
  private func inbox(_ run: ScenarioRun) throws -> JSONObject {
    let text = InboxJSON.text(
      of: run.system.device, isOnline: run.system.gateway.isDeviceOnline,
      rejected: run.system.gateway.rejectedCount)
    return try #require(JSONReader.read(Array(text.utf8)).root.object)
  }

  /// Returns all listed notifications, group by group.
  private func listed(_ run: ScenarioRun) throws -> [JSONObject] {
    try inbox(run)["groups"]?.array?.flatMap { $0.object?["notifications"]?.array ?? [] }
      .compactMap(\.object) ?? []
  }

  private func bodies(_ run: ScenarioRun) throws -> [String?] {
    try listed(run).map { $0["body"]?.string }
  }

  @Test func `Do Not Disturb follows its schedule over midnight in its time zone`() throws {
    let run = try run(
      #"{"clock":"2026-04-14T21:59:00+03:00"}"#, #"{"device":{"timeZone":"Europe/Moscow"}}"#,
      #"{"focus":{"name":"dnd","from":"22:00","to":"07:00"}}"#,
      push(#"{"alert":"a"}"#), #"{"advance":"2m"}"#, push(#"{"alert":"b"}"#),
      push(#"{"alert":"c","interruption-level":"time-sensitive"}"#),
      #"{"at":"2026-04-15T06:59:59+03:00","bundleId":"com.example.chat","payload":{"aps":{"alert":"d"}}}"#,
      #"{"at":"2026-04-15T07:00:00+03:00","bundleId":"com.example.chat","payload":{"aps":{"alert":"e"}}}"#
    )
    let reasons = try listed(run).map {
      "\($0["body"]?.string ?? "") \($0["reason"]?.string ?? "")"
    }
    #expect(
      reasons == ["e shown", "d dnd.schedule", "c shown", "b dnd.schedule", "a shown"])
    #expect(run.now == Timestamp.date("2026-04-15T04:00:00Z"))
    #expect(try inbox(run)["now"] == "2026-04-15T04:00:00.000Z")
  }

  @Test func `snoozed entries return, and undone entries are restored`() throws {
    let act = { (action: String) in #"{"act":{"on":"last","action":"\#(action)"}}"# }
    let snooze = #"{"act":{"on":"last","action":"snooze","for":"15m"}}"#
    var run = try run(push(#"{"alert":"a"}"#), push(#"{"alert":"b"}"#), snooze)
    #expect(try bodies(run) == ["a"])
    run.advance(to: run.now + 899)
    #expect(try bodies(run) == ["a"])
    run.advance(to: run.now + 1)
    #expect(try bodies(run) == ["b", "a"])
    #expect(try listed(run).first?["reason"] == "snoozed")
    #expect(run.records[2]?.place == .listed)
    #expect(
      run.events.map(\.name).suffix(2) == ["held", "quiet"])

    let lines = [push(#"{"alert":"a"}"#), push(#"{"alert":"b"}"#)]
    for done in [act("dismiss"), act("rm"), act("read"), snooze] {
      for name in [#""last""#, "2", #""2""#] {
        let undo = #"{"act":{"on":\#(name),"action":"undo"}}"#
        let undone = try ScenarioRun(
          Scenario(Array((lines + [done, undo]).joined(separator: "\n").utf8)))
        #expect(try bodies(undone) == ["b", "a"])
        #expect(undone.system.device.inbox.unreadCount == 2)
        #expect(undone.records[2]?.place == .listed)
      }
    }
  }

  @Test(arguments: [
    (#"{"on":"last","action":"undo"}"#, "act.on` must be a push with an action to undo"),
    (#"{"on":1,"action":"undo"}"#, "`1`, which has none"),
    (#"{"on":"last","action":"snooze"}"#, "`act.for` is missing"),
    (#"{"on":"last","action":"snooze","for":"soon"}"#, "`act.for` must be a span"),
    (#"{"on":"last","action":"read","for":"5m"}"#, "`act.for` needs"),
  ])
  func `a snooze without a time, and an undo without an action, are errors`(
    act: String, problem: String
  ) throws {
    let error = #expect(throws: SettingsError.self) {
      try run(push(#"{"alert":"a"}"#), #"{"act":\#(act)}"#)
    }
    #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
  }

  @Test func `a push with the same collapse id replaces the earlier one`() throws {
    let line = { (body: String) in
      #"{"push":{"bundleId":"a.b","headers":{"apns-collapse-id":"x"},"payload":{"aps":{"alert":"\#(body)"}}}}"#
    }
    let run = try run(line("one"), line("two"), line("three"))
    let entries = try listed(run)
    #expect(entries.map { $0["body"] } == ["three"])
    #expect(entries.first?["replaced"] == 2)
    #expect(entries.first?["requestID"] == "x")
    #expect(run.records.count == 3)
  }

  @Test func `the summary holds pushes until its time, also within one long step`() throws {
    let story = [
      #"{"clock":"2026-04-14T07:00:00Z"}"#,
      #"{"summary":{"times":["08:00","18:00"],"apps":["com.example.news"]}}"#,
      push(#"{"alert":"held"}"#, to: "com.example.news"),
      push(#"{"alert":"at once"}"#, to: "com.example.chat"),
    ]
    let before = try ScenarioRun(Scenario(Array(story.joined(separator: "\n").utf8)))
    #expect(try bodies(before) == ["at once"])
    #expect(
      try inbox(before)["held"] == [
        [
          "app": "com.example.news", "body": "held", "category": nil,
          "deliveredAt": "2026-04-14T07:00:00.000Z", "hidden": false, "id": 1, "lateBy": 0,
          "reason": "summary.held", "receivedAt": "2026-04-14T07:00:00.000Z", "subtitle": nil,
          "thread": "", "title": nil, "until": "2026-04-14T08:00:00.000Z",
        ]
      ])

    let after = try ScenarioRun(
      Scenario(Array((story + [#"{"advance":"3h"}"#]).joined(separator: "\n").utf8)))
    #expect(try inbox(after)["held"] == [])
    let entry = try listed(after).first { $0["body"] == "held" }
    #expect(entry?["outcome"] == "quiet")
    #expect(entry?["reason"] == "summary.held")
    #expect(entry?["receivedAt"] == "2026-04-14T07:00:00.000Z")
    let entered = after.events.filter { $0.id == 1 }.map { Timestamp.text($0.at) }
    #expect(entered.last == "2026-04-14T08:00:00.000Z")
  }

  @Test func `threads form groups, newest first`() throws {
    let run = try run(
      push(#"{"alert":"a","thread-id":"t"}"#, to: "com.example.chat"), #"{"advance":"1m"}"#,
      #"{"push":\#(push(#"{"alert":"m","thread-id":"t"}"#, to: "com.example.mail")),"repeat":3,"every":"10s"}"#,
      push(#"{"alert":"b","thread-id":"t"}"#, to: "com.example.chat"))
    let groups = try #require(inbox(run)["groups"]?.array).compactMap(\.object)
    #expect(groups.map { $0["app"] } == ["com.example.chat", "com.example.mail"])
    #expect(groups.map { $0["count"] } == [2, 3])
    #expect(groups.map { $0["by"] } == ["thread", "thread"])
    #expect(run.now == Timestamp.date("2026-01-01T00:01:20Z"))
    #expect(
      try listed(run).filter { $0["app"] == "com.example.mail" }.map { $0["requestID"] }
        == ["line-3-3", "line-3-2", "line-3"])
  }

  @Test func `a step sets a value again that the user has changed`() throws {
    let run = try run(
      #"{"device":{"lock":"unlocked"}}"#, #"{"set":{"lock":"locked","grouping":"off"}}"#,
      #"{"device":{"lock":"unlocked"}}"#)
    #expect(run.system.device.settings.device.lock == .unlocked)
    #expect(run.system.device.settings.device.grouping == .off)
  }

  @Test func `set uses the phone's time zone and Focuses`() throws {
    let run = try run(
      #"{"clock":"2026-04-14T20:00:00+03:00"}"#, #"{"device":{"timeZone":"Europe/Moscow"}}"#,
      #"{"focus":{"name":"dinner"}}"#, #"{"set":{"focus":"dinner","focus.until":"21:00"}}"#,
      #"{"set":{"clock":"+30m"}}"#)
    #expect(run.system.device.focusInForce?.name == "dinner")
    #expect(run.system.device.focusInForce?.until == Timestamp.date("2026-04-14T18:00:00Z"))
    #expect(run.now == Timestamp.date("2026-04-14T17:30:00Z"))
  }

  @Test func `an act targets the last entry, an identifier, or the matches of a filter`() throws {
    let pushes = [
      push(#"{"alert":"a","thread-id":"t"}"#), push(#"{"alert":"b","thread-id":"t"}"#),
      push(#"{"alert":"c"}"#, to: "com.example.mail"),
    ]
    func after(_ act: String) throws -> ScenarioRun {
      try ScenarioRun(Scenario(Array((pushes + [act]).joined(separator: "\n").utf8)))
    }
    #expect(
      try bodies(after(#"{"act":{"on":"last","action":"dismiss"}}"#)) == ["b", "a"])
    #expect(try bodies(try after(#"{"act":{"on":2,"action":"rm"}}"#)) == ["c", "a"])
    #expect(try bodies(try after(#"{"act":{"on":"thread:t","action":"rm"}}"#)) == ["c"])
    #expect(
      try bodies(try after(#"{"act":{"on":"app:nobody","action":"rm"}}"#)) == ["c", "b", "a"])
    #expect(
      try bodies(try after(#"{"act":{"on":"\"nothing\"","action":"rm"}}"#)) == ["c", "b", "a"])
    #expect(try bodies(try after(#"{"act":{"on":"line-2","action":"rm"}}"#)) == ["c", "a"])
    #expect(try bodies(try after(#"{"act":{"on":"2","action":"rm"}}"#)) == ["c", "a"])
    #expect(try bodies(try after(#"{"act":{"on":"b","action":"rm"}}"#)) == ["c", "a"])
    let read = try after(#"{"act":{"on":"","action":"read"}}"#)
    #expect(try inbox(read)["unread"] == 0)
    #expect(read.records.values.map(\.notification.isRead) == [true, true, true])
    let opened = try after(#"{"act":{"on":"last","action":"open"}}"#)
    #expect(opened.system.device.settings.app("com.example.mail").state == .foreground)
  }

  @Test(arguments: [
    (
      #"{"act":{"on":7,"action":"read"}}"#,
      "1:14: `act.on` must be an entry of the inbox, not `7`, which does not exist"
    ),
    (
      #"{"act":{"action":"read","on":"lunch"}}"#,
      "1:30: `act.on` must be an entry of the inbox, not `lunch`, which does not exist"
    ),
    (
      #"{"act":{"on":"app:chat","action":"raed"}}"#,
      "1:34: `act.action` must be `open`, `dismiss`, `read`, `unread`, `rm`, `snooze` or `undo`, not `raed`; did you mean `read`?"
    ),
    (
      #"{"act":{"on":"last","action":"read"}}"#,
      "1:14: `act.on`: the list is empty, so `last` names no push"
    ),
    (
      #"{"set":{"focus":"diner"}}"#,
      "1:17: `set.focus` must be `off` or a Focus that exists: `dnd` (a setting such as "
        + "`focus.NAME.hideBadges=false` creates one), not `diner`"
    ),
    (
      #"{"set":{"lock":"locked","activity.com.example.match":"A9"}}"#,
      "1:54: `set.activity.com.example.match` must be a Live Activity of com.example.match, not `A9`, which it does not have"
    ),
    (#"{"set":{"clok":"+5m"}}"#, "1:16: `set.clok` is not a known key; did you mean `clock`?"),
    (
      #"{"set":{"clock":"real"}}"#,
      "1:17: `set.clock` must be a time of the virtual clock, not `real`"
    ),
    (
      #"{"set":{"dnd":"on","device.stackThreshold":"x"}}"#,
      "1:44: `set.device.stackThreshold` must be a whole number from 2 to 1000, not `x`"
    ),
    (
      #"{"advance":"1s","at":"9999-01-01T00:00:00Z"}"#,
      "1:22: `at` must be a time within the next hundred years, not 9999-01-01T00:00:00.000Z"
    ),
    (
      #"{"payload":{"aps":{}},"receivedAt":"9999-01-01T00:00:00Z"}"#,
      "1:36: `receivedAt` must be a time within the next hundred years, not 9999-01-01T00:00:00.000Z"
    ),
    (
      #"{"push":{"payload":{},"receivedAt":"9999-01-01T00:00:00Z"}}"#,
      "1:36: `receivedAt` must be a time within the next hundred years, not 9999-01-01T00:00:00.000Z"
    ),
  ])
  func `a step that cannot be carried out is reported with its position`(
    line: String, message: String
  ) {
    // With a clock line, since the first moment would be the start otherwise.
    let error = #expect(throws: SettingsError.self) {
      try run(#"{"clock":"2026-04-14T18:00:00Z"}"#, line)
    }
    #expect(error?.message == "story.jsonl:2" + message.dropFirst())
  }

  @Test func `an act finds an apns-id regardless of case, before a filter`() throws {
    let line = { (id: String, text: String) in
      #"{"push":{"headers":{"apns-id":"\#(id)","apns-collapse-id":"c-\#(text)"},"payload":{"aps":{"alert":"\#(text)"}}}}"#
    }
    let pushes = [
      line("7F3A6E2C-0000-4000-8000-00000000000A", "one"),
      line("7F3A6E2C-0000-4000-8000-00000000000B", "two"),
    ]
    for name in ["7f3a6e2c-0000-4000-8000-00000000000a", "c-one", "1"] {
      let act = #"{"act":{"on":"\#(name)","action":"rm"}}"#
      #expect(try bodies(run(pushes[0], pushes[1], act)) == ["two"], "\(name)")
    }
    let none = #"{"expectNone":"id:7f3a6e2c-0000-4000-8000-00000000000A"}"#
    let scenario = try Scenario(Array((pushes + [none]).joined(separator: "\n").utf8))
    var after = try ScenarioRun(scenario)
    #expect(scenario.steps.last.flatMap { after.check($0) }?.holds == false)
  }

  @Test func `an unknown action is an error for an entry, not for a filter`() throws {
    let categories = #"{"categories":{"M":{"actions":[{"id":"REPLY","title":"Reply"}]}}}"#
    let pushes = [push(#"{"alert":"a"}"#), push(#"{"alert":"b","category":"M"}"#)]
    let error = #expect(throws: SettingsError.self) {
      try run(categories, pushes[0], pushes[1], #"{"act":{"on":"last","action":"REPLAY"}}"#)
    }
    #expect(
      error?.message
        == "story.jsonl:4:30: `act.action` must be `REPLY`, `open`, `dismiss`, `read`, `unread`, `rm`, `snooze` or `undo`, not"
        + " `REPLAY`; did you mean `REPLY`?")
    let misspelt = #expect(throws: SettingsError.self) {
      try run(categories, pushes[1], #"{"act":{"on":"","action":"REPLAY"}}"#)
    }
    #expect(misspelt?.suggestion == "REPLY")
    let all = try run(categories, pushes[0], pushes[1], #"{"act":{"on":"","action":"REPLY"}}"#)
    #expect(try listed(all).map { $0["acted"] } == ["REPLY", nil as JSONValue])
  }

  @Test func `the gateway's settings apply to pushes`() throws {
    let bad = #"{"push":{"token":"xyz","payload":{"aps":{"alert":"a"}}}}"#
    let noTopic = #"{"aps":{"alert":"a"}}"#
    let run = try run(bad, noTopic, #"{"gateway":{"strict":true}}"#, noTopic)
    #expect(run.rejected.map(\.reason) == ["BadDeviceToken", "MissingTopic"])
    #expect(try inbox(run)["rejected"] == 2)
    #expect(try bodies(run) == ["a"])
  }

  @Test func `pushes wait while the phone is offline`() throws {
    let run = try run(
      #"{"set":{"online":"no"}}"#, push(#"{"alert":"a"}"#, to: "a.b"),
      push(#"{"alert":"b"}"#, to: "a.c"))
    #expect(try bodies(run) == [])
    #expect(try inbox(run)["device"]?.object?["online"] == false)
    var online = run
    try online.perform(Scenario.Step(.set([.init(key: "online", value: "yes")])))
    #expect(try bodies(online).count == 2)
  }

  @Test func `a provider token expires on the virtual clock`() throws {
    let part = { (json: String) in
      Data(json.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let header = part(#"{"alg":"ES256","kid":"ABCDEFGHIJ"}"#)
    let claims = part(#"{"iss":"KLMNOPQRST","iat":1776193080}"#)  // 2026-04-14T18:58:00Z
    let line =
      #"{"headers":{"authorization":"bearer \#(header).\#(claims).c2ln"},"payload":{"aps":{"alert":"a"}}}"#
    let run = try run(
      #"{"clock":"2026-04-14T18:58:00Z"}"#, line, #"{"advance":"1h"}"#, line,
      #"{"advance":"1s"}"#, line)
    #expect(run.records.count == 2)
    #expect(run.rejected.map(\.reason) == ["ExpiredProviderToken"])
  }

  @Test func `two runs are equal, and another seed yields other identifiers`() throws {
    let lines = (1...20).map { push(#"{"alert":"\#($0)","thread-id":"\#($0 % 3)"}"#) }
    let scenario = try Scenario(Array(lines.joined(separator: "\n").utf8))
    let first = try ScenarioRun(scenario)
    #expect(try ScenarioRun(scenario) == first)
    let other = try ScenarioRun(scenario, seed: 1)
    #expect(try inbox(other) != inbox(first))
  }

  @Test func `the clock never goes back`() throws {
    let run = try run(
      #"{"clock":"2026-04-14T12:00:00Z"}"#,
      #"{"payload":{"aps":{"alert":"a"}},"receivedAt":"2026-04-14T13:00:00Z"}"#,
      #"{"payload":{"aps":{"alert":"b"}},"receivedAt":"2026-04-14T11:00:00Z"}"#)
    #expect(run.now == Timestamp.date("2026-04-14T13:00:00Z"))
    #expect(
      try listed(run).map { $0["receivedAt"] }
        == Array(repeating: "2026-04-14T13:00:00.000Z", count: 2))
  }

  @Test(arguments: [
    #"{"set":{"clock":"+99999999999999999999d"}}"#, #"{"set":{"clock":"9999-12-31T23:59:59Z"}}"#,
    #"{"set":{"dnd":"99999999999999999999d"}}"#, #"{"advance":"99999999999999999999d"}"#,
    #"{"at":"9999-12-31T23:59:59-23:59","advance":"1s"}"#,
    #"{"receivedAt":"9999-12-31T23:59:59Z","payload":{"aps":{"alert":"a"}}}"#,
    #"{"push":{"payload":{"aps":{"alert":"a"}}},"repeat":100000,"every":"36525d"}"#,
  ])
  func `a step cannot advance further than a century`(line: String) {
    let schedule = #"{"focus":{"name":"dnd","from":"22:00","to":"07:00"}}"#
    #expect(throws: SettingsError.self) {
      try run(#"{"clock":"2026-04-14T18:58:00Z"}"#, schedule, line)
    }
  }

  @Test(arguments: [
    #"{"advance":"36525d"}"#, #"{"set":{"mute.a.b":"36525d"}}"#, #"{"set":{"dnd":"until:07:00"}}"#,
    #"{"set":{"focus":"dnd","focus.until":"07:00"}}"#,
    #"{"push":{"headers":{"apns-expiration":"9223372036854775807"},"payload":{"aps":{"alert":"a"}}}}"#,
  ])
  func `the clock stops at the end of the year 9999`(line: String) throws {
    let run = try run(
      #"{"clock":"9999-12-31T23:59:59-23:59"}"#, #"{"device":{"timeZone":"-14:00"}}"#,
      #"{"focus":{"name":"dnd","from":"22:00","to":"07:00"}}"#,
      #"{"summary":{"times":["08:00"],"apps":["com.example.app"]}}"#, line,
      push(#"{"alert":"b"}"#))
    #expect(Timestamp.text(run.now) == "9999-12-31T23:59:59.999Z")
    #expect(PlainText.time(run.now, in: .gmt) == "23:59:59.999")
  }

  @Test func `an interruption stops the clock on its way`() {
    var run = ScenarioRun(start: Moment.start, seed: 0)
    // The closure is called by this thread only.
    nonisolated(unsafe) var calls = 0
    run.interruption = Interruption {
      calls += 1
      return calls > 3
    }
    run.advance(to: Moment.start + TimeSpan.century)
    #expect(run.now == Moment.start + 3 * PushSystem.longWay)
    run.interruption = nil
    run.advance(to: Moment.start + TimeSpan.century)
    #expect(run.now == Moment.start + TimeSpan.century)
  }
}
