import Testing

@testable import InboxModel

/// `what-if` with the changes that `why` recommends for pushes to Live Activities.
@Suite struct ActivityWhatIfTests {
  private typealias Bench = BroadcastRuleTests.Bench

  private static func reason(
    _ words: [String], _ record: PushRecord, on device: Phone
  ) throws -> ReasonCode? {
    var question = try WhatIf(words, on: device, now: device.now)
    return question.difference(of: record)?.wouldBe.reason
  }

  @Test func `what-if with a channel in the setting shows a broadcast without a follower`() throws {
    var bench = Bench()
    let record = try bench.broadcast(1)
    #expect(record.notification.reason == .activityNoFollower)
    let set = "apps.com.example.match.broadcastChannels+=c2g="
    #expect(record.why.wouldShowIf.contains { $0.set == [set] })
    let device = bench.system.device
    #expect(try Self.reason([set], record, on: device) == .activityUpdated)
    let other = "apps.com.example.match.broadcastChannels+=b3RoZXI="
    #expect(try Self.reason([other], record, on: device) == nil)
    let another = "apps.com.example.chat.broadcastChannels+=c2g="
    #expect(try Self.reason([another], record, on: device) == nil)
  }

  @Test func `a channel of the setting changes nothing for a broadcast with followers`() throws {
    var bench = Bench()
    try bench.start()
    let record = try bench.broadcast(1, after: 1)
    let set = "apps.com.example.match.broadcastChannels+=c2g="
    #expect(try Self.reason([set], record, on: bench.system.device) == nil)
  }

  @Test func `a channel removed from the setting has no follower`() throws {
    var bench = Bench { phone in
      phone.apps["com.example.match", default: AppSettings()].broadcastChannels = ["c2g="]
    }
    let record = try bench.broadcast(1)
    #expect(record.notification.reason == .activityUpdated)
    let set = "apps.com.example.match.broadcastChannels-=c2g="
    #expect(try Self.reason([set], record, on: bench.system.device) == .activityNoFollower)
  }

  @Test func `what-if with other activityTypes decides whether the state is decodable`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    let good = try phone.push("update", ActivityPhone.score(1), after: 1)
    #expect(good.notification.reason == .activityUpdated)
    func reason(_ word: String, _ record: PushRecord) throws -> ReasonCode? {
      try Self.reason(["apps.com.example.match.activityTypes." + word], record, on: phone.device)
    }
    #expect(try reason("Match.home=String", good) == .activityUndecodable)
    #expect(try reason("Match.home=Int", good) == nil)

    try phone.set(["apps.com.example.match.activityTypes.Match.home=String"])
    let bad = try phone.push("update", ActivityPhone.score(2), after: 2)
    #expect(bad.notification.reason == .activityUndecodable)
    #expect(try reason("Match.home=Int", bad) == .activityUpdated)
  }

  @Test func `what-if accepts a newer timestamp in a payload and rejects an invalid one`() throws {
    var phone = try ActivityPhone()
    try phone.start()
    let keys = ActivityPhone.score(1) + #","timestamp":1000"#
    let record = try phone.push("update", keys, after: 1)
    #expect(record.notification.reason == .activityOlderTimestamp)
    let remedy = try #require(record.why.wouldShowIf.first { !$0.payload.isEmpty })
    #expect(try Self.reason(remedy.payload, record, on: phone.device) == .activityUpdated)
    #expect(try Self.reason(["timestamp=2000"], record, on: phone.device) == nil)
    for word in ["timestamp=soon", "timestamp=", "timestamp=nan", "timestamp=inf"] {
      #expect(throws: SettingsError.self) {
        try WhatIf([word], on: phone.device, now: phone.device.now)
      }
    }
  }
}
