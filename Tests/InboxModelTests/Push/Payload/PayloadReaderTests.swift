@testable import InboxModel
import Testing

@Suite struct PayloadReaderTests {
  @Test func `every key of an alert push is read with its type`() throws {
    let payload = try read(
      #"""
      {"aps":{"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"l.png",
        "action-loc-key":"A","summary-arg":"Ann","summary-arg-count":3,"show-view":false},
       "badge":7,"sound":"ping.aiff","thread-id":"t","category":"C","content-available":1,
       "mutable-content":1,"target-content-id":"w","interruption-level":"time-sensitive",
       "relevance-score":0.5,"filter-criteria":"f","url-args":["a","b"]},"own":{"x":[1]}}
      """#)
    var expected = Payload()
    var alert = Alert()
    alert.title = .literal("T")
    alert.subtitle = .literal("S")
    alert.body = .literal("B")
    alert.launchImage = "l.png"
    alert.action = .key("A")
    alert.summaryArgument = "Ann"
    alert.summaryArgumentCount = 3
    alert.showsView = false
    expected.alert = alert
    expected.badge = 7
    expected.sound = Sound(name: "ping.aiff")
    expected.threadIdentifier = "t"
    expected.categoryIdentifier = "C"
    expected.isContentAvailable = true
    expected.isMutableContent = true
    expected.targetContentIdentifier = "w"
    expected.interruptionLevel = .timeSensitive
    expected.relevanceScore = 0.5
    expected.filterCriteria = "f"
    expected.urlArguments = ["a", "b"]
    expected.custom = ["own": ["x": [1]]]
    expected.hasAps = true
    expected.bytes = payload.bytes
    expected.findings = payload.findings
    #expect(payload == expected)
    #expect(
      payload.findings.map { "\($0.rule.rawValue) \($0.path)" } == [
        "deprecated-key aps.url-args", "deprecated-key aps.alert.action-loc-key",
        "deprecated-key aps.alert.summary-arg", "deprecated-key aps.alert.summary-arg-count",
      ])
  }

  @Test func `keys that only look alike are different keys`() throws {
    let payload = try read(#"{"aps":{},"\u00e9":1,"e\u0301":2,"x":1,"x":3}"#)
    let members = payload.custom.object.members
    #expect(members.map { Array($0.key.unicodeScalars) } == [["\u{e9}"], ["e", "\u{301}"], ["x"]])
    #expect(members.map(\.value) == [1, 2, 3])
  }

  @Test func `every key of a Live Activity push is read with its type`() throws {
    let payload = try read(
      #"""
      {"aps":{"timestamp":1767225600,"event":"start","content-state":{"home":2},
       "stale-date":1767229200.5,"dismissal-date":1767229300,"attributes-type":"Match",
       "attributes":{"id":1},"input-push-channel":"Y2g=","input-push-token":1,"relevance-score":75,
       "alert":{"title":{"loc-key":"K","loc-args":["a"]},"body":"B","sound":"s.caf"}}}
      """#)
    var activity = LiveActivity()
    activity.timestamp = 1_767_225_600
    activity.event = "start"
    activity.contentState = ["home": 2]
    activity.staleDate = 1_767_229_200.5
    activity.dismissalDate = 1_767_229_300
    activity.attributesType = "Match"
    activity.attributes = ["id": 1]
    activity.inputPushChannel = "Y2g="
    activity.wantsPushToken = true
    #expect(payload.liveActivity == activity)
    #expect(payload.relevanceScore == 75)
    #expect(payload.alert?.title == .localized(key: "K", arguments: ["a"]))
    #expect(payload.sound == Sound(name: "s.caf"))
    #expect(payload.findings.allSatisfy { $0.rule == .deprecatedKey })
  }

  @Test(arguments: [
    (#"{"loc-key":"K"}"#, LocalizableText.localized(key: "K", arguments: [])),
    (#"{"loc-key":"K","loc-args":["a","b"]}"#, .localized(key: "K", arguments: ["a", "b"])),
    (#"{"loc-key":"K","body":"B"}"#, .localized(key: "K", arguments: [])),
    (#"{"loc-key":"","body":"B"}"#, .literal("B")),
    (#"{"loc-key":null,"loc-args":null,"body":"B"}"#, .literal("B")),
    (#"{"loc-args":["a"],"body":"B %@"}"#, .literal("B %@")),
    (#""B""#, .literal("B")),
  ])
  func `a localization key overrides the literal text`(alert: String, body: LocalizableText) throws
  {
    #expect(try read(#"{"aps":{"alert":\#(alert)}}"#).alert?.body == body)
  }

  @Test(arguments: [
    (#"{"title-loc-key":"T","title-loc-args":["1"],"title":"x"}"#, "title"),
    (#"{"subtitle-loc-key":"T","subtitle-loc-args":["1"],"subtitle":"x"}"#, "subtitle"),
  ])
  func `title and subtitle are localized alike`(alert: String, line: String) throws {
    let payload = try read(#"{"aps":{"alert":\#(alert)}}"#)
    let text = line == "title" ? payload.alert?.title : payload.alert?.subtitle
    #expect(text == .localized(key: "T", arguments: ["1"]))
  }

  @Test(arguments: [
    #""""#, "{}", "null", "5", "[]", "true", #"{"body":""}"#, #"{"launch-image":"x"}"#,
    #"{"body":null,"title":7}"#,
  ])
  func `an alert without text counts as absent`(alert: String) throws {
    let payload = try read(#"{"aps":{"alert":\#(alert)}}"#)
    #expect(payload.alert == nil)
    #expect(!payload.hasAlert)
    #expect(!payload.isVisible)
    #expect(payload.findings.contains { $0.path.hasPrefix("aps.alert") })
  }

  @Test(arguments: [
    (#"{"alert":"x"}"#, true), (#"{"alert":{"title":"x"}}"#, true),
    (#"{"alert":{"subtitle":"x"}}"#, true), (#"{"alert":{"loc-key":"x"}}"#, true),
    (#"{"badge":0}"#, true), (#"{"sound":"default"}"#, true), (#"{"content-available":1}"#, false),
    (#"{"sound":""}"#, false), (#"{"badge":"1"}"#, false), ("{}", false),
  ])
  func `text, a sound and a badge are visible`(aps: String, isVisible: Bool) throws {
    #expect(try read(#"{"aps":\#(aps)}"#).isVisible == isVisible)
  }

  @Test(arguments: [
    (#""x.caf""#, Sound(name: "x.caf")),
    (#"{"critical":1,"name":"x","volume":0.4}"#, Sound(name: "x", isCritical: true, volume: 0.4)),
    (#"{"critical":1}"#, Sound(isCritical: true)),
    (#"{"critical":0,"name":"x"}"#, Sound(name: "x")),
    (#"{"critical":true}"#, Sound(isCritical: true)),
    (#"{"critical":1,"volume":9}"#, Sound(isCritical: true, volume: 1)),
    (#"{"critical":1,"volume":-1}"#, Sound(isCritical: true, volume: 0)),
    (#"{"critical":1,"volume":"loud"}"#, Sound(isCritical: true, volume: 1)),
    (#""""#, Sound(name: "")), ("true", Sound(name: "")), ("[]", Sound(name: "")), ("null", nil),
  ])
  func `a sound is a name or an object`(json: String, sound: Sound?) throws {
    #expect(try read(#"{"aps":{"sound":\#(json)}}"#).sound == sound)
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("1.0", 1), ("1e2", 100), ("2147483648", 2_147_483_648), ("-1", nil),
    ("1.5", nil), (#""1""#, nil), ("true", nil), ("null", nil), ("1e400", nil), ("[1]", nil),
  ])
  func `a badge is a whole number of 0 or more`(json: String, badge: Int?) throws {
    #expect(try read(#"{"aps":{"badge":\#(json)}}"#).badge == badge)
  }

  @Test(arguments: [
    ("1", true, 0), ("1.0", true, 0), ("true", true, 1), (#""1""#, true, 1), ("0", false, 0),
    ("false", false, 1), (#""yes""#, false, 1), ("2", false, 1), ("null", false, 1),
  ])
  func `a flag is 1 or a common substitute`(json: String, isOn: Bool, remarks: Int) throws {
    let payload = try read(
      #"{"aps":{"content-available":\#(json),"mutable-content":\#(json)}}"#)
    #expect(payload.isContentAvailable == isOn)
    #expect(payload.isMutableContent == isOn)
    #expect(payload.findings.count == remarks * 2)
  }

  @Test(arguments: [("0", 0.0), ("1", 1), ("0.25", 0.25), ("3", 1), ("-0.5", 0), (#""1""#, 0)])
  func `the relevance score of an alert is limited to 0 to 1`(json: String, score: Double) throws {
    #expect(try read(#"{"aps":{"relevance-score":\#(json)}}"#).relevanceScore == score)
  }

  @Test(arguments: ["urgent", "Time-Sensitive", "timeSensitive", ""])
  func `an unknown level is active`(word: String) throws {
    let payload = try read(#"{"aps":{"interruption-level":"\#(word)"}}"#)
    #expect(payload.interruptionLevel == .active)
    #expect(payload.findings.map(\.path) == ["aps.interruption-level"])
    #expect(
      payload.findings[0].message.contains("“time-sensitive”")
        == word.lowercased().hasPrefix("time"))
  }

  @Test func `arguments that are not strings are converted`() throws {
    let payload = try read(
      #"{"aps":{"alert":{"loc-key":"K","loc-args":["a",1,2.50,null,true,{"b":[1]}]}}}"#)
    #expect(
      payload.alert?.body
        == .localized(key: "K", arguments: ["a", "1", "2.50", "", "true", #"{"b":[1]}"#]))
    #expect(
      payload.findings.map(\.path) == (1...5).map { "aps.alert.loc-args[\($0)]" })
  }

  @Test(arguments: [
    ("null", AlertAction.dismissOnly), (#""K""#, .key("K")), ("5", nil),
  ])
  func `null for the action's key is one button that only dismisses`(
    json: String, action: AlertAction?
  ) throws {
    let payload = try read(#"{"aps":{"alert":{"body":"B","action-loc-key":\#(json)}}}"#)
    #expect(payload.alert?.action == action)
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"x","title":"y"}}"#, "aps.title", LintRule.Level.warning),
    (#"{"aps":{"loc-key":"x"}}"#, "aps.loc-key", .warning),
    (#"{"aps":{"mutableContent":true}}"#, "aps.mutableContent", .warning),
    (#"{"aps":{"content_available":1}}"#, "aps.content_available", .warning),
    (#"{"aps":{"future-key":1}}"#, "aps.future-key", .warning),
    (#"{"aps":{"alert":{"body":"x","badge":1}}}"#, "aps.alert.badge", .warning),
    (#"{"aps":{"alert":{"body":"x","text":"y"}}}"#, "aps.alert.text", .warning),
    (#"{"aps":{"alert":{"body":"x","show-view":1}}}"#, "aps.alert.show-view", .warning),
    (
      #"{"aps":{"alert":{"body":"x","summary-arg-count":0}}}"#, "aps.alert.summary-arg-count",
      .warning
    ),
    (#"{"aps":{"alert":{"title":"x","body":{"loc-key":"K"}}}}"#, "aps.alert.body", .warning),
    (#"{"aps":{"alert":{"body":"x","loc-key":"K"}}}"#, "aps.alert.body", .advice),
    (#"{"aps":{"alert":{"body":"x","loc-args":["a"]}}}"#, "aps.alert.body", .advice),
    (#"{"aps":{"alert":{"loc-key":"x","loc-args":"a"}}}"#, "aps.alert.loc-args", .warning),
    (#"{"aps":{},"alert":"x"}"#, "alert", .warning),
    (#"{"aps":{"alert":"x"},"badge":3}"#, "badge", .advice),
    (#"{"aps":{},"content-available":1}"#, "content-available", .warning),
    (#"{"aps":{"thread-id":7}}"#, "aps.thread-id", .warning),
    (#"{"aps":{"category":[]}}"#, "aps.category", .warning),
    (#"{"aps":{"sound":{"nme":"x"}}}"#, "aps.sound.nme", .warning),
    (#"{"aps":{"url-args":["a",1]}}"#, "aps.url-args[1]", .warning),
    (#"{"aps":{"badge":null}}"#, "aps.badge", .warning),
    (#"{"aps":{"event":"begin","timestamp":1}}"#, "aps.event", .warning),
    (#"{"aps":{"event":"start","timestamp":1}}"#, "aps.event", .warning),
    (#"{"aps":{"event":"end","timestamp":1767225600000}}"#, "aps.timestamp", .warning),
    (#"{"aps":{"content-state":5}}"#, "aps.content-state", .warning),
    (#"{"aps":null}"#, "aps", .warning),
    (#"{"aps":[]}"#, "aps", .warning),
    ("{}", "aps", .warning),
    (#"{"aps":{"badge":1,"badge":2}}"#, "aps.badge", .warning),
    (#"{"aps":{},"a":[1,{"b":"\ud83d"}]}"#, "a[1].b", .warning),
  ])
  func `an unusual value yields a finding with its path`(
    json: String, path: String, level: LintRule.Level
  ) throws {
    let findings = try read(json).findings.filter { $0.rule != .deprecatedKey }
    #expect(findings.map(\.path) == [path])
    #expect(findings.map(\.level) == [level])
    #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
  }

  @Test func `the last value of a repeated key is used, even if it is unusual`() throws {
    let payload = try read(#"{"aps":{"badge":1},"aps":{"badge":2,"sound":"x","badge":"3"}}"#)
    #expect(payload.badge == nil)
    #expect(payload.sound == Sound(name: "x"))
    #expect(payload.findings.map(\.path) == ["aps", "aps.badge", "aps.badge"])
  }

  @Test func `an unpaired surrogate does not lose the text`() throws {
    let payload = try read(#"{"aps":{"alert":"Lunch \ud83d"}}"#)
    #expect(payload.alert?.body == .literal("Lunch \u{FFFD}"))
  }

  @Test func `custom keys and the bytes are unchanged`() throws {
    let text = #" { "z" : 1e2 , "aps" : { } , "a" : [ null , "\u00e9" ] } "#
    let payload = try read(text)
    #expect(payload.bytes == Array(text.utf8))
    #expect(payload.custom.object.members.map(\.key) == ["z", "a"])
    #expect(payload.custom["z"] == .number(JSONNumber(text: "1e2")))
    #expect(payload.custom["a"] == [nil, "é"])
  }

  @Test func `thousands of unusual values yield fifty findings`() throws {
    let keys = (0..<2000).map { #""k\#($0)":1"# }.joined(separator: ",")
    #expect(try read(#"{"aps":{\#(keys)}}"#).findings.count == 50)
  }

  @Test(arguments: [
    ("", PayloadError.empty), ("[]", .notAnObject(found: "an array")),
    ("5", .notAnObject(found: "a number")), (#""x""#, .notAnObject(found: "a string")),
  ])
  func `only a JSON object is a payload`(text: String, error: PayloadError) {
    #expect(Payload.read(Array(text.utf8)) == .failure(error))
  }

  @Test(arguments: [
    #"{"aps":{}"#, "nonsense", #"{"aps":{},}"#, "{\"aps\":{\"alert\":\"\u{7}\"}}",
    String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65),
  ])
  func `invalid JSON is rejected with its position`(text: String) {
    guard case .failure(.notJSON(let error)) = Payload.read(Array(text.utf8)) else {
      Issue.record("\(text) was read")
      return
    }
    #expect(error.line == 1)
    #expect(error.column > 0)
  }

  private func read(_ json: String) throws -> Payload {
    try Payload.read(Array(json.utf8)).get()
  }

  @Test(arguments: [LocalizableText.literal(""), .localized(key: "", arguments: ["a"])])
  func `an empty text or key counts as no text`(text: LocalizableText) {
    var payload = Payload()
    payload.alert = Alert()
    payload.alert?.body = text
    #expect(!payload.hasAlert)
  }
}
