import Foundation
import Testing

@testable import InboxModel

/// Messages on an Android phone (Firebase, "REST Resource: projects.messages").
@Suite struct AndroidTests {
  private static func shown(_ fields: String) -> String {
    #""notification":{"title":"T","body":"B"},"android":{"notification":{\#(fields)}}"#
  }

  @Test func `text for Android overrides the common text`() {
    var bench = FCMBench()
    bench.send(Self.shown(#""body":"own","click_action":"CHAT","notification_count":3"#))
    let push = bench.last?.notification
    #expect(push?.content.title == "T" && push?.content.body == "own")
    #expect(push?.categoryIdentifier == "CHAT")
    #expect(push?.badge == 3)
    #expect(bench.system.device.badges[FCMBench.app] == 3)
  }

  @Test func `keys are looked up in the app's strings, with Android's placeholders`() throws {
    var bench = FCMBench { phone in
      phone.apps[FCMBench.app] = AppSettings()
      phone.apps[FCMBench.app]?.strings = ["MSG": "%2$s from %1$s", "NAME": "News"]
    }
    bench.send(
      Self.shown(
        #""title_loc_key":"NAME","body_loc_key":"MSG","body_loc_args":["Ann","Lunch"]"#))
    #expect(bench.last?.notification.content.body == "Lunch from Ann")
    #expect(bench.last?.notification.content.title == "News")
    #expect(bench.last?.why.steps.first { $0.name == .text }?.result == .ok)
    bench.send(Self.shown(#""body_loc_key":"NONE""#))
    #expect(bench.last?.notification.content.body == "NONE")
    #expect(bench.last?.why.steps.first { $0.name == .text }?.code == .textKeyMissing)
  }

  @Test func `a tag replaces the shown notification with it, others remain`() {
    var bench = FCMBench()
    bench.send(Self.shown(#""tag":"chat-7","body":"1""#))
    bench.send(Self.shown(#""body":"2""#))
    bench.send(Self.shown(#""tag":"chat-7","body":"3""#))
    #expect(Set(bench.bodies) == ["2", "3"])
    #expect(bench.last?.notification.replaced == 1)
  }

  @Test(arguments: [
    (#""data":{"chat":"7"}"#, Priority.conserving), (#""notification":{"body":"Hi"}"#, .immediate),
    (#""notification":{"body":"Hi"},"android":{"priority":"NORMAL"}"#, .conserving),
    (#""data":{"chat":"7"},"android":{"priority":"HIGH"}"#, .immediate),
  ])
  func `a data message wakes the app silently, and waits for power without high priority`(
    message: String, priority: Priority
  ) {
    var bench = FCMBench()
    bench.send(message)
    #expect(bench.last?.delivery.headers.priority == priority)
    #expect(
      bench.outcome == (message.hasPrefix(#""data"#) ? "silent kind.background" : "shown shown"))
    let custom = bench.last?.delivery.payload.custom
    #expect(custom?["chat"] == (message.hasPrefix(#""data"#) ? "7" : nil))
    #expect(custom?["fcm"]?.object?["token"] == .string(FCMBench.token))
  }

  @Test func `a message for an app in the foreground is delivered to it and not shown`() throws {
    var bench = FCMBench()
    try bench.set("app.\(FCMBench.app.text)=foreground")
    let effects = bench.handle(
      .gateway(.pushReceived(FCMBench.request(FCMBench.body(Self.shown(""))), reply: nil)),
      at: .pushMoment)
    #expect(bench.outcome == "none foreground.app-declined")
    #expect(bench.bodies == [])
    #expect(Self.calls(effects) == ["onMessageReceived"])
  }

  @Test func `each data message starts the app unless it was force-quit`() throws {
    var bench = FCMBench()
    for _ in 0..<5 {
      let request = FCMBench.request(FCMBench.body(#""data":{"a":"1"}"#))
      let effects = bench.handle(
        .gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
      #expect(bench.outcome == "silent kind.background")
      #expect(Self.calls(effects) == ["onMessageReceived"])
    }
    try bench.set("app.\(FCMBench.app.text)=forceQuit")
    let request = FCMBench.request(FCMBench.body(#""data":{"a":"1"}"#))
    #expect(
      Self.calls(bench.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt))
        == [])
  }

  /// Returns the methods that report a push to the app.
  private static func calls(_ effects: [Effect]) -> [String] {
    effects.compactMap { effect in
      guard case .emit(let event) = effect, case .app(_, let delegate, _) = event.kind else {
        return nil
      }
      return delegate
    }
  }

  @Test func `an empty string counts as absent`() {
    var bench = FCMBench()
    bench.send(
      Self.shown(#""title":"","body":"own","color":"""#).dropLast()
        + #","restricted_package_name":""}"#)
    #expect(bench.last?.notification.content.title == "T")
    #expect(bench.last?.notification.content.body == "own")
  }

  @Test func `data for Android replaces the common data`() {
    var bench = FCMBench()
    bench.send(#""data":{"a":"1"},"android":{"data":{"b":"2","aps":"x"}}"#)
    let custom = bench.last?.delivery.payload.custom
    #expect(custom?["a"] == nil && custom?["b"] == "2")
  }

  struct Channel: CustomTestStringConvertible, Sendable {
    var id: String
    var lock: LockState
    var outcome: String
    var presented: PresentationOptions
    var testDescription: String { "\(id) \(lock.rawValue)" }

    init(_ id: String, _ lock: LockState, _ outcome: String, _ presented: PresentationOptions) {
      (self.id, self.lock, self.outcome, self.presented) = (id, lock, outcome, presented)
    }
  }

  static let channels: [Channel] = [
    Channel("no", .unlocked, "none channel.none", []),
    Channel("min", .unlocked, "quiet channel.low", [.list]),
    Channel("low", .locked, "quiet channel.low", [.list]),
    Channel("std", .unlocked, "quiet channel.default", [.list, .sound]),
    Channel("std", .locked, "shown shown", [.list, .sound, .lock]),
    Channel("high", .unlocked, "shown shown", [.list, .sound, .banner]),
    Channel("high", .locked, "shown shown", [.list, .sound, .lock]),
    Channel("other", .unlocked, "quiet channel.default", [.list, .sound]),
    Channel("", .unlocked, "quiet channel.default", [.list, .sound]),
  ]

  @Test(arguments: channels)
  func `a channel limits a notification to its importance`(row: Channel) throws {
    var bench = FCMBench { phone in
      phone.device.lock = row.lock
      phone.apps[FCMBench.app] = AppSettings()
      phone.apps[FCMBench.app]?.channels = [
        "no": .blocked, "min": .min, "low": .low, "std": .standard, "high": .high,
      ]
    }
    bench.send(Self.shown(row.id.isEmpty ? "" : #""channel_id":"\#(row.id)""#))
    #expect(bench.outcome == row.outcome)
    let push = try #require(bench.last)
    #expect(push.notification.presented == row.presented)
    let why = push.why
    let step = try #require(why.steps.first { $0.name == .channel })
    #expect(why.steps.map(\.name) == StepName.ofNotifications)
    #expect(step.because.contains("the default channel") == ["other", ""].contains(row.id))
    if row.outcome.contains("channel."), !row.id.isEmpty {
      #expect(why.remedies.contains("apps.com.example.android.channels.\(row.id)=high"))
    }
    // It is stored, and the decision is the same after a restart.
    let stored = try JSONReader.read(push.context.stored).root.object ?? JSONObject()
    #expect(PresentationContext(stored: stored) == push.context)
  }

  @Test func `an app without registered channels has the default presentation`() {
    var bench = FCMBench()
    bench.send(Self.shown(#""channel_id":"any""#))
    #expect(bench.outcome == "shown shown")
    #expect(bench.last?.why.because(.channel).contains("no channels") == true)
  }

  @Test func `a secret notification is hidden on the lock screen and audible`() throws {
    var bench = FCMBench()
    bench.send(Self.shown(#""visibility":"SECRET""#))
    #expect(bench.outcome == "shown shown")
    try bench.set("lock=locked")
    bench.send(Self.shown(#""visibility":"SECRET""#))
    #expect(bench.outcome == "quiet channel.secret")
    #expect(bench.last?.notification.presented == [.list, .sound])
  }

  @Test func `a push of APNs is not limited by a channel`() throws {
    let record = try RulePhone().device.settings
    #expect(record.apps.isEmpty)
    var phone = try RulePhone()
    #expect(try phone.push().why.steps.contains { $0.name == .channel } == false)
  }

  @Test func `what-if states the effect of another channel`() throws {
    var bench = FCMBench { phone in
      phone.apps[FCMBench.app] = AppSettings()
      phone.apps[FCMBench.app]?.channels = ["low": .low]
    }
    bench.send(Self.shown(#""channel_id":"low""#))
    let record = try #require(bench.last)
    var question = try WhatIf(
      ["apps.com.example.android.channels.low=high"], on: bench.system.device, now: bench.now)
    #expect(question.difference(of: record)?.wouldBe.outcome == .shown)
  }

  // MARK: An offline phone

  private func away(_ send: (inout FCMBench) -> Void) throws -> FCMBench {
    var bench = FCMBench()
    try bench.set("online=no")
    send(&bench)
    try bench.set("online=yes")
    return bench
  }

  private static func keyed(_ key: String?, _ body: String) -> String {
    #""notification":{"body":"\#(body)"}"#
      + (key.map { #","android":{"collapse_key":"\#($0)"}"# } ?? "")
  }

  @Test func `messages without a key all wait, and the newest of each key`() throws {
    let bench = try away { bench in
      for number in 1...3 { bench.send(Self.keyed(nil, "\(number)")) }
      for number in 4...6 { bench.send(Self.keyed("k", "\(number)")) }
    }
    #expect(Set(bench.bodies) == ["1", "2", "3", "6"])
    let dropped = bench.records.filter { $0.notification.reason == .deviceCoalesced }
    #expect(dropped.map(\.notification.content.body) == ["4", "5"])
  }

  @Test func `of more than four keys the oldest is dropped`() throws {
    let bench = try away { bench in
      for number in 1...5 { bench.send(Self.keyed("k\(number)", "\(number)")) }
    }
    #expect(Set(bench.bodies) == ["2", "3", "4", "5"])
    #expect(bench.records.filter { $0.notification.reason == .fcmDeleted }.count == 1)
  }

  @Test func `the 101st message removes the hundred before it`() throws {
    let bench = try away { bench in
      bench.send(Self.keyed("k", "keyed"))
      for number in 1...101 { bench.send(Self.keyed(nil, "\(number)")) }
    }
    #expect(Set(bench.bodies) == ["keyed", "101"])
    let dropped = try #require(bench.records.first { $0.notification.reason == .fcmDeleted })
    #expect(bench.records.filter { $0.notification.reason == .fcmDeleted }.count == 100)
    #expect(dropped.why.because(.device).contains("FCM stores 100"))
  }

  @Test(arguments: [
    ("0s", 0.0, "none device.expired"), ("60s", 59, "shown shown"),
    ("60s", 61, "none device.expired"),
  ])
  func `a message waits until its ttl`(ttl: String, after: TimeInterval, outcome: String)
    throws
  {
    var bench = FCMBench()
    try bench.set("online=no")
    bench.send(#""notification":{"body":"Hi"},"android":{"ttl":"\#(ttl)"}"#)
    bench.advance(after)
    try bench.set("online=yes")
    #expect(bench.outcome == outcome)
  }

  @Test func `waiting messages survive a restart`() throws {
    var bench = FCMBench()
    try bench.set("online=no")
    for number in 1...3 { bench.send(Self.keyed(nil, "\(number)")) }
    let again = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: bench.system.snapshot)
    #expect(again.gateway.waitingCount == 3)
  }
}
