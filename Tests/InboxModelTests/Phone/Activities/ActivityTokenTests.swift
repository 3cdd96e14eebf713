import Foundation
import Testing

@testable import InboxModel

/// The push tokens of Live Activities (`docs/rules.md` §15.3, §15.16).
@Suite struct ActivityTokenTests {
  @Test func `§15.3 updates find their card by its update token`() throws {
    var phone = try ActivityPhone()
    try phone.start("A-B")
    let first = try #require(try phone.card.token)
    try phone.start("C-D", after: 1)
    try phone.push("update", ActivityPhone.score(3), after: 2, token: first)
    #expect(phone.device.activities[ActivityID(rawValue: 1)]?.state["home"] == 3)
    #expect(phone.device.activities[ActivityID(rawValue: 2)]?.state["home"] == 0)
  }

  @Test func `§15.3 lenient checks accept one token for start, update and end`() throws {
    var phone = try ActivityPhone()
    try phone.start(token: strangeToken)
    let update = try phone.push("update", ActivityPhone.score(1), after: 1, token: strangeToken)
    #expect(update.notification.reason == .activityUpdated)
    #expect(update.why.steps.contains { $0.code == .activityStartToken })
    try phone.push("end", after: 2, token: strangeToken)
    #expect(try phone.card.end == .push)
  }

  @Test func `§15.3 lenient checks assume a Live Activity for an unknown token`() throws {
    var phone = try ActivityPhone()
    let update = try phone.push("update", ActivityPhone.score(1), token: strangeToken)
    #expect(update.notification.reason == .activityUpdated)
    #expect(update.why.steps.contains { $0.code == .activityAssumed })
    #expect(try phone.card.token == strangeToken)
    #expect(try phone.card.attributesType == nil)
    try phone.push("update", ActivityPhone.score(2), after: 1, token: strangeToken)
    #expect(try phone.card.changedKeys == ["home"])
  }

  @Test(arguments: [
    ("§15.3 an update", "update", ActivityPhone.score(1)),
    ("§15.3 an end", "end", ActivityPhone.score(1)),
    ("§15.3 a start", "start", ActivityPhone.startKeys()),
  ])
  func `strict checks reject tokens that the phone did not create`(
    name: String, event: String, keys: String
  ) throws {
    var phone = try ActivityPhone(strict: true)
    let record = try phone.push(event, keys, token: strangeToken)
    #expect(record.notification.reason == .activityUnknownToken)
    #expect(phone.device.activities.newestFirst.isEmpty)
  }

