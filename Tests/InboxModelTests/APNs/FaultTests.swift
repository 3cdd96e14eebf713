import Foundation
import InboxModel
import Testing

@Suite struct FaultTests {
  private let reply = ResponseHandle(connection: 1, stream: 1)

  /// Returns a gateway with faults in the form of `fault add`.
  private func gateway(_ rules: String...) throws -> Gateway {
    var gateway = Gateway()
    for rule in rules {
      let words = rule.split(separator: " ").map(String.init)
      _ = gateway.handle(.faultAdded(try FaultRule(words: words)), at: .pushMoment)
    }
    return gateway
  }

  /// Returns the statuses of a number of pushes, as digits of hundreds: `4222`.
  private func statuses(
    _ gateway: inout Gateway, _ count: Int, of request: PushRequest = .stub()
  ) -> String {
    (0..<count).map { _ in "\((gateway.answer(to: request)?.status ?? 0) / 100)" }.joined()
  }

  @Test(
    arguments: [
      ("next=2 answer=TooManyRequests", "4422222222"),
      ("every=3 answer=TooManyRequests", "2242242242"),
      ("every=3 next=2 answer=ServiceUnavailable", "2252252222"),
      ("percent=100 answer=InternalServerError", "5555555555"),
      ("token=ABAB answer=BadDeviceToken", "2222222222"),
      ("app=com.example.mail answer=BadDeviceToken", "2222222222"),
      ("app=com.example.chat next=1 answer=BadDeviceToken", "4222222222"),
      ("delay=200ms", "2222222222"), ("drop=yes", "2222222222"),
    ])
  func `a fault affects the pushes that match its conditions`(words: String, statuses: String)
    throws
  {
    var gateway = try gateway(words)
    #expect(self.statuses(&gateway, 10) == statuses)
  }

  @Test func `a rejection by a fault names the fault and gets a timestamp`() throws {
    var gateway = try gateway("app=com.example.mail answer=BadTopic", "answer=Unregistered next=1")
    let push = gateway.rejection(of: .stub())
    let rejected = try #require(push)
    #expect(rejected.fault == 2)
    #expect(rejected.because.contains("fault 2 (next=1 answer=Unregistered)"))
    #expect(rejected.answerBody == #"{"reason":"Unregistered","timestamp":1776190500000}"#)
    #expect(gateway.rejection(of: .stub(body: ""))?.fault == nil)
  }

  @Test func `a percentage affects the same pushes for the same seed`() throws {
    var runs: [String] = []
    for seed in [42, 42, 43] {
      var gateway = try gateway("percent=20 seed=\(seed) answer=TooManyRequests")
      runs.append(statuses(&gateway, 500))
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0] != runs[2])
    for run in runs { #expect((60...140).contains(run.count { $0 == "4" })) }
  }

  @Test func `the first matching fault decides, and later ones do not count the push`() throws {
    var gateway = try gateway("every=2 answer=TooManyRequests", "next=1 answer=Shutdown")
    #expect(statuses(&gateway, 4) == "5424")
    // The second fault is used up; the first one continues.
    let entry = try #require(gateway.faults.entries.first)
    #expect(gateway.faults.entries.count == 1)
    #expect((entry.number, entry.seen, entry.affected) == (1, 4, 2))
    #expect(gateway.faults.affectedTotal == 3)
  }

  @Test(arguments: ["delay=1s", "drop=yes", "goaway=yes"])
  func `faults of the response do not apply to a push without a reply handle`(
    words: String
  ) throws {
    var gateway = try gateway("next=1 " + words, "next=1 answer=Shutdown")
    let effects = gateway.handle(.pushReceived(.stub(), reply: nil), at: .pushMoment)
    #expect(effects.contains { if case .reject = $0 { true } else { false } })
    #expect(gateway.faults.entries.map(\.seen) == [0])
  }

  @Test func `a push that the checks reject does not count for a fault`() throws {
    var gateway = try gateway("next=1 answer=TooManyRequests")
    #expect(gateway.answer(to: .stub(body: ""))?.reason == .payloadEmpty)
    #expect(gateway.faults.entries.first?.seen == 0)
    #expect(gateway.answer(to: .stub())?.status == 429)
  }

