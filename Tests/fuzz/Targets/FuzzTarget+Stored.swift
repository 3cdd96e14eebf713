import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of what is stored: whatever another program wrote into the columns, reading ends in an orderly way.

extension FuzzTarget {
  static let stored = [rows, storedSetting]

  /// The columns that are filled in turn; those of identity are left.
  private static let columns = [
    "place", "held_until", "is_read", "acted", "received_at", "app", "topic", "thread", "category",
    "apns_id", "request_id", "collapse_id", "title", "subtitle", "body", "level", "badge",
    "replaced",
    "outcome", "reason", "presented", "summary_argument", "summary_argument_count",
    "relevance_score", "token", "push_type", "payload_size", "text_note", "open_label", "unique_id",
    "delivered_at", "arrival", "sound", "payload_text",
  ]

  private static let rows = FuzzTarget(
    "rows of pushes", ["\u{1}7", "\u{5}-1", "\u{12}1e999", "\u{21}a\u{1D}b", "\u{9}x"],
    stepsPerByte: 10_000
  ) { input in
    guard let first = input.first else { return false }
    let column = columns[Int(first) % columns.count]
    let value = input.dropFirst()
    let store = try Store(at: .memory)
    try store.commit([.phone(.insert(record))])
    let text = String(decoding: value, as: UTF8.self)
    // As a number, a text and a blob: SQLite's columns take any of them, or refuse a null.
    for literal in [
      "\(text.hashValueOfBytes)", "'\(text.replacing("'", with: "''").filter { $0 != "\0" })'",
      "x'\(value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'",
    ] {
      do throws(StoreError) {
        try store.attempt { database throws(DatabaseError) in
          try database.run("UPDATE pushes SET \(column) = \(literal)")
        }
      } catch {
        continue
      }
      let system = PushSystem(
        gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: try store.snapshot())
      try expectHolds(system.device.inbox.count <= 1, "one row became several entries")
      _ = try store.record(1)
      _ = try store.find("1")
    }
    return true
  }

  private static let record = PushRecord(
    notification: DeliveredNotification(
      id: 1, apnsID: "a", requestID: "r", app: "com.a",
      receivedAt: Date(timeIntervalSince1970: 1_776_000_000), topic: "com.a"),
    place: .listed,
    delivery: Delivery(
      id: 1, apnsID: "a", requestID: "r", app: "com.a", topic: "com.a", token: .local,
      headers: PushHeaders(), payload: Payload(), origin: Origin(wire: .line),
      receivedAt: Date(timeIntervalSince1970: 1_776_000_000)),
    circumstances: PresentationContext())

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

extension String {
  /// A number that its bytes give.
  fileprivate var hashValueOfBytes: Int64 {
    utf8.reduce(Int64(utf8.count)) { $0 &* 257 &+ Int64($1) }
  }
}
