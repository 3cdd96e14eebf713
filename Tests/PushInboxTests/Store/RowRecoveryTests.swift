import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// The rows that remain of a store after its file was damaged.
@Suite struct RowRecoveryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/inbox.db" }
  private static let pageSize = 4096
  private let at = Date(timeIntervalSince1970: 1_776_000_000.25)

  init() throws { folder = try TemporaryFolder() }

  /// A damage of a page.
  enum Damage: String, CaseIterable {
    case flipped, zeroed, cutOff

    /// Damages a page of a file, counted from 0.
    func apply(to number: Int, of path: String) throws {
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      defer { try? file.close() }
      let place = UInt64(number * pageSize)
      if self == .cutOff { return try file.truncate(atOffset: place) }
      try file.seek(toOffset: place)
      var page = try #require(try file.read(upToCount: pageSize))
      let damaged =
        self == .zeroed ? [0..<pageSize] : [0..<32, 2048..<2080, pageSize - 64..<pageSize - 32]
      for index in damaged.joined() { page[index] = self == .zeroed ? 0 : page[index] ^ 0x5a }
      try file.seek(toOffset: place)
      try file.write(contentsOf: page)
    }
  }

  /// Returns changes that put rows into every table.
  private func changes(pushes: Int) throws -> [StoreChange] {
    let token = try #require(DeviceToken(hex: "00fc"))
    let queue = CountedQueue.feed(StreamID(provider: "ab", device: "phone"), "com.example.mail")
    let outstanding = OutstandingPush(queue: queue, number: 2, position: 2, sentAt: at)
    let report = ArrivalReport(
      number: 7, app: "com.example.mail", position: 1, sentAt: at, outcome: .late(milliseconds: 5))
    var fetches = AppFetches()
    fetches.wakes = [at]
    var waiting = PushRecord.stub(pushes + 1).delivery
    waiting.payload = try Payload.read(Array(#"{"aps":{"alert":"A"}}"#.utf8)).get()
    waiting.transit.queue.position = 4
    let uin = try #require(UIN(rawValue: "222222"))
    let event = ICQEvent(from: uin, text: "Hi", time: at)
    var account = ICQAccount(uin: uin)
    account.otherClient = "desktop"
    var progress = FeedProgress(feed: "a", lineCount: 3, lineCountOverall: 3, lastEventID: nil)
    progress.file = FilePosition(inode: 1, offset: 2, fingerprint: 3, isInsideLongLine: false)
    let card = ActivityCard(
      id: ActivityID(rawValue: 1), app: "com.example.chat", timestamp: 1_776_000_000,
      startedAt: at, lastPush: 1)
    var channel = BroadcastChannel(
      .init(.init("com.example.chat", nil), "c2g="), number: 1, storage: .mostRecent)
    channel.message = Indirect(wrappedValue: waiting)
    let inserted: [StoreChange] = (1...pushes).map { .phone(.insert(.stub($0))) }
    let others: [StoreChange] = [
      .phone(.insert(.peculiar(pushes))),
      .phone(.badge("com.example.chat", 5)), .phone(.setting(key: "lock", value: "locked")),
      .phone(.fetches("com.example.chat", fetches)),
      .phone(.activity(card.id, card)),
      .phone(.appActivities("com.example.chat", AppActivities())),
      .gateway(
        .token(TokenRegistration(token: token, app: "com.example.chat", unregisteredSince: at))),
      .gateway(.channel(channel, isForgotten: false)), .gateway(.queued(waiting)),
      .gateway(.rejected(.stub(9))),
      .guest(.queue(.numbered(waiting))),
      .guest(.queue(.missed(QueueID(token: token, app: "com.example.chat"), GapDetector()))),
      .guest(.queue(.counts(queue, QueueCounts()))),
      .guest(.queue(.outstanding(queue, number: 2, outstanding))),
      .guest(.relay(.phone("a", seenAt: at))), .guest(.relay(.phoneStream("a", "62d4"))),
      .guest(.relay(.phoneReported("a", through: 9))),
      .guest(.relay(.phoneCounts("a", "com.example.mail", .init(given: 9, acknowledged: 8)))),
      .guest(.relay(.offered(RelayedPush(phone: "a", id: 1, app: "a.b", position: 1, number: 1)))),
      .guest(.relay(.report(StreamID(provider: "ab", device: "phone"), report))),
      .guest(
        .relay(.fed(StreamOffset(provider: "ab", device: "a", app: "a.b", position: 3)))),
      .guest(.icq(.account(uin, account))), .guest(.icq(.waits(uin, event))),
      .feedProgress(progress),
    ]
    return inserted + others
  }

  private func store(pushes: Int) throws -> Store {
    let store = try Store(at: .folder(folder.path))
    for part in try changes(pushes: pushes).chunks(of: 100) { try store.commit(part) }
    return store
  }

  /// Returns the numbers of the pushes whose rows can be read one by one.
  private func readable(_ path: String, _ count: Int) -> Set<Int> {
    guard let file = try? SQLiteConnection(uri: path, flags: 1) else { return [] }
    func isReadable(_ number: Int) throws(DatabaseError) -> Bool {
      let row = try Statement(
        "SELECT \(PushRow.columns) FROM pushes WHERE id = \(number)", on: file)
      return try row.step()
    }
    return Set((1...count).filter { (try? isReadable($0)) == true })
  }

  @Test(arguments: Damage.allCases)
  func `a damaged page loses only its rows`(damage: Damage) throws {
    let count = 300
    do { _ = try store(pushes: count) }
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    var results: [Bool: Int] = [:]
    for page in stride(from: 0, to: size / Self.pageSize, by: 3) {
      let copy = try folder.copied()
      let name = copy.path + "/inbox.db"
      try damage.apply(to: page, of: name)
      let spoiled = try Data(contentsOf: URL(fileURLWithPath: name))
      let expected = readable(name, count)
      // A file that looks like the database of another program is not moved.
      guard let found = try? Store(at: .folder(copy.path)) else { continue }
      // If reading finds the damage, the new file is read.
      var state = try? found.snapshot()
      if state == nil { state = try found.snapshot() }
      let entries = try #require(state).phone.entries
      let numbers = Set(entries.map(\.notification.id.rawValue))
      #expect(numbers.isSuperset(of: expected), "page \(page)")
      results[found.repair != nil, default: 0] += 1
      if let repair = found.repair {
        #expect(try Data(contentsOf: URL(fileURLWithPath: repair.movedTo)) == spoiled)
        #expect(repair.pushCount >= expected.count)
        #expect(!found.lacksState, "it was read")
        // Numbers are not used twice.
        #expect(try found.snapshot().gateway.lastID.rawValue >= numbers.max() ?? 0)
      }
      let change = [StoreChange.phone(.insert(.stub(count + 2)))]
      // If writing finds damage that reading did not, the new file accepts the same changes.
      if (try? found.commit(change)) == nil { try found.commit(change) }
      #expect(try found.record(NotificationID(rawValue: count + 2)) != nil)
    }
    #expect(results[true, default: 0] > 5)
  }

  @Test func `a damaged table loses no row of another table`() throws {
    let tables: [(name: String, root: Int, count: Int)]
    do {
      let store = try store(pushes: 5)
      tables = try store.attempt { database throws(DatabaseError) in
        var tables: [(name: String, root: Int, count: Int)] = []
        let rows = try database.select("name, rootpage FROM sqlite_master WHERE type = 'table'")
        while try rows.step() {
          let count = try database.connection.number("SELECT count(*) FROM \(rows.string(0))")
          tables.append((rows.string(0), rows.int(1), count))
        }
        return tables
      }
    }
    #expect(tables.filter { $0.count == 0 }.map(\.name) == [])
    for table in tables {
      let copy = try folder.copied()
      let name = copy.path + "/inbox.db"
      try Damage.zeroed.apply(to: table.root - 1, of: name)
      let new = copy.path + "/new.db"
      try Data().write(to: URL(fileURLWithPath: new))
      let pushes = try RowRecovery.copyRows(from: name, to: new)
      #expect(pushes == ["pushes": 1, "queued": 5][table.name, default: 6])
      let recovered = try SQLiteConnection(uri: new, flags: 1)
      for other in tables {
        let count = try recovered.number("SELECT count(*) FROM \(other.name)")
        // The schema itself has a row.
        let created = other.name == "counters" ? 1 : 0
        #expect(
          count == (other.name == table.name ? created : other.count),
          "\(table.name): \(other.name)")
      }
    }
  }

  /// Overwrites all pages of the open file but the first, and empties the caches.
  private func destroy(_ store: Store) throws {
    try store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try store.execute("PRAGMA cache_size = 0; PRAGMA shrink_memory")
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: UInt64(Self.pageSize))
    try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - Self.pageSize))
    try file.close()
  }

  @Test func `a state in memory is written into the new file, with the changes that failed`() throws
  {
    let store = try store(pushes: 50)
    let (before, identity) = (try store.snapshot(), store.identity)
    try destroy(store)
    let change = StoreChange.phone(.insert(.stub(52)))
    #expect(throws: StoreError.self) { try store.commit([change]) }
    #expect(store.lacksState)
    #expect(store.repair?.pushCount == 0)
    var state = before
    state.phone.entries.append(
      .init(notification: PushRecord.stub(52).notification, place: .listed))
    state.gateway.lastID = 52
    try store.commit([change], restoring: state)
    #expect(!store.lacksState)
    #expect(store.identity == identity)
    #expect(try store.snapshot() == state)
    #expect(try store.payload(of: 52) == PushRecord.stub(52).delivery.payload.bytes)
    #expect(try store.record(50)?.notification == before.phone.entries.last?.notification)
  }

  @Test @MainActor func `a runtime writes its state after damage, and the changes that failed`()
    throws
  {
    let store = try store(pushes: 50)
    let runtime = try AppRuntime(store, home: folder.path)
    runtime.start(listener: nil)
    let before = runtime.system.snapshot
    try destroy(store)
    runtime.handle([.changed(.lock(.locked)), .changed(.language("ru"))])
    #expect(runtime.hasStoredAll)
    #expect(store.repair?.pushCount == 0)
    let state = try store.snapshot()
    #expect(state.phone.entries == before.phone.entries)
    #expect(state.phone.changes.contains(.language("ru")))
    #expect(state.gateway.tokens == before.gateway.tokens)
  }

  @Test func `a full disk leaves the damaged file at its path`() throws {
    do { _ = try store(pushes: 50) }
    try Damage.zeroed.apply(to: 4, of: path)
    let spoiled = try Data(contentsOf: URL(fileURLWithPath: path))
    // A folder in the place of the copy.
    try FileManager.default.createDirectory(
      atPath: path + ".copy/x", withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { _ = try Store(at: .folder(folder.path)).snapshot() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == spoiled)
    try FileManager.default.removeItem(atPath: path + ".copy")
    let store = try Store(at: .folder(folder.path))
    _ = try? store.snapshot()
    #expect(store.repair != nil)
  }
}

extension Array {
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
