import Foundation
import Testing

@testable import InboxModel

/// What is retained of a rejected body.
@Suite struct RefusalTests {
  private func refusal(_ count: Int, size: Int? = nil) -> RejectedRequest {
    RejectedRequest(
      origin: Origin(wire: .h1), at: .pushMoment, reason: "x", because: "", fix: "",
      body: (0..<count).map { UInt8($0 % 251) }, size: size)
  }

  @Test(
    arguments: [
      (0, nil, 0, nil), (8192, nil, 8192, nil),
      (8193, nil, 8193, "only the first 8192 of 8193 bytes are kept"),
      (65_536, nil, 65_536, "only the first 8192 of 65536 bytes are kept"),
      (65_537, nil, 65_537, "only the first 8192 of at least 65537 bytes are kept"),
      (65_537, 200_000, 200_000, "only the first 8192 of 200000 bytes are kept"),
      // Less than what came was never its length.
      (9000, 5, 9000, "only the first 8192 of 9000 bytes are kept"),
    ] as [(Int, Int?, Int, String?)])
  func `the first 8 KiB of a body are retained, with its length`(
    count: Int, announced: Int?, size: Int, truncation: String?
  ) {
    let refusal = refusal(count, size: announced)
    #expect(refusal.body == (0..<min(count, 8192)).map { UInt8($0 % 251) })
    #expect(refusal.size == size)
    #expect(refusal.truncation == truncation)
    #expect(refusal.row.size == size)
    #expect(refusal.row.body == [])
  }

  @Test func `removals of refused pushes are counted, and taken back one after the other`() {
    var gateway = Gateway()
    for _ in 1...5 { _ = gateway.handle(.refused(refusal(1)), at: refusal(1).at) }
    func remove(_ numbers: [Int], left: Int) -> [Gateway.Effect] {
      gateway.handle(.refusedRemoved(numbers, left: left), at: .pushMoment)
    }
    func mark(_ numbers: [Int], _ isRemoved: Bool, _ count: Int) -> [Gateway.Effect] {
      [.store(.refusedMarked(numbers, isRemoved: isRemoved, removedCount: count))]
    }
    #expect(!gateway.canRestoreRefused)
    #expect(remove([], left: 5) == [])
    #expect(remove([2], left: 4) == mark([2], true, 1))
    #expect(remove([1, 3], left: 2) == mark([1, 3], true, 3))
    #expect((gateway.refusedCount, gateway.listedRefusedCount) == (5, 2))
    let again = Gateway(
      snapshot: {
        var kept = Snapshot(); gateway.addState(to: &kept); return kept
      }())
    #expect((again.refusedCount, again.listedRefusedCount) == (5, 2))
    #expect(gateway.handle(.refusedRestored, at: .pushMoment) == mark([1, 3], false, 1))
    #expect(gateway.handle(.refusedRestored, at: .pushMoment) == mark([2], false, 0))
    #expect(gateway.handle(.refusedRestored, at: .pushMoment) == [])
    #expect(gateway.listedRefusedCount == 5)
  }

  @Test(arguments: [("100000", 100_000), ("", 65_537), ("12", 65_537)])
  func `of a push that was not read to its end the announced length counts`(
    announced: String, size: Int
  ) throws {
    var gateway = Gateway()
    let request = PushRequest(
      path: "/3/device/00fc", fields: [HeaderField("content-length", announced)],
      body: [UInt8](repeating: 0x78, count: 65_537), origin: Origin(wire: .h1),
      receivedAt: .pushMoment, freshID: "id")
    let effects = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    let refused = effects.compactMap { if case .reject(let push) = $0 { push } else { nil } }
    let refusal = try #require(refused.first)
    #expect(refusal.reason == "PayloadTooLarge")
    #expect(refusal.size == size)
    #expect(refusal.body.count == 8192)
  }
}
