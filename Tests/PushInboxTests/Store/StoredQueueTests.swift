import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The stored state of the numbered queues (`docs/reference/queue.md`).
@Suite struct StoredQueueTests {
  private let folder: TemporaryFolder
  private let start = Date(timeIntervalSince1970: 1_776_190_500)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func push(_ text: String, _ system: inout PushSystem) -> [StoreChange] {
    let body = Array(#"{"aps":{"alert":"\#(text)"}}"#.utf8)
    let request = PushRequest(
      path: "/3/device/00fc", fields: [HeaderField("apns-topic", "com.example.mail")], body: body,
      origin: Origin(wire: .h2), receivedAt: start, freshID: APNSID(text))
    return system.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
      .changes
  }

  private func set(_ key: String, _ value: JSONValue, _ system: inout PushSystem) -> [StoreChange] {
    system.handle(.changed(.setting(SettingPath(["queue", key]), value)), at: start).changes
  }

  private func system(_ snapshot: Snapshot = Snapshot()) -> PushSystem {
    var phone = PhoneSettings()
    phone.queue.apps = ["com.example.mail"]
    return PushSystem(gateway: GatewaySettings(), phone: phone, snapshot: snapshot)
  }

  @Test func `numbers, retained pushes and counts survive a restart`() throws {
    var before = system()
    var changes = push("a", &before)
    changes += set("loseNext", 1, &before) + push("b", &before)
    changes += set("delay", "5s", &before) + push("c", &before)
    do {
      let store = try Store(at: .folder(folder.path), access: .readWrite)
      try store.commit(changes)
    }
    let store = try Store(at: .folder(folder.path), access: .readWrite)
    let snapshot = try store.snapshot()
    #expect(snapshot.guests.positions == before.snapshot.guests.positions)
    #expect(snapshot.guests.retained == before.snapshot.guests.retained)
    #expect(snapshot.guests.retained.map(\.transit.queue.position) == [1, 2, 3])
    #expect(snapshot.guests.missed == before.snapshot.guests.missed)
    #expect(snapshot.queue == before.snapshot.queue)

    // Pushes in transit arrive, and the missing ones they reveal are sent again.
    var after = system(snapshot)
    var effects: [Effect] = []
    after.advance(to: start + 5, &effects)
    after.advance(to: start + 10, &effects)
    try store.commit(effects.changes)
    #expect(
      after.device.inbox.notifications.map(\.content.body) == ["b", "c", "a"],
      "the repeat arrived last")
    #expect(try store.snapshot().queue.isEmpty)
    #expect(try store.record(2)?.place == .listed)
    #expect(
      push("d", &after).contains { change in
        if case .guest(.queue(.numbered(let push))) = change {
          push.transit.queue.position == 4
        } else {
          false
        }
      })
  }

  @Test func `expired pushes are deleted from the store`() throws {
    let store = try Store(at: .folder(folder.path), access: .readWrite)
    var system = system()
    try store.commit(push("a", &system) + push("b", &system))
    try store.commit([.guest(.queue(.retainedRemoved(through: 1)))])
    #expect(try store.snapshot().guests.retained.map(\.id) == [2])
    #expect(try store.snapshot().guests.positions.values.map(\.self) == [2])
  }
}

extension [Effect] {
  fileprivate var changes: [StoreChange] {
    compactMap { if case .store(let change) = $0 { change } else { nil } }
  }
}
