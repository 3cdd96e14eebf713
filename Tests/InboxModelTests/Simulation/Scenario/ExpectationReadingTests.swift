import Foundation
import Testing

@testable import InboxModel

/// The reading of expectations: one that can never match is an error with its position.
@Suite struct ExpectationReadingTests {
  private func read(_ lines: String...) throws(SettingsError) -> Scenario {
    try Scenario(Array(lines.joined(separator: "\n").utf8), fileName: "story.jsonl")
  }

  @Test(arguments: [
    #"{"expect":{"last":{"outcome":null,"reason":"kind.data","id":"R1"}}}"#,
    #"{"expect":{"last":{"reason":"intake.line.not-json","status":400,"wire":"line"}}}"#,
    #"{"expect":{"last":{"reason":"UNREGISTERED"}}}"#,
    #"{"expect":{"held":[{"reason":"summary.held","until":"2026-04-14T16:58:00.000Z"}]}}"#,
    #"{"expectEvent":{"kind":"handed"}}"#, #"{"expectEvent":{"by":"limit"}}"#,
    #"{"expectEvent":{"event":"action","payload":{"outcome":"showed"}}}"#,
  ])
  func `an expectation of a value that can occur is accepted`(line: String) throws {
    #expect(try read(line).steps.count == 1)
  }

