import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of stored values: any value that another program wrote into the columns is read or
// reported as an error.

extension FuzzTarget {
  static let stored = [rows, storedSetting]

  /// A store in memory with a row in each table; one for all inputs, whose changes are rolled back.
  // Sendable: the store is used only under `lock`.
  private final class Rows: @unchecked Sendable {
    struct Column {
      var table: String
      var name: String
    }

    private let lock = NSLock()
    private let store: Store
    /// All columns of all tables.
    let columns: [Column]

    init() throws {
      store = try Store(at: .memory)
      try store.commit(changes())
      columns = try store.attempt { database throws(DatabaseError) in
        let rows = try database.select(
          """
          m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
          WHERE m.type = 'table' ORDER BY m.name, c.cid
          """)
        var columns: [Column] = []
        while try rows.step() {
          columns.append(Column(table: rows.string(0), name: rows.string(1)))
        }
        return columns
      }
      for table in Set(columns.map(\.table)) {
        let count = try store.attempt { database throws(DatabaseError) in
          try database.connection.number("SELECT count(*) FROM \(table)")
        }
        try expectHolds(count > 0, "\(table) has no row to change")
      }
    }

    /// Sets a column, calls `body` with the changed store, and sets it back. Returns false for a
    /// value that SQLite refuses.
    func with(
      _ column: Column, _ literal: String, _ body: (Store) throws -> Void
    ) throws -> Bool {
      try lock.withLock {
        func execute(_ sql: String) throws(StoreError) {
          try store.attempt { database throws(DatabaseError) in
            try database.connection.execute(sql)
          }
        }
        try execute("SAVEPOINT input")
        defer { try? execute("ROLLBACK TO input; RELEASE input") }
        guard (try? execute("UPDATE \(column.table) SET \(column.name) = \(literal)")) != nil else {
          return false
        }
        try body(store)
        return true
      }
    }
  }

  private static let store = Result { try Rows() }

  /// The first two bytes select the column, the others are its value, as a number, a text and a
  /// blob.
  private static let rows = FuzzTarget(
    "rows of the store",
    bytes: (0..<200).map { [0, $0] + Array("9223372036854775807".utf8) } + [
      [0, 1, 0x39], Array("\0\u{12}1e999".utf8), Array("\0\u{9}x".utf8),
    ],
    words: [
      "-9223372036854775808", "9007199254740993", "-1", "1e999", "[]", "{}",
    ], stepsPerByte: 40_000
  ) { input in
    guard input.count > 2 else { return false }
    let rows = try store.get()
    let column = rows.columns[(Int(input[0]) * 256 + Int(input[1])) % rows.columns.count]
    let value = input.dropFirst(2)
    let text = String(decoding: value, as: UTF8.self)
    let number = Int64(text) ?? value.reduce(Int64(value.count)) { $0 &* 257 &+ Int64($1) }
    // The literal of the smallest number is not an integer literal.
    for literal in [
      number == .min ? "-9223372036854775807 - 1" : String(number),
      "'\(Quoting.replacing(["'": "''", "\0": ""], in: text))'",
      "x'\(value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'",
    ] {
      _ = try rows.with(column, literal) { try continues($0) }
    }
    return true
  }

