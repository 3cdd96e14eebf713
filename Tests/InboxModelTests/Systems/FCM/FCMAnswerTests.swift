import Foundation
import Testing

@testable import InboxModel

/// The responses to senders of FCM, and the receivers of their messages (`docs/systems/fcm.md`).
@Suite struct FCMAnswerTests {
  private static let android = #""notification":{"body":"Hi"}"#

  @Test func `an accepted message gets a name, which its push has too`() throws {
    var bench = FCMBench()
    let sent = bench.send()
    let answer = try #require(sent)
    #expect(answer.status == 200 && answer.apnsID.isEmpty)
    let name = "projects/shop/messages/0:1776190500000000%f000000000004000"
    #expect(answer.document == #"{"name":"\#(name)"}"#)
    let push = try #require(bench.last)
    #expect(push.delivery.apnsID == "0:1776190500000000%f000000000004000")
    #expect(push.delivery.app == FCMBench.app)
    #expect(push.delivery.token.hex == FCMBench.token)
    #expect(push.delivery.origin.wire == .fcm)
    #expect(bench.outcome == "shown shown")
  }

  @Test func `a rejected message is listed with its addressee`() {
    var bench = FCMBench()
    bench.send(#""nonsense":1"#)
    #expect(bench.rejected.last?.token == FCMBench.token)
    #expect(bench.rejected.last?.app == nil)
    bench.send()
    bench.send(#""nonsense":1"#)
    #expect(bench.rejected.last?.app == FCMBench.app)
  }

  @Test func `the field fid of newer libraries is the token`() {
    var bench = FCMBench()
    let body = #"{"message":{"fid":"\#(FCMBench.token)","notification":{"body":"Hi"}}}"#
    #expect(bench.send(body: body)?.status == 200)
    #expect(bench.last?.delivery.token.hex == FCMBench.token)
    let both = body.replacing(#""fid""#, with: #""token":"t:1","fid""#)
    #expect(bench.send(body: both)?.fcmField == "message.fid")
  }

  @Test func `validate_only validates and names a message and delivers nothing`() throws {
    var bench = FCMBench()
    let body = #"{"validate_only":true,"message":{"token":"t:1","notification":{"body":"Hi"}}}"#
    let answer = bench.send(body: body)
    #expect(answer?.status == 200)
    #expect(answer?.document?.contains("projects/shop/messages/") == true)
    #expect(bench.outcome == "none fcm.validate-only")
    #expect(bench.bodies.isEmpty)
    #expect(bench.system.gateway.tokens.count == 0)
    #expect(bench.send(body: body.replacing("body", with: "bdy"))?.status == 400)
  }

  @Test(arguments: [
    "/fcm/send", "/v1/projects/shop/messages", "/v1/projects//messages:send", "/v1/", "/batch",
    "/v1/projects/a b/messages:send",
  ])
  func `WEB-06 former and unknown paths get 404 with the current one`(path: String) {
    var bench = FCMBench(isStrict: true)
    let answer = bench.send(body: FCMBench.body(Self.android), path: path)
    #expect(answer?.status == 404)
    #expect(answer?.fcmCode == "NOT_FOUND")
    #expect(answer?.document?.contains("/v1/projects/PROJECT/messages:send") == true)
    #expect(bench.rejected.first?.reason == "NOT_FOUND")
  }

  @Test func `WEB-07 strict checks require an access token and reject an expired one`() throws {
    var bench = FCMBench(isStrict: true)
    let until = Date.pushMoment + 60
    let rejections: [FCMRequest.Sender] = [.unnamed, .unknown, .account("a@b", until: .pushMoment)]
    for sender in rejections {
      let sent = bench.send(sender: sender)
      let answer = try #require(sent)
      #expect(answer.status == 401)
      #expect(answer.fcmCode == "UNAUTHENTICATED")
      #expect(answer.document?.contains("FcmError") == false)
    }
    #expect(bench.rejected.map(\.status) == [401, 401, 401])
    #expect(bench.send(sender: .account("a@b", until: until))?.status == 200)
    let push = try #require(bench.last)
    #expect(push.delivery.transit.authentication == .accessToken(account: "a@b", until: until))
    #expect(push.why.because(.authentication).contains("access token of a@b"))
    let stored = try JSONReader.read(push.delivery.stored).root.object ?? JSONObject()
    #expect(Delivery(stored: stored, payload: push.delivery.payload) == push.delivery)
    // Lenient checks only validate a token that the gateway issued.
    var lenient = FCMBench()
    #expect(lenient.send(sender: .unknown)?.status == 200)
    #expect(lenient.send(sender: .account("a@b", until: .pushMoment))?.status == 401)
  }

  @Test(arguments: [
    "WEB-10 the operators' project without apps is not used",
    "WEB-11 the visitors' project without apps is not used",
  ])
  func `only projects with apps may send`(name: String) {
    let unused = name.hasPrefix("WEB-10") ? "operators" : "visitors"
    var bench = FCMBench { $0.fcm.projects = ["operators": ["com.a"], "visitors": ["com.b"]] }
    #expect(bench.send(to: "t:1", project: "operators")?.status == 200)
    #expect(bench.last?.delivery.app == "com.a")
    #expect(bench.send(to: "t:2", project: "visitors")?.status == 200)
    #expect(bench.last?.delivery.app == "com.b")
    var other = FCMBench {
      $0.fcm.projects = ["operators": ["com.a"], "visitors": ["com.b"]]
      $0.fcm.projects[unused] = []
    }
    for project in [unused, "unknown"] {
      let answer = other.send(to: "t:3", project: project)
      #expect(answer?.status == 403)
      #expect(answer?.fcmCode == "PERMISSION_DENIED")
    }
  }

  @Test func `WEB-13 a project's messages reach its apps and no other app's tokens`() throws {
    var bench = FCMBench { $0.fcm.projects = ["shop": ["com.a", "com.b"], "other": ["com.c"]] }
    for app in ["com.a", "com.b"] {
      let package = #","android":{"restricted_package_name":"\#(app)"}"#
      #expect(bench.send(Self.android + package, to: "t:" + app)?.status == 200)
      // The token is known from now on.
      #expect(bench.send(to: "t:" + app)?.status == 200)
      #expect(bench.last?.delivery.app.text == app)
    }
    let answer = bench.send(to: "t:com.a", project: "other")
    #expect(answer?.status == 403)
    #expect(answer?.fcmCode == "SENDER_ID_MISMATCH")
    #expect(bench.rejected.first?.app == "com.a")
    let package = #","android":{"restricted_package_name":"com.b"}"#
    let mismatch = bench.send(Self.android + package, to: "t:com.a")
    #expect(mismatch?.fcmField == "message.android.restricted_package_name")
  }

  @Test func `WEB-14 an app on an iPhone gets the APNs block and no data`() throws {
    var bench = FCMBench { $0.apps[FCMBench.app] = AppSettings() }
    try bench.set("apps.com.example.android.platform=ios")
    #expect(bench.send(#""data":{"type":"P.OM","event":"add"}"#)?.status == 200)
    #expect(bench.outcome == "none fcm.no-apns")
    #expect(bench.last?.why.remedies == [])
    #expect(
      bench.send(
        #""notification":{"title":"T","body":"B"},"data":{"k":"v"},"apns":{"headers":"#
          + #"{"apns-priority":"5","apns-collapse-id":"c"},"payload":{"aps":{"thread-id":"x"}}}"#
      )?.status == 200)
    let push = try #require(bench.last?.delivery)
    #expect(push.headers.priority == .conserving && push.headers.collapseID == "c")
    #expect(push.payload.threadIdentifier == "x")
    #expect(push.payload.alert?.title == .literal("T"))
    #expect(push.payload.custom == ["k": "v"])
    #expect(!push.payload.isForAndroid)
    // Its own text overrides the common one.
    bench.send(#""notification":{"body":"B"},"apns":{"payload":{"aps":{"alert":"own"}}}"#)
    #expect(bench.last?.notification.content.body == "own")
    let answer = bench.send(#""apns":{"headers":{"apns-priority":"7"}}"#)
    #expect(answer?.fcmField == "message.apns.headers")
  }

  @Test(arguments: [
    ("TooManyRequests", 429, "QUOTA_EXCEEDED", "RESOURCE_EXHAUSTED"),
    ("Unregistered", 404, "UNREGISTERED", "NOT_FOUND"),
    ("ServiceUnavailable", 503, "UNAVAILABLE", "UNAVAILABLE"),
    ("InternalServerError", 500, "INTERNAL", "INTERNAL"),
    ("DeviceTokenNotForTopic", 403, "SENDER_ID_MISMATCH", "PERMISSION_DENIED"),
    ("BadDeviceToken", 400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"),
    ("ExpiredProviderToken", 401, "UNAUTHENTICATED", "UNAUTHENTICATED"),
    ("BadCertificate", 401, "THIRD_PARTY_AUTH_ERROR", "UNAUTHENTICATED"),
  ])
  func `a fault's response uses FCM's error codes`(
    reason: String, status: Int, code: String, word: String
  ) throws {
    var bench = FCMBench()
    let rule = try FaultRule(words: ["next=1", "answer=" + reason])
    bench.handle(.gateway(.faultAdded(rule)), at: bench.now)
    let sent = bench.send()
    let answer = try #require(sent)
    #expect(answer.status == status)
    #expect(answer.fcmCode == code)
    #expect(answer.document?.contains(#""status":"\#(word)""#) == true)
    #expect(bench.rejected.first?.fault == 1)
    #expect(bench.rejected.first?.answerBody == answer.document)
    #expect(bench.send()?.status == 200)
  }

  @Test func `the token of an uninstalled app is UNREGISTERED permanently`() throws {
    var bench = FCMBench()
    #expect(bench.send()?.status == 200)
    try bench.set("apps.com.example.android.installed=false")
    let answer = bench.send()
    #expect(answer?.status == 404)
    #expect(answer?.fcmCode == "UNREGISTERED")
    try bench.set("apps.com.example.android.installed=true")
    #expect(bench.send()?.fcmCode == "UNREGISTERED")
    #expect(bench.send(to: "t:new")?.status == 200)
    // The feedback service of APNs does not list it.
    #expect(bench.system.gateway.tokens.feedback.isEmpty)
  }

  @Test func `a token beyond its rate is QUOTA_EXCEEDED`() {
    var bench = FCMBench(tokenRate: PushRate(count: 1, per: 60))
    #expect(bench.send()?.status == 200)
    #expect(bench.send()?.fcmCode == "QUOTA_EXCEEDED")
  }

  @Test func `topics and conditions reach the subscribed apps`() throws {
    var bench = FCMBench()
    try bench.set("fcm.topics.news+=com.a", "fcm.topics.news+=com.b", "fcm.topics.sport=com.b")
    #expect(
      bench.send(body: #"{"message":{"topic":"news","notification":{"body":"N"}}}"#)?.status == 200)
    #expect(bench.records.map(\.delivery.app.text) == ["com.a", "com.b"])
    #expect(bench.records.map(\.notification.outcome) == [.shown, .shown])
    bench.send(
      body: #"{"message":{"condition":"'news' in topics && !('sport' in topics)","#
        + #""notification":{"body":"C"}}}"#)
    #expect(bench.records.count == 3)
    #expect(bench.last?.delivery.app == "com.a")
    try bench.set("fcm.topics.news-=com.a")
    bench.send(body: #"{"message":{"topic":"news","notification":{"body":"N"}}}"#)
    #expect(bench.records.count == 4)
  }

  @Test func `a message to a topic without subscribers gets 200 and is recorded`() throws {
    var bench = FCMBench()
    let answer = bench.send(body: #"{"message":{"topic":"void","notification":{"body":"N"}}}"#)
    #expect(answer?.status == 200)
    #expect(bench.outcome == "none fcm.not-subscribed")
    let step = try #require(bench.last?.why.steps.first { $0.result == .stop })
    #expect(step.name == .device && step.setting == "fcm.topics")
  }

  @Test func `a user can accept a rejected request if it contains a message`() throws {
    var bench = FCMBench(isStrict: true)
    bench.send()
    bench.send(body: "{")
    #expect(bench.rejected.map { $0.obstacle == nil } == [true, false])
    for push in bench.rejected {
      bench.handle(.gateway(.acceptedByHand(push, apnsID: "again")), at: push.at)
    }
    #expect(bench.records.count == 1)
    #expect(bench.last?.notification.content.body == "Hi")
    #expect(bench.last?.delivery.transit.rejectedFor == "UNAUTHENTICATED")
  }

  @Test func `a token's app is known after a restart`() {
    var bench = FCMBench()
    bench.send(Self.android + #","android":{"restricted_package_name":"com.a"}"#)
    let snapshot = bench.system.snapshot
    let gateway = Gateway(snapshot: snapshot)
    #expect(DeviceToken(FCMBench.token).flatMap { gateway.tokens.owner(of: $0) } == "com.a")
  }

  @Test func `a message repeated as a push line is the same notification`() throws {
    var bench = FCMBench()
    bench.send(
      #""notification":{"body":"Hi"},"data":{"k":"\#(String(repeating: "x", count: 4000))"},"#
        + #""android":{"notification":{"tag":"g","channel_id":"c"}}"#)
    let first = try #require(bench.last)
    let request = try PushLine.request(
      from: Array(PushLine.text(for: first.delivery).utf8), number: 1, source: "stdin",
      receivedAt: bench.now, freshID: "again")
    bench.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
    let second = try #require(bench.last)
    #expect(bench.rejected.isEmpty)
    #expect(second.delivery.payload == first.delivery.payload)
    #expect(second.delivery.token == first.delivery.token)
    #expect(second.notification.replaced == 1)
    #expect(second.delivery.payload.android?.wrappedValue.channelID == "c")
  }

  @Test func `a recording replays messages`() throws {
    var session = RecordedSession { $0.fcm.topics = ["news": ["com.a"]] }
    session.record()
    let tag = #","android":{"notification":{"tag":"g"}}"#
    for (number, message) in [Self.android + tag, Self.android + tag, #""data":{"k":"v"}"#]
      .enumerated()
    {
      session.push(
        FCMBench.request(FCMBench.body(message), at: session.system.now, number: number))
    }
    session.push(
      FCMBench.request(#"{"message":{"topic":"news","notification":{"body":"N"}}}"#, number: 9))
    session.push(FCMBench.request(#"{"message":{"topic":"news","x":1}}"#, number: 10))
    let inboxes = try session.inboxes()
    #expect(inboxes.live == inboxes.replayed)
    #expect(inboxes.live.contains(#""replaced":1"#))
  }
}