  @Test func `a push that a fault rejects is listed with the fault as its cause`() throws {
    var gateway = try gateway("answer=Unregistered goaway=yes delay=1s")
    let effects = gateway.handle(.pushReceived(.stub(), reply: reply), at: .pushMoment)
    var answer = PushResponse(
      status: 410, apnsID: "fresh", reason: .unregistered, timestamp: .pushMoment)
    answer.delay = 1
    answer.ending = .goaway(.unregistered)
    #expect(effects.first == .answer(answer, to: reply))
    guard case .reject(let push)? = effects.last else {
      Issue.record("it is not listed")
      return
    }
    #expect(push.reason == "Unregistered")
    #expect(
      push.because
        == "The push is valid; fault 1 (answer=Unregistered delay=1s goaway=yes) rejected it."
    )
    #expect(push.fix.contains("`pushinbox fault rm 1`"))
    #expect(push.app == "com.example.chat")
    #expect(gateway.acceptedCount == 0)
  }

  @Test(
    arguments: [
      ("delay=200ms", 0.2, nil), ("drop=yes", 0, PushResponse.ConnectionEnding.cut),
      ("goaway=yes delay=1m", 60, .goaway(.shutdown)),
    ] as [(String, TimeInterval, PushResponse.ConnectionEnding?)])
  func `a fault of the response does not delay delivery, and the trace names it`(
    words: String, delay: TimeInterval, ending: PushResponse.ConnectionEnding?
  ) throws {
    var gateway = try gateway(words)
    let effects = gateway.handle(.pushReceived(.stub(), reply: reply), at: .pushMoment)
    var answer = PushResponse(status: 200, apnsID: "fresh")
    answer.delay = delay
    answer.ending = ending
    #expect(effects.first == .answer(answer, to: reply))
    let delivery = try #require(effects.deliveries.first)
    let step = try #require(Gateway.steps(of: delivery).first { $0.name == .queue })
    #expect(step.result == .note)
    let rule = FaultRuleText.sorted(words)
    #expect(step.because.hasPrefix("fault 1 (\(rule)) affected its response"))
  }

  /// The arguments in the order of a written rule.
  private enum FaultRuleText {
    static func sorted(_ words: String) -> String {
      words.split(separator: " ").sorted { left, right in
        let keys = [left, right].map { $0.prefix { $0 != "=" } }.map(String.init)
        return FaultRule.keys.firstIndex(of: keys[0]) ?? 0
          < FaultRule.keys.firstIndex(of: keys[1]) ?? 0
      }.joined(separator: " ")
    }
  }

  @Test func `faults are removed by number, or all at once`() throws {
    var gateway = try gateway("drop=yes", "delay=1s", "goaway=yes")
    _ = gateway.handle(.faultsRemoved([2]), at: .pushMoment)
    #expect(gateway.faults.entries.map(\.number) == [1, 3])
    _ = gateway.handle(.faultsRemoved(nil), at: .pushMoment)
    #expect(gateway.faults.entries.isEmpty)
    _ = gateway.handle(.faultAdded(try FaultRule(words: ["drop=on"])), at: .pushMoment)
    #expect(gateway.faults.entries.map(\.number) == [4])
  }

  @Test func `faults of a file are read, and reading them again keeps their counts`() throws {
    var configuration = Configuration()
    try configuration.apply(
      Array(
        "{ faults: [ { next: 2, answer: 'TooManyRequests' }, { delay: '2s', drop: true } ] }".utf8),
      fileName: "f", allowsPrograms: false)
    #expect(
      configuration.gateway.faults.map(\.words) == [
        "next=2 answer=TooManyRequests", "delay=2s drop=yes",
      ])
    var gateway = Gateway(settings: configuration.gateway)
    _ = gateway.handle(.faultAdded(try FaultRule(words: ["goaway=yes"])), at: .pushMoment)
    #expect(gateway.answer(to: .stub())?.status == 429)
    gateway.settings = configuration.gateway
    #expect(gateway.faults.entries.map(\.left) == [1, nil, nil])
    gateway.settings = GatewaySettings()
    #expect(gateway.faults.entries.map(\.rule.words) == ["goaway=yes"])
    #expect(!gateway.faults.entries[0].isConfigured)
  }

  @Test(
    arguments: [
      ("next=0 drop=yes", "`next` must be a whole number from 1 to 1000000000, not 0"),
      ("percent=101 drop=yes", "`percent` must be a whole number from 1 to 100, not 101"),
      ("answer=TooManyRequest", "did you mean `TooManyRequests`?"),
      ("answer=Nope", "`answer` must be a reason of Apple's such as `TooManyRequests`, not `Nope`"),
      (
        "next=1",
        "`fault` needs `answer`, `delay`, `drop` or `goaway`, such as `answer=TooManyRequests`"
      ),
      ("delay=2h", "`delay` must be a span up to an hour such as `200ms`, not `2h`"),
      ("drop=yes goaway=yes", "`goaway` and `drop` exclude each other"),
      ("drop=yes answer=Shutdown", "`drop` and `answer` exclude each other"),
      ("drop=maybe", "`drop` must be `true` or `false`, not `maybe`"),
      (
        "token=a/c drop=yes",
        "`token` must be 2 to 200 hex digits, an even number, or a token of FCM, not `a/c`"
      ),
      ("app=,x drop=yes", "`app` must be a bundle id such as `com.example.chat`, not `,x`"),
      ("drop", "`drop` must be written KEY=VALUE, not a word without `=`"),
      ("drop=yes drop=no", "`drop` is given twice"),
      ("anwser=Shutdown drop=yes", "`anwser` is not a known key; did you mean `answer`?"),
    ])
  func `an invalid fault rule is rejected with its reason`(words: String, message: String) {
    #expect {
      try FaultRule(words: words.split(separator: " ").map(String.init))
    } throws: { error in
      (error as? SettingsError)?.message.hasSuffix(message) == true
    }
  }

  @Test func `a fault is recorded with its push`() throws {
    var gateway = try gateway("delay=1s")
    let effects = gateway.handle(.pushReceived(.stub(), reply: reply), at: .pushMoment)
    let delivery = try #require(effects.deliveries.first)
    #expect(delivery.transit.fault == "fault 1 (delay=1s)")
  }
}
