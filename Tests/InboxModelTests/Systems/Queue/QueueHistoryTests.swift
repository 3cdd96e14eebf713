import Foundation
import InboxModel
import Testing

/// Properties of every link: random histories, each with its own losses, offline times, delays and
/// duplicates.
@Suite struct QueueHistoryTests {
  /// Ten times a thousand histories.
  @Test(arguments: 0..<10)
  func `random histories lose no requestable push, duplicate none and never go back`(
    part: UInt64
  ) {
    for number in 0..<1000 {
      let seed = part * 1000 + UInt64(number)
      let problems = History(seed: seed).problems
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  private struct History {
    private var phone: QueuePhone
    private var chance: SeededGenerator
    private(set) var problems: [String] = []
    private var sent = 0
    private var restarts = 0
    /// Whether some pushes expire before the end.
    private let isShortLived: Bool
    /// Whether each first delivery arrives before the next push is sent, or never.
    private let isPrompt: Bool

    init(seed: UInt64) {
      var chance = SeededGenerator(seed: seed)
      let most = [0, 1, 3, 100].randomElement(using: &chance) ?? 0
      let failures = Bool.random(using: &chance) ? 0 : 50
      isShortLived = Int.random(in: 0..<4, using: &chance) == 0
      isPrompt = Bool.random(using: &chance)
      let ttl: TimeInterval = isShortLived ? 5 : 86_400
      phone = QueuePhone {
        $0.link.seed = Int(seed)
        $0.repeatMaxCount = most
        $0.failRepeats = failures
        $0.ttl = ttl
      }
      self.chance = chance
      // No push before the first can be missing.
      send()
      trouble()
      for _ in 0..<Int.random(in: 3...8, using: &self.chance) { step() }
      settle()
      check()
    }

    private mutating func send() {
      let last = phone.last
      phone.send()
      sent += 1
      checkPosition(since: last)
    }

    private mutating func advance(_ seconds: TimeInterval) {
      let last = phone.last
      phone.advance(seconds)
      checkPosition(since: last)
    }

    private mutating func checkPosition(since last: Int?) {
      if let last, phone.last ?? 0 < last { problems.append("\(last) to \(phone.last ?? 0)") }
    }

    private mutating func trouble() {
      phone.set("loss", JSONValue(Int.random(in: 0...60, using: &chance)))
      guard !isPrompt else { return }
      phone.set("duplicate", JSONValue(Int.random(in: 0...40, using: &chance)))
      phone.set("reorder", JSONValue(Int.random(in: 0...40, using: &chance)))
      if Bool.random(using: &chance) { phone.set("delay", "2s") }
    }

    private mutating func step() {
      switch Int.random(in: 0..<9, using: &chance) {
      case 0...1: phone.set(online: Bool.random(using: &chance))
      case 2...3: advance(Double(Int.random(in: 1...3, using: &chance)))
      case 4:
        phone = QueuePhone(restarting: phone)
        restarts += 1
      default: send()
      }
    }

    /// Repairs the link. One push reveals the missing ones, another those that were lost again.
    private mutating func settle() {
      for key in ["loss", "duplicate", "reorder", "failRepeats"] { phone.set(key, 0) }
      phone.set("delay", "0s")
      phone.set(online: true)
      advance(40)
      for _ in 1...2 {
        send()
        advance(40)
      }
    }

    /// Checks that each push's number is its position, since there is one app and one device.
    private mutating func check() {
      let listed = phone.system.device.inbox.notifications.map(\.id.rawValue)
      var (replaced, asked): (Set<Int>, Set<Int>) = ([], [])
      var (lost, repeats): ([Int: Int], [Int: Int]) = ([:], [:])
      for event in phone.events {
        guard case .guest(.queue(let news)) = event.kind, let position = news.position else {
          continue
        }
        let missed = news.missed
        switch news.kind {
        case .lost: lost[position, default: 0] += 1
        case .repeat: repeats[position, default: 0] += 1
        case .replaced: replaced.formUnion(position - (missed ?? 0)..<position)
        case .gap: asked.formUnion(position - (missed ?? 0)..<position)
        case .late: break
        }
      }
      var gone = Set(1...sent).subtracting(listed).subtracting(replaced)
      // A requested push may have expired, then or when it is requested again.
      if isShortLived { gone.subtract(asked) }
      if !gone.isEmpty { problems.append("lost: \(gone.sorted()), news \(phone.news)") }
      // A requested push is sent again once, and once more for each loss; a restarted phone may not
      // remember its request.
      for (position, count) in repeats where count > 1 + lost[position, default: 0] + restarts {
        problems.append("\(position) repeated \(count) times, news \(phone.news)")
      }
      var shown: [Int: Int] = [:]
      for event in phone.events where event.name == "shown" {
        shown[event.id?.rawValue ?? 0, default: 0] += 1
      }
      if isPrompt, restarts == 0 {
        for (id, count) in shown where count > 1 { problems.append("\(id) shown \(count) times") }
      }
      if phone.records.count < sent {
        problems.append("\(phone.records.count) of \(sent) recorded")
      }
      let unreadable = phone.system.device.inbox.notifications.count {
        $0.content.body != "\($0.id.rawValue)"
      }
      if phone.counts.unreadable != unreadable {
        problems.append("\(phone.counts.unreadable) of \(unreadable) unreadable counted")
      }
      if listed.count - unreadable != phone.counts.chart.columns.map(\.readable).reduce(0, +) {
        problems.append("the chart has not the \(listed.count - unreadable) that can be read")
      }
    }
  }
}
