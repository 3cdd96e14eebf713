import Foundation
import Testing

@testable import InboxModel

/// Messages of FCM to Live Activities and to browsers (Firebase, "REST Resource: projects.messages", `ApnsConfig`).
@Suite struct FCMActivityTests {
  private static let token = String(repeating: "cd", count: 32)

  private static func message(_ event: String, _ keys: String, token: String = token) -> String {
    #""apns":{"live_activity_token":"\#(token)","headers":{"apns-priority":"10"},"#
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
