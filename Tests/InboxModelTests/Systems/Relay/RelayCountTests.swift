import Foundation
import Testing

@testable import InboxModel

/// The counts of a provider agree with those of each phone, and with its reports
/// (`docs/reference/relay.md`).
@Suite struct RelayCountTests {
  /// Returns the differences of a phone's counts from its own events and list, and of the
  /// provider's from both.
  private func problems(_ bench: RelayBench, isLossOnly: Bool = false) -> [String] {
    var problems: [String] = []
    for (device, phone) in bench.phones.sorted(by: { $0.key < $1.key }) {
      func check(_ name: String, _ found: Int, _ expected: Int) {
        if found != expected { problems.append("\(device) \(name): \(found), not \(expected)") }
      }
      let (here, there) = (bench.counts(device), phone.counts)
      if here.total != there.total { problems.append("\(device): \(here.total) \(there.total)") }
      if here.chart != there.chart { problems.append("\(device): the charts differ") }
      if here.lateness != there.lateness { problems.append("\(device): the latenesses differ") }
      var (events, missed): ([String: Int], Int) = ([:], 0)
      for event in phone.events where event.app == RelayBench.mail {
        guard case .guest(.queue(let news)) = event.kind else { continue }
        events[news.kind.rawValue, default: 0] += 1
        if let reason = news.reason { events[reason.rawValue, default: 0] += 1 }
        if news.kind == .replaced { missed += news.missed ?? 0 }
      }
      check("lost", there.lost, events["lost"] ?? 0)
      check("network", there.network, events["link.lost"] ?? 0)
      check("coalesced", there.coalesced, events["device.coalesced"] ?? 0)
      check("expired", there.expired, events["device.expired"] ?? 0)
      check("repeated", there.repeated, events["repeat"] ?? 0)
      check("replaced", there.replaced, events["replaced"] ?? 0)
      check("arrived", there.arrived, bench.texts(device).count)
      let unreadable = bench.texts(device).count { $0.contains("missed") }
      check("unreadable", there.unreadable, unreadable)
      check("the parts", there.arrived + there.rejected + there.missing, there.sent)
      if isLossOnly {
        check("recovered", there.recovered + there.duplicates, events["late"] ?? 0)
        check("reported", there.reportedMissing, missed)
      }
    }
    return problems
  }

  @Test(arguments: [0, 10, 20, 50], [1, 2, 3])
  func `XIV-39 counts of provider, phones and events agree for each loss`(loss: Int, seed: Int) {
    var bench = RelayBench()
    for device: PhoneID in ["a", "b"] {
      bench.set("seed", JSONValue(seed * 2 + (device == "a" ? 0 : 1)), on: device)
    }
    // A push before the first arrival cannot be missed.
    bench.send()
    for device: PhoneID in ["a", "b"] { bench.set("loss", JSONValue(loss), on: device) }
    for number in 1...120 {
      bench.send()
      bench.advance(number % 40 == 0 ? 31 : 0.1)
    }
    #expect(problems(bench, isLossOnly: true) == [])
    for device: PhoneID in ["a", "b"] {
      let counts = bench.counts(device)
      #expect(counts.sent == 121)
      #expect((counts.network > 0) == (loss > 0))
      #expect((counts.recovered > 0) == (loss > 0))
      #expect(counts.rateWithout <= 100 - Double(loss) / 2)
      #expect(counts.rate >= counts.rateWithout)
    }
    #expect(loss == 0 || bench.counts("a").total != bench.counts("b").total)
  }