  @Test func `§15.3 strict checks accept tokens that the phone created`() throws {
    var phone = try ActivityPhone(["tokens.com.example.match=new"], strict: true)
    let token = try #require(phone.device.activities.common(of: ActivityPhone.app).startToken)
    try phone.start(token: token)
    let update = try #require(try phone.card.token)
    #expect(
      try phone.push("update", ActivityPhone.score(1), after: 1, token: update).notification.reason
        == .activityUpdated)
  }

  @Test(arguments: [(false, "update"), (false, "end"), (true, "update"), (true, "end")])
  func `§15.3 a push to the push-to-start token changes no card, and names the update token`(
    isStrict: Bool, event: String
  ) throws {
    var phone = try ActivityPhone(["tokens.com.example.match=new"], strict: isStrict)
    let token = try #require(phone.device.activities.common(of: ActivityPhone.app).startToken)
    let early = try phone.push(event, ActivityPhone.score(1), token: token)
    #expect(early.notification.reason == .activityStartToken)
    #expect(phone.device.activities.newestFirst.isEmpty)
    let hint = early.why.steps.first { $0.code == .activityStartToken }?.because
    #expect(hint?.hasSuffix("send the \(event) to the update token of a Live Activity (event `token`)") == true)
    #expect(try phone.start(after: 1, token: token).notification.reason == .activityStarted)
    let late = try phone.push(event, ActivityPhone.score(2), after: 2, token: token)
    #expect(late.notification.reason == .activityStartToken)
    #expect(late.notification.outcome == .none)
    let update = try #require(try phone.card.token)
    #expect(
      late.why.steps.first { $0.code == .activityStartToken }?.because.hasSuffix(
        "send the \(event) to the update token of A1, \(update.hex)") == true)
    #expect(try phone.card.state == ActivityPhone.match)
    #expect(try phone.card.newestIgnored == .activityStartToken)
    let start = try phone.start("C-D", after: 3, token: token)
    #expect(start.notification.reason == .activityStarted)
  }

  @Test func `§15.3 a start to an update token starts nothing`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    let token = try #require(try phone.card.token)
    let record = try phone.start("C-D", after: 1, token: token)
    #expect(record.notification.reason == .activityWrongToken)
    #expect(try phone.card.id.text == "A1")
  }

  @Test(arguments: [
    (
      "§15.16 the person has not answered",
      ["apps.com.example.match.liveActivities=undecided"],
      "apps.com.example.match.liveActivities=allowed"
    ),
    (
      "§15.16 the app was force-quit", ["app.com.example.match=forceQuit"],
      "app.com.example.match=background"
    ),
  ])
  func `an app receives its update token when the obstacle is gone`(
    name: String, words: [String], cure: String
  ) throws {
    var phone = try ActivityPhone(words)
    try phone.start()
    #expect(try phone.card.token == nil)
    let early = try phone.push("update", ActivityPhone.score(1), after: 1)
    #expect(early.notification.reason == .activityNoToken)
    #expect(early.why.remedies.contains(cure))
    try phone.set([cure], after: 2)
    #expect(try phone.card.token != nil)
    try phone.push("update", ActivityPhone.score(1), after: 3)
    #expect(try phone.card.state["home"] == 1)
  }

  @Test func `§15.16 tokens are replaced by the clock and reported`() throws {
    var phone = try ActivityPhone(["device.activities.tokenLife=1h"])
    try phone.start()
    let old = try #require(try phone.card.token)
    phone.wait(until: 3600)
    let token = try #require(try phone.card.token)
    #expect(token != old)
    let told = phone.effects.events.compactMap { event -> String? in
      guard case .activityToken(let id, let token) = event else { return nil }
      return "\(id?.text ?? "start") \(token.hex.utf8.count)"
    }
    #expect(told == ["A1 64", "start 64"])
    let late = try phone.push("update", ActivityPhone.score(1), after: 3601, token: old)
    #expect(late.notification.reason == .activityOldToken)
  }

  @Test func `§15.16 the gateway answers 410 to an old token, or 200 by setting`() throws {
    var system = PushSystem(device: Phone.stub())
    func request(_ event: String, _ keys: String, token: String, after seconds: Double)
      -> PushRequest
    {
      PushRequest.stub(
        path: "/3/device/" + token,
        [
          ("apns-topic", "com.example.match.push-type.liveactivity"),
          ("apns-push-type", "liveactivity"),
        ],
        body:
          #"{"aps":{"event":"\#(event)","timestamp":\#(1_776_190_500 + Int(seconds)),\#(keys)}}"#,
        at: .pushMoment + seconds)
    }
    func answer(_ request: PushRequest) -> Int? {
      let effects = system.handle(
        .gateway(.pushReceived(request, reply: ResponseHandle(connection: 1, stream: 1))),
        at: request.receivedAt)
      return effects.compactMap {
        if case .answer(let answer, _) = $0 { answer.status } else { nil }
      }
      .first
    }
    let start = String(repeating: "ab", count: 32)
    #expect(answer(request("start", ActivityPhone.startKeys(), token: start, after: 0)) == 200)
    let token = try #require(system.device.activities.newestFirst.first?.token?.hex)
    #expect(answer(request("update", ActivityPhone.score(1), token: token, after: 1)) == 200)
    #expect(answer(request("end", ActivityPhone.score(1), token: token, after: 2)) == 200)
    let late = request("update", ActivityPhone.score(2), token: token, after: 3)
    #expect(answer(late) == 410)
    var settings = system.gateway.settings
    settings.activityTokens = .accepted
    _ = system.handle(.gatewayConfigured(settings), at: .pushMoment + 4)
    #expect(answer(request("update", ActivityPhone.score(2), token: token, after: 5)) == 200)
    #expect(system.device.activities.newestFirst.first?.state["home"] == 1)
    var restored = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: system.snapshot)
    swap(&system, &restored)
    #expect(answer(request("update", ActivityPhone.score(2), token: token, after: 6)) == 410)
  }
}
