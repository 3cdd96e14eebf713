import Foundation
@testable import InboxModel
import Testing

@Suite struct ScenarioReadingTests {
  private func read(_ lines: String...) throws(SettingsError) -> Scenario {
    try Scenario(Array(lines.joined(separator: "\n").utf8), fileName: "story.jsonl")
  }

  private func date(_ text: String) -> Date {
    Timestamp.date(text) ?? .distantPast
  }

  @Test func `comments, blank lines and Windows line ends are accepted`() throws {
    let scenario = try read(
      "# one", "  // two\r", "", " \t\r",
      #"{"clock":"2026-04-14T19:58:00+03:00","seed":42}"# + "\r",
      #"{"advance":"5m"}"#, "")
    #expect(scenario.start == date("2026-04-14T16:58:00Z"))
    #expect(scenario.seed == 42)
    #expect(scenario.steps.map(\.action) == [.advance(300)])
    #expect(scenario.steps[0].place.position.line == 6)
  }

  @Test func `a scenario begins at its clock, else its first moment, else in 2026`() throws {
    #expect(try read(#"{"advance":"5m"}"#).start == date("2026-01-01T00:00:00Z"))
    #expect(
      try read(#"{"advance":"5m"}"#, #"{"at":"2026-05-01T00:00:00Z","advance":"1s"}"#).start
        == date("2026-05-01T00:00:00Z"))
    #expect(
      try read(#"{"payload":{"aps":{}},"receivedAt":"2026-06-01T00:00:00Z"}"#).start
        == date("2026-06-01T00:00:00Z"))
    #expect(
      try read(
        #"{"clock":"2026-04-01T00:00:00Z"}"#, #"{"at":"2026-05-01T00:00:00Z","advance":"1s"}"#
      ).start == date("2026-04-01T00:00:00Z"))
  }