  /// Reads everything of a store, as the program does at its start and later, and has the phone
  /// continue.
  private static func continues(_ store: Store) throws {
    let counters = try store.attempt { database throws(DatabaseError) in
      try StoredCounters(database)
    }
    var snapshot = try store.snapshot()
    snapshot.gateway = try store.attempt { database throws(DatabaseError) in
      try database.gatewayState(counters)
    }
    var system = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: snapshot)
    try expectHolds(system.device.inbox.count <= 2, "rows became several entries")
    _ = system.snapshot
    var effects: [Effect] = []
    system.advance(to: start.addingTimeInterval(60), &effects)
    system.handle(
      .gateway(.pushReceived(push(receivedAt: 60), reply: nil)),
      at: start.addingTimeInterval(60), &effects)
    for effect in effects { try expectSafe(effect) }
    let json = InboxJSON.text(of: system.device, isOnline: true, rejected: 0)
    try expectHolds((try? JSONReader.read(Array(json.utf8))) != nil, "the inbox is no JSON")
    for rejected in try store.rejected(limit: 10) {
      _ = RejectedJSON.whole(rejected)
      _ = try store.rejected(number: rejected.number)
    }
    _ = try store.feedProgress()
    _ = try store.silent()
    _ = try store.find("1")
    try store.forEachUnlisted { _ in true }
    try store.forEachRecord(where: { _ in true }) { _ = Presentation.trace(of: $0) }
    for phone in snapshot.guests.phones.keys {
      _ = try store.offered(to: phone, after: 0, beyond: [:], limit: 10)
      _ = try store.offered(to: phone, of: "com.a", numbers: [1])
    }
  }

  private static let start = Date(timeIntervalSince1970: 1_776_000_000)

  private static func push(receivedAt seconds: Double) -> PushRequest {
    PushRequest(
      path: "/3/device/00fc", fields: [HeaderField("apns-topic", "com.a")],
      body: Array(#"{"aps":{"alert":"a"}}"#.utf8), origin: Origin(wire: .h2),
      receivedAt: start.addingTimeInterval(seconds), freshID: "\(seconds)")
  }

  /// The changes that give each table a row.
  private static func changes() throws -> [StoreChange] {
    var phone = PhoneSettings()
    phone.queue.apps = ["com.a"]
    var system = PushSystem(gateway: GatewaySettings(), phone: phone, snapshot: Snapshot())
    var effects = system.handle(
      .gateway(.pushReceived(push(receivedAt: 0), reply: nil)), at: start)
    var bad = push(receivedAt: 1)
    bad.path = "/"
    effects += system.handle(.gateway(.pushReceived(bad, reply: nil)), at: start)
    // Its channel is new, and stores it.
    let broadcast = PushRequest(
      path: "/4/broadcasts/apps/com.a",
      fields: [
        HeaderField("apns-channel-id", "c2g="), HeaderField("apns-push-type", "liveactivity"),
        HeaderField("apns-expiration", "1776003600"),
      ],
      body: Array(#"{"aps":{"event":"update","timestamp":1776000000,"content-state":{}}}"#.utf8),
      origin: Origin(wire: .h2), receivedAt: start, freshID: "b")
    effects += system.handle(.gateway(.pushReceived(broadcast, reply: nil)), at: start)
    for key in ["delay", "loseNext"] {
      let value: JSONValue = key == "delay" ? "1h" : 1
      effects += system.handle(.changed(.setting(SettingPath(["queue", key]), value)), at: start)
    }
    effects += system.handle(
      .gateway(.pushReceived(push(receivedAt: 2), reply: nil)), at: start.addingTimeInterval(2))
    effects += system.handle(
      .gateway(.pushReceived(push(receivedAt: 3), reply: nil)), at: start.addingTimeInterval(3))
    for (matter, body) in [
      (ICQRequest.Matter.session, #"{"uin":"2","client":"x"}"#),
      (.session, #"{"uin":"3","notifyMode":"Disabled"}"#),
      (.event, #"{"kind":"message","from":"1","to":"4","text":"Hi"}"#),
    ] {
      let request = ICQRequest(
        matter, body: Array(body.utf8), origin: Origin(wire: .h1), receivedAt: start, freshID: "i")
      effects += system.handle(.icq(request, reply: nil), at: start.addingTimeInterval(3))
    }
    var fetches = AppFetches()
    fetches.wakes = [start]
    let stream = StreamID(provider: "00ff", device: "phone")
    let report = ArrivalReport(
      number: 1, app: "com.a", position: 1, sentAt: start, outcome: .atOnce)
    let card = ActivityCard(
      id: ActivityID(rawValue: 1), app: "com.a", timestamp: 1_776_000_000, startedAt: start,
      lastPush: 1)
    let queue = CountedQueue.phone("iphone", "com.a")
    let outstanding = OutstandingPush(queue: queue, number: 1, position: 1, sentAt: start)
    let queues: [QueueChange] = [
      .missed(QueueID(token: .local, app: "com.a"), GapDetector(last: 1, deviceID: nil)),
      .counts(queue, QueueCounts(after: 0, sent: 1, at: start)),
      .outstanding(queue, number: 1, outstanding),
    ]
    let relay: [RelayChange] = [
      .phone("iphone", seenAt: start), .phoneStream("iphone", "00aa"), .report(stream, report),
      .offered(RelayedPush(phone: "iphone", id: 1, app: "com.a", position: 1, number: 1)),
      .fed(StreamOffset(provider: "00ff", device: "phone", app: "com.a", position: 1)),
    ]
    return effects.compactMap { if case .store(let change) = $0 { change } else { nil } }
      + [
        .phone(.badge("com.a", 1)), .phone(.fetches("com.a", fetches)),
        .phone(.activity(card.id, card)), .phone(.appActivities("com.a", AppActivities())),
        .feedProgress(
          FeedProgress(
            feed: "/x", lineCount: 1, lineCountOverall: 1,
            file: FilePosition(inode: 1, offset: 1, fingerprint: 1), lastEventID: "e")),
      ] + queues.map { .guest(.queue($0)) } + relay.map { .guest(.relay($0)) }
  }

  private static let storedSetting = FuzzTarget(
    "stored setting",
    [
      "device.lock=\"locked\"", "focus={\"name\":\"dnd\"}", "mute.com.a=2026-04-14T18:00:00.000Z",
      "online=no",
    ],
    words: ofSettings
  ) { input in
    let parts = input.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 2,
      let change = SettingChange(key: parts[0], storedValue: parts[1])
    else { return false }
    guard let value = change.storedValue else { return true }
    try expectHolds(
      SettingChange(key: change.key, storedValue: value) == change, "stored again it differs")
    return true
  }
}
