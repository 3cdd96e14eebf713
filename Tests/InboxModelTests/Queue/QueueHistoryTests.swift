import Foundation
import InboxModel
import Testing

/// What holds whatever the link does: random histories, each with its own losses, spells offline, delays
/// and copies.
@Suite struct QueueHistoryTests {
  /// Ten times a thousand histories.
  @Test(arguments: 0..<10)
  func `nothing is lost that can be asked for, nothing is there twice, no position goes back`(
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

    init(seed: UInt64) {
      var chance = SeededGenerator(seed: seed)
      let most = [0, 1, 3, 100].randomElement(using: &chance) ?? 0
      let failures = Bool.random(using: &chance) ? 0 : 50
      phone = QueuePhone {
        $0.link.seed = Int(seed)
        $0.repeatMaxCount = most
        $0.failRepeats = failures
      }
      self.chance = chance
      // Nothing is missing before the first.
      send()
      trouble()
      for _ in 0..<Int.random(in: 3...6, using: &self.chance) { step() }
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
      phone.set("duplicate", JSONValue(Int.random(in: 0...40, using: &chance)))
      phone.set("reorder", JSONValue(Int.random(in: 0...40, using: &chance)))
      if Bool.random(using: &chance) { phone.set("delay", "2s") }
    }

    private mutating func step() {
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: phone.set(online: Bool.random(using: &chance))
      case 1: advance(Double(Int.random(in: 1...3, using: &chance)))
      default: send()
      }
    }

    /// The link is mended: a last push shows what is missing, another what was lost again.
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

    private mutating func check() {
      let shown = phone.system.device.inbox.notifications.map(\.id.rawValue)
      if Set(shown).count != shown.count { problems.append("twice: \(shown)") }
      let told = phone.events.flatMap { event -> [Int] in
        guard case .queue(.replaced, let position?, let missed?) = event.kind else { return [] }
        return Array(position - missed..<position)
      }
      // Each letter's number is its position: there is one app and one device.
      let lost = Set(1...sent).subtracting(shown).subtracting(told)
      if !lost.isEmpty { problems.append("lost: \(lost.sorted()), news \(phone.news)") }
      if phone.records.count < sent {
        problems.append("\(phone.records.count) of \(sent) recorded")
      }
    }
  }
}
