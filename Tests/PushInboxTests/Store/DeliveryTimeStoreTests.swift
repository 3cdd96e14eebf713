import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The times of pushes and their order, after a restart and from older stores.
@Suite struct DeliveryTimeStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func opened(_ access: Store.Access = .readWrite) throws(StoreError) -> Store {
    try Store(at: .folder(folder.path), access: access)
  }

  /// Returns a push that arrived half an hour late, after those with greater numbers.
  private func late(
    _ id: Int, arrival: Arrival, place: Place = .listed, outcome: Outcome = .shown
  ) -> PushRecord {
    var record = PushRecord.stub(id, place: place, outcome: outcome)
    record.notification.arrival = arrival
    record.notification.deliveredAt = record.notification.receivedAt + 1800
    return record
  }

  @Test func `times and order are unchanged after a restart`() throws {
    do {
      try opened().commit(
        [.stub(2), .stub(3), late(1, arrival: 4), late(4, arrival: 5, place: .unlisted)].map {
          .phone(.insert($0))
        })
    }
    let store = try opened()
    let snapshot = try store.snapshot()
    #expect(snapshot.phone.entries.map(\.notification.id) == [2, 3, 1, 4])
    #expect(snapshot.phone.entries.map(\.notification.times.lateBy) == [0, 0, 1800, 1800])
    var phone = Phone(settings: PhoneSettings(), snapshot: snapshot)
    #expect(phone.inbox.ids.map(\.rawValue) == [1, 3, 2])
    #expect(phone.entry(4)?.id == 4, "the banner that is open arrived last")
    let next = try commit(
      phone.handle(.delivered(PushRecord.stub(5).delivery), at: Date(timeIntervalSince1970: 0)),
      in: store)
    #expect(next == [6])
    let record = try #require(try store.record(1))
    #expect(record.delivery.times == late(1, arrival: 4).notification.times)
  }

  /// Commits the stored changes of a phone; returns the arrivals of new records.
  private func commit(_ effects: [Phone.Effect], in store: Store) throws -> [Arrival] {
    let changes = effects.compactMap { if case .store(let change) = $0 { change } else { nil } }
    try store.commit(changes.map { .phone($0) })
    return changes.compactMap {
      if case .insert(let record) = $0 { record.notification.arrival } else { nil }
    }
  }

  @Test func `a late push is the newest in lists of the store`() throws {
    let store = try opened()
    let silent = (2...3).map {
      StoreChange.phone(.insert(.stub($0, place: .unlisted, outcome: .silent)))
    }
    try store.commit(
      silent + [.phone(.insert(late(1, arrival: 4, place: .unlisted, outcome: .silent)))])
    #expect(try store.silent().map(\.id) == [1, 3, 2])
    var ids: [NotificationID] = []
    try store.forEachUnlisted { push in
      ids.append(push.id)
      return ids.count < 2
    }
    #expect(ids == [1, 3])
  }

  @Test func `a push that never reached the phone has no delivery time after a restart`() throws {
    var record = PushRecord.stub(1, place: .unlisted, outcome: .none)
    record.notification.deliveredAt = nil
    do { try opened().commit([.phone(.insert(record))]) }
    #expect(try opened().record(1)?.notification.deliveredAt == nil)
  }

  @Test(arguments: [Store.Access.readOnly, .readWrite])
  func `pushes of an older version count as delivered when received, in their order`(
    _ access: Store.Access
  ) throws {
    do {
      let store = try opened()
      try store.commit(
        [.stub(1), late(2, arrival: 7), .stub(3, place: .unlisted, outcome: .none)].map {
          .phone(.insert($0))
        })
      try store.execute(
        """
        DROP TABLE queue_counts; DROP TABLE outstanding; DROP TABLE reports;
        DROP TABLE phone_streams; DROP TABLE feed_progress;
        DROP TABLE activities; DROP TABLE app_activities; DROP TABLE channels;
        ALTER TABLE pushes DROP COLUMN sound; ALTER TABLE refused DROP COLUMN removed;
        ALTER TABLE pushes DROP COLUMN payload_text;
        ALTER TABLE pushes DROP COLUMN delivered_at; ALTER TABLE pushes DROP COLUMN arrival;
        PRAGMA user_version = 12
        """)
    }
    let store = try opened(access)
    let entries = try store.snapshot().phone.entries
    #expect(entries.map(\.notification.id) == [1, 2])
    #expect(entries.map(\.notification.times.lateBy) == [0, 0])
    #expect(entries.map(\.notification.arrival) == [1, 2])
    #expect(try store.record(3)?.notification.times.lateBy == 0)
  }
}
