import Foundation
import Testing

@testable import InboxModel

/// Returns a rejection with a body of this number of bytes.
@Suite struct RejectedRequestTests {
  private func rejection(_ count: Int, size: Int? = nil) -> RejectedRequest {
    RejectedRequest(
      origin: Origin(wire: .h1), at: .pushMoment, reason: "x", because: "", fix: "",
      body: (0..<count).map { UInt8($0 % 251) }, size: size)
  }

  @Test(
    arguments: [
      (0, nil, 0, nil), (8192, nil, 8192, nil),
      (8193, nil, 8193, "only the first 8192 of 8193 bytes are stored"),
      (65_536, nil, 65_536, "only the first 8192 of 65536 bytes are stored"),
      (65_537, nil, 65_537, "only the first 8192 of at least 65537 bytes are stored"),
      (65_537, 200_000, 200_000, "only the first 8192 of 200000 bytes are stored"),
      // A length below the received bytes is ignored.
      (9000, 5, 9000, "only the first 8192 of 9000 bytes are stored"),
    ] as [(Int, Int?, Int, String?)])
  func `the first 8 KiB of a body are retained, with its length`(
    count: Int, announced: Int?, size: Int, truncation: String?
  ) {
    let rejected = rejection(count, size: announced)
    #expect(rejected.body == (0..<min(count, 8192)).map { UInt8($0 % 251) })
    #expect(rejected.size == size)
    #expect(rejected.truncation == truncation)
    #expect(rejected.row.size == size)
    #expect(rejected.row.body == [])
  }

  @Test func `removals of rejected requests are counted, and undone one by one`() {
    var gateway = Gateway()
    for _ in 1...5 { _ = gateway.handle(.rejected(rejection(1)), at: rejection(1).at) }
    func remove(_ numbers: [Int], left: Int) -> [Gateway.Effect] {
      gateway.handle(.rejectedRemoved(numbers, left: left), at: .pushMoment)
    }
    func mark(_ numbers: [Int], _ isRemoved: Bool, _ count: Int) -> [Gateway.Effect] {
      [.store(.rejectedMarked(numbers, isRemoved: isRemoved, removedCount: count))]
    }
    #expect(!gateway.canRestoreRejected)
    #expect(remove([], left: 5) == [])
    #expect(remove([2], left: 4) == mark([2], true, 1))
    #expect(remove([1, 3], left: 2) == mark([1, 3], true, 3))
    #expect((gateway.rejectedCount, gateway.listedRejectedCount) == (5, 2))
    let again = Gateway(
      snapshot: {
        var kept = Snapshot(); gateway.addState(to: &kept); return kept
      }())
    #expect((again.rejectedCount, again.listedRejectedCount) == (5, 2))
    #expect(gateway.handle(.rejectedRestored, at: .pushMoment) == mark([1, 3], false, 1))
    #expect(gateway.handle(.rejectedRestored, at: .pushMoment) == mark([2], false, 0))
    #expect(gateway.handle(.rejectedRestored, at: .pushMoment) == [])
    #expect(gateway.listedRejectedCount == 5)
  }

  @Test(arguments: [("100000", 100_000), ("", 65_537), ("12", 65_537)])
  func `a truncated request counts with its announced length`(
    announced: String, size: Int
  ) throws {
    var gateway = Gateway()
    let request = PushRequest(
      path: "/3/device/00fc", fields: [HeaderField("content-length", announced)],
      body: [UInt8](repeating: 0x78, count: 65_537), origin: Origin(wire: .h1),
      receivedAt: .pushMoment, freshID: "id")
    let effects = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    let rejections = effects.compactMap { if case .reject(let push) = $0 { push } else { nil } }
    let rejected = try #require(rejections.first)
    #expect(rejected.reason == "PayloadTooLarge")
    #expect(rejected.size == size)
    #expect(rejected.body.count == 8192)
  }
}
