import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Commands about Live Activities and broadcasts, in the built program.
@Suite(.patient) struct BroadcastCommandTests {
  private static let start = """
    {"headers":{"apns-topic":"com.example.match.push-type.liveactivity","apns-push-type":"liveactivity"},\
    "payload":{"aps":{"event":"start","timestamp":1,"attributes-type":"Match","attributes":{},\
    "content-state":{"home":0},"input-push-channel":"c2g="}}}

    """

  @Test(arguments: [[], ["--strict"]])
  func `send --channel is a broadcast with the headers that it needs`(options: [String]) throws {
    let inbox = try RunningInbox()
    try inbox.run("ingest", "-", input: Self.start)
    let sent = try inbox.run(
      "send", "Goal", "--app", "com.example.match", "--channel", "c2g=", "--state",
      #"{"home":1}"#)
    #expect(sent.status == 0)
    #expect(sent.out.contains("shown"))
    #expect(sent.out.contains("apns-request-id "))
    #expect(!sent.out.contains("apns-id"))
    let card = try inbox.event("activity", containing: #""change":"update""#)
    #expect(card["card"]?["contentState"] == ["home": 1])
    let shown = try inbox.event("shown", containing: #""channel":"c2g=""#)
    #expect(shown["body"] == "Goal")

    // Without a text it has no alert; an end needs no state.
    try inbox.run(
      "send", "", "--app", "com.example.match", "--channel", "c2g=", "--event", "end")
    let end = try inbox.event("activity", containing: #""change":"end""#)
    #expect(end["card"]?["end"] == "push")
    let push = try inbox.run("show", "3", "--json").json()
    #expect(push["payload"]?["aps"]?["alert"] == nil)
  }

  @Test(arguments: [
    (["--channel", "c2g=", "--token", "abcd"], "not both"),
    (["--channel", "c2g=", "--event", "start"], "update or end"),
    (["--channel", "c2g=", "--state", "[]"], "a JSON object"),
    (["--state", "{}"], "only with --channel"),
  ])
  func `wrong options of a broadcast are reported`(options: [String], problem: String) throws {
    let inbox = try RunningInbox()
    let result = try inbox.home.run(["send", "Goal"] + options)
    #expect(result.status == 2)
    #expect(result.err.contains(problem), "\(result.err)")
  }

  @Test func `why of a card explains its newest push, ignored or not`() throws {
    let inbox = try RunningInbox()
    try inbox.run("ingest", "-", input: Self.start)
    #expect(try inbox.run("why", "A1", "--json").json()["id"] == 1)
    try inbox.run(
      "ingest", "-",
      input:
        #"{"bundleId":"com.example.match","channel":"c2g=","payload":{"aps":{"event":"update","#
        + #""timestamp":0,"content-state":{}}}}"# + "\n")
    let why = try inbox.run("why", "A1")
    #expect(why.out.contains("activity.older-timestamp"))
    #expect(try inbox.run("show", "A1", "--json").json()["id"] == 2)

    for word in ["A2", "A99999999999999999999"] {
      let unknown = try inbox.run("why", word)
      #expect(unknown.status == 1)
      #expect(unknown.err.contains(word))
    }
    #expect(
      try inbox.run("why", "A2").err.contains(
        "there is no Live Activity A2; see pushinbox ls is:activity"))
    try inbox.kill()
    #expect(try inbox.run("why", "A1", "--json").json()["id"] == 2)
  }

  @Test func `act and set change the cards of Live Activities, and only those that exist`() throws {
    let inbox = try RunningInbox()
    for _ in 1...3 { try inbox.run("ingest", "-", input: Self.start) }
    let unknown = try inbox.run("set", "activity.com.example.match=A77")
    #expect(unknown.status == 1)
    #expect(unknown.err.contains("there is no Live Activity A77"))
    let other = try inbox.run("set", "activity.com.example.chat=A1")
    #expect(other.status == 1)
    #expect(
      other.err.contains("A1 is a Live Activity of com.example.match, not of com.example.chat"))

    let wrong = try inbox.run("act", "A1", "snooze", "--for", "5m")
    #expect(wrong.status == 1)
    #expect(wrong.err.contains("A1 is a Live Activity and has no action “snooze”"))
    #expect(try inbox.run("act", "A9", "dismiss").err.contains("there is no Live Activity A9"))
    #expect(try inbox.run("act", "A1", "dismiss").err == "dismissed A1\n")
    let dismissed = try inbox.event("activity", containing: #""change":"dismissed""#)
    #expect(dismissed["activity"] == "A1")
    #expect(try inbox.run("act", "A1", "dismiss").err.contains("not on the lock screen any more"))
    #expect(try inbox.run("set", "activity.com.example.match=A2").status == 0)
    #expect(try inbox.home.list()["activities"]?.array?.map { $0["id"] } == ["A3"])

    try inbox.run("set", "lock=locked")
    #expect(try inbox.run("act", "A3", "open").err.contains("needs an unlocked phone"))
    try inbox.run("set", "lock=unlocked")
    #expect(try inbox.run("act", "A3", "open").status == 0)
    let opened = try inbox.event("app", containing: "foreground")
    #expect(opened["app"] == "com.example.match")
  }

  @Test func `tokens reports that an app without tokens has none`() throws {
    let inbox = try RunningInbox()
    for (words, text) in [
      (["tokens"], "no app has a token of a Live Activity; start one"),
      (
        ["tokens", "com.example.match"],
        "com.example.match has no token of a Live Activity; start one"
      ),
    ] {
      let result = try inbox.home.run(words)
      #expect(result.status == (try inbox.run("ls", "is:activity").status))
      #expect(result.out.isEmpty)
      #expect(result.err.hasPrefix(text), "\(result.err)")
      #expect(result.err.contains("pushinbox set tokens."))
    }
  }
}