  @Test func `every reason code in the sources is accepted`() throws {
    let folder = SharedCorpora.packageRoot.appending(path: "Sources/InboxModel")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var codes: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/ReasonCode\(rawValue: "([^"\\]+)"\)/#) {
        codes.insert(String(match.output.1))
      }
    }
    #expect(codes == Set(ReasonCode.all.map(\.rawValue)))
  }

  @Test func `an expectation has the name given beside it`() throws {
    let scenario = try read(
      #"{"name":"one\u001b unread","expect":{"unread":1}}"#,
      #"{"expectEvent":{"event":"shown"},"name":"it is shown"}"#, #"{"expectNone":"is:rejected"}"#,
      #"{"name":"the list","screen":{"size":"9x9","golden":"a.txt"}}"#)
    #expect(scenario.steps.map(\.name) == ["one\\x1b unread", "it is shown", nil, "the list"])
  }

  @Test func `each kind of expectation is read`() throws {
    let scenario = try read(
      #"{"expect":{"unread":1,"last":null}}"#, #"{"expectEvent":{"event":"shown"}}"#,
      #"{"expectNone":"is:rejected -app:chat"}"#,
      #"{"screen":{"size":"80x24","golden":"golden/name.txt"}}"#,
      #"{"screen":{"size":"1x1000","view":"lock","golden":"a.txt","style":"./b/a.style"}}"#)
    #expect(
      scenario.steps.map(\.action) == [
        .expect(["unread": 1, "last": nil]), .expectEvent(["event": "shown"]),
        .expectNone("is:rejected -app:chat"),
        .screen(.init(columns: 80, rows: 24, view: "inbox", golden: "golden/name.txt")),
        .screen(
          .init(columns: 1, rows: 1000, view: "lock", golden: "a.txt", style: "./b/a.style")),
      ])
    #expect(scenario.steps.map(\.place.position.column) == [11, 16, 15, 11, 11])
  }

  @Test func `steps for the audience of a demo are read and change nothing`() throws {
    let scenario = try read(#"{"say":"Look."}"#, #"{"press":"g  l Enter"}"#)
    #expect(scenario.steps.map(\.action) == [.say("Look."), .press(["g", "l", "Enter"])])
    #expect(try ScenarioRun(scenario) == ScenarioRun(Scenario()))
    let error = #expect(throws: SettingsError.self) { try read(#"{"say":1}"#) }
    #expect(error?.message == "story.jsonl:1:8: `say` must be a string, not 1")
  }

  @Test(arguments: [
    #"{"badges":{"any.app":5,"$count":1}}"#, #"{"device":{"focus":null,"online":true}}"#,
    #"{"groups":[{"notifications":[{"actions":["A"],"presented":{"$contains":["sound"]}}]}]}"#,
    #"{"groups":{"$contains":[{"count":6}],"$count":2}}"#,
    #"{"held":[{"until":"2026-04-14T16:58:00.000Z"}]}"#,
    #"{"last":{"acted":null,"hidden":true}}"#, #"{"last":{"fix":"x","status":413}}"#,
    #"{"v":1,"now":"2026-04-14T16:58:00.000Z","silent":0,"rejected":0}"#,
  ])
  func `every key of the inbox is accepted`(json: String) throws {
    #expect(throws: Never.self) { try read(#"{"expect":\#(json)}"#) }
  }

  @Test(arguments: [
    #"{"event":"shown","presented":[],"requestID":"r","thread":"t"}"#,
    #"{"event":"silent","id":1}"#, #"{"event":"none","reason":"app.off"}"#,
    #"{"event":"rejected","bytes":5,"reason":"BadTopic"}"#,
    #"{"event":"action","payload":{"aps":{"any":{"$count":1}}},"userText":"ok"}"#,
    #"{"event":"read","read":true,"by":"user"}"#, #"{"event":"dismissed","by":"user"}"#,
    #"{"event":"app","state":"foreground","delegate":null,"payload":null}"#,
    #"{"event":"setting","key":"lock","value":"locked","was":null}"#,
    #"{"by":"collapse","userText":"x"}"#,
  ])
  func `every key of an event is accepted`(json: String) throws {
    #expect(throws: Never.self) { try read(#"{"expectEvent":\#(json)}"#) }
  }

  @Test(arguments: [
    (#"{"expect":5}"#, "1:11: `expect` must be an object, not 5"),
    (
      #"{"expect":{}}"#,
      "1:11: `expect` must be an object with keys of the inbox, not an empty one"
    ),
    (
      #"{"expect":{"unraed":9}}"#,
      "1:12: `expect.unraed` is not a known key; did you mean `unread`?"
    ),
    (
      #"{"expect":{"device":{"lcok":"locked"}}}"#,
      "1:22: `expect.device.lcok` is not a known key; did you mean `lock`?"
    ),
    (
      #"{"expect":{"groups":[{"count":1},{"thraed":"t"}]}}"#,
      "1:35: `expect.groups[1].thraed` is not a known key; did you mean `thread`?"
    ),
    (
      #"{"expect":{"groups":[{"notifications":[{"titel":"t"}]}]}}"#,
      "1:41: `expect.groups[0].notifications[0].titel` is not a known key; did you mean `title`?"
    ),
    (
      #"{"expect":{"groups":{"$contains":[{"cuont":1}]}}}"#,
      "1:36: `expect.groups.$contains[0].cuont` is not a known key; did you mean `count`?"
    ),
    (
      #"{"expect":{"held":[{"untill":"x"}]}}"#,
      "1:21: `expect.held[0].untill` is not a known key; did you mean `until`?"
    ),
    (
      #"{"expect":{"last":{"statsu":413}}}"#,
      "1:20: `expect.last.statsu` is not a known key; did you mean `status`?"
    ),
    (
      #"{"expect":{"groups":{"$contians":[]}}}"#,
      "1:22: `expect.groups.$contians` is not a known key; did you mean `$contains`?"
    ),
    (
      #"{"expect":{"groups":{"$contains":{}}}}"#,
      "1:34: `expect.groups.$contains` must be an array, not an object"
    ),
    (
      #"{"expect":{"groups":{"$count":-1}}}"#,
      "1:31: `expect.groups.$count` must be a whole number from 0, not -1"
    ),
    (#"{"expect":{"unread":1,"unread":2}}"#, "1:23: `expect.unread` is given twice"),
    (
      #"{"expect":{"groups":null}}"#,
      "1:21: `expect.groups` must be an array or an object with `$contains` or `$count`, not null"
    ),
    (
      #"{"expect":{"device":"locked"}}"#,
      "1:21: `expect.device` must be an object with `focus`, `grouping`, `language`, `lock`, `online` or `previews`, not `locked`"
    ),
    (
      #"{"expect":{"last":{"sound":"default"}}}"#,
      "1:28: `expect.last.sound` must be an object with `critical`, `name`, `plays` or `volume`, not `default`"
    ),
    (
      #"{"expectEvent":{}}"#,
      "1:16: `expectEvent` must be an object with keys of an event, not an empty one"
    ),
    (
      #"{"expectEvent":{"event":"shown","event":"quiet"}}"#,
      "1:33: `expectEvent.event` is given twice"
    ),
    (
      #"{"expect":{"groups":{"count":6}}}"#,
      "1:21: `expect.groups` must be an array or an object with `$contains` or `$count`, not an object"
    ),
    (
      #"{"expect":{"last":{"title":{"$contains":["a"]}}}}"#,
      "1:29: `expect.last.title` must be a single value, not `$contains`"
    ),
    (
      #"{"expect":{"unread":[9]}}"#, "1:21: `expect.unread` must be a single value, not a list of 1"
    ),
    (#"{"expect":{"last":[]}}"#, "1:19: `expect.last` must be an object, not an empty list"),
    (
      #"{"expect":{"device":{"$contains":[]}}}"#,
      "1:22: `expect.device` must be an object, not `$contains`"
    ),
    (
      #"{"expect":{"last":{"outcome":"showed"}}}"#,
      "1:30: `expect.last.outcome` must be `shown`, `quiet`, `silent`, `held` or `none`, not `showed`;"
        + " did you mean `shown`?"
    ),
    (
      #"{"expect":{"groups":[{"notifications":{"$contains":[{"presented":["baner"]}]}}]}}"#,
      "1:66: `expect.groups[0].notifications.$contains[0].presented[0]` must be `activity`, `badge`,"
        + " `banner`, `critical`, `list`, `lock` or `sound`, not `baner`; did you mean `banner`?"
    ),
    (
      #"{"expect":{"groups":[{"by":"user"}]}}"#,
      "1:28: `expect.groups[0].by` must be `thread`, `app` or `single`, not `user`"
    ),
    (
      #"{"expect":{"last":{"reason":"dnd.manaul"}}}"#,
      "1:29: `expect.last.reason` must be a known code such as `shown`"
        + " (`pushinbox schema scenario` lists them), not `dnd.manaul`; did you mean"
        + " `dnd.manual`?"
    ),
    (
      #"{"expect":{"last":{"reason":"BadToken"}}}"#,
      "1:29: `expect.last.reason` must be a known code such as `shown`"
        + " (`pushinbox schema scenario` lists them), not `BadToken`"
    ),
    (
      #"{"expect":{"device":{"lock":"lokced"}}}"#,
      "1:29: `expect.device.lock` must be `locked` or `unlocked`, not `lokced`; did you mean `locked`?"
    ),
    (
      #"{"expect":{"unread":"3"}}"#,
      "1:21: `expect.unread` must be a whole number from 0, not `3`"
    ),
    (#"{"expect":{"silent":-1}}"#, "1:21: `expect.silent` must be a whole number from 0, not -1"),
    (
      #"{"expect":{"last":{"read":"no"}}}"#,
      "1:27: `expect.last.read` must be `true` or `false`, not `no`"
    ),
    (
      #"{"expect":{"last":{"receivedAt":"2026-04-14T19:58:00+03:00"}}}"#,
      "1:33: `expect.last.receivedAt` must be a time in UTC with milliseconds, not"
        + " `2026-04-14T19:58:00+03:00`; did you mean `2026-04-14T16:58:00.000Z`?"
    ),
    (
      #"{"expectEvent":{"event":"removed","by":"usr"}}"#,
      "1:40: `expectEvent.by` must be `user`, `app`, `collapse`, `remote` or `limit`, not `usr`; did"
        + " you mean `user`?"
    ),
    (
      #"{"expectEvent":{"event":"queue","kind":"pushed"}}"#,
      "1:40: `expectEvent.kind` must be `lost`, `gap`, `repeat`, `late` or `replaced`, not `pushed`"
    ),
    (
      #"{"expectEvent":{"event":"rejected","reason":"BadDeviceTokn"}}"#,
      "1:45: `expectEvent.reason` must be a known code such as `BadChannelId`"
        + " (`pushinbox schema scenario` lists them), not `BadDeviceTokn`;"
        + " did you mean `BadDeviceToken`?"
    ),
    (
      #"{"name":"a","advance":"5m"}"#,
      "1:9: `name` needs `expect`, `expectEvent`, `expectNone` or `screen` too"
    ),
    (#"{"name":7,"expect":{"unread":1}}"#, "1:9: `name` must be a string, not 7"),
    (
      #"{"name":" ","expectNone":""}"#,
      "1:9: `name` must be a text of 1 to 200 characters, not a blank one"
    ),
    (#"{"expectEvent":"shown"}"#, "1:16: `expectEvent` must be an object, not `shown`"),
    (
      #"{"expectEvent":{"titel":"t"}}"#,
      "1:17: `expectEvent.titel` is not a known key; did you mean `title`?"
    ),
    (
      #"{"expectEvent":{"event":"dismissed","titel":"t"}}"#,
      "1:37: `expectEvent.titel` is not a known key"
    ),
    (
      #"{"expectEvent":{"event":"acton"}}"#,
      "1:25: `expectEvent.event` must be `action`, `activity`, `app`, `channel`, `dismissed`, `held`, `icq`, `none`,"
        + " `queue`, `quiet`, `read`, `rejected`, `removed`, `setting`, `shown`, `silent` or `token`, not `acton`; did you mean `action`?"
    ),
    (
      #"{"expectEvent":{"payload":{"$coutn":1}}}"#,
      "1:28: `expectEvent.payload.$coutn` is not a known key; did you mean `$count`?"
    ),
    (#"{"expectNone":5}"#, "1:15: `expectNone` must be a string, not 5"),
    (
      #"{"expectNone":"app:a is:rejcted"}"#,
      "1:22: `expectNone`: “is:rejcted” is not known; did you mean `is:rejected`?"
    ),
    (
      #"{"expectNone":"\"é\" lvel:x"}"#,
      "1:15: `expectNone`: “lvel:” is not known; did you mean `level:x`?"
    ),
    (#"{"screen":"80x24"}"#, "1:11: `screen` must be an object, not `80x24`"),
    (#"{"screen":{"golden":"a"}}"#, "1:11: `screen.size` is missing"),
    (#"{"screen":{"size":"80x24"}}"#, "1:11: `screen.golden` is missing"),
    (
      #"{"screen":{"size":"80x0","golden":"a"}}"#,
      "1:19: `screen.size` must be columns x rows such as `80x24`, 1 to 1000 each, not `80x0`"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"a.txt","veiw":"lock"}}"#,
      "1:44: `screen.veiw` is not a known key; did you mean `view`?"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"/etc/passwd"}}"#,
      "1:36: `screen.golden` must be a path below the scenario's folder, not an absolute one"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"a.txt","style":"b/../../a"}}"#,
      "1:52: `screen.style` must be a path below the scenario's folder, not one with `..`"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"a/"}}"#,
      "1:36: `screen.golden` must be a path below the scenario's folder, not one that names no file"
    ),
    (
      #"{"screen":{"size":"80x24","golden":".git/a.txt"}}"#,
      "1:36: `screen.golden` must be a path below the scenario's folder, not one with a hidden part"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"a/.b.txt"}}"#,
      "1:36: `screen.golden` must be a path below the scenario's folder, not one with a hidden part"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"story.jsonl"}}"#,
      "1:36: `screen.golden` must be a path that ends in `.txt` or `.svg`, not `story.jsonl`"
    ),
    (
      #"{"screen":{"size":"80x24","golden":"a.txt","style":"a.txt"}}"#,
      "1:52: `screen.style` must be a path that ends in `.style`, not `a.txt`"
    ),
  ])
  func `an expectation that can never match is rejected with its position`(
    line: String, message: String
  ) {
    let error = #expect(throws: SettingsError.self) { try read(line) }
    #expect(error?.message == "story.jsonl:" + message)
    let later = #expect(throws: SettingsError.self) { try read("# comment", line) }
    #expect(later?.message == "story.jsonl:2" + message.dropFirst())
  }
}
