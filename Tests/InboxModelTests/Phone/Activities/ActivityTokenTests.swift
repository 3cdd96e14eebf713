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

  @Test func `a token of Live Activities is known by its form, for its app only`() {
    let token = DeviceToken.ofActivity("start", 1, of: ActivityPhone.app)
    #expect(token.hex.utf8.count == 64)
    #expect(token.isOfActivities(of: ActivityPhone.app))
    #expect(!token.isOfActivities(of: "com.example.other"))
    #expect(token != .ofActivity("start", 2, of: ActivityPhone.app))
    for other in [strangeToken, .local] {
      #expect(!other.isOfActivities(of: ActivityPhone.app))
    }
  }

  @Test(arguments: [0, 1, 150])
  func `§15.3 a token is old however many have replaced it`(renewals: Int) throws {
    var phone = try ActivityPhone(["tokens.com.example.match=new"])
    var common: AppActivities { phone.device.activities.common(of: ActivityPhone.app) }
    let first = try #require(common.startToken)
    for _ in 0..<renewals { try phone.set(["tokens.com.example.match=new"]) }
    let start = try phone.start(token: first)
    #expect(start.notification.reason == (renewals == 0 ? .activityStarted : .activityOldToken))
    #expect(common.retired.count <= AppActivities.retiredLimit)
    #expect(
      phone.device.activities.tokens.end(of: first, for: ActivityPhone.app) != nil
        || renewals == 0)
    #expect(phone.device.activities.tokens.end(of: first, for: "com.example.other") == nil)
    let current = try #require(common.startToken)
    #expect(phone.device.activities.tokens.end(of: current, for: ActivityPhone.app) == nil)
    #expect(try phone.start(token: current).notification.reason == .activityStarted)
  }

  @Test func `§15.3 the gateway rejects an old token that is no longer remembered`() throws {
    var bench = ActivityGateway()
    try bench.renewStartToken()
    let first = try #require(bench.startToken)
    for _ in 0...AppActivities.retiredLimit { try bench.renewStartToken() }
    let keys = ActivityPhone.startKeys()
    #expect(bench.answer("start", keys, to: first)?.status == 410)
    #expect(bench.answer("start", keys, to: try #require(bench.startToken))?.status == 200)
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
    #expect(try phone.card.senderToken == strangeToken)
    #expect(try phone.card.attributesType == nil)
    let next = try phone.push("update", ActivityPhone.score(2), after: 1, token: strangeToken)
    #expect(next.notification.reason == .activityUpdated)
    #expect(next.why.steps.contains { $0.code == .activityAssumed })
    #expect(try phone.card.changedKeys == ["home"])
    let token = try #require(try phone.card.token)
    #expect(token != strangeToken)
    try phone.push("update", ActivityPhone.score(3), after: 2, token: token)
    #expect(try phone.card.state["home"] == 3)
    #expect(phone.device.activities.newestFirst.count == 1)
  }

  @Test(arguments: [("running", false), ("ended", true)])
  func `§15.3 a start to the token of an assumed Live Activity starts another`(
    name: String, hasEnded: Bool
  ) throws {
    var phone = try ActivityPhone()
    try phone.push("update", ActivityPhone.score(1), token: strangeToken)
    if hasEnded { try phone.push("end", after: 1, token: strangeToken) }
    let start = try phone.start(after: 2, token: strangeToken)
    #expect(start.notification.reason == .activityStarted)
    #expect(try phone.card.id.text == "A2")
    try phone.push("update", ActivityPhone.score(5), after: 3, token: strangeToken)
    #expect(try phone.card.state["home"] == 5)
  }

  @Test func `§15.3 a push with the token of an assumed Live Activity that ended changes nothing`()
    throws
  {
    var phone = try ActivityPhone()
    try phone.push("update", ActivityPhone.score(1), token: strangeToken)
    try phone.push("end", after: 1, token: strangeToken)
    let late = try phone.push("update", ActivityPhone.score(2), after: 2, token: strangeToken)
    #expect(late.notification.reason == .activityEnded)
    #expect(phone.device.activities.newestFirst.count == 1)
  }

  @Test
  func `§15.3 the gateway accepts a start of another app to the token of an assumed Live Activity`()
    throws
  {
    var bench = ActivityGateway()
    let strange = String(repeating: "ab", count: 32)
    #expect(bench.answer("update", ActivityPhone.score(1), to: strange)?.status == 200)
    #expect(bench.answer("end", to: strange, after: 1)?.status == 200)
    let start = ActivityPhone.startKeys()
    #expect(bench.answer("start", start, to: strange, after: 2)?.status == 200)
    #expect(
      bench.answer("start", start, to: strange, app: "com.example.other", after: 3)?.status == 200)
    let cards = bench.system.device.activities.newestFirst
    #expect(
      cards.map(\.app.text) == ["com.example.other", "com.example.match", "com.example.match"])
    #expect(cards.map(\.isRunning) == [true, true, false])
    var restored = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: bench.system.snapshot)
    swap(&bench.system, &restored)
    #expect(bench.system.device.activities.newestFirst.last?.senderToken?.hex == strange)
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
    #expect(
      hint?.hasSuffix("send the \(event) to the update token of a Live Activity (event `token`)")
        == true)
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
      "§15.16 the user has not answered",
      ["apps.com.example.match.liveActivities=undecided"],
      "apps.com.example.match.liveActivities=allowed", ReasonCode.activityUndecided
    ),
    (
      "§15.16 the app was force-quit", ["app.com.example.match=forceQuit"],
      "app.com.example.match=background", .activityForceQuit
    ),
  ])
  func `an app receives its update token when the obstacle is removed`(
    name: String, words: [String], cure: String, reason: ReasonCode
  ) throws {
    var phone = try ActivityPhone(words)
    try phone.start()
    #expect(try phone.card.token == nil)
    let early = try phone.push("update", ActivityPhone.score(1), after: 1)
    #expect(early.notification.reason == reason)
    #expect(early.why.remedies.contains(cure))
    try phone.set([cure], after: 2)
    #expect(try phone.card.token != nil)
    try phone.push("update", ActivityPhone.score(1), after: 3)
    #expect(try phone.card.state["home"] == 1)
  }

  static let followers: [(name: String, words: [String])] = [
    ("of a running app", []), ("of a force-quit app", ["app.com.example.match=forceQuit"]),
    ("of an undecided app", ["apps.com.example.match.liveActivities=undecided"]),
  ]

  @Test(arguments: followers)
  func `§15.16 no setting gives an update token to a Live Activity that follows a channel`(
    row: (name: String, words: [String])
  ) throws {
    var phone = try ActivityPhone(row.words)
    try phone.start("A-B", #","input-push-channel":"c2g=""#)
    let update = try phone.push("update", ActivityPhone.score(1), after: 1)
    #expect(update.notification.reason == .activityNoToken)
    #expect(update.why.remedies.isEmpty)
    #expect(
      update.why.steps.first { $0.code == .activityNoToken }?.because
        == "A1 follows the channel c2g= and has no update token: send a broadcast")
  }

  @Test func `§15.16 an undecided app that was force-quit needs both changes`() throws {
    var phone = try ActivityPhone([
      "apps.com.example.match.liveActivities=undecided", "app.com.example.match=forceQuit",
    ])
    try phone.start()
    let update = try phone.push("update", ActivityPhone.score(1), after: 1)
    #expect(
      update.why.remedies == [
        "apps.com.example.match.liveActivities=allowed app.com.example.match=background"
      ])
  }

  @Test func `§15.16 tokens are replaced by the clock and reported`() throws {
    var phone = try ActivityPhone(["device.activities.tokenLife=1h"])
    try phone.start()
    let old = try #require(try phone.card.token)
    phone.wait(until: 3600)
    let token = try #require(try phone.card.token)
    #expect(token != old)
    let reported = phone.effects.events.compactMap { event -> String? in
      guard case .activityToken(let id, let token) = event else { return nil }
      return "\(id?.text ?? "start") \(token.hex.utf8.count)"
    }
    #expect(reported == ["A1 64", "start 64"])
    let late = try phone.push("update", ActivityPhone.score(1), after: 3601, token: old)
    #expect(late.notification.reason == .activityOldToken)
  }

  typealias TopicRow = (name: String, app: BundleID, type: String?, status: Int)

  static let topics: [TopicRow] = [
    ("another app", "com.example.other", "liveactivity", 400),
    ("an alert", ActivityPhone.app, "alert", 400),
    ("a background push", ActivityPhone.app, "background", 400),
    ("its app without a push type", ActivityPhone.app, nil, 200),
    ("its app", ActivityPhone.app, "liveactivity", 200),
  ]

  @Test(arguments: [false, true], topics)
  func `§15.3 a token of a Live Activity accepts pushes of its app's topic and type only`(
    isStart: Bool, row: TopicRow
  ) throws {
    var bench = ActivityGateway()
    _ = bench.answer("start", ActivityPhone.startKeys(), to: String(repeating: "ab", count: 32))
    let card = try #require(bench.system.device.activities.newestFirst.first)
    let common = bench.system.device.activities.common(of: ActivityPhone.app)
    let token = try #require(isStart ? common.startToken : card.token)
    let keys = isStart ? ActivityPhone.startKeys("C-D") : ActivityPhone.score(7)
    let answer = bench.answer(
      isStart ? "start" : "update", keys, to: token.hex, app: row.app, type: row.type, after: 1)
    #expect(answer?.status == row.status)
    guard row.status == 400 else { return }
    #expect(answer?.reason == .deviceTokenNotForTopic)
    #expect(bench.system.device.activities.newestFirst == [card])
    #expect(bench.system.device.inbox.count == 0)
    let ended = bench.answer("end", to: try #require(card.token).hex, after: 2)
    #expect(ended?.status == 200)
    let late = bench.answer(
      "update", to: try #require(card.token).hex, app: row.app, type: row.type, after: 3)
    #expect(late?.reason == .deviceTokenNotForTopic)
  }

  @Test func `§15.3 the rejection of another topic names the topic of the token`() throws {
    let token = try #require(DeviceToken(hex: String(repeating: "cd", count: 32)))
    var tokens = ActivityTokens()
    tokens.current[token] = ActivityPhone.app
    #expect(try tokens.accepts(token, for: Topic(ActivityPhone.app, for: .liveactivity), nil))
    #expect(try !tokens.accepts(strangeToken, for: Topic(ActivityPhone.app), .alert))
    let error = #expect(throws: Rejection.self) {
      try tokens.accepts(token, for: Topic("com.example.other"), .alert)
    }
    #expect(
      error?.because
        == "The phone created this token for Live Activities of com.example.match; the push has the topic "
        + "“com.example.other” and the type “alert”.")
    #expect(
      error?.fix
        == "Send apns-topic: com.example.match.push-type.liveactivity and apns-push-type: liveactivity, "
        + "or send this push to the device token of its app.")
  }

  @Test func `§15.16 the gateway answers 410 to an old token, or 200 by setting`() throws {
    var bench = ActivityGateway()
    let start = String(repeating: "ab", count: 32)
    #expect(bench.answer("start", ActivityPhone.startKeys(), to: start)?.status == 200)
    let token = try #require(bench.system.device.activities.newestFirst.first?.token?.hex)
    #expect(bench.answer("update", ActivityPhone.score(1), to: token, after: 1)?.status == 200)
    #expect(bench.answer("end", ActivityPhone.score(1), to: token, after: 2)?.status == 200)
    #expect(bench.answer("update", ActivityPhone.score(2), to: token, after: 3)?.status == 410)
    var settings = bench.system.gateway.settings
    settings.activityTokens = .accepted
    _ = bench.system.handle(.gatewayConfigured(settings), at: .pushMoment + 4)
    #expect(bench.answer("update", ActivityPhone.score(2), to: token, after: 5)?.status == 200)
    #expect(bench.system.device.activities.newestFirst.first?.state["home"] == 1)
    var restored = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: bench.system.snapshot)
    swap(&bench.system, &restored)
    #expect(bench.answer("update", ActivityPhone.score(2), to: token, after: 6)?.status == 410)
  }
}

