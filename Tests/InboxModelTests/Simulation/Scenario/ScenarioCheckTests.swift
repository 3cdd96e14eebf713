import Foundation
import InboxModel
import Testing

/// Scenarios with expectations, and the reports of those that fail.
@Suite struct ScenarioCheckTests {
  private func checks(_ lines: String...) throws -> [CheckResult] { try checks(lines: lines) }

  private func checks(lines: [String]) throws -> [CheckResult] {
    let scenario = try Scenario(
      Array(lines.joined(separator: "\n").utf8), fileName: "story.jsonl")
    var run = ScenarioRun(start: scenario.start, seed: scenario.seed)
    return try scenario.steps.compactMap { step in
      try run.perform(step)
      return run.check(step)
    }
  }

  private func report(_ check: CheckResult?) -> [String] {
    check?.differences.map {
      "\($0.path): expected \($0.expected ?? "-"), got \($0.got ?? "-")"
    } ?? []
  }

  private let start = #"{"clock":"2026-04-14T18:00:00Z"}"#
  private let hello =
    #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":{"title":"Ann","body":"Hello"},"thread-id":"t","badge":1}}}"#
  private let mail =
    #"{"bundleId":"com.example.mail","payload":{"aps":{"alert":"Letter"}}}"#
  private let rejected =
    #"{"bundleId":"com.example.mail","token":"xyz","payload":{"aps":{"alert":"Lost"}}}"#
  private let silent =
    #"{"bundleId":"com.example.mail","headers":{"apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1},"x":[1,2]}}"#

