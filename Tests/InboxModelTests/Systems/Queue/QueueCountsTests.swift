import Foundation
import Testing

@testable import InboxModel

/// The outcomes of numbered pushes by cause, and their storage (`docs/reference/queue.md`,
/// "Counts").
@Suite struct QueueCountsTests {
  @Test func `losses are counted by cause, in the counts and in the chart`() {
    var phone = QueuePhone {
      $0.subscriptions = [QueuePhone.mail: ["ann": ["Inbox"]]]
      $0.repeatMaxCount = 2
    }
    phone.send()
    phone.lose(1)
    phone.send(xiva: #""account":"ann","folder":"Lists""#)
    phone.sendOffline(3)
    let counts = phone.counts
    #expect(counts.sent == 5)
    #expect(counts.network == 1)
    #expect(counts.coalesced == 2)
    #expect(counts.expired == 0)
    #expect(counts.lost == 3)
    #expect(counts.unsubscribed == 1)
    #expect(counts.reportedMissing == 3)
    #expect(counts.replaced == 1)
    #expect(counts.missing == 3)
    #expect(counts.chart.columns.reduce(QueueTally(), +) == counts.total)
    #expect(phone.news("lost").count == 3)
  }

  @Test func `a push that expires while the phone is offline counts as expired`() {
    var phone = QueuePhone()
    phone.set(online: false)
    let end = Int(phone.now.timeIntervalSince1970) + 5
    phone.send(headers: [("apns-expiration", "\(end)")])
    phone.advance(6)
    #expect(phone.counts.expired == 1)
    #expect(phone.counts.coalesced == 0)
    #expect(phone.counts.missing == 1)
  }

  @Test func `a push is late from a delay of one second`() {
    var phone = QueuePhone { $0.link.delay = 1 }
    phone.send()
    phone.advance(1)
    phone.set("delay", "1500ms")
    phone.send()
    phone.advance(2)
    #expect(phone.counts.delivered == 2)
    #expect(phone.counts.late == 1)
    #expect(phone.counts.lateness.worst == 1500)
  }

  @Test func `a push that was reported as missing and arrives no longer counts as missing`() {
    var phone = QueuePhone { $0.repeatMaxCount = 0 }
    phone.send()
    phone.set("delay", "5s")
    phone.send()
    phone.set("delay", "0s")
    phone.send()
    #expect(phone.counts.reportedMissing == 1)
    phone.advance(5)
    #expect(phone.counts.reportedMissing == 0)
    #expect(phone.counts.delivered == 3)
    #expect(phone.counts.late == 1)
    #expect(phone.counts.missing == 0)
  }

  @Test func `counts continue after a restart, and earlier losses count as recovered`() {
    var phone = QueuePhone { $0.link.delay = 1 }
    phone.send()
    phone.advance(1)
    phone.lose(2)
    phone.send()
    phone = QueuePhone(restarting: phone)
    #expect(phone.counts.sent == 4)
    phone.advance(10)
    #expect(phone.counts.delivered == 2)
    #expect(phone.counts.recovered == 2)
    #expect(phone.counts.missing == 0)
    #expect(phone.counts.chart.columns.reduce(QueueTally(), +) == phone.counts.total)
  }

  @Test func `after a reset only later pushes are counted`() {
    var phone = QueuePhone { $0.link.delay = 1 }
    phone.send()
    phone.handle(.system(.countsReset), at: phone.now)
    phone.advance(1)
    #expect(phone.counts.total == QueueTally())
    phone.send()
    phone.advance(1)
    #expect(phone.counts.sent == 1)
    #expect(phone.counts.delivered == 1)
  }

  @Test func `only changes are stored, and an immediate arrival stores no outstanding push`() {
    var ledger = QueueLedger()
    let queue = CountedQueue.local(QueueID(token: .local, app: "com.example.mail"))
    func push(_ number: Int) throws -> Delivery {
      var push = try Delivery.stub(number, app: "com.example.mail")
      push.token = .local
      push.transit.queue.position = number
      return push
    }
    do {
      ledger.countSent(try push(1))
      ledger.countArrived(try push(1), at: .pushMoment)
      #expect(ledger.drainChanges().queues == [.counts(queue, ledger.counts[queue])])
      ledger.countSent(try push(2))
      #expect(ledger.drainChanges().queues.count == 2)
      ledger.countArrived(try push(2), at: .pushMoment)
      #expect(ledger.drainChanges().queues.contains(.outstanding(queue, number: 2, nil)))
      #expect(ledger.drainChanges() == ([], []))
    } catch {
      Issue.record(error)
    }
  }

  @Test func `the oldest of too many outstanding pushes are removed`() throws {
    var ledger = QueueLedger()
    for number in 1...QueueLedger.limit + 1 {
      var push = try Delivery.stub(
        number, app: "com.example.mail", at: .pushMoment + Double(number))
      push.transit.queue.position = number
      ledger.countSent(push)
    }
    #expect(ledger.outstandingPushes.count == QueueLedger.limit + 1 - QueueLedger.limit / 10)
    #expect(ledger.outstandingPushes.first?.number == QueueLedger.limit / 10 + 1)
  }

  @Test func `stored counts parse to the same value, and invalid ones are rejected`() throws {
    var phone = QueuePhone()
    phone.send()
    phone.lose(2)
    phone.send()
    let counts = phone.counts
    #expect(QueueCounts(stored: counts.stored) == counts)
    let queue = CountedQueue.feed(StreamID(provider: "00fc", device: "a \"b\""), "com.example.mail")
    #expect(CountedQueue(stored: queue.stored) == queue)
    for text in ["", "[]", #"["local","a","z z"]"#, #"["phone","a"]"#, #"["x","a","b"]"#] {
      #expect(CountedQueue(stored: text) == nil, "\(text)")
    }
    #expect(QueueTally(json: [1, -1]) == nil)
    #expect(QueueTally(json: [.number(JSONNumber(Int.max))]) == nil)
    #expect(QueueTally(json: [.number(JSONNumber(3))])?.sent == 3)
  }

  // MARK: Output

  private static let keys = [
    "app", "chart", "coalesced", "delivered", "device", "duplicates", "expired", "late", "lateMean",
    "lateWorst", "lost", "missing", "network", "provider", "rate", "rateWithout", "recovered",
    "rejected", "repeated", "replaced", "reportedMissing", "sent", "token", "unreadable",
    "unsubscribed",
  ]

  @Test func `the JSON of queue counts has the documented keys in their order`() throws {
    var phone = QueuePhone()
    phone.send()
    let text = QueueOutput.json(phone.system.queueCounts)
    let row = try #require(
      JSONReader.read(Array(text.utf8)).root.object?["queues"]?.array?.first?.object)
    #expect(row.members.map(\.key) == Self.keys)
  }

  @Test func `the text names each cause that occurred, with its columns`() {
    var phone = QueuePhone { $0.repeatMaxCount = 1000 }
    for number in 0..<30 {
      if number == 10 { phone.set(online: false) }
      if number == 20 { phone.set(online: true) }
      if number == 25 { phone.set("loseNext", 1) }
      phone.send()
      phone.advance(1)
    }
    let lines = QueueOutput.lines(phone.system.queueCounts, levels: QueueOutput.marks)
    #expect(lines.contains("  20 at once, 10 when sent again; 10 lost, 10 repeated, 0 replaced"))
    #expect(lines.contains("  losses: 1 network, 9 coalesced"))
    #expect(lines.contains("  late by 5.5 s on average, 10 s at most"))
    #expect(lines.contains("  network        1                           @"))
    #expect(lines.contains("  coalesced      9            @@@@@@@@@"))
    #expect(lines.contains("  recovered     10            @@@@@@@@@      @"))
    #expect(!lines.contains { $0.contains("expired") || $0.contains("subscribed") })
  }
}
