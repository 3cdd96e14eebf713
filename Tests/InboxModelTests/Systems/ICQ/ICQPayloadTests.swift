import Foundation
import Testing

@testable import InboxModel

/// The payloads of the pushes (ICQ-13 to ICQ-18, ICQ-25 to ICQ-31).
@Suite struct ICQPayloadTests {
  @Test func `ICQ-13, ICQ-18 loc-args contain the named fields, in their order`() throws {
    let expected: [(names: String, args: String)] = [
      ("srcId,destName,message", #"["111111","222222","some_text_here"]"#),
      ("message,srcId", #"["some_text_here","111111"]"#),
      ("timestamp,srcName", #"["1776189600","111111"]"#), ("", "[]"),
    ]
    for (names, args) in expected {
      var bench = ICQBench()
      try bench.logIn(["iPhoneLocArgs": .string(names)])
      try bench.message()
      #expect(bench.pushes.first?.contains(#""loc-args":\#(args)"#) == true)
    }
  }

  @Test func `ICQ-13 srcName is the nick if there is one`() throws {
    var bench = ICQBench()
    try bench.logIn(["iPhoneLocArgs": "srcName"])
    try bench.ask(
      .event, #"{"kind":"message","from":"111111","to":"222222","message":"Hi","nick":"Ann"}"#)
    #expect(bench.pushes.first?.contains(#""loc-args":["Ann"]"#) == true)
  }

  @Test func `ICQ-15 white space around the commas is tolerated`() throws {
    var bench = ICQBench()
    try bench.logIn(["iPhoneLocArgs": " srcId , destName,\tmessage "])
    try bench.message()
    #expect(bench.pushes.first?.contains(#"["111111","222222","some_text_here"]"#) == true)
  }

  @Test func `ICQ-16 omitted parameters are omitted from the payload`() throws {
    let fields = ["iPhoneSound", "iPhoneLocKey", "iPhoneBadge", "iPhoneLocArgs"]
    var bench = ICQBench()
    try bench.logIn(Dictionary(uniqueKeysWithValues: fields.map { ($0, nil) }))
    try bench.message()
    #expect(bench.pushes == [#"{"aps":{}}"#])
    try bench.logIn(["iPhoneActionKey": "READ", "iPhoneSound": nil])
    try bench.message()
    #expect(
      bench.pushes.last == #"{"aps":{"alert":{"loc-key":"IM2","loc-args":["111111","222222","#
        + #""some_text_here"],"action-loc-key":"READ"},"badge":2}}"#)
  }

  @Test func `ICQ-16 a message without a key yields a warning in response, trace and lint`() throws
  {
    let event = #"{"kind":"message","from":"111111","to":"222222","text":"Hi"}"#
    let warning =
      "The session has no iPhoneLocKey, so the push has no text: the phone shows nothing, and at "
      + "most sets the badge and plays the sound."
    let changes: [[String: JSONValue?]] = [
      ["iPhoneLocKey": nil, "iPhoneLocArgs": nil, "iPhoneSound": nil, "iPhoneBadge": nil],
      ["iPhoneLocKey": nil, "iPhoneLocArgs": nil], ["iPhoneLocKey": nil],
      ["iPhoneLocKey": nil, "iPhoneActionKey": "READ"],
    ]
    for change in changes {
      var bench = ICQBench()
      try bench.logIn(change)
      let answer = try bench.ask(.event, event)
      #expect(answer.body["became"] == "pushed")
      #expect(answer.body["warning"]?.string == warning)
      let push = try #require(bench.lastPush)
      let step = Gateway.steps(of: push).first { $0.name == .payload }
      #expect(step?.result == .note)
      #expect(step?.because.contains("iPhoneLocKey: " + warning) == true)
      #expect(
        Lint.findings(for: push).contains {
          $0.rule == .icqWithoutKey && $0.path == "iPhoneLocKey" && $0.message == warning
        })
    }
    // With a key, and if the key is the server's own, there is no warning.
    var bench = ICQBench()
    try bench.logIn()
    #expect(try bench.ask(.event, event).body["warning"] == nil)
    let push = try #require(bench.lastPush)
    #expect(!Lint.findings(for: push).contains { $0.rule == .icqWithoutKey })
    try bench.logIn(["iPhoneLocKey": nil, "iPhoneLocArgs": nil, "plural": true])
    #expect(try bench.ask(.event, event).body["warning"] == nil)
  }

  @Test func `ICQ-25, ICQ-29 one message: sender before recipient, sound without extension`()
    throws
  {
    var bench = ICQBench()
    try bench.logIn()
    try bench.message()
    #expect(
      bench.pushes == [
        #"{"aps":{"alert":{"loc-key":"IM2","loc-args":["111111","222222","some_text_here"]},"#
          + #""badge":1,"sound":"IM"}}"#
      ])
    // The phone does not have the sound and plays the default one.
    #expect(bench.effects.rings == [1])
  }

  @Test func `ICQ-25 one authorisation request: recipient before sender`() throws {
    var bench = ICQBench()
    try bench.logIn(["iPhoneSound": "eventSound_ReceiveIm.wav", "uin": "111111"])
    try bench.ask(
      .event,
      #"{"kind":"authorisation","from":"222222","to":"111111","nick":"parparon5","#
        + #""firstName":"John","lastName":"Johnson"}"#)
    #expect(
      bench.pushes == [
        #"{"aps":{"alert":{"loc-key":"AR1","loc-args":["111111","222222","parparon5","John","#
          + #""Johnson"]},"badge":1,"sound":"eventSound_ReceiveIm.wav"}}"#
      ])
  }

  @Test func `ICQ-26, ICQ-27, ICQ-28 several messages: their count in text and badge`() throws {
    var bench = ICQBench()
    try bench.logIn(["plural": true, "iPhoneSound": "eventSound_ReceiveIm.wav"])
    for _ in 1...5 { try bench.message() }
    #expect(
      bench.pushes.last
        == #"{"aps":{"alert":{"loc-key":"New Messages","loc-args":["5"]},"badge":5,"#
        + #""sound":"eventSound_ReceiveIm.wav"}}"#)
  }

  @Test func `ICQ-26, ICQ-27 several authorisation requests: their count, separate from messages`()
    throws
  {
    var bench = ICQBench()
    try bench.logIn(["plural": true, "iPhoneSound": "eventSound_ReceiveIm.wav"])
    try bench.message()
    try bench.authorisation(from: "333333")
    try bench.authorisation(from: "444444")
    #expect(
      bench.pushes.last
        == #"{"aps":{"alert":{"loc-key":"AR2","loc-args":["2"]},"badge":2,"#
        + #""sound":"eventSound_ReceiveIm.wav"}}"#)
  }

  @Test(
    arguments: [
      ("ICQ-30 one push for each event: singular", "applePushNotification", nil, "IM2"),
      ("ICQ-30 one push for several events: plural", "sendOnePerConversation", nil, "New Messages"),
      (
        "ICQ-30 one push for each event, plural on request", "applePushNotification", true,
        "New Messages"
      ),
      (
        "ICQ-30 one push for several events, singular on request", "sendOnePerConversation", false,
        "IM2"
      ),
    ] as [(String, String, Bool?, String)])
  func `a plural payload has the key of its events`(
    name: String, mode: String, plural: Bool?, key: String
  ) throws {
    var bench = ICQBench()
    try bench.logIn(["notifyMode": .string(mode), "plural": plural.map(JSONValue.bool)])
    try bench.message(from: "111111")
    try bench.message(from: "333333")
    #expect(bench.pushes.first?.contains(#""loc-key":"IM2""#) == true)
    #expect(bench.pushes.last?.contains(#""loc-key":"\#(key)""#) == true)
  }

  // MARK: 256 bytes

  @Test(arguments: [
    ("ICQ-31 letters", "a"), ("ICQ-31 Cyrillic", "ы"), ("ICQ-31 pairs of UTF-16", "😀"),
    ("ICQ-31 a family", "👨‍👩‍👧‍👦"), ("ICQ-31 accents set apart", "e\u{301}\u{323}"),
    ("ICQ-31 what is escaped", "\""), ("ICQ-31 what is escaped long", "\u{85}"),
    ("ICQ-31 Arabic", "مرحبا "), ("ICQ-31 flags", "🇧🇾"),
  ])
  func `a long text is cut between two characters`(name: String, unit: String) throws {
    let text = String(repeating: unit, count: 400 / unit.utf8.count + 80)
    var bench = ICQBench()
    try bench.logIn()
    try bench.message(text)
    let push = try #require(bench.pushes.first)
    #expect(push.utf8.count <= 256)
    let arguments = try #require(Self.arguments(of: push))
    #expect(Array(text).starts(with: Array(arguments[2])))
    // No more was cut than necessary.
    let next = Array(text)[arguments[2].count]
    let longer = JSONWriter.text(.string(arguments[2] + String(next)))
    #expect(
      push.utf8.count - JSONWriter.text(.string(arguments[2])).utf8.count + longer.utf8.count > 256)
  }

  @Test func `ICQ-31 a text of one endless character is cut between scalars`() throws {
    var bench = ICQBench()
    try bench.logIn()
    try bench.message("a" + String(repeating: "\u{301}", count: 1000))
    let push = try #require(bench.pushes.first)
    #expect(push.utf8.count <= 256)
    let text = try #require(Self.arguments(of: push))[2].unicodeScalars
    #expect(text.first == "a")
    #expect(text.count > 50 && text.dropFirst().allSatisfy { $0 == "\u{301}" })
  }

  @Test func `ICQ-31 a text that fits exactly is not cut`() throws {
    var bench = ICQBench()
    try bench.logIn()
    try bench.message("x")
    let room = 256 - (bench.pushes.first?.utf8.count ?? 0) + 1
    for (length, kept) in [(room, room), (room + 1, room)] {
      bench.show(.foreground)
      bench.show(.background)
      try bench.message(String(repeating: "x", count: length))
      let push = try #require(bench.pushes.last)
      #expect(push.utf8.count == 256)
      #expect(Self.arguments(of: push)?[2].count == kept)
    }
  }

  @Test func `ICQ-31 long names of an authorisation request are cut, the longest first`()
    throws
  {
    var bench = ICQBench()
    try bench.logIn()
    let long = String(repeating: "щ", count: 300)
    try bench.authorisation(from: "333333", ["nick": .string(long), "firstName": "John"])
    let push = try #require(bench.pushes.first)
    #expect(push.utf8.count <= 256)
    #expect(Self.arguments(of: push)?[3] == "John")
  }

  private static func arguments(of push: String) -> [String]? {
    let root = try? JSONReader.read(Array(push.utf8)).root
    return root?.object?["aps"]?.object?["alert"]?.object?["loc-args"]?.array?
      .compactMap(\.string)
  }
}