  @Test func `a scenario whose expectations hold has no failures`() throws {
    let results = try checks(
      start, #"{"expect":{"last":null,"groups":[],"badges":{"$count":0}}}"#, hello,
      #"{"at":"2026-04-14T18:00:05Z","expect":{"now":"2026-04-14T18:00:05.000Z"}}"#, mail, silent,
      #"{"expect":{"unread":2,"silent":1,"badges":{"com.example.chat":1},"rejected":0,"held":[]}}"#,
      #"{"expect":{"last":{"outcome":"silent","id":3}}}"#, rejected,
      #"{"expect":{"last":{"id":"R1","reason":"BadDeviceToken","status":400},"rejected":1}}"#,
      #"{"expect":{"groups":[{"app":"com.example.mail"},{"thread":"t","notifications":[{"title":"Ann"}]}]}}"#,
      #"{"expect":{"device":{"online":true,"focus":null}}}"#,
      #"{"expectNone":"app:chat is:read"}"#, #"{"expectNone":"is:rejected app:chat"}"#,
      #"{"expectNone":"is:silent app:chat"}"#)
    #expect(results.count == 10)
    #expect(results.allSatisfy { $0.holds && $0.concerned.isEmpty })
    #expect(results.map(\.kind).suffix(4) == [.expect, .expectNone, .expectNone, .expectNone])
  }

  @Test func `last is the newest push, whether it is listed or not`() throws {
    let results = try checks(
      start, #"{"summary":{"times":["19:00"],"apps":["com.example.mail"]}}"#,
      #"{"app":{"bundleId":"com.example.off","installed":false}}"#, mail,
      #"{"expect":{"last":{"outcome":"held","body":"Letter"},"held":[{"id":1}]}}"#,
      #"{"push":{"payload":{"aps":{"alert":"x"}},"bundleId":"com.example.off"},"wire":"legacy"}"#,
      #"{"expect":{"last":{"outcome":"none","reason":"app.not-installed"}}}"#, hello,
      #"{"act":{"on":"last","action":"dismiss"}}"#,
      #"{"expect":{"last":{"title":"Ann","acted":"dismiss"},"groups":[]}}"#,
      #"{"set":{"online":"no"}}"#, #"{"at":"2026-04-14T18:10:00Z","advance":"1s"}"#, mail, rejected,
      #"{"expect":{"last":{"id":"R1"}}}"#,
      #"{"at":"2026-04-14T18:20:00Z","set":{"online":"yes"}}"#, #"{"expect":{"last":{"id":4}}}"#)
    #expect(results.flatMap(report) == [])
    #expect(results.count == 5)
  }

  @Test func `a failed expect reports the differences and the traces of the pushes concerned`()
    throws
  {
    let results = try checks(
      start, hello, mail, #"{"set":{"dnd":"on"}}"#, mail,
      #"{"expect":{"unread":4,"groups":[{"count":2},{"notifications":[{"title":"Bob"}]}]}}"#,
      #"{"expect":{"badges":{"com.example.chat":2}}}"#,
      #"{"expect":{"last":{"outcome":"shown"}}}"#, #"{"expect":{"silent":1}}"#,
      #"{"expect":{"groups":{"$contains":[{"app":"com.example.chat","count":2}]}}}"#)
    #expect(
      results.map(report) == [
        [
          "unread: expected 4, got 3",
          #"groups[1].notifications[0].title: expected "Bob", got "Ann""#,
        ],
        [#"badges["com.example.chat"]: expected 2, got 1"#],
        [#"last.outcome: expected "shown", got "quiet""#], ["silent: expected 1, got 0"],
        [
          #"groups: expected an element that contains {"app":"com.example.chat","count":2}, got none;"#
            + " the nearest is groups[1], group “t” of com.example.chat, 1 push (#1)",
          "groups[1].count: expected 2, got 1",
        ],
      ])
    #expect(results.map { $0.concerned.map(\.id) } == [[1], [1], [3], [3], [1]])
    #expect(results[0].concerned[0].title == "Ann: Hello")
    let quiet = results[2].concerned[0]
    #expect(quiet.title == "Letter")
    #expect(quiet.trace.reason == .dndManual)
    #expect(quiet.trace.steps.map(\.name) == StepName.ofNotifications.filter { $0 != .channel })
    #expect(results[2].text == #"{"last":{"outcome":"shown"}}"#)
    #expect(results[2].place.position == JSONPosition(offset: 10, line: 8, column: 11))
    #expect(results[2].place.file == "story.jsonl")
    #expect(results[2].at == Moment.start)
  }

  @Test func `a wrong number of unread entries concerns an unread one, a setting none`() throws {
    let results = try checks(
      start, hello, mail, #"{"act":{"on":"last","action":"read"}}"#, #"{"expect":{"unread":4}}"#,
      #"{"act":{"on":"","action":"read"}}"#, #"{"expect":{"unread":1}}"#,
      #"{"expect":{"device":{"lock":"locked"}}}"#)
    #expect(results.map(\.holds) == [false, false, false])
    #expect(results.map { $0.concerned.map(\.id) } == [[1], [], []])
  }

  @Test func `moments in a failure are in the phone's time zone`() throws {
    let results = try checks(
      start, #"{"device":{"timeZone":"Europe/Moscow"}}"#,
      #"{"focus":{"name":"dnd","from":"00:00","to":"23:59","days":"daily"}}"#, hello,
      #"{"expect":{"last":{"outcome":"shown"}}}"#,
      #"{"expectEvent":{"event":"removed","app":"com.example.chat"}}"#)
    let trace = try #require(results.first?.concerned.first?.trace)
    let focus = try #require(trace.steps.first { $0.name == .focus })
    #expect(focus.because.contains("on by schedule until 2026-04-14T23:59:00.000+03:00"))
    #expect(trace.wouldShowIf.contains { $0.set == ["clock=2026-04-14T23:59:00.000+03:00"] })
    #expect(results.last?.differences.first?.got?.contains("+03:00: {") == true)
  }

  @Test func `a failure reports at most five pushes`() throws {
    let results = try checks(
      #"{"push":\#(hello),"repeat":8}"#, #"{"expectNone":""}"#)
    #expect(results.map { $0.concerned.map(\.id) } == [[8, 7, 6, 5, 4]])
    let listed = (4...8).reversed().map { "#\($0) “Ann: Hello” of com.example.chat" }
    #expect(
      report(results[0]) == [
        ": expected no push, got 8 pushes: " + listed.joined(separator: "; ") + "; …"
      ])
  }

  @Test func `a wrong group concerns its pushes and the newest of its app`() throws {
    let other = hello.replacing(#""thread-id":"t""#, with: #""thread-id":"u""#)
    let results = try checks(
      #"{"push":\#(hello),"repeat":2}"#, mail, other,
      #"{"expect":{"groups":{"$contains":[{"thread":"t","count":3}]}}}"#,
      #"{"expect":{"groups":{"$contains":[{"app":"com.example.chat","thread":"t"}],"$count":2}}}"#)
    #expect(results.map { $0.concerned.map(\.id) } == [[2, 4, 1], [4, 3, 2]])
    #expect(
      report(results[1]).first?.hasPrefix("groups: expected 2 elements, got 3 elements: ") == true)
  }

  @Test(arguments: [
    #"{"groups":[{"thread":"t","count":9}]}"#,
    #"{"groups":{"$contains":[{"thread":"t","count":9}]}}"#,
    #"{"groups":{"$count":1}}"#,
  ])
  func `a push that is alone in a group is shown if a larger group lacks one`(expected: String)
    throws
  {
    let other = hello.replacing(#""thread-id":"t""#, with: #""thread-id":"u""#)
    let results = try checks(
      hello, other, #"{"push":\#(hello),"repeat":7}"#, #"{"expect":\#(expected)}"#)
    let ids = results[0].concerned.map(\.id)
    #expect(ids.contains(2))
    let text = FailureText.lines(ScenarioReport(file: "s", checks: results))
    #expect(text.count { $0.contains("thread-id “u”") } == 1)
    #expect(!text.contains { $0.contains("no Focus is on") })
  }

  @Test func `a push that is in another group than expected is shown first`() throws {
    let other = hello.replacing(#""thread-id":"t""#, with: #""thread-id":"u""#)
      .replacing("Hello", with: "Bye")
    let results = try checks(
      hello, other, #"{"push":\#(other.replacing("Bye", with: "Again")),"repeat":6}"#,
      #"{"expect":{"groups":[{"thread":"u"},{"thread":"t","notifications":[{"body":"Bye"},{"body":"Hello"}]}]}}"#
    )
    #expect(
      report(results[0]) == [
        "groups[1].notifications: expected 2 elements, got 1 element: #1 “Ann: Hello” of com.example.chat",
        #"groups[1].notifications: expected an element that contains {"body":"Bye"}, got none"#,
      ])
    #expect(results[0].concerned.first?.id == 2)
  }

  /// Each row has a push, an expectation that it fails, and the step that reports show for it.
  @Test(arguments: [
    (#"{"alert":"Hi"}"#, #"{"badges":{"a.b":2}}"#, "badge", "no badge sent: it remains 0"),
    (#"{"alert":"Hi"}"#, #"{"last":{"sound":{"plays":"x"}}}"#, "focus", "no Focus is on"),
    (#"{"badge":1}"#, #"{"last":{"level":"passive"}}"#, "level", nil),
  ])
  func `a failure shows the step that decides about the value, even if it did not apply`(
    aps: String, expected: String, step: String, because: String?
  ) throws {
    let check = try #require(
      try checks(
        #"{"bundleId":"a.b","payload":{"aps":\#(aps)}}"#, #"{"expect":\#(expected)}"#
      ).first)
    #expect(!check.holds)
    let line = FailureText.lines(ScenarioReport(file: "s", checks: [check]))
      .first { $0.contains(" \(step) ") }
    #expect(line != nil)
    if let because { #expect(line?.hasSuffix(because) == true, "\(line ?? "")") }
  }

  @Test func `an expected null matches the absent badge of an app`() throws {
    let results = try checks(
      hello, #"{"set":{"badge.com.example.chat":0}}"#,
      #"{"expect":{"badges":{"com.example.chat":null}}}"#,
      #"{"expect":{"badges":{"com.example.chat":0}}}"#)
    #expect(results.map(\.holds) == [true, false])
  }

  @Test func `a failure names rejected pushes that may be its cause, and has no trace of them`()
    throws
  {
    let results = try checks(
      hello, rejected, #"{"expect":{"last":{"outcome":"shown"}}}"#, #"{"expect":{"unread":2}}"#,
      #"{"expectEvent":{"event":"shown","title":"Lost"}}"#, #"{"expectNone":"is:rejected"}"#,
      #"{"expect":{"rejected":0}}"#, #"{"expect":{"device":{"lock":"locked"}}}"#, hello,
      #"{"expect":{"last":{"outcome":"quiet"}}}"#)
    #expect(report(results[0]) == [#"last.outcome: expected "shown", got -"#])
    #expect(results[0].concerned == [])
    #expect(results.map { $0.rejected.map(\.number) } == [[1], [1], [1], [1], [1], [], []])
    let text = FailureText.lines(ScenarioReport(file: "s", checks: [results[0]]))
    #expect(text.contains("  R1 rejected: BadDeviceToken, line 2"))
    #expect(text.contains { $0.hasPrefix("    because  ") })
    #expect(text.contains { $0.hasPrefix("    fix      ") })
  }

  @Test func `expected events match in the order of their steps`() throws {
    let results = try checks(
      start, hello, #"{"advance":"1m"}"#, #"{"act":{"on":"last","action":"open"}}"#,
      #"{"expectEvent":{"event":"shown","title":"Ann","presented":{"$contains":["badge"]}}}"#,
      #"{"expectEvent":{"event":"action","foreground":true,"payload":{"aps":{"badge":1}}}}"#,
      #"{"expectEvent":{"event":"read"}}"#)
    #expect(results.map(\.holds) == [true, true, true])
    let early = try checks(
      start, hello, #"{"advance":"1m"}"#, #"{"act":{"on":"last","action":"open"}}"#,
      #"{"expectEvent":{"event":"action"}}"#, #"{"expectEvent":{"event":"shown"}}"#,
      #"{"expectEvent":{"event":"read"}}"#)
    #expect(early.map(\.holds) == [true, false, true])
    #expect(early[1].concerned.map(\.id) == [1])
    let lines = report(early[1])
    #expect(
      lines[0].hasPrefix(
        #": expected an event after 2026-04-14T18:01:00.000Z that contains {"event":"shown"}, got one"#
          + #" before that, at 2026-04-14T18:00:00.000Z: {"apnsID":"#))
    #expect(lines.count == 1)
  }

  @Test func `a missing event is reported with the nearest`() throws {
    let results = try checks(
      hello, mail, #"{"expectEvent":{"event":"shown","title":"Bob","thread":"t"}}"#,
      #"{"expectEvent":{"event":"dismissed"}}"#)
    #expect(report(results[0]).last == #"title: expected "Bob", got "Ann""#)
    #expect(results[0].differences.count == 2)
    #expect(results[0].concerned.map(\.id) == [1])
    #expect(
      report(results[1]) == [
        #": expected an event that contains {"event":"dismissed"}, got none"#
      ])
    #expect(results[1].concerned.map(\.id) == [2])
    let none = try checks(#"{"expectEvent":{"event":"shown"}}"#)
    #expect(
      none.map(report) == [[#": expected an event that contains {"event":"shown"}, got none"#]])
  }

  @Test func `a missing event is compared with one about the same push, then of the same kind`()
    throws
  {
    let results = try checks(
      hello, mail, #"{"expectEvent":{"event":"none","body":"Letter","reason":"device.expired"}}"#,
      #"{"expectEvent":{"event":"shown","body":"Bye"}}"#)
    #expect(results[0].concerned.map(\.id) == [2])
    #expect(report(results[0])[1] == #"event: expected "none", got "shown""#)
    #expect(results[1].concerned.map(\.line) == [2])
  }

  @Test func `rejected pushes are reported with their lines, also if others followed`() throws {
    let results = try checks(
      hello, rejected, mail, #"{"expect":{"groups":{"$count":3}}}"#,
      #"{"expectEvent":{"event":"dismissed"}}"#, #"{"expect":{"device":{"lock":"locked"}}}"#)
    #expect(results.map { $0.rejected.map(\.number) } == [[1], [1], []])
    #expect(results.map(\.rejectedLines) == [[1: 2], [1: 2], [:]])
  }

  @Test func `groups of the same app are named, with their newest pushes`() throws {
    let other =
      #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"Bye","thread-id":"T"}}}"#
    let results = try checks(
      hello, mail, other, #"{"expect":{"groups":{"$count":2}}}"#,
      #"{"expect":{"groups":{"$contains":[{"thread":"t","count":2}]}}}"#,
      #"{"expect":{"badges":{"$count":0}}}"#,
      #"{"expect":{"last":{"presented":["badge","banner","list"]}}}"#)
    #expect(
      report(results[0]) == [
        "groups: expected 2 elements, got 3 elements: group “T” of com.example.chat, 1 push (#3);"
          + " the default group of com.example.mail, 1 push (#2);"
          + " group “t” of com.example.chat, 1 push (#1)"
      ])
    #expect(report(results[2]) == ["badges: expected 0 members, got 1 member: com.example.chat 1"])
    #expect(results.prefix(2).map { $0.concerned.map(\.id) } == [[3, 2, 1], [1, 3]])
    let text = FailureText.lines(ScenarioReport(file: "s", checks: [results[3]]))
    #expect(text.contains { $0.contains("skip  badge") })
  }

  @Test func `a wrong number of pushes in a group concerns those with findings first`() throws {
    let guilty =
      #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"Hi","thread_id":"t"}}}"#
    let plain = #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"Hi"}}}"#
    let results = try checks(
      plain, guilty, plain, #"{"expect":{"groups":[{"thread":"","count":2}]}}"#)
    #expect(results.map { $0.concerned.map(\.id) } == [[2, 3, 1]])
  }

  @Test(arguments: ["thread_id", "room"])
  func `a push with findings in another group is concerned first, and the others are counted`(
    wrongKey: String
  ) throws {
    let pushes = (1...12).map { number in
      let key = number == 3 ? wrongKey : "thread-id"
      let thread = number.isMultiple(of: 2) ? "team" : "ann"
      return
        #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"\#(number)","\#(key)":"\#(thread)"}}}"#
    }
    let expected = #"{"expect":{"groups":{"$contains":[{"thread":"ann","count":6}]}}}"#
    let results = try checks(lines: pushes + [expected])
    #expect(results.map { $0.concerned.first?.id } == [3])
    #expect(results[0].concerned.count == 5)
    let text = FailureText.lines(ScenarioReport(file: "s", checks: results))
    #expect(text.last == "  and \(results[0].furtherConcerned) further pushes")
    #expect(results[0].furtherConcerned > 1)
  }

  @Test(arguments: [
    (#"{"thread":"two","count":1,"unread":1}"#, "groups[0], group “two”", [3, 1, 2]),
    (#"{"thread":"two","notifications":[{"body":"2"}]}"#, "groups[0], group “two”", [3, 1, 2]),
    (#"{"thread":"one","count":2,"unread":2}"#, "groups[1], group “one”", [1, 3]),
    (#"{"thread":"six","count":2,"unread":2}"#, "groups[0], group “two”", [3, 1]),
  ])
  func `the group with the thread is the nearest one, and its pushes are concerned`(
    expected: String, nearest: String, concerned: [Int]
  ) throws {
    let pushes = (1...3).map {
      let thread = $0 == 1 ? "one" : "two"
      return
        #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"\#($0)","thread-id":"\#(thread)"}}}"#
    }
    let results = try checks(
      lines: pushes + [#"{"expect":{"groups":{"$contains":[\#(expected)]}}}"#])
    let first = try #require(report(results[0]).first)
    #expect(first.contains("the nearest is \(nearest) of com.example.chat"))
    #expect(results[0].concerned.map(\.id) == concerned.map(NotificationID.init(rawValue:)))
  }

  @Test func `a setting that creates a Focus has its value in the event`() throws {
    let results = try checks(
      #"{"set":{"focus.night.from":"22:00","focus.night.to":"07:00"}}"#,
      #"{"expectEvent":{"event":"setting","key":"focus.night.from","value":"22:00","was":null}}"#)
    #expect(results.flatMap(report).isEmpty)
  }

  @Test func `expectEvent compares the payload of a background push`() throws {
    let results = try checks(
      silent, #"{"expectEvent":{"event":"silent"}}"#,
      #"{"expectEvent":{"event":"app","payload":{"x":{"$contains":[2]}}}}"#)
    #expect(results.flatMap(report) == [])
  }

  @Test func `entries that match an expectNone are listed`() throws {
    let results = try checks(
      start, hello, rejected, silent, #"{"expectNone":"app:chat"}"#,
      #"{"expectNone":"is:rejected"}"#,
      #"{"expectNone":"is:silent"}"#, #"{"expectNone":"before:18:30"}"#)
    #expect(
      results.flatMap(report) == [
        "app:chat: expected no push, got 1 push: #1 “Ann: Hello” of com.example.chat",
        "is:rejected: expected no push, got 1 push: R1 BadDeviceToken of com.example.mail",
        "is:silent: expected no push, got 1 push: #2 of com.example.mail",
        "before:18:30: expected no push, got 1 push: #1 “Ann: Hello” of com.example.chat",
      ])
    #expect(results.map { $0.concerned.map(\.id) } == [[1], [], [2], [1]])
    #expect(results[0].text == "app:chat")
  }

  @Test func `expectNone with is:heard finds every push that was heard, in the list or not`()
    throws
  {
    func push(_ aps: String) -> String {
      #"{"bundleId":"com.example.chat","payload":{"aps":{\#(aps)}}}"#
    }
    let results = try checks(
      start, push(#""alert":"Removed","sound":"default""#),
      #"{"act":{"on":"last","action":"dismiss"}}"#, push(#""sound":"chime.caf""#), hello,
      #"{"set":{"dnd":"on"}}"#,
      push(#""alert":"Silenced","sound":"default""#),
      push(#""alert":"Fire","sound":{"critical":1,"name":"default"}"#),
      #"{"expectNone":"is:heard"}"#, #"{"expectNone":"Silenced is:heard"}"#,
      #"{"expectNone":"-is:heard"}"#)
    #expect(
      results.flatMap(report).map { $0.prefix { $0 != ";" } } == [
        "is:heard: expected no push, got 3 pushes: #5 “Fire” of com.example.chat",
        "-is:heard: expected no push, got 2 pushes: #4 “Silenced” of com.example.chat",
      ])
    #expect(results.map { $0.concerned.map(\.id) } == [[5, 2, 1], [], [4, 3]])
  }

  @Test(arguments: [("thread:t", false), ("thread:t is:shown", true), ("app:chat", true)])
  func `a failed expectNone has the whole trace, with only a thread filter the group step`(
    filter: String, isWhole: Bool
  ) throws {
    let results = try checks(hello, #"{"expectNone":"\#(filter)"}"#)
    let text = FailureText.lines(ScenarioReport(file: "s", checks: results))
    #expect(text.contains { $0.contains("thread-id “t”") })
    #expect(text.contains { $0.contains("no Focus is on") } == isWhole)
  }

  @Test func `steps without expectation, and screens, are not checked here`() throws {
    #expect(
      try checks(hello, #"{"screen":{"size":"80x24","golden":"a.txt"}}"#, #"{"advance":"1s"}"#)
        == [])
  }
}
