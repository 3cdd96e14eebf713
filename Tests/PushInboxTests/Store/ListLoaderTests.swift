import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct ListLoaderTests {
  /// Creates a store with pushes in small and large groups, some of them read, held or removed.
  private func store(in folder: String, overtaken: Bool = false) throws -> Store {
    let store = try Store(at: .folder(folder))
    var changes: [StoreChange] = []
    for number in 1...300 {
      var record = PushRecord.stub(number, thread: "t\(number * number % 23)")
      record.notification.app = number % 7 == 0 ? "com.example.mail" : "com.example.chat"
      record.notification.isRead = number % 3 == 0
      record.notification.outcome = number % 5 == 0 ? .quiet : .shown
      record.notification.reason = number % 10 == 0 ? .dndManual : .shown
      record.notification.summaryArgumentCount = number % 4
      if overtaken { record.notification.arrival = Arrival(rawValue: number ^ 5) }
      if number % 41 == 0 {
        record.place = .held(until: Date(timeIntervalSince1970: 4_000_000_000))
      }
      if number % 37 == 0 { record.place = .removed }
      changes.append(.phone(.insert(record)))
    }
    changes.append(.phone(.insert(.stub(400, place: .unlisted))))
    try store.commit(changes)
    return store
  }

  private static func settings(_ grouping: GroupingSetting) -> PhoneSettings {
    var settings = PhoneSettings()
    settings.device.grouping = grouping
    return settings
  }

  @Test(arguments: [1, 7, 100, 300, 1000, Int.max], [false, true])
  func `a list loaded in parts equals one loaded in one step`(part: Int, overtaken: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder.path, overtaken: overtaken)
    let loader = try #require(ListLoader(store, minimum: 0))
    var system = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(),
      snapshot: try store.snapshot(hasEntries: false))
    while let entries = try loader.next(part) { system.load(entries) }
    let whole = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: try store.snapshot())
    #expect(system == whole)
    #expect(system.snapshot == whole.snapshot)
    #expect(system.device.inbox.count > 200)
    #expect(Array(system.device.inbox.groups) == Array(whole.device.inbox.groups))
  }

  @Test(arguments: GroupingSetting.allCases, [false, true])
  func `an overview has the first groups and the counts of the whole list`(
    grouping: GroupingSetting, overtaken: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder.path, overtaken: overtaken)
    let settings = Self.settings(grouping)
    let loader = try #require(ListLoader(store, minimum: 0))
    let overview = try #require(
      try loader.overview(groupLimit: 9, entryLimit: 2, grouping: settings.grouping))
    let shown = PushSystem(
      gateway: GatewaySettings(), phone: settings, snapshot: try store.snapshot(hasEntries: false)
    ).showing(overview).device
    let whole = Phone(settings: settings, snapshot: try store.snapshot())
    #expect(shown.inbox.count == whole.inbox.count)
    #expect(shown.inbox.groupCount == whole.inbox.groupCount)
    #expect(shown.inbox.unreadCount == whole.inbox.unreadCount)
    #expect(shown.inbox.quietCount == whole.inbox.quietCount)
    #expect(shown.inbox.silencedCount == whole.inbox.silencedCount)
    #expect(shown.held == whole.held)
    #expect(shown.entry(400) == whole.entry(400))
    let groups = Array(whole.inbox.groups.prefix(9))
    #expect(Array(shown.inbox.groups) == groups)
    for group in groups {
      let (some, all) = (shown.inbox.ids(in: group.key), whole.inbox.ids(in: group.key))
      #expect(Array(some) == Array(all.prefix(2)))
      #expect(some.map(shown.inbox.place(of:)) == all.prefix(2).map(whole.inbox.place(of:)))
    }
  }

  @Test func `a short list has no overview and is loaded in one step`() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder.path)
    let loader = try #require(ListLoader(store))
    #expect(try loader.overview(groupLimit: 9, entryLimit: 2, grouping: { _ in .automatic }) == nil)
    #expect(try loader.next(1)?.count == (try store.snapshot().phone.entries.count))
    #expect(try loader.next(1) == nil)
    #expect(ListLoader(try Store(at: .memory)) == nil)
  }
}
