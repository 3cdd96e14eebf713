import Foundation
import Testing

@testable import InboxModel

/// Broadcasts to Live Activities (`docs/rules.md` §15.17, §15.18).
@Suite struct BroadcastRuleTests {
  /// A gateway and a phone with one app.
  struct Bench {
    static let app: BundleID = "com.example.match"
    static let channel = "c2g="

    var system: PushSystem
    private(set) var effects: [Effect] = []
    private var count: UInt64 = 0

    init(_ change: (inout PhoneSettings) -> Void = { _ in }, strict: Bool = false) {
      system = PushSystem(
        gateway: Gateway(settings: GatewaySettings(isStrict: strict)), device: Phone.stub(change))
    }

    mutating func handle(_ event: PushSystem.Event, after seconds: TimeInterval) {
      effects = []
      system.advance(to: Moment.start + seconds, &effects)
      system.handle(event, at: Moment.start + seconds, &effects)
    }

    /// Sends a push line; returns its record, if there is one.
    @discardableResult
    mutating func emit(
      _ keys: String, channel: String? = nil, headers: String = "", after seconds: TimeInterval = 0
    ) throws -> PushRecord? {
      count += 1
      let address =
        channel.map { #""bundleId":"\#(Self.app)","channel":"\#($0)","headers":{\#(headers)}"# }
          ?? #"""
          "headers":{"apns-topic":"\#(Self.app).push-type.liveactivity","apns-push-type":"liveactivity"}
          """#
      let line = #"{\#(address),"payload":{"aps":{\#(keys)}}}"#
      let request = try PushLine.request(
        from: Array(line.utf8), number: 1, source: "test", receivedAt: Moment.start,
        freshID: APNSID(upper: 1, count))
      handle(.gateway(.pushReceived(request, reply: nil)), after: seconds)
      return effects.stored.compactMap {
        if case .phone(.insert(let record)) = $0 { record } else { nil }
      }.last
    }

    /// Sends a push line that reaches the phone, or is dropped.
    @discardableResult
    mutating func send(
      _ keys: String, channel: String? = nil, headers: String = "", after seconds: TimeInterval = 0
    ) throws -> PushRecord {
      let record = try emit(keys, channel: channel, headers: headers, after: seconds)
      return try #require(record)
    }

    /// Starts an activity that follows the channel.
    @discardableResult
    mutating func start(
      _ name: String = "A-B", following channel: String = channel, more: String = "",
      after seconds: TimeInterval = 0
    ) throws -> PushRecord {
      let keys =
        #""event":"start","timestamp":\#(Self.timestamp(seconds)),"input-push-channel":"\#(channel)","#
      return try send(keys + ActivityPhone.startKeys(name, more), after: seconds)
    }

    /// Broadcasts an update, or another event.
    @discardableResult
    mutating func broadcast(
      _ home: Int, event: String = "update", to channel: String = channel, stored: Bool = true,
      more: String = "", after seconds: TimeInterval = 0, sent: TimeInterval? = nil
    ) throws -> PushRecord {
      let keys =
        #""event":"\#(event)","timestamp":\#(Self.timestamp(sent ?? seconds)),\#(ActivityPhone.score(home))\#(more)"#
      let expiration = stored ? String(Self.timestamp(seconds) + 3600) : "0"
      return try send(
        keys, channel: channel, headers: #""apns-expiration":"\#(expiration)""#, after: seconds)
    }

    mutating func set(_ words: String..., after seconds: TimeInterval) throws {
      let reader = SettingChangeReader(now: system.now, phone: system.device.settings)
      for change in try reader.changes(words) { handle(.changed(change), after: seconds) }
    }

    private static func timestamp(_ seconds: TimeInterval) -> Int {
      Int(Moment.start.timeIntervalSince1970 + seconds)
    }

    /// The scores of all cards, by age; nil for a card without one.
    var scores: [Int?] {
      system.device.activities.newestFirst.reversed().map { $0.state["home"]?.int }
    }

    /// The changes of cards in the last step: `A1 update`.
    var changes: [String] {
      effects.events.compactMap {
        if case .activity(let card, let change) = $0 { "\(card.id.text) \(change)" } else { nil }
      }
    }

    /// The result of the broadcast in the last step.
    var report: BroadcastReport? {
      effects.lazy.compactMap { if case .emit(let event) = $0 { event.broadcast } else { nil } }
        .first
    }
  }

  @Test func `§15.17 a broadcast changes the cards that follow its channel`() throws {
    var bench = Bench()
    try bench.start("A-B")
    try bench.start("C-D", following: "b3RoZXI=", after: 1)
    try bench.start("E-F", after: 2)
    let record = try bench.broadcast(1, after: 3)
    #expect(record.notification.reason == .activityUpdated)
    #expect(record.notification.outcome == .quiet)
    #expect(record.why.reason == .activityUpdated)
    #expect(bench.scores == [1, 0, 1])
    #expect(bench.changes == ["A1 update", "A3 update"])
    #expect(bench.report?.reached == 2)
    #expect(bench.report?.changed == 2)
    #expect(bench.report?.channel == Bench.channel)
    #expect(bench.report?.storedUntil == Moment.start + 3603)
    #expect(bench.system.device.inbox.count == 0)
    let step = try #require(record.why.steps.first { $0.name == .address })
    #expect(step.because == "reaches 2 Live Activities that follow the channel")
  }

  @Test func `§15.5 on a full lock screen a broadcast changes cards, and adds none`() throws {
    var bench = Bench {
      $0.device.activities.limit = 1000
      $0.device.activities.startBudget = 1000
      $0.apps[Bench.app, default: AppSettings()].broadcastChannels = ["b3Ro"]
    }
    try bench.start("A-B")
    try bench.start("C-D")
    for number in 3...1000 { try bench.start("\(number)", following: "bW9y") }
    #expect(try bench.broadcast(1, after: 60).notification.reason == .activityUpdated)
    #expect(bench.scores.prefix(3) == [1, 1, 0])
    let record = try bench.broadcast(1, to: "b3Ro", after: 120)
    #expect(record.notification.reason == .activityLimit)
    #expect(bench.scores.count == 1000)
  }

  @Test func `§15.17 an activity that follows a channel has no update token`() throws {
    var bench = Bench()
    try bench.start()
    let card = try #require(bench.system.device.activities.newestFirst.first)
    #expect(card.channel == Bench.channel)
    #expect(card.token == nil)
    let update = try bench.send(
      #""event":"update","timestamp":1776190000,"# + ActivityPhone.score(1), after: 1)
    #expect(update.notification.reason == .activityNoToken)
    let step = try #require(update.why.steps.first { $0.name == .address })
    #expect(
      step.because.hasSuffix("follows the channel c2g= and has no update token: send a broadcast"))
    #expect(bench.scores == [0])
  }

  @Test func `§15.17 a broadcast without a follower changes nothing`() throws {
    var bench = Bench()
    try bench.start(following: "b3RoZXI=")
    let record = try bench.broadcast(1, after: 1)
    #expect(record.notification.reason == .activityNoFollower)
    #expect(record.notification.outcome == .none)
    #expect(bench.report?.reached == 0)
    #expect(bench.scores == [0])
  }

  @Test func `§15.17 a broadcast cannot start an activity`() throws {
    var bench = Bench()
    try bench.start()
    let record = try bench.send(
      #""event":"start","timestamp":1776189700,"# + ActivityPhone.startKeys("C-D"),
      channel: Bench.channel, after: 1)
    #expect(record.notification.reason == .activityBroadcastStart)
    #expect(bench.scores == [0])
  }

  @Test func `a card ignores a broadcast for the same reasons as a push to its own token`() throws {
    var bench = Bench { $0.device.activities.limit = 9 }
    try bench.start("A-B", after: 60)
    try bench.start(String(repeating: "x", count: 2000), after: 60)
    try bench.start("E-F", after: 60)
    let text = String(repeating: "x", count: 3000)
    try bench.send(
      #""event":"update","timestamp":1776189661,"content-state":{"home":1,"text":"\#(text)"}"#,
      channel: Bench.channel, after: 61)
    // The second card is too large with its attributes.
    #expect(bench.scores == [1, 0, 1])
    #expect(bench.report?.reached == 3)
    #expect(bench.report?.changed == 2)
    let record = try bench.broadcast(2, after: 62, sent: 30)
    #expect(record.notification.reason == .activityOlderTimestamp)
    #expect(bench.report?.changed == 0)
    #expect(bench.scores == [1, 0, 1])
    let histories = bench.system.device.activities.newestFirst.map { card in
      card.history.map { $0.ignored?.rawValue ?? $0.event }
    }
    #expect(
      histories == [
        ["start", "update", "activity.older-timestamp"],
        ["start", "activity.too-large", "activity.older-timestamp"],
        ["start", "update", "activity.older-timestamp"],
      ])
  }

  @Test func `the trace of a broadcast names the cards that ignore it, and the reason`() throws {
    var bench = Bench()
    try bench.start("A-B")
    try bench.start("C-D", after: 100)
    try bench.set("apps.com.example.match.activityTypes.Match.home=String", after: 100)
    let partly = try bench.send(
      #""event":"update","timestamp":1776189650,"content-state":{"home":"1"}"#,
      channel: Bench.channel, after: 101)
    let order = try #require(partly.why.steps.first { $0.name == .order })
    #expect(order.because == "1 of 2 show a newer timestamp (A2)")
    let record = try bench.broadcast(1, after: 200)
    let step = try #require(record.why.steps.first { $0.name == .state })
    #expect(step.code == .activityUndecodable)
    #expect(
      step.because
        == "2 of 2 cannot decode the content-state (A1, A2: “home” is a number, not String)")
  }

  static let stops: [(name: String, words: [String], aps: String, reason: String)] = [
    (
      "§15.1 turned off", ["apps.com.example.match.liveActivities=undecided"], "",
      "activity.updated"
    ),
    (
      "§15.7 undecodable", ["apps.com.example.match.activityTypes.Match.home=String"], "",
      "activity.undecodable"
    ),
    ("§15.10 no budget", ["device.activities.updateBudget=0"], "", "activity.budget"),
    ("§15.11 too soon", ["device.activities.interval=15s"], "", "activity.too-soon"),
    ("§15.12 an alert", [], #","alert":"Goal""#, "shown"),
  ]

  @Test(arguments: stops, [1, 2])
  func `the rules for pushes to cards decide about broadcasts to one card and to several`(
    row: (name: String, words: [String], aps: String, reason: String), count: Int
  ) throws {
    var bench = Bench()
    for number in 1...count { try bench.start("match \(number)") }
    for word in row.words { try bench.set(word, after: 1) }
    let record = try bench.broadcast(1, more: row.aps, after: 2)
    #expect(record.notification.reason.rawValue == row.reason)
    #expect(record.why.reason.rawValue == row.reason)
    let isShown = ["shown", "activity.updated"].contains(row.reason)
    #expect(bench.scores == Array(repeating: isShown ? 1 : 0, count: count))
    #expect(bench.report?.changed == (isShown ? count : 0))
    let names = record.why.steps.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `a broadcast uses the budget of its app once`() throws {
    var bench = Bench { $0.device.activities.updateBudget = 2 }
    for number in 1...3 { try bench.start("match \(number)") }
    let reasons = try (1...3).map {
      try bench.broadcast($0, after: Double($0)).notification.reason
    }
    #expect(reasons == [.activityUpdated, .activityUpdated, .activityBudget])
  }

  @Test func `an end by broadcast ends all followers`() throws {
    var bench = Bench()
    for number in 1...3 { try bench.start("match \(number)") }
    let record = try bench.broadcast(4, event: "end", after: 5)
    #expect(record.notification.reason == .activityEndShown)
    #expect(bench.changes == ["A1 end", "A2 end", "A3 end"])
    #expect(bench.system.device.activities.followers(of: Bench.channel, of: Bench.app).isEmpty)
    let late = try bench.broadcast(5, after: 6)
    #expect(late.notification.reason == .activityEnded)
    bench.handle(.timePassed, after: 5 + 4 * 3600)
    #expect(bench.changes == ["A1 dismissed", "A2 dismissed", "A3 dismissed"])
  }

  // MARK: Storage

  @Test func `§15.18 a later follower gets the stored message`() throws {
    var bench = Bench()
    let stored = try bench.broadcast(3, after: 10)
    #expect(stored.notification.reason == .activityNoFollower)
    try bench.start("A-B", after: 5)
    #expect(bench.scores == [3])
    #expect(bench.changes == ["A1 start", "A1 update"])
    let card = try #require(bench.system.device.activities.newestFirst.first)
    #expect(card.history.map(\.push) == [2, 1])
    #expect(bench.effects.rings == [])
    // A newer start ignores it.
    try bench.start("C-D", after: 20)
    #expect(bench.scores == [3, 0])
    #expect(
      bench.system.device.activities.newestFirst.first?.history.last?.ignored
        == .activityOlderTimestamp)
  }

  static let absent: [(name: String, stored: Bool, later: TimeInterval, deleted: Bool)] = [
    ("not stored", false, 20, false), ("expired", true, 3600, false), ("deleted", true, 20, true),
  ]

  @Test(arguments: absent)
  func
    `§15.18 a message that is not stored, has expired or was deleted reaches present followers only`(
      name: String, stored: Bool, later: TimeInterval, deleted: Bool
    ) throws
  {
    var bench = Bench()
    try bench.start("A-B")
    try bench.broadcast(3, stored: stored, after: 10)
    #expect(bench.scores == [3])
    if deleted {
      let path = "/1/apps/\(Bench.app)/channels"
      let request = PushRequest(
        method: "DELETE", path: path, fields: [HeaderField("apns-channel-id", Bench.channel)],
        body: [], origin: Origin(wire: .h2), receivedAt: Moment.start, freshID: "a")
      bench.handle(.gateway(.pushReceived(request, reply: nil)), after: 11)
    }
    try bench.start("C-D", after: later + 10)
    #expect(bench.scores == [3, 0])
    #expect(bench.changes == ["A2 start"])
  }

  @Test func `§15.18 an offline phone gets the stored message, and an unstored one never`() throws {
    var bench = Bench()
    try bench.start("A-B")
    bench.handle(.changed(.online(false)), after: 1)
    let lost = try bench.broadcast(1, stored: false, after: 2)
    #expect(lost.notification.reason == .deviceExpired)
    #expect(bench.report?.reached == 0)
    let expiration = #""apns-expiration":"1776193200""#
    for home in [2, 3] {
      let keys = #""event":"update","timestamp":1776189610,"# + ActivityPhone.score(home)
      let record = try bench.emit(
        keys, channel: Bench.channel, headers: expiration, after: 3 + Double(home))
      #expect(record?.notification.reason == (home == 2 ? nil : .deviceCoalesced))
    }
    #expect(bench.scores == [0])
    bench.handle(.changed(.online(true)), after: 60)
    #expect(bench.scores == [3])
    #expect(bench.changes == ["A1 update"])
  }

  @Test(arguments: ["final score", "", "c2g"])
  func `a note on a start whose channel is not base64 names the request to create one`(id: String)
    throws
  {
    var bench = Bench()
    let record = try bench.start(following: id)
    #expect(record.why.steps.first { $0.name == .event }?.code == .activityUnknownChannel)
    #expect(
      record.why.because(.event)
        == "input-push-channel “\(id)” is no channel id, which is base64 such as dHN0LXNyY2gtY2hubA==: "
        + "create a channel by POST /1/apps/com.example.match/channels, and send the apns-channel-id "
        + "of the response")
  }

  @Test func `an unknown channel of a start is a note`() throws {
    var bench = Bench()
    let record = try bench.start()
    #expect(record.notification.reason == .activityStarted)
    #expect(record.why.steps.first { $0.name == .event }?.code == .activityUnknownChannel)
    #expect(
      record.why.because(.event)
        == "no channel c2g= exists: the Live Activity gets no updates until there is one")
    try bench.broadcast(1, after: 1)
    let known = try bench.start("C-D", after: 2)
    #expect(known.why.steps.first { $0.name == .event }?.code == nil)
  }

  // MARK: Followers by setting

  @Test func `§15.17 an app follows channels by its setting`() throws {
    var bench = Bench {
      $0.apps[Bench.app, default: AppSettings()].broadcastChannels = [Bench.channel]
    }
    #expect(try bench.broadcast(0, to: "b3RoZXI=").notification.reason == .activityNoFollower)
    let first = try bench.broadcast(1, after: 1)
    #expect(first.notification.reason == .activityUpdated)
    #expect(first.why.steps.contains { $0.code == .activityAssumed })
    #expect(bench.changes == ["A1 start"])
    try bench.broadcast(2, after: 2)
    #expect(bench.scores == [2])
    try bench.broadcast(3, event: "end", more: #","dismissal-date":1776189660"#, after: 3)
    let ended = try bench.broadcast(4, after: 4)
    #expect(ended.notification.reason == .activityEnded)
    // The app starts another when the card has left the lock screen.
    try bench.broadcast(5, after: 100)
    #expect(bench.scores == [3, 5])
    let token = bench.system.device.activities.newestFirst.first?.token
    #expect(token == nil)
  }

  @Test func `§15.18 an app that follows a channel later by its setting gets the stored message`()
    throws
  {
    var bench = Bench()
    try bench.broadcast(7, after: 1)
    try bench.set("apps.com.example.match.broadcastChannels+=c2g=", after: 2)
    #expect(bench.scores == [7])
    try bench.set("apps.com.example.match.broadcastChannels+=YQ==", after: 3)
    #expect(bench.scores == [7])
  }

  @Test func `followers are found again after a restart`() throws {
    var bench = Bench()
    for number in 1...3 { try bench.start("match \(number)") }
    try bench.broadcast(1, event: "end", after: 1)
    try bench.start("match 4", after: 2)
    let snapshot = try #require(Snapshot(jsonText: bench.system.snapshot.jsonText))
    bench.system = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: snapshot)
    #expect(bench.system.gateway.channels.all.map(\.key.id) == [Bench.channel])
    try bench.broadcast(2, after: 3)
    #expect(bench.changes == ["A4 update"])
    try bench.broadcast(3, event: "end", after: 4)
    #expect(try bench.broadcast(4, after: 5).notification.reason == .activityEnded)
    // The stored message is the last broadcast.
    #expect(
      bench.system.gateway.message(in: Bench.channel, of: Bench.app, at: bench.system.now)?.id == 8)
  }

  @Test(arguments: [("start", ["broadcast-start"]), ("update", []), ("end", [])])
  func `lint reports a broadcast that starts a Live Activity`(
    event: String, rules: [String]
  ) throws {
    var bench = Bench()
    let record = try bench.send(
      #""event":"\#(event)","timestamp":\#(Int(Moment.start.timeIntervalSince1970)),"alert":"Go","#
        + ActivityPhone.startKeys(), channel: Bench.channel)
    #expect(Lint.findings(for: record.delivery).map(\.rule.rawValue) == rules)
    #expect((record.notification.reason == .activityBroadcastStart) == (event == "start"))
  }

  @Test
  func `a broadcast without a follower names the start and the setting that would follow it`()
    throws
  {
    var bench = Bench()
    let record = try bench.broadcast(1)
    #expect(record.notification.reason == .activityNoFollower)
    let trace = Presentation.trace(of: record)
    #expect(
      trace.wouldShowIf.map(\.text) == ["apps.com.example.match.broadcastChannels+=c2g="])
    #expect(
      trace.steps.contains { $0.because.contains(#"`"input-push-channel": "c2g="`"#) })
    try bench.set("apps.com.example.match.broadcastChannels+=c2g=", after: 1)
    #expect(try bench.broadcast(2, after: 2).notification.presented.contains(.activity))

    // An end starts nothing.
    let end = try bench.broadcast(1, event: "end", to: "b3RoZXI=", after: 3)
    #expect(Presentation.trace(of: end).wouldShowIf.isEmpty)
  }

  // MARK: Work

  /// Counts of work, not times: an index of followers, and no search of other cards.
  @Test func `followers are added and removed in any order`() {
    var followers = ActivityList()
    var expected: Set<Int> = []
    var numbers = SplitMix64(seed: 7)
    for number in 1...500 {
      followers.insert(ActivityID(rawValue: number))
      expected.insert(number)
      if numbers.next() % 3 > 0, let gone = expected.sorted().randomElement(using: &numbers) {
        followers.remove(ActivityID(rawValue: gone))
        expected.remove(gone)
        if numbers.next() % 4 == 0 {
          followers.insert(ActivityID(rawValue: gone))
          expected.insert(gone)
        }
      }
      #expect(followers.all.map(\.rawValue) == expected.sorted())
      #expect(followers.count == expected.count)
    }
  }
}