/// A gateway and a phone that receive pushes to Live Activities over HTTP.
struct ActivityGateway {
  var system = PushSystem(device: Phone.stub())

  /// The push-to-start token; nil before the first one.
  var startToken: String? {
    system.device.activities.common(of: ActivityPhone.app).startToken?.hex
  }

  mutating func renewStartToken() throws {
    let reader = SettingChangeReader(now: system.now, phone: system.device.settings)
    for change in try reader.changes(["tokens.\(ActivityPhone.app.text)=new"]) {
      _ = system.handle(.changed(change), at: .pushMoment)
    }
  }

  /// Sends a push some seconds after the start, and returns its response.
  mutating func answer(
    _ event: String, _ keys: String = ActivityPhone.score(0), to token: String,
    app: BundleID = ActivityPhone.app, type: String? = "liveactivity", after seconds: Double = 0
  ) -> PushResponse? {
    let suffix = type.map { PushType(rawValue: $0).topicSuffix } ?? ".push-type.liveactivity"
    let request = PushRequest.stub(
      path: "/3/device/" + token,
      [("apns-topic", app.text + suffix)] + (type.map { [("apns-push-type", $0)] } ?? []),
      body:
        #"{"aps":{"event":"\#(event)","timestamp":\#(1_776_190_500 + Int(seconds)),\#(keys)}}"#,
      at: .pushMoment + seconds)
    let reply = ResponseHandle(connection: 1, stream: 1)
    return system.handle(
      .gateway(.pushReceived(request, reply: reply)), at: request.receivedAt
    ).compactMap {
      if case .answer(let answer, _) = $0 { answer } else { nil }
    }.first
  }
}
