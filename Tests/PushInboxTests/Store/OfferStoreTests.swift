import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// Stored subscribers, and stored providers of this phone.
@Suite struct OfferStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened() throws -> Store { try Store(at: .folder(folder.path)) }

  private func offer(_ id: Int, to phone: PhoneID = "a") -> StoreChange {
    .guest(
      .relay(
        .offered(
          RelayedPush(
            phone: phone, id: NotificationID(rawValue: id), app: "com.example.chat", position: id,
            number: id % 2 == 0 ? nil : id))))
  }

  @Test func `a store has a unique identifier that does not change`() throws {
    let identity = try opened().identity
    #expect(try opened().identity == identity)
    #expect(identity.count == 16)
    #expect(DeviceToken(hex: identity) != nil)
    #expect(try Store(at: .memory).identity != Store(at: .memory).identity)
  }

  @Test(arguments: [
    (Int.max, 1 << 53), (.min, 0), (-1, 0), (1 << 53, 1 << 53), (7, 7),
  ])
  func `positions that another program wrote are clamped to 0 through 2^53`(
    written: Int, read: Int
  ) throws {
    let store = try opened()
    try store.commit([
      .guest(.relay(.phone("a", seenAt: Date(timeIntervalSince1970: 1_776_000_000)))), offer(1),
      .guest(
        .relay(
          .fed(StreamOffset(provider: "ab", device: "a", app: "com.example.chat", position: 3)))),
    ])
    try store.execute(
      """
      UPDATE phone_counts SET given = \(written), numbered = \(written), acknowledged = \(written);
      UPDATE feed_positions SET position = \(written);
      """)
    let guests = try store.snapshot().guests
    #expect(
      guests.phones["a"]?.apps["com.example.chat"]
        == .init(given: read, numbered: read, acknowledged: read))
    #expect(
      guests.feedPositions[StreamID(provider: "ab", device: "a")] == ["com.example.chat": read])
  }

  @Test func `phones and positions are unchanged after a restart`() throws {
    let at = Date(timeIntervalSince1970: 1_776_000_000.25)
    try opened().commit([
      .guest(.relay(.phone("a", seenAt: at))), .guest(.relay(.phone("gone", seenAt: at))), offer(1),
      offer(2),
      offer(1, to: "gone"), .guest(.relay(.phone("gone", seenAt: nil))),
      .guest(
        .relay(
          .phoneCounts("a", "com.example.mail", .init(given: 9, numbered: 7, acknowledged: 8)))),
      .guest(
        .relay(
          .fed(StreamOffset(provider: "ab", device: "a", app: "com.example.chat", position: 3)))),
      .guest(
        .relay(
          .fed(StreamOffset(provider: "ab", device: "a", app: "com.example.chat", position: 4)))),
      .guest(
        .relay(
          .fed(StreamOffset(provider: "ab", device: "b", app: "com.example.chat", position: 1)))),
    ])
    let snapshot = try opened().snapshot()
    var phone = SubscribedPhone(seenAt: at)
    phone.apps = [
      "com.example.chat": .init(given: 2, numbered: 1),
      "com.example.mail": .init(given: 9, numbered: 7, acknowledged: 8),
    ]
    #expect(snapshot.guests.phones == ["a": phone])
    #expect(
      snapshot.guests.feedPositions == [
        StreamID(provider: "ab", device: "a"): ["com.example.chat": 4],
        StreamID(provider: "ab", device: "b"): ["com.example.chat": 1],
      ])
  }

  @Test func `counts, outstanding pushes and reports are unchanged after a restart`() throws {
    let feed = StreamID(provider: "ab", device: "phone")
    let sentAt = Date(timeIntervalSince1970: 1_776_000_000.25)
    let queue = CountedQueue.feed(feed, "com.example.mail")
    func report(_ number: Int) -> ArrivalReport {
      ArrivalReport(
        number: number, app: "com.example.mail", position: number, sentAt: sentAt,
        outcome: .late(milliseconds: 2500))
    }
    let counts = QueueCounts()
    let missing = OutstandingPush.stub(queue, 2, at: sentAt)
    try opened().commit([
      .guest(.relay(.phone("a", seenAt: sentAt))), .guest(.relay(.phoneStream("a", "62d4"))),
      .guest(.relay(.phoneReported("a", through: 9))),
      .guest(.relay(.phone("b", seenAt: sentAt))), .guest(.relay(.phoneStream("b", "62d5"))),
      .guest(.relay(.phoneStream("b", nil))),
      .guest(.queue(.counts(queue, counts))),
      .guest(.queue(.counts(.phone("gone", "com.example.mail"), counts))),
      .guest(.queue(.counts(.phone("gone", "com.example.mail"), nil))),
      .guest(.queue(.outstanding(queue, number: 2, missing))),
      .guest(.queue(.outstanding(queue, number: 3, missing))),
      .guest(.queue(.outstanding(queue, number: 3, nil))),
      .guest(.relay(.report(feed, report(1)))), .guest(.relay(.report(feed, report(2)))),
      .guest(.relay(.report(feed, report(3)))),
      .guest(.relay(.reportsGone(feed, through: 2))),
    ])
    let snapshot = try opened().snapshot()
    #expect(snapshot.guests.counts == [queue: counts])
    #expect(snapshot.guests.outstanding == [missing])
    #expect(snapshot.guests.reports == [feed: [report(3)]])
    #expect(snapshot.guests.lastReport == 3)
    #expect(snapshot.guests.phones["a"]?.stream == "62d4")
    #expect(snapshot.guests.phones["a"]?.reported == 9)
    #expect(snapshot.guests.phones["b"]?.stream == nil)
    // A number is not reused after all reports were removed; a phone that resubscribes keeps its
    // position.
    try opened().commit([
      .guest(.relay(.reportsGone(feed, through: .max))),
      .guest(.relay(.phone("a", seenAt: sentAt + 1))),
    ])
    let later = try opened().snapshot()
    #expect(later.guests.reports == [:])
    #expect(later.guests.lastReport == 3)
    #expect(later.guests.phones["a"]?.reported == 9)
  }

  @Test func `relayed pushes that were deleted are reported once`() throws {
    let store = try opened()
    try store.commit(
      [.phone(.insert(.stub(1))), .phone(.insert(.stub(3)))] + (1...3).map { offer($0) })
    let found = try store.offered(to: "a", after: 0, beyond: [:], limit: 9)
    #expect(found.pushes.map(\.0.position) == [1, 3])
    #expect(found.gone.map(\.position) == [2])
    try store.commit([.guest(.relay(.offerGone("a", 2)))])
    #expect(try store.offered(to: "a", after: 0, beyond: [:], limit: 9).gone.isEmpty)
  }

  @Test func `relayed pushes are read in batches from a phone's position, with deleted ones named`()
    throws
  {
    let store = try opened()
    try store.commit((1...7).map { .phone(.insert(.stub($0))) } + (1...7).map { offer($0) })
    try store.commit([.phone(.delete(5))])
    let beyond: [BundleID: Int] = ["com.example.chat": 2]
    let first = try store.offered(to: "a", after: 0, beyond: beyond, limit: 3)
    #expect(first.pushes.map(\.0.position) == [3, 4])
    #expect(first.pushes.map(\.1.id.rawValue) == [3, 4])
    #expect(first.gone.map(\.position) == [5])
    #expect(!first.isEnd)
    let rest = try store.offered(to: "a", after: first.last, beyond: beyond, limit: 3)
    #expect(rest.pushes.map(\.0.position) == [6, 7])
    #expect(rest.isEnd)
    #expect(try store.offered(to: "b", after: 0, beyond: [:], limit: 3).pushes.isEmpty)
    let again = try store.offered(to: "a", of: "com.example.chat", numbers: [1, 2, 5, 7, 99])
    #expect(again.map(\.0.number) == [1, 7])
  }

  @Test func `a push that waits for our phone is relayed too`() throws {
    let store = try opened()
    try store.commit([.gateway(.queued(PushRecord.stub(1).delivery)), offer(1)])
    let found = try store.offered(to: "a", after: 0, beyond: [:], limit: 9)
    #expect(found.pushes.map(\.1.id) == [1])
    #expect(found.pushes.map(\.1.payload.bytes) == [PushRecord.stub(1).delivery.payload.bytes])
  }

  @Test func `the newest 10,000 relayed pushes of a phone are retained`() throws {
    let store = try opened()
    let count = Store.offerLimit + StoredCounters.offersBetweenTrims
    try store.commit([.guest(.relay(.phone("a", seenAt: Date(timeIntervalSince1970: 0))))])
    try store.commit((1...count).map { offer($0) })
    try store.commit([.gateway(.queued(PushRecord.stub(count - Store.offerLimit).delivery))])
    try store.commit([.gateway(.queued(PushRecord.stub(count - Store.offerLimit + 1).delivery))])
    let found = try store.offered(to: "a", after: 0, beyond: [:], limit: 9)
    #expect(found.pushes.map(\.0.position) == [count - Store.offerLimit + 1])
  }
}

extension OutstandingPush {
  /// Returns a push that has not arrived.
  fileprivate static func stub(_ queue: CountedQueue, _ number: Int, at: Date) -> OutstandingPush {
    OutstandingPush(queue: queue, number: number, position: number, sentAt: at)
  }
}
