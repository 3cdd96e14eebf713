import Foundation
import Testing

@testable import InboxModel

/// Messages of FCM to Live Activities and to browsers (Firebase, "REST Resource:
/// projects.messages", `ApnsConfig`).
@Suite struct FCMActivityTests {
  private static let token = String(repeating: "cd", count: 32)

  private static func message(
    _ event: String, _ keys: String, token: String = token, priority: String = "10"
  ) -> String {
    #""apns":{"live_activity_token":"\#(token)","headers":{"apns-priority":"\#(priority)"},"#
      + #""payload":{"aps":{"event":"\#(event)","timestamp":1776190500,\#(keys)}}}"#
  }

  @Test func `a message with a token of a Live Activity starts, changes and ends its card`() throws
  {
    var bench = FCMBench()
    let start =
      #""attributes-type":"Match","attributes":{},"content-state":{"home":0},"alert":"Kick-off""#
    #expect(bench.send(Self.message("start", start))?.status == 200)
    #expect(bench.outcome == "shown shown")
    #expect(bench.last?.delivery.topic == "com.example.android.push-type.liveactivity")
    let token = try #require(bench.system.device.activities.newestFirst.first?.token?.hex)
    bench.send(Self.message("update", #""content-state":{"home":1}"#, token: token))
    #expect(bench.outcome == "quiet activity.updated")
    #expect(bench.system.device.activities.newestFirst.first?.state == ["home": 1])
    bench.send(Self.message("end", #""content-state":{"home":2}"#, token: token))
    #expect(bench.system.device.activities.newestFirst.first?.end == .push)
    let late = bench.send(Self.message("update", #""content-state":{"home":3}"#, token: token))
    #expect(late?.fcmCode == "UNREGISTERED")
  }

  private static let app: BundleID = "com.example.match"

  @Test func `the token of a Live Activity decides its app, without a mapping of the project`()
    throws
  {
    var bench = FCMBench()
    try bench.set("tokens.com.example.match=new")
    let start = try #require(bench.system.device.activities.common(of: Self.app).startToken?.hex)
    let keys = #""attributes-type":"Match","attributes":{},"content-state":{"home":0}"#
    #expect(bench.send(Self.message("start", keys, token: start))?.status == 200)
    #expect(bench.last?.delivery.topic == "com.example.match.push-type.liveactivity")
    let token = try #require(bench.system.device.activities.newestFirst.first?.token?.hex)
    // The registration token belongs to another app, and the topic names a third one.
    bench.send(to: FCMBench.token)
    let other = #","headers":{"apns-topic":"com.example.other"}"#
    bench.send(
      #""apns":{"live_activity_token":"\#(token)"\#(other),"payload":{"aps":"#
        + #"{"event":"update","timestamp":1776190500,"content-state":{"home":1}}}}"#)
    #expect(bench.outcome == "quiet activity.updated")
    let cards = bench.system.device.activities.newestFirst
    #expect(cards.map(\.app) == [Self.app])
    #expect(cards.first?.state == ["home": 1])
  }

  @Test func `apns-topic decides the app of a message with an unknown token of a Live Activity`() {
    var bench = FCMBench()
    let keys = #""attributes-type":"Match","attributes":{},"content-state":{"home":0}"#
    bench.send(
      #""apns":{"live_activity_token":"\#(Self.token)","#
        + #""headers":{"apns-topic":"com.example.match.push-type.liveactivity"},"#
        + #""payload":{"aps":{"event":"start","timestamp":1776190500,\#(keys)}}}"#)
    #expect(bench.system.device.activities.newestFirst.map(\.app) == [Self.app])
  }

  @Test func `a message to a topic changes the Live Activity of its token once`() throws {
    var bench = FCMBench()
    try bench.set("fcm.topics.news+=com.a", "fcm.topics.news+=com.b")
    let keys = #""attributes-type":"Match","attributes":{},"content-state":{"home":0}"#
    bench.send(
      body: #"{"message":{"topic":"news","apns":{"live_activity_token":"\#(Self.token)","#
        + #""headers":{"apns-topic":"com.example.match.push-type.liveactivity"},"#
        + #""payload":{"aps":{"event":"start","timestamp":1776190500,\#(keys)}}}}}"#)
    #expect(bench.system.device.activities.newestFirst.map(\.app) == [Self.app])
  }

  @Test(arguments: [(false, "1", 200), (true, "1", 400), (true, "5", 200), (true, "10", 200)])
  func `strict checks reject priority 1 of a message to a Live Activity`(
    isStrict: Bool, priority: String, status: Int
  ) throws {
    var bench = FCMBench(isStrict: isStrict)
    let keys = #""attributes-type":"Match","attributes":{},"content-state":{}"#
    let sent = bench.send(
      Self.message("start", keys, priority: priority),
      sender: .account("a@b", until: .pushMoment + 60))
    let answer = try #require(sent)
    #expect(answer.status == status)
    guard status == 400 else { return }
    #expect(answer.fcmCode == "INVALID_ARGUMENT")
    #expect(
      bench.rejected.map(\.because)
        == ["The priority of a push to a Live Activity is 10 or 5, not 1."])
    // The user can accept it nevertheless.
    let rejected = try #require(bench.rejected.first)
    bench.handle(.gateway(.acceptedByHand(rejected, apnsID: "again")), at: rejected.at)
    #expect(bench.last?.delivery.transit.rejectedFor == "INVALID_ARGUMENT")
    #expect(bench.last?.delivery.transit.fate == .delivered)
  }

  @Test func `a message for browsers only has its own code and reaches no app`() {
    var bench = FCMBench()
    let answer = bench.send(#""webpush":{"notification":{"title":"Hi"}}"#)
    #expect(answer?.status == 200)
    #expect(bench.outcome == "none fcm.webpush")
    #expect(bench.last?.why.remedies == [])
    bench.send(#""webpush":{"data":{"a":"b"}},"notification":{"body":"Hi"}"#)
    #expect(bench.outcome == "shown shown")
  }
}
