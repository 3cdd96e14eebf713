import Foundation
import Testing

@testable import InboxModel

/// The gateway's checks and storage of broadcasts.
@Suite struct BroadcastTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reason: String?
    var storage = 1
    let spoil: @Sendable (inout PushRequest) -> Void

    init(
      _ name: String, _ reason: String?, storage: Int = 1,
      _ spoil: @escaping @Sendable (inout PushRequest) -> Void = { _ in }
    ) {
      (testDescription, self.reason, self.storage, self.spoil) = (name, reason, storage, spoil)
    }
  }

  static let rows: [Row] = [
    Row("a valid one", nil),
    Row("priority 5, stored for a day", nil) {
      $0.set("apns-priority", "5")
      $0.set("apns-expiration", "1776276900")
    },
    Row("one attempt", nil) { $0.set("apns-expiration", "0") },
    Row("one attempt on a channel without storage", nil, storage: 0) {
      $0.set("apns-expiration", "0")
    },
    Row("an apns-topic, which is not needed", nil) { $0.set("apns-topic", "com.example.match") },
    Row("5,120 bytes", nil) { $0 = $0.with(body: body(5120)) },
    Row("5,121 bytes", "PayloadTooLarge") { $0 = $0.with(body: body(5121)) },
    Row("no body", "PayloadEmpty") { $0 = $0.with(body: "") },
    Row("no JSON", "BadRequestPayload") { $0 = $0.with(body: "goal") },
    Row("no push type", "MissingPushType") { $0.remove("apns-push-type") },
    Row("an alert", "InvalidPushType") { $0.set("apns-push-type", "alert") },
    Row("an unknown push type", "InvalidPushType") { $0.set("apns-push-type", "score") },
    Row("no expiration", "BadExpirationDate") { $0.remove("apns-expiration") },
    Row("an expiration with a fraction", "BadExpirationDate") { $0.set("apns-expiration", "1.5") },
    Row("storage on a channel without it", "BadExpirationDate", storage: 0),
    Row("priority 1", "BadPriority") { $0.set("apns-priority", "1") },
    Row("no channel", "MissingChannelId") { $0.remove("apns-channel-id") },
    Row("a channel that is no base64", "BadChannelId") { $0.set("apns-channel-id", "final!") },
  ]

  private static func body(_ count: Int) -> String {
    let frame = #"{"aps":{"event":"update","timestamp":1,"content-state":{"t":""}}}"#
    let text = String(repeating: "x", count: count - frame.utf8.count)
    return frame.replacing(#""t":"""#, with: #""t":"\#(text)""#)
  }

  @Test(arguments: rows) func `a broadcast with one error gets its reason`(row: Row) throws {
    var apns = ChannelGateway()
    let channel = try apns.create(storage: row.storage)
    var request = apns.request(.broadcast, channel)
    row.spoil(&request)
    let answer = try apns.required(to: request)
    #expect(answer.reason?.rawValue == row.reason)
    #expect(answer.status == row.reason.map { RejectionReason(rawValue: $0).status } ?? 200)
    #expect(answer.isAboutChannel)
    #expect(apns.gateway.acceptedCount == (row.reason == nil ? 1 : 0))
    #expect(apns.effects.deliveries.count == apns.gateway.acceptedCount)
  }

  @Test func `an unknown channel is assumed, unless checks are strict or it was deleted`() throws {
    var apns = ChannelGateway()
    #expect(apns.answer(.broadcast, "c2g=")?.status == 200)
    let steps = try Gateway.steps(of: #require(apns.effects.deliveries.first))
    #expect(steps.first { $0.name == .token }?.code == .channelLearned)
    #expect(apns.answer(.list)?.document == #"{"channels":["c2g="]}"#)
    #expect(apns.answer(.broadcast, "c2g=")?.status == 200)
    #expect(apns.effects.deliveries.first?.broadcast?.isLearned == false)
    #expect(apns.answer(.delete, "c2g=")?.status == 204)
    #expect(apns.answer(.broadcast, "c2g=")?.reason == .channelNotRegistered)
    apns.gateway.settings.isStrict = true
    // A push line needs no provider token.
    var request = apns.request(.broadcast, "bm9uZQ==")
    request.origin.wire = .line
    #expect(apns.answer(to: request)?.reason == .channelNotRegistered)
  }

  @Test func `an apns-unique-id is returned in the development environment only`() throws {
    var apns = ChannelGateway()
    #expect(apns.answer(.broadcast, "c2g=")?.uniqueID == nil)
    apns.gateway.settings.environment = .development
    #expect(apns.answer(.broadcast, "c2g=")?.uniqueID != nil)
  }

  static let storages: [(name: String, storage: Int, expiration: Int, until: TimeInterval?)] = [
    ("an hour", 1, 1_776_194_100, 3600), ("eight hours at most", 1, 1_776_300_000, 8 * 3600),
    ("expired", 1, 1_776_190_000, nil), ("one attempt", 1, 0, nil), ("no storage", 0, 0, nil),
  ]

  @Test(arguments: storages)
  func `a channel stores the most recent message until its expiration`(
    name: String, storage: Int, expiration: Int, until: TimeInterval?
  ) throws {
    var apns = ChannelGateway()
    let channel = try apns.create(storage: storage)
    _ = apns.answer(.broadcast, channel, expiration: expiration)
    let push = try #require(apns.effects.deliveries.first)
    #expect(push.broadcast?.storedUntil == until.map { .pushMoment + $0 })
    #expect(push.token == .local)
    #expect(push.topic == "com.example.match.push-type.liveactivity")
    func stored(after seconds: TimeInterval) -> NotificationID? {
      apns.gateway.message(in: channel, of: ChannelGateway.app, at: .pushMoment + seconds)?.id
    }
    #expect(stored(after: 0) == (until == nil ? nil : 1))
    guard let until else { return }
    #expect(stored(after: until - 0.001) == 1)
    #expect(stored(after: until) == nil)
    _ = apns.answer(.broadcast, channel)
    #expect(stored(after: 0) == 2)
    _ = apns.answer(.broadcast, channel, expiration: 0)
    #expect(stored(after: 0) == nil)
  }

  @Test func `the newest broadcast of each channel waits for an offline phone`() throws {
    var apns = ChannelGateway()
    let silent = try apns.create(storage: 0)
    _ = apns.gateway.handle(.deviceOnline(false), at: .pushMoment)
    _ = apns.answer(.broadcast, "YQ==")
    _ = apns.answer(.broadcast, "Yg==")
    #expect(apns.effects.deliveries.isEmpty)
    _ = apns.answer(.broadcast, "YQ==")
    #expect(apns.effects.deliveries.map(\.transit.fate) == [.dropped(.deviceCoalesced)])
    _ = apns.answer(.broadcast, silent, expiration: 0)
    #expect(apns.effects.deliveries.map(\.transit.fate) == [.dropped(.deviceExpired)])
    // It is delivered when the phone is online; a new follower gets it once.
    #expect(apns.gateway.message(in: "YQ==", of: ChannelGateway.app, at: .pushMoment) == nil)
    let effects = apns.gateway.handle(.deviceOnline(true), at: .pushMoment + 60)
    #expect(effects.deliveries.map(\.broadcast?.channel) == ["Yg==", "YQ=="])
  }

  @Test func `a rejected broadcast can be accepted by hand, a management request cannot`() throws {
    var apns = ChannelGateway()
    var request = apns.request(.broadcast, "c2g=")
    request.set("apns-priority", "1")
    _ = apns.answer(to: request)
    let rejected = try #require(apns.rejected)
    #expect(rejected.app == ChannelGateway.app)
    #expect(rejected.obstacle == nil)
    let effects = apns.gateway.handle(.acceptedByHand(rejected, apnsID: "a"), at: .pushMoment)
    let push = try #require(effects.deliveries.first)
    #expect(push.broadcast?.channel == "c2g=")
    #expect(push.headers.pushType == .liveactivity)
    request.remove("apns-channel-id")
    _ = apns.answer(to: request)
    #expect(apns.rejected?.obstacle == "it names no channel")
    _ = apns.answer(.read)
    #expect(apns.rejected?.obstacle != nil)
  }

  @Test func `a broadcast line is read, and written as it was read`() throws {
    let line = #"""
      {"bundleId":"com.example.match","channel":"c2g=","headers":{"apns-priority":"5"},"payload":{"aps":{"event":"update"}}}
      """#
    func read(_ text: String) throws -> PushRequest {
      try PushLine.request(
        from: Array(text.utf8), number: 1, source: "test", receivedAt: .pushMoment, freshID: "f")
    }
    let request = try read(line)
    #expect(request.path == "/4/broadcasts/apps/com.example.match")
    #expect(request.fields.first { $0.name == "apns-expiration" }?.value == "0")
    var gateway = Gateway()
    let pushes = gateway.deliveries(of: request)
    let push = try #require(pushes.first)
    let copies = gateway.deliveries(of: try read(PushLine.text(for: push)))
    let again = try #require(copies.first)
    #expect(again.broadcast?.channel == "c2g=")
    #expect(again.headers.priority == .conserving)
    #expect(again.headers.expiration == .once)
    #expect(again.app == push.app)
    #expect(again.requestID == push.requestID)
  }
}