  /// A hundred histories with every kind of fault, in which either end is killed at any moment.
  @Test(arguments: 0..<4)
  func `counts agree after restarts, lost connections, offline times, duplicates and delays`(
    part: Int
  ) {
    for number in 0..<50 {
      let seed = UInt64(part * 50 + number)
      let problems = history(seed)
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  private func history(_ seed: UInt64) -> [String] {
    var chance = SeededGenerator(seed: seed)
    let most = [0, 1, 3, 100].randomElement(using: &chance) ?? 0
    var bench = RelayBench {
      $0.link.seed += Int(seed)
      $0.repeatMaxCount = most
      $0.ttl = 600
    }
    bench.send()
    for device: PhoneID in ["a", "b"] {
      bench.set("loss", JSONValue(Int.random(in: 0...50, using: &chance)), on: device)
      if Bool.random(using: &chance) { bench.set("duplicate", 20, on: device) }
      if Bool.random(using: &chance) { bench.set("reorder", 20, on: device) }
      if Bool.random(using: &chance) { bench.set("delay", "2s", on: device) }
    }
    for _ in 0..<40 {
      let device: PhoneID = Bool.random(using: &chance) ? "a" : "b"
      switch Int.random(in: 0..<12, using: &chance) {
      case 0: bench.set(online: Bool.random(using: &chance), on: device)
      case 1: bench.restart(device)
      case 2: bench.restartProvider()
      case 3: bench.loseConfirmation(of: device)
      case 4: bench.advance(Double(Int.random(in: 1...40, using: &chance)))
      case 5:
        bench.send(headers: [("apns-expiration", "\(Int(bench.now.timeIntervalSince1970) + 20)")])
      default: bench.send(reaching: Int.random(in: 0..<4, using: &chance) > 0)
      }
    }
    for device: PhoneID in ["a", "b"] {
      for key in ["loss", "duplicate", "reorder"] { bench.set(key, 0, on: device) }
      bench.set("delay", "0s", on: device)
      bench.set(online: true, on: device)
    }
    bench.advance(40)
    for _ in 1...2 {
      bench.send()
      bench.advance(40)
    }
    return problems(bench)
  }

  @Test func `the delay of a push that waited is measured from the provider's acceptance`() throws {
    var bench = RelayBench(["a"])
    bench.send()
    bench.send(reaching: false)
    bench.advance(30)
    bench.set("delay", "2s", on: "a")
    bench.send()
    bench.advance(2)
    let phone = try #require(bench.phones["a"])
    for counts: QueueCounts in [bench.counts("a"), phone.counts] {
      #expect(counts.delivered == 3)
      #expect(counts.late == 2)
      #expect(counts.lateness.worst == 30_000)
      #expect(counts.lateness.mean == 16_000)
    }
  }

  @Test func `losses are counted by cause`() throws {
    var bench = RelayBench(["a"]) { $0.repeatMaxCount = 2 }
    bench.send()
    bench.set("loseNext", 1, on: "a")
    bench.send()
    bench.set(online: false, on: "a")
    for _ in 1...3 { bench.send() }
    let end = Int(bench.now.timeIntervalSince1970) + 5
    bench.send(headers: [("apns-expiration", "\(end)")])
    bench.advance(10)
    bench.set(online: true, on: "a")
    bench.send()
    let counts = bench.counts("a")
    #expect(counts.total == bench.phones["a"]?.counts.total)
    #expect(counts.sent == 7)
    #expect(counts.network == 1)
    #expect(counts.coalesced == 3)
    #expect(counts.expired == 1)
    #expect(counts.lost == 5)
    #expect(counts.replaced == 1)
    #expect(counts.reportedMissing == 5)
    #expect(counts.missing == 5)
    let columns = counts.chart.columns
    #expect(columns.map(\.network).reduce(0, +) == 1)
    #expect(columns.map(\.coalesced).reduce(0, +) == 3)
  }

  @Test func `a push that the phone's checks reject is counted, and not as missing`() {
    var bench = RelayBench(["a"])
    bench.send()
    bench.handle(
      .changed(.setting(.app(RelayBench.mail, "installed"), false)), at: bench.now, on: "a")
    bench.send()
    let counts = bench.counts("a")
    #expect(counts.sent == 2)
    #expect(counts.rejected == 1)
    #expect(counts.missing == 0)
    #expect(counts.total == bench.phones["a"]?.counts.total)
  }

  @Test func `the arrivals of a phone that reports nothing are unknown`() throws {
    var bench = RelayBench(["a"])
    bench.subscribe("a", isReporting: false)
    bench.set("loss", 50, on: "a")
    for _ in 1...10 { bench.send() }
    #expect(bench.phones["a"]?.system.reports(to: .init(provider: "00fc", device: "a")) == [])
    let phones = bench.provider.gateway.phones
    let text = QueueOutput.json(bench.provider.queueCounts, phones: phones)
    let row = try #require(
      JSONReader.read(Array(text.utf8)).root.object?["phones"]?.array?.first?.object)
    #expect(row["arrivals"] == "unknown")
    #expect(row["sent"] == 10)
    for key in ["delivered", "late", "lost", "network", "recovered", "rate", "missing"] {
      #expect(row[key] == .null, "\(key)")
    }
    let lines = QueueOutput.lines(bench.provider.queueCounts, phones: phones)
    #expect(lines.first == "com.example.mail to a: 10 offered, 10 acknowledged, arrivals unknown")
    // A newer version of the phone reports from then on.
    bench.subscribe("a")
    bench.set("loss", 0, on: "a")
    bench.send()
    #expect(bench.counts("a").sent == 1)
    #expect(bench.counts("a").delivered == 1)
  }

  @Test func `a push in transit when a phone begins to report is counted`() {
    var bench = RelayBench(["a"])
    bench.subscribe("a", isReporting: false)
    bench.send()
    bench.send(reaching: false)
    bench.subscribe("a")
    #expect(bench.counts("a").sent == 1)
    #expect(bench.counts("a").delivered == 1)
  }

  @Test
  func `a repeated report is counted once, a report about an unsent push is ignored`() {
    var gateway = Gateway()
    _ = gateway.handle(
      .guest(.subscribed("a", last: [:], connected: ["a"], stream: "s")), at: .pushMoment)
    let request = PushRequest.stub([("apns-topic", "com.example.mail")])
    _ = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    func report(_ number: Int, position: Int = 1, app: BundleID = "com.example.mail")
      -> ArrivalReport
    {
      ArrivalReport(
        number: number, app: app, position: position, sentAt: .pushMoment, outcome: .atOnce)
    }
    func reported(_ reports: [ArrivalReport], by phone: PhoneID = "a") -> [Gateway.Effect] {
      gateway.handle(.guest(.arrivalsReported(phone, reports)), at: .pushMoment)
    }
    #expect(
      reported([report(3)]) == [
        .guest(.count(.reported("a", [report(3)]))),
        .guest(.store(.relay(.phoneReported("a", through: 3)))),
      ])
    #expect(reported([report(3)]) == [.guest(.store(.relay(.phoneReported("a", through: 3))))])
    #expect(
      reported([report(4, position: 2), report(5, app: "com.example.chat"), report(6)]) == [
        .guest(.count(.reported("a", [report(6)]))),
        .guest(.store(.relay(.phoneReported("a", through: 6)))),
      ])
    #expect(reported([report(1)], by: "nobody") == [])
    // Another store of the phone starts new reports.
    _ = gateway.handle(
      .guest(.subscribed("a", last: [:], connected: ["a"], stream: "t")), at: .pushMoment)
    #expect(reported([report(1)]).contains(.guest(.count(.reported("a", [report(1)])))))
  }

  @Test func `a reset restarts the counts of its own side only`() {
    var bench = RelayBench(["a"])
    bench.set("loseNext", 1, on: "a")
    bench.send()
    bench.send()
    bench.handle(.system(.countsReset), at: bench.now, on: "a")
    #expect(bench.phones["a"]?.counts.sent == 0)
    #expect(bench.counts("a").sent == 2)
    bench.set("loseNext", 1, on: "a")
    for _ in 1...2 { bench.send() }
    #expect(bench.phones["a"]?.counts.sent == 2)
    #expect(bench.phones["a"]?.counts.recovered == 1)
    #expect(bench.counts("a").recovered == 1)
    #expect(bench.counts("a").network == 2)
  }
}
