import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct StoreTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func opened(
    _ access: Store.Access = .readWrite, in path: String? = nil
  ) throws(StoreError) -> Store {
    try Store(at: .folder(path ?? folder.path), access: access)
  }

  private func error(_ work: () throws(StoreError) -> Void) -> StoreError? {
    do throws(StoreError) { try work() } catch { return error }
    return nil
  }

  // MARK: Storing

  @Test func `a restart shows the same list`() throws {
    let token = try #require(DeviceToken(hex: "00fc"))
    let gone = TokenRegistration(
      token: token, app: "com.example.mail",
      unregisteredSince: Date(timeIntervalSince1970: 1_776_000_000),
      unreportedSince: Date(timeIntervalSince1970: 1_776_000_000))
    let records = [PushRecord.stub(1), .peculiar(2), .stub(3, thread: "", title: nil, body: nil)]
    let before: Snapshot
    do {
      let store = try opened()
      try store.commit(records.map { .phone(.insert($0)) })
      try store.commit([
        .phone(.badge("com.example.chat", 5)), .phone(.badge("com.example.mail", 1)),
        .phone(.badge("com.example.chat", 6)),
        .gateway(.token(TokenRegistration(token: token, app: "com.example.chat"))),
        .gateway(.token(gone)),
        .phone(.insert(.stub(4, place: .unlisted, outcome: .silent))),
        .gateway(.rejected(.stub(9))),
      ])
      before = try store.snapshot()
    }
    var expected = Snapshot()
    expected.phone.entries = records.map { .init(notification: $0.notification, place: $0.place) }
    expected.phone.badges = ["com.example.chat": 6, "com.example.mail": 1]
    expected.gateway.tokens = TokenBook([
      TokenRegistration(token: token, app: "com.example.chat"), gone,
    ])
    expected.gateway.lastID = 4
    expected.gateway.lastRejectedNumber = 9
    expected.phone.silentCount = 1
    #expect(before == expected)
    let again = try opened()
    #expect(try again.snapshot() == expected)
    #expect(try again.rejected(limit: 5) == [.stub(9)])
    #expect(try again.rejected(number: 9) == .stub(9))
    #expect(try again.rejected(number: 8) == nil)
    let row = try again.rejected(limit: 5, \.row).first
    #expect(row?.body == [] && row?.size == 3)
    #expect(try again.record(4)?.place == .unlisted)
    #expect(again.repair == nil)
  }

  @Test func `a commit updates, moves and deletes the rows of its pushes`() throws {
    let store = try Store(at: .memory)
    try store.commit((1...4).map { .phone(.insert(.stub($0))) })
    let until = Date(timeIntervalSince1970: 1_776_000_100)
    try store.commit([
      .phone(.update(1, isRead: true, acted: "REPLY", place: .listed)),
      .phone(.update(2, isRead: false, acted: nil, place: .held(until: until))),
      .phone(.update(3, isRead: true, acted: .dismiss, place: .removed)),
      .phone(.delete(4)), .phone(.update(77, isRead: true, acted: nil, place: .listed)),
    ])
    let entries = try store.snapshot().phone.entries
    #expect(entries.map(\.notification.id) == [1, 2])
    #expect(entries.map(\.notification.isRead) == [true, false])
    #expect(entries.map(\.notification.acted) == ["REPLY", nil])
    #expect(entries.map(\.place) == [.listed, .held(until: until)])
    #expect(try store.record(3)?.place == .removed)
    #expect(try store.record(4) == nil)
    #expect(try store.payload(of: 4) == nil)
    #expect(try store.snapshot().gateway.lastID == 4, "a number is never used twice")
  }

  @Test func `a push that moves between list and past keeps its outcome`() throws {
    let store = try opened()
    try store.commit((1...2).map { .phone(.insert(.stub($0))) })
    let until = Date(timeIntervalSince1970: 1_776_000_100)
    var snoozed = PushRecord.stub(1).notification
    snoozed.outcome = .held
    snoozed.reason = .snoozed
    snoozed.presented = .badge
    let back = PushRecord.stub(2).notification
    try store.commit([
      .phone(.moved(snoozed, to: .held(until: until))),
      .phone(.update(2, isRead: true, acted: .dismiss, place: .removed)),
      .phone(.moved(back, to: .listed)),
      // Its row was trimmed meanwhile.
      .phone(.moved(PushRecord.stub(3).notification, to: .listed)),
    ])
    let entries = try opened(.readOnly).snapshot().phone.entries
    #expect(entries.map(\.notification) == [snoozed, back, PushRecord.stub(3).notification])
    #expect(entries.map(\.place) == [.held(until: until), .listed, .listed])
  }

  @Test func `a payload is stored byte for byte`() throws {
    let store = try opened()
    let bytes = [0x20] + Array(#"{"aps" :{"alert":"\ud83d"}, "n":1e400}"#.utf8) + [0x0a]
    var record = PushRecord.stub(1)
    record.delivery.payload.bytes = bytes
    try store.commit([.phone(.insert(record))])
    #expect(try store.payload(of: 1) == bytes)
  }

  @Test func `a record is stored completely`() throws {
    let bytes = Array(#"{"aps":{"alert":{"title":"T","body":"Ж"},"badge":3},"n":1}"#.utf8)
    var record = PushRecord.peculiar(1)
    record.delivery.payload = try Payload.read(bytes).get()
    record.delivery.origin = Origin(
      wire: .h2, transport: "TLS 1.3", client: "curl\u{1b}/8", connection: 3, stream: 7)
    record.delivery.headers = PushHeaders(
      id: "x", topic: "com.example.chat.voip", pushType: .voip, priority: .conserving,
      expiration: .once, collapseID: "op-42")
    record.delivery.transit.authentication = .providerToken(
      keyID: "ABC", teamID: "DEF", issuedAt: Date(timeIntervalSince1970: 1_776_000_000))
    record.context.at = Date(timeIntervalSince1970: 1_776_000_001.5)
    do { try opened().commit([.phone(.insert(record))]) }
    #expect(try opened().record(1) == record)
    #expect(try opened().record(2) == nil)
  }

  @Test func `a missing number does not hide later pushes`() throws {
    let store = try Store(at: .memory)
    try store.commit([.phone(.insert(.stub(1)))])
    #expect(try store.payload(of: 2) == nil)
    #expect(try store.payload(of: 1) == PushRecord.stub(1).delivery.payload.bytes)
  }

  @Test func `a push delivered with the summary is unchanged after a restart`() throws {
    var settings = PhoneSettings()
    settings.summary.times = [8 * 60]
    settings.summary.apps = ["com.example.chat"]
    let store = try opened()
    let arrival = Date(timeIntervalSince1970: 1_776_000_000)
    var delivery = PushRecord.stub(1).delivery
    delivery.payload = try Payload.read(delivery.payload.bytes).get()
    var phone = Phone(settings: settings)
    func commit(_ effects: [Phone.Effect]) throws {
      try store.commit(
        effects.compactMap { if case .store(let change) = $0 { .phone(change) } else { nil } })
    }
    try commit(phone.handle(.delivered(delivery), at: arrival))
    let due = try #require(phone.held.first?.until)
    try commit(phone.handle(.timePassed, at: due))
    let entry = try #require(phone.inbox[1])
    #expect(entry.outcome == .quiet)
    #expect(entry.reason == .summaryHeld)

    let again = Phone(settings: settings, snapshot: try store.snapshot())
    #expect(again.inbox[1] == entry)
    #expect(again.held.isEmpty)
    #expect(try store.record(1)?.notification == entry)
    #expect(try store.record(1)?.place == .listed)
  }

  @Test func `the state of background launches is unchanged after a restart`() throws {
    let app: BundleID = "com.example.chat"
    var settings = PhoneSettings()
    settings.apps[app, default: AppSettings()].state = .suspended
    let store = try opened()
    var phone = Phone(settings: settings)
    func commit(_ effects: [Phone.Effect]) throws -> [Phone.Effect] {
      try store.commit(
        effects.compactMap { if case .store(let change) = $0 { .phone(change) } else { nil } })
      return effects
    }
    func restarted() throws -> Phone { Phone(settings: settings, snapshot: try store.snapshot()) }
    for number in 1...5 {
      var push = PushRecord.stub(number).delivery
      push.payload = try Payload.read(Array(#"{"aps":{"content-available":1}}"#.utf8)).get()
      _ = try commit(phone.handle(.delivered(push), at: push.receivedAt))
    }
    // The third push launched the app last; the newest waits until the first is an hour old.
    let first = PushRecord.stub(1).delivery.receivedAt
    for moment in [first + 32, first + 3600] {
      var again = try restarted()
      #expect(again.runState(of: app) == phone.runState(of: app))
      #expect(again.nextMoment == moment)
      let effects = try commit(phone.handle(.timePassed, at: moment))
      #expect(again.handle(.timePassed, at: moment) == effects)
      #expect(effects.count == 2, "one event is reported and one row stored")
    }
    #expect(try restarted().runState(of: app) == .background)
    // An uninstalled app leaves no rows.
    settings.apps[app]?.installed = false
    _ = try commit(phone.handle(.configured(settings), at: first + 3601))
    #expect(try store.snapshot().phone.fetches == [:])
  }

  @Test func `an open banner is unchanged after a restart, until it is answered`() throws {
    let store = try opened()
    try store.commit([
      .phone(.insert(.stub(1))), .phone(.insert(.stub(2, place: .unlisted))),
      .phone(.insert(.stub(3, place: .unlisted, outcome: .silent))),
    ])
    let phone = Phone(settings: PhoneSettings(), snapshot: try store.snapshot())
    #expect(phone.entry(2)?.id == 2)
    #expect(phone.inbox.ids.map(\.rawValue) == [1])
    try store.commit([.phone(.update(2, isRead: true, acted: .open, place: .unlisted))])
    #expect(try store.snapshot().phone.entries.map(\.notification.id) == [1])
    try store.commit([.phone(.insert(.stub(4, place: .unlisted))), .phone(.insert(.stub(5)))])
    #expect(
      try store.snapshot().phone.entries.map(\.notification.id) == [1, 5], "another came after it")
  }

  @Test func `a record with an unreadable original is derived from its row`() throws {
    let store = try Store(at: .memory)
    try store.commit([.phone(.insert(.peculiar(1)))])
    try store.execute("UPDATE originals SET delivery = '{', payload = x'00'")
    let record = try #require(try store.record(1))
    #expect(record.notification == PushRecord.peculiar(1).notification)
    #expect(record.delivery.topic == "com.example.chat.voip")
    #expect(record.delivery.headers.collapseID == "op-42")
  }

  @Test func `a push that waits for the phone waits after a restart until it is delivered`() throws
  {
    var deliveries = (1...3).map { PushRecord.stub($0).delivery }
    for index in deliveries.indices {
      deliveries[index].payload = try Payload.read(Array(#"{"aps":{"alert":"A"}}"#.utf8)).get()
      deliveries[index].transit.heldSince = Date(timeIntervalSince1970: 1_776_000_000)
    }
    do { try opened().commit(deliveries.map { .gateway(.queued($0)) }) }
    do {
      let store = try opened()
      #expect(try store.snapshot().queue == deliveries)
      #expect(try store.snapshot().gateway.lastID == 3)
      #expect(try store.snapshot().phone.entries.isEmpty)
      try store.commit([.phone(.insert(.stub(2)))])
    }
    #expect(try opened().snapshot().queue.map(\.id) == [1, 3])
  }

  @Test(arguments: [
    ("2", 2), ("7f3a0000-0000-0000-0000-100000000001", 1), ("op-42", 3), ("line-1", nil), ("", nil),
    ("4", nil), ("op-%", nil),
  ])
  func `a push is found by number, apns-id and request identifier`(
    text: String, expected: Int?
  ) throws {
    let store = try Store(at: .memory)
    try store.commit([
      .phone(.insert(.stub(1))), .phone(.insert(.stub(2))), .phone(.insert(.peculiar(3))),
    ])
    #expect(try store.find(text)?.rawValue == expected)
  }

  @Test func `settings are returned in the order of their last change`() throws {
    do {
      let store = try opened()
      try store.commit([
        .phone(.setting(key: "lock", value: "locked")),
        .phone(.setting(key: "focus", value: "dnd")),
        .phone(.setting(key: "language", value: "ru")),
        .phone(.setting(key: "lock", value: "unlocked")),
        .phone(.setting(key: "focus", value: nil)),
        .phone(.setting(key: "from another version", value: "1")),
      ])
    }
    #expect(try opened().snapshot().phone.changes == [.language("ru"), .lock(.unlocked)])
  }

  @Test func `the rows outside the list are limited`() throws {
    let store = try Store(at: .memory)
    try store.commit([
      .phone(.insert(.stub(1))), .phone(.insert(.stub(2, place: .held(until: .distantFuture)))),
    ])
    let count = Store.pastLimit + 2 * StoredCounters.pastBetweenTrims
    for start in stride(from: 3, to: count, by: 1000) {
      try store.commit(
        (start..<start + 1000).map { .phone(.insert(.stub($0, place: .unlisted, outcome: .none))) })
    }
    let past = try store.attempt { database throws(DatabaseError) in
      try database.connection.number("SELECT count(*) FROM pushes WHERE place >= 2")
    }
    #expect(past >= Store.pastLimit)
    #expect(past < Store.pastLimit + StoredCounters.pastBetweenTrims)
    #expect(try store.snapshot().phone.entries.map(\.notification.id) == [1, 2])
    #expect(try store.payload(of: 1) != nil)
    #expect(try store.payload(of: 3) == nil)
  }

  // MARK: Crashes

  @Test func `after a crash every committed push is stored, and no other`() throws {
    let store = try opened()
    for id in 1...40 { try store.commit([.phone(.insert(.stub(id)))]) }
    // Copied in the middle of a transaction, like the files after a kill.
    try store.attempt { database throws(DatabaseError) in
      var counters = StoredCounters()
      try database.begin.run()
      try database.apply([.phone(.insert(.stub(41)))], counting: &counters)
    }
    for access in [Store.Access.readOnly, .readWrite] {
      let crashed = try folder.copied()
      #expect(try crashed.names.contains("inbox.db-wal"))
      let again = try opened(access, in: crashed.path)
      #expect(try again.snapshot().phone.entries.map(\.notification.id.rawValue) == Array(1...40))
      #expect(again.repair == nil)
    }
  }

  @Test func `a torn log loses only the torn transaction`() throws {
    let store = try opened()
    for id in 1...40 { try store.commit([.phone(.insert(.stub(id)))]) }
    let crashed = try folder.copied()
    try FileManager.default.removeItem(atPath: crashed.path + "/inbox.db-shm")
    let log = try #require(FileHandle(forUpdatingAtPath: crashed.path + "/inbox.db-wal"))
    try log.truncate(atOffset: try log.seekToEnd() - 100)
    let ids = try opened(in: crashed.path).snapshot().phone.entries.map(\.notification.id.rawValue)
    #expect(ids == Array(1...39))
  }

  // MARK: Files

  @Test func `a store's files have mode 0600, and its folders 0700`() throws {
    let store = try opened(in: folder.path + "/a/b")
    try store.commit([.phone(.insert(.stub(1)))])
    #expect(try folder.mode("a") == 0o700)
    #expect(try folder.mode("a/b") == 0o700)
    for name in ["inbox.db", "inbox.db-wal", "inbox.db-shm", "inbox.lock"] {
      #expect(try folder.mode("a/b/" + name) == 0o600, "\(name)")
    }
  }

  @Test func `a folder with any name holds a store`() throws {
    let path = folder.path + "/a b%20?c#d й"
    try opened(in: path).commit([.phone(.insert(.stub(1)))])
    #expect(try opened(.readOnly, in: path).snapshot().phone.entries.count == 1)
    #expect(try folder.names == ["a b%20?c#d й"])
  }

  @Test func `a second instance is rejected with the number of the first`() throws {
    let first = try opened()
    try first.commit([.phone(.insert(.stub(1)))])
    let found = error { () throws(StoreError) in _ = try opened() }
    #expect(found == .inUse(path: folder.path + "/inbox.db", pid: getpid()))
    #expect(try opened(.readOnly).snapshot().phone.entries.count == 1)
  }

  @Test func `a store is unlocked when its owner ends`() throws {
    do { _ = try opened() }
    _ = try opened()
  }

  @Test func `reading a missing store creates no file`() throws {
    let found = error { () throws(StoreError) in _ = try opened(.readOnly) }
    #expect(found == .missing(path: folder.path + "/inbox.db"))
    #expect(try folder.names.isEmpty)
  }

  @Test func `reading writes no file`() throws {
    try opened().commit([.phone(.insert(.stub(1)))])
    let store = try opened(.readOnly)
    guard case .failed = error({ () throws(StoreError) in try store.commit([.phone(.delete(1))]) })
    else {
      Issue.record("a store for reading took a change")
      return
    }
    #expect(try store.snapshot().phone.entries.count == 1)
  }

  @Test func `a folder that cannot be created is reported`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    guard
      case .cannotOpen(let path, let reason) = error({ () throws(StoreError) in
        _ = try opened(in: folder.path + "/file/store")
      })
    else {
      Issue.record("a store inside a file was opened")
      return
    }
    #expect(path.hasPrefix(folder.path + "/file"))
    #expect(!reason.isEmpty)
  }

  // MARK: Failing

  @Test func `a full disk loses no committed push, and the batch can be repeated`() throws {
    let store = try opened()
    try store.commit([.phone(.insert(.stub(1)))])
    func limit(_ pages: Int) throws {
      try store.attempt { database throws(DatabaseError) in
        _ = try database.connection.number("PRAGMA max_page_count = \(pages)")
      }
    }
    try limit(1)
    let batch = (2...200).map { StoreChange.phone(.insert(.stub($0))) }
    let before = store.counters
    let found = error { () throws(StoreError) in try store.commit(batch) }
    #expect(found == .full(path: folder.path + "/inbox.db"))
    #expect(store.counters == before)
    #expect(try store.snapshot().phone.entries.count == 1)
    try limit(1_000_000)
    try store.commit(batch)
    #expect(try store.snapshot().phone.entries.count == 200)
  }

  @Test func `a store of a newer version is rejected and left unchanged`() throws {
    do {
      let store = try opened()
      try store.execute("PRAGMA user_version = 99")
    }
    for access in [Store.Access.readOnly, .readWrite] {
      let found = error { () throws(StoreError) in _ = try opened(access) }
      #expect(
        found == .newerVersion(path: folder.path + "/inbox.db", found: 99, known: Schema.version))
    }
  }

  /// The statements that convert a store of the newest version to one of the first.
  private static let undoing = """
    ALTER TABLE refused DROP COLUMN apns_id; ALTER TABLE refused DROP COLUMN gone_since;
    ALTER TABLE refused DROP COLUMN fault; ALTER TABLE refused DROP COLUMN size;
    ALTER TABLE refused DROP COLUMN removed;
    ALTER TABLE pushes DROP COLUMN unique_id; ALTER TABLE pushes DROP COLUMN sound;
    ALTER TABLE pushes DROP COLUMN delivered_at; ALTER TABLE pushes DROP COLUMN arrival;
    ALTER TABLE pushes DROP COLUMN payload_text;
    ALTER TABLE pushes DROP COLUMN open_label; DROP TABLE fetches; DROP TABLE registrations;
    DROP TABLE letters; DROP TABLE positions; DROP TABLE missed;
    DROP TABLE icq; DROP TABLE icq_waits; DROP TABLE feed_progress;
    DROP TABLE queue_counts; DROP TABLE outstanding; DROP TABLE reports; DROP TABLE phone_streams;
    DROP TABLE phones; DROP TABLE phone_counts; DROP TABLE offers; DROP TABLE feed_positions;
    DROP TABLE activities; DROP TABLE app_activities; DROP TABLE channels;
    DELETE FROM counters WHERE name = 'identity';
    CREATE TABLE tokens (token TEXT PRIMARY KEY, app TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO tokens VALUES ('00fc', 'com.example.chat');
    PRAGMA user_version = 1
    """

  @Test(arguments: [Store.Access.readOnly, .readWrite])
  func `a store of an older version is updated`(_ access: Store.Access) throws {
    do {
      let store = try opened()
      let payload = #"{"aps":{"alert":"Hello"},"order":4711}"#
      try store.commit([.phone(.insert(.stub(1, payload: payload)))])
      try store.execute(Self.undoing)
    }
    let snapshot = try opened(access).snapshot()
    #expect(snapshot.phone.entries.map(\.notification.id.rawValue) == [1])
    #expect(snapshot.phone.fetches == [:])
    let filter = try Filter(
      "payload:4711", now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
    let device = Phone(settings: PhoneSettings(), snapshot: snapshot)
    #expect(snapshot.phone.entries.allSatisfy { filter.matches($0.notification, on: device) })
    let token = try #require(DeviceToken(hex: "00fc"))
    #expect(
      snapshot.gateway.tokens
        == TokenBook([TokenRegistration(token: token, app: "com.example.chat")]))
  }

  @Test(arguments: [
    ("", "phone"),
    (#"INSERT INTO settings VALUES (1, 'queue.deviceId', '"two"');"#, "two"),
  ])
  func `feed positions of an older store belong to the configured device`(
    sql: String, device: String
  ) throws {
    do {
      let store = try opened()
      try store.attempt { database throws(DatabaseError) in
        try database.connection.execute(
          """
          ALTER TABLE refused DROP COLUMN size; ALTER TABLE refused DROP COLUMN removed;
          ALTER TABLE pushes DROP COLUMN unique_id;
          ALTER TABLE pushes DROP COLUMN delivered_at; ALTER TABLE pushes DROP COLUMN arrival;
          ALTER TABLE pushes DROP COLUMN sound; ALTER TABLE pushes DROP COLUMN payload_text;
          DROP TABLE icq; DROP TABLE icq_waits; DROP TABLE feed_positions;
          DROP TABLE queue_counts; DROP TABLE outstanding; DROP TABLE reports;
          DROP TABLE phone_streams; DROP TABLE feed_progress;
          DROP TABLE activities; DROP TABLE app_activities; DROP TABLE channels;
          CREATE TABLE feed_positions (
            provider TEXT NOT NULL, app TEXT NOT NULL, position INTEGER NOT NULL,
            PRIMARY KEY (provider, app)
          ) WITHOUT ROWID;
          INSERT INTO feed_positions VALUES ('ab', 'com.example.chat', 7);
          \(sql)
          PRAGMA user_version = 8
          """)
      }
    }
    #expect(
      try opened().snapshot().guests.feedPositions == [
        StreamID(provider: "ab", device: PhoneID(device)): ["com.example.chat": 7]
      ])
  }

  @Test func `two processes update an older store once`() throws {
    let uri = folder.path + "/inbox.db"
    do {
      let store = try opened()
      try store.execute(Self.undoing)
    }
    let lock = NSLock()
    nonisolated(unsafe) var failures = 0
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        try Schema.bringUpToDate(SQLiteConnection(uri: uri, flags: 6))
      } catch {
        lock.withLock { failures += 1 }
      }
    }
    #expect(failures == 0)
    let connection = try SQLiteConnection(uri: uri, flags: 6)
    #expect(try connection.number("PRAGMA user_version") == Schema.version)
    #expect(try connection.number("SELECT count(*) FROM counters WHERE name = 'identity'") == 1)
  }

  @Test func `a store without tables after a killed first start is completed`() throws {
    do {
      let killed = try SQLiteConnection(uri: folder.path + "/inbox.db", flags: 6)
      try killed.execute("PRAGMA journal_mode = WAL")
      #expect(try killed.number("PRAGMA page_count") > 0)
    }
    let found = error { () throws(StoreError) in _ = try opened(.readOnly) }
    #expect(found == .missing(path: folder.path + "/inbox.db"))
    let store = try opened()
    try store.commit([.phone(.insert(.stub(1)))])
    #expect(try store.snapshot().phone.entries.count == 1)
  }

  @Test func `removed rejected pushes are unlisted, can be restored, and are deleted by a restart`()
    throws
  {
    func numbers(_ store: Store) throws -> [Int] { try store.rejected(limit: 9, \.number) }
    do {
      let store = try opened()
      try store.commit((1...3).map { .gateway(.rejected(.stub($0))) })
      try store.commit([.gateway(.rejectedMarked([1, 3], isRemoved: true, removedCount: 2))])
      #expect(try numbers(store) == [2])
      #expect(try store.rejected(number: 3) == nil)
      try store.commit([.gateway(.rejectedMarked([1, 3], isRemoved: false, removedCount: 0))])
      #expect(try numbers(store) == [3, 2, 1])
      try store.commit([.gateway(.rejectedMarked([3], isRemoved: true, removedCount: 1))])
    }
    let store = try opened()
    // Nothing can be undone any more.
    try store.commit([.gateway(.rejectedMarked([3], isRemoved: false, removedCount: 1))])
    #expect(try numbers(store) == [2, 1])
    #expect(try store.snapshot().gateway.removedRejectedCount == 1)
    #expect(try store.snapshot().gateway.lastRejectedNumber == 3)
  }

  @Test func `a long rejected body is stored in part, with its length`() throws {
    let stub = RejectedRequest.stub(9)
    let push = RejectedRequest(
      number: 9, origin: stub.origin, at: stub.at, reason: "PayloadTooLarge", because: "",
      fix: "", body: [UInt8](repeating: 0x41, count: 65_537), size: 100_000, app: stub.app,
      token: stub.token, path: stub.path, fields: stub.fields)
    try opened().commit([.gateway(.rejected(push))])
    let found = try #require(try opened(.readOnly).rejected(number: 9))
    #expect(found == push)
    #expect(found.body.count == 8192 && found.size == 100_000)
    #expect(try opened(.readOnly).rejected(limit: 1, \.row).first?.size == 100_000)
  }

  @Test func `pushes of a damaged store of an older version are recovered`() throws {
    do {
      let store = try opened()
      try store.commit((1...3).map { .phone(.insert(.stub($0))) })
      try store.execute(Self.undoing)
      let root = try store.attempt { database throws(DatabaseError) in
        try database.connection.number("SELECT rootpage FROM sqlite_master WHERE name = 'tokens'")
      }
      store.close()
      let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/inbox.db"))
      try file.seek(toOffset: UInt64(root - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
      try file.close()
    }
    let store = try opened()
    #expect(store.repair?.pushCount == 3)
    #expect(try store.snapshot().phone.entries.map(\.notification.id) == [1, 2, 3])
  }

  @Test func `a database of another program is rejected and left unchanged`() throws {
    do {
      let other = try SQLiteConnection(uri: folder.path + "/inbox.db", flags: 6)
      try other.execute("CREATE TABLE theirs (a)")
    }
    for access in [Store.Access.readOnly, .readWrite] {
      let found = error { () throws(StoreError) in _ = try opened(access) }
      #expect(found == .foreign(path: folder.path + "/inbox.db"))
    }
  }

  @Test func `a FIFO in place of the store is rejected and left unchanged`() throws {
    let path = folder.path + "/inbox.db"
    #expect(mkfifo(path, 0o600) == 0)
    for access in [Store.Access.readOnly, .readWrite] {
      let found = error { () throws(StoreError) in _ = try opened(access) }
      #expect(found == .cannotOpen(path: path, reason: "it is not a regular file"))
    }
  }

  @Test func `a file that is not a database is moved aside, and an empty store created`() throws {
    let junk = Data("no database ".utf8) + Data(repeating: 7, count: 5000)
    try junk.write(to: URL(fileURLWithPath: folder.path + "/inbox.db"))
    try junk.write(to: URL(fileURLWithPath: folder.path + "/inbox.db-wal"))
    guard case .corrupt(_, nil) = error({ () throws(StoreError) in _ = try opened(.readOnly) })
    else {
      Issue.record("reading alone must not move it")
      return
    }
    let store = try opened()
    let target = try #require(store.repair?.movedTo)
    #expect(target.hasPrefix(folder.path + "/inbox.db.corrupt-2"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == junk)
    try store.commit([.phone(.insert(.stub(1)))])
    #expect(try store.snapshot().phone.entries.count == 1)
  }

  /// Returns a store with five pushes, and the repairs that it reports.
  private func watched() throws -> (Store, Box<[StoreError]>) {
    let (store, repairs) = (try opened(), Box<[StoreError]>([]))
    store.onRepair = { repairs.value.append($0) }
    try store.commit((1...5).map { .phone(.insert(.stub($0))) })
    return (store, repairs)
  }

  @Test func `a store whose folder is removed is written again by the next commit`() throws {
    let (store, repairs) = try watched()
    try FileManager.default.removeItem(atPath: folder.path)
    try store.commit([.phone(.insert(.stub(6)))])
    #expect(repairs.value == [.moved(path: folder.path + "/inbox.db", movedTo: nil)])
    let ids = try opened(.readOnly).snapshot().phone.entries.map(\.notification.id)
    #expect(ids == [1, 2, 3, 4, 5, 6])
    let other = error { () throws(StoreError) in _ = try opened() }
    #expect(other == .inUse(path: folder.path + "/inbox.db", pid: getpid()))
  }

  @Test func `a replaced store is written again, and the other file moved aside`() throws {
    let (store, repairs) = try watched()
    let path = folder.path + "/inbox.db"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try Data("other".utf8).write(to: URL(fileURLWithPath: path))
    store.close()
    guard repairs.value.count == 1, case .moved(path, let target?) = repairs.value[0] else {
      Issue.record("repairs: \(repairs.value)")
      return
    }
    #expect(target.hasPrefix(path + ".replaced-2"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("other".utf8))
    #expect(try opened(.readOnly).snapshot().phone.entries.count == 5)
  }

  @Test func `while another instance has the path of a removed store nothing is committed`()
    throws
  {
    let (store, repairs) = try watched()
    let path = folder.path + "/inbox.db"
    try FileManager.default.removeItem(atPath: folder.path)
    do {
      let other = try opened()
      try other.commit([.phone(.insert(.stub(70)))])
      let found = error { () throws(StoreError) in
        try store.commit([.phone(.insert(.stub(6)))])
      }
      #expect(found == .inUse(path: path, pid: getpid()))
    }
    #expect(repairs.value == [])
    try store.commit([.phone(.insert(.stub(6)))])
    #expect(repairs.value.count == 1)
    #expect(try opened(.readOnly).snapshot().phone.entries.count == 6)
  }

  @Test func `a removed lock file is made again by the next commit`() throws {
    let (store, _) = try watched()
    let path = folder.path + "/inbox.db"
    try FileManager.default.removeItem(atPath: folder.path + "/inbox.lock")
    try store.commit([.phone(.insert(.stub(6)))])
    let other = error { () throws(StoreError) in _ = try opened() }
    #expect(other == .inUse(path: path, pid: getpid()))
    #expect(try opened(.readOnly).snapshot().phone.entries.count == 6)
  }

  @Test func `after another instance used a store without lock file nothing is committed`() throws {
    let (store, _) = try watched()
    let path = folder.path + "/inbox.db"
    try FileManager.default.removeItem(atPath: folder.path + "/inbox.lock")
    func commit() -> StoreError? {
      error { () throws(StoreError) in try store.commit([.phone(.insert(.stub(6)))]) }
    }
    do {
      let other = try opened()
      #expect(commit() == .inUse(path: path, pid: getpid()))
      try other.commit([.phone(.insert(.stub(70)))])
    }
    #expect(commit() == .takenOver(path: path))
    let third = try opened()
    #expect(commit() == .takenOver(path: path))
    let ids = try third.snapshot().phone.entries.map(\.notification.id)
    #expect(ids == [1, 2, 3, 4, 5, 70])
  }

  @Test func `damage found later moves the file aside with its log`() throws {
    let (store, repairs) = (try opened(), Box<[StoreError]>([]))
    store.onRepair = { repairs.value.append($0) }
    try store.commit((1...500).map { .phone(.insert(.stub($0))) })
    try store.attempt { database throws(DatabaseError) in
      _ = try database.connection.number("PRAGMA wal_checkpoint(TRUNCATE)")
      try database.connection.execute("PRAGMA cache_size = 0; PRAGMA shrink_memory")
    }
    let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/inbox.db"))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - 4096))
    try file.close()
    var target: String?
    for _ in 0..<2 {
      if case .corrupt(_, let repair?) = error({ () throws(StoreError) in
        _ = try store.snapshot()
      }) {
        target = repair.movedTo
        break
      }
    }
    let repair = StoreRepair(movedTo: try #require(target), pushCount: 0)
    #expect(FileManager.default.fileExists(atPath: repair.movedTo))
    #expect(repairs.value == [.corrupt(path: folder.path + "/inbox.db", repair: repair)])
    try store.commit([.phone(.insert(.stub(501)))])
    #expect(try store.snapshot().phone.entries.map(\.notification.id) == [501])
    #expect(try folder.names.contains { $0.hasPrefix("inbox.db.corrupt-") })
  }
}