  @Test func `settings steps accumulate, each changing only its own values`() throws {
    let scenario = try read(
      #"{"device":{"lock":"locked","language":"ru"}}"#,
      #"{"app":{"bundleId":"a.b","state":"foreground","name":"B"}}"#,
      #"{"focus":{"name":"dinner","from":"20:00","to":"21:00"}}"#,
      #"{"summary":{"times":["08:00"],"apps":["a.b"]}}"#,
      #"{"categories":{"M":{}}}"#, #"{"app":{"bundleId":"a.b","sounds":false}}"#)
    var settings = PhoneSettings()
    settings.device.lock = .locked
    settings.device.languages = ["ru"]
    var expected: [Scenario.Action] = [
      .configure(settings, changes: [.lock(.locked), .language("ru")])
    ]
    settings.apps["a.b"] = AppSettings()
    settings.apps["a.b"]?.state = .foreground
    settings.apps["a.b"]?.name = "B"
    expected.append(
      .configure(
        settings, changes: [.appState("a.b", .foreground), .setting(.app("a.b", "name"), "B")]))
    settings.focuses["dinner"] = FocusSettings()
    settings.focuses["dinner"]?.schedules = [FocusSchedule(from: 1200, to: 1260)]
    expected.append(
      .configure(
        settings,
        changes: [
          .setting(.focus("dinner", "from"), "20:00"), .setting(.focus("dinner", "to"), "21:00"),
        ]))
    settings.summary.times = [480]
    settings.summary.apps = ["a.b"]
    expected.append(
      .configure(
        settings,
        changes: [
          .setting(SettingPath(["summary", "times"]), ["08:00"]),
          .setting(SettingPath(["summary", "apps"]), ["a.b"]),
        ]))
    settings.categories["M"] = Category(identifier: "M")
    expected.append(.configure(settings, changes: []))
    settings.apps["a.b"]?.sounds = false
    expected.append(
      .configure(settings, changes: [.setting(.app("a.b", "sounds"), false)]))
    #expect(scenario.steps.map(\.action) == expected)
  }

  @Test func `a push keeps its bytes, in a step and as a push line`() throws {
    let payload = #"{ "aps" : {"alert":"Hi"} }"#
    let scenario = try read(
      #"{"push":{"bundleId":"a.b","payload":\#(payload)},"repeat":3,"every":"10s"}"#,
      #"{"at":"2026-05-01T00:00:00Z","bundleId":"a.b","payload":\#(payload),"more":1}"#, payload)
    let pushes = scenario.steps.compactMap { step in
      if case .push(let request, let count, let every) = step.action {
        return (request, count, every, step.at)
      }
      return nil
    }
    #expect(
      pushes.map { String(decoding: $0.0.body, as: UTF8.self) } == [payload, payload, payload])
    #expect(pushes.map(\.0.lineID) == ["line-1", "line-2", "line-3"])
    #expect(pushes.map(\.1) == [3, 1, 1])
    #expect(pushes.map(\.2) == [10, 0, 0])
    #expect(pushes.map(\.3) == [nil, date("2026-05-01T00:00:00Z"), nil])
  }

  @Test(
    arguments: [
      (#""last""#, .last), ("7", .id(7)), (#""7""#, .named("7")), (#""""#, .named("")),
      (#""app:a.b""#, .named("app:a.b")),
    ] as [(String, Scenario.Target)])
  func `an act names its entries in several ways`(json: String, target: Scenario.Target) throws {
    let scenario = try read(#"{"act":{"on":\#(json),"action":"open","text":"ok"}}"#)
    #expect(scenario.steps.map(\.action) == [.act(on: target, action: "open", text: "ok")])
  }

  @Test func `set retains its assignments until the moment is known`() throws {
    let scenario = try read(#"{"set":{"focus":"dinner","focus.until":"21:00"}}"#)
    #expect(
      scenario.steps.map(\.action) == [
        .set([.init(key: "focus", value: "dinner"), .init(key: "focus.until", value: "21:00")])
      ])
  }

  @Test func `set accepts the words of a command, whose keys may occur twice`() throws {
    let scenario = try read(#"{"set":["remove.a.b=x=1","remove.a.b=y"]}"#)
    #expect(
      scenario.steps.map(\.action) == [
        .set([.init(key: "remove.a.b", value: "x=1"), .init(key: "remove.a.b", value: "y")])
      ])
  }

  @Test(arguments: [
    (#"{"advance":"5m",}"#, "1:16: a comma is not allowed before `}`"),
    ("[]", "1:1: the text must be an object, not an array"),
    ("{}", "1:1: the text must be a step or a push line, not an empty object"),
    (
      #"{"dnd":"on"}"#, #"1:2: `dnd` is not a known key; did you mean `{"set":{"dnd":…}}`?"#
    ),
    (#"{"advanse":"5m"}"#, "1:2: `advanse` is not a known key; did you mean `advance`?"),
    (#"{"advance":"5"}"#, "1:12: `advance` must be a span such as `10s` or `5m`, not `5`"),
    (
      #"{"advance":"99999d"}"#, "1:12: `advance` must be a span such as `10s` or `5m`, not `99999d`"
    ),
    (#"{"advance":"5m","sed":1}"#, "1:17: `sed` is not a known key; did you mean `set`?"),
    (
      #"{"at":"noon","advance":"5m"}"#,
      "1:7: `at` must be a time such as `2026-04-14T18:58:00Z`, not `noon`"
    ),
    (#"{"advance":"5m","set":{}}"#, "1:23: `set` and `advance` exclude each other"),
    (
      #"{"device":{"lok":"locked"}}"#, "1:12: `device.lok` is not a known key; did you mean `lock`?"
    ),
    (#"{"app":{"state":"foreground"}}"#, "1:8: `app.bundleId` is missing"),
    (
      #"{"app":{"bundleId":"a.b","state":"front"}}"#,
      "1:34: `app.state` must be `foreground`, `background`, `suspended`, `terminated` or `forceQuit`, not `front`"
    ),
    (#"{"focus":{"from":"20:00"}}"#, "1:10: `focus.name` is missing"),
    (#"{"focus":{"name":"a","from":"20:00"}}"#, "1:10: `focus.to` is missing"),
    (#"{"push":5}"#, "1:9: `push` must be a push line, not 5"),
    (
      #"{"push":{"bundleId":"com.x"}}"#,
      "1:9: the push, column 1: it has neither payload nor aps."
        + #" Write {"payload":{"aps":{"alert":"Hi"}}}, or the payload alone."#
    ),
    (
      #"{"push":{"payload":{}},"repeat":0}"#,
      "1:33: `repeat` must be a whole number from 1 to 100000, not 0"
    ),
    (
      #"{"payload":{"aps":{}},"expect":{"unread":99}}"#,
      "1:32: `expect` and `payload` exclude each other"
    ),
    (#"{"aps":{},"repeat":3}"#, "1:20: `repeat` and `aps` exclude each other"),
    (
      #"{"push":{"payload":{}},"payload":{}}"#,
      "1:9: `push` and `payload` exclude each other"
    ),
    (
      #"{"push":{"bundelId":"x","payload":{"aps":{}}}}"#,
      "1:10: `push.bundelId` is not a known key; did you mean `bundleId`?"
    ),
    (
      #"{"push":{"paylod":{"aps":{}}}}"#,
      "1:10: `push.paylod` is not a known key; did you mean `payload`?"
    ),
    (
      #"{"push":{"headers":{"apns-colapse-id":"c"},"payload":{"aps":{}}}}"#,
      "1:21: `push.headers.apns-colapse-id` is not a known key; did you mean `apns-collapse-id`?"
    ),
    (
      #"{"push":{"bundleId":3,"payload":{"aps":{}}}}"#,
      "1:21: `push.bundleId` must be a string, not 3"
    ),
    (#"{"push":{"headers":3,"payload":{}}}"#, "1:20: `push.headers` must be an object, not 3"),
    (
      #"{"push":{"payload":{"aps":{}},"repeat":3}}"#,
      "1:40: `push.repeat` must be beside `push`, not in it"
    ),
    (#"{"push":{"payload":{},"payload":{}}}"#, "1:23: `push.payload` is given twice"),
    (
      #"{"push":{"payload":{},"receivedAt":"noon"}}"#,
      "1:36: `push.receivedAt` must be a time such as `2026-04-14T18:58:00Z`, not `noon`"
    ),
    (#"{"push":{"payload":{}},"every":"1s"}"#, "1:32: `every` needs `repeat` too"),
    (#"{"advance":"1m","advance":"2m"}"#, "1:17: `advance` is given twice"),
    (#"{"set":{"lock":"locked","lock":"unlocked"}}"#, "1:25: `set.lock` is given twice"),
    (#"{"at":"2026-01-01T00:00:00Z"}"#, "1:7: `at` needs a step too"),
    (#"{"seed":42}"#, "1:9: `seed` needs `clock` too"),
    (#"{"advance":"1m","seed":42}"#, "1:24: `seed` needs `clock` too"),
    (
      #"{"clock":"2026-01-01T00:00:00Z","at":"2026-01-01T00:00:00Z"}"#,
      "1:38: `at` and `clock` exclude each other"
    ),
    (
      #"{"snapshot":{"lastId":5}}"#,
      "1:14: `snapshot.lastId` is not a known key; did you mean `lastID`?"
    ),
    (
      #"{"config":{"devise":{}}}"#,
      "1:12: `config.devise` is not a known key; did you mean `device`?"
    ),
    (
      #"{"set":{"lock":null}}"#,
      "1:16: `set.lock` must be a string, a number or a boolean, not null"
    ),
    (
      #"{"set":["lock=locked","dnd"]}"#,
      "1:8: `set` must be an object or a list of words `KEY=VALUE`, not a list with other elements"
    ),
    (#"{"act":{"on":"last"}}"#, "1:8: `act.action` is missing"),
    (#"{"expo":{}}"#, "1:9: `expo.messages` must be an array of messages, not nothing"),
    (#"{"expo":5}"#, "1:9: `expo` must be an object with `messages`, not 5"),
    (
      #"{"act":{"on":null,"action":"open"}}"#,
      "1:14: `act.on` must be `last`, an id or a filter, not null"
    ),
    (#"{"expct":{"unread":1}}"#, "1:2: `expct` is not a known key; did you mean `expect`?"),
    (
      #"{"act":{"on":"is:unred","action":"read"}}"#,
      "1:15: `act.on`: “is:unred” is not known; did you mean `is:unread`?"
    ),
    (
      #"{"app":{"bundleId":"a.b","strings":"ru.lproj"}}"#,
      "1:36: `app.strings` cannot be used: ru.lproj: only a configuration or a scenario can "
        + "name a file, relative to its own folder"
    ),
  ])
  func `an invalid step is rejected with its position`(line: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try read(line) }
    #expect(error?.message == "story.jsonl:" + message)
    let later = #expect(throws: SettingsError.self) { try read("# comment", "", line) }
    #expect(later?.message == "story.jsonl:3" + message.dropFirst())
  }

  @Test func `a push line and a payload may have unknown keys`() throws {
    let scenario = try read(
      #"{"payload":{"aps":{},"set":1,"set":2},"bundelId":"a.b"}"#,
      #"{"push":{"aps":{},"expect":1,"bundleId":3}}"#)
    #expect(scenario.steps.count == 2)
  }

  @Test func `config replaces all settings`() throws {
    let scenario = try read(
      #"{"device":{"lock":"locked"}}"#, #"{"config":{"device":{"ringer":"silent"}}}"#)
    var settings = PhoneSettings()
    settings.device.ringer = .silent
    #expect(scenario.steps.last?.action == .configure(settings, changes: []))
  }

  @Test func `the clock must be the first step`() {
    let error = #expect(throws: SettingsError.self) {
      try read(#"{"advance":"5m"}"#, #"{"clock":"2026-04-01T00:00:00Z"}"#)
    }
    #expect(error?.line == 2)
  }

  @Test func `identifiers derive from the seed`() {
    var first = SplitMix64(seed: 42)
    var second = SplitMix64(seed: 42)
    var third = SplitMix64(seed: 43)
    let identifier = APNSID(from: &first).text
    #expect(UUID(uuidString: identifier)?.uuidString.lowercased() == identifier)
    #expect(identifier == APNSID(from: &second).text)
    #expect(identifier != APNSID(from: &third).text)
    #expect(Array(identifier)[14] == "4")
    #expect(identifier != APNSID(from: &first).text)
  }
}
