import Foundation
import InboxModel

/// A row of `pushes`: all that ``DeliveredNotification`` and ``Place`` hold, column by column, so that
/// starting decodes nothing.
enum PushRow {
  /// The columns, in the order in which they are bound (from 1) and read (from 0).
  static let columns = """
    id, place, held_until, is_read, acted, received_at, app, topic, thread, category, apns_id, \
    request_id, collapse_id, title, subtitle, body, level, badge, replaced, outcome, reason, \
    presented, summary_argument, summary_argument_count, relevance_score, token, push_type, \
    payload_size, text_note, open_label, unique_id, delivered_at, arrival, sound, payload_text
    """
  /// How many they are.
  static let count: Int32 = 35
  static let places = Array(repeating: "?", count: Int(count)).joined(separator: ", ")

  /// What changes of a row that stays, in the order in which it is bound; the number comes after it.
  static let state =
    "place = ?, held_until = ?, is_read = ?, acted = ?, outcome = ?, reason = ?, presented = ?"

  /// Binds what changes, and the number.
  static func bind(
    state n: DeliveredNotification, _ place: Place, to row: borrowing Statement
  ) {
    row.bind(1, place.code)
    row.bind(2, place.heldUntil)
    row.bind(3, n.isRead)
    row.bind(4, n.acted?.rawValue)
    row.bind(5, n.outcome.rawValue)
    row.bind(6, n.reason.rawValue)
    row.bind(7, Int(n.presented.rawValue))
    row.bind(8, n.id.rawValue)
  }

  /// Binds a whole row.
  static func bind(_ n: DeliveredNotification, _ place: Place, to row: borrowing Statement) {
    row.bind(1, n.id.rawValue)
    row.bind(2, place.code)
    row.bind(3, place.heldUntil)
    row.bind(4, n.isRead)
    row.bind(5, n.acted?.rawValue)
    row.bind(6, Timestamp.milliseconds(n.receivedAt))
    row.bind(7, n.app)
    row.bind(8, n.topic == n.app.rawValue ? nil : n.topic)
    row.bind(9, n.threadIdentifier)
    row.bind(10, n.categoryIdentifier)
    row.bind(11, n.apnsID)
    row.bind(12, n.requestID == n.apnsID ? nil : n.requestID)
    row.bind(13, n.collapseID)
    row.bind(14, n.content.title)
    row.bind(15, n.content.subtitle)
    row.bind(16, n.content.body)
    row.bind(17, n.level.rawValue)
    row.bind(18, n.badge)
    row.bind(19, n.replaced)
    row.bind(20, n.outcome.rawValue)
    row.bind(21, n.reason.rawValue)
    row.bind(22, Int(n.presented.rawValue))
    row.bind(23, n.summaryArgument)
    row.bind(24, n.summaryArgumentCount)
    row.bind(25, n.relevanceScore)
    row.bind(26, n.token.hex)
    row.bind(27, n.pushType?.rawValue)
    row.bind(28, n.payloadSize)
    row.bind(29, n.textNote?.rawValue)
    let isUsual = n.openLabel == DeliveredNotification.defaultOpenLabel
    row.bind(30, isUsual ? nil : n.openLabel ?? "")
    row.bind(31, n.uniqueID)
    row.bind(32, n.deliveredAt.map(Timestamp.milliseconds))
    row.bind(33, n.arrival.rawValue)
    row.bind(34, n.sound?.stored)
    row.bind(35, n.payloadText.stored)
  }
}

/// Reads rows of `pushes`; equal texts get one storage.
struct PushReader {
  private var pool = StringPool()
  private var tokens: [String: DeviceToken] = [:]
  private var sounds: [String: NotificationSound] = [:]

  /// Reads a whole row. Words nobody knows, which only a hand in the file can have written, become the
  /// defaults.
  mutating func read(_ row: borrowing Statement) -> Snapshot.Entry {
    let app = BundleID(rawValue: pool.string(row.text(6)))
    let apnsID = row.string(10)
    var notification = DeliveredNotification(
      id: NotificationID(rawValue: row.int(0)),
      apnsID: apnsID,
      requestID: row.optionalString(11) ?? apnsID,
      app: app,
      threadIdentifier: pool.string(row.text(8)),
      categoryIdentifier: pooled(row, 9),
      content: .init(
        title: row.optionalString(13), subtitle: row.optionalString(14),
        body: row.optionalString(15)),
      receivedAt: Timestamp.date(milliseconds: row.int(5)),
      level: InterruptionLevel(rawValue: row.string(16)) ?? .active,
      badge: row.optionalInt(17),
      collapseID: row.optionalString(12),
      replaced: row.int(18),
      outcome: Outcome(rawValue: row.string(19)) ?? .none,
      reason: ReasonCode(rawValue: pool.string(row.text(20))),
      presented: PresentationOptions(rawValue: UInt8(truncatingIfNeeded: row.int(21))),
      isRead: row.bool(3),
      acted: pooled(row, 4).map { ActionIdentifier(rawValue: $0) },
      summaryArgument: row.optionalString(22),
      summaryArgumentCount: row.int(23),
      relevanceScore: row.double(24),
      token: token(pool.string(row.text(25))),
      topic: pooled(row, 7) ?? app.rawValue,
      pushType: pooled(row, 26).map { PushType(rawValue: $0) },
      payloadSize: row.int(27),
      textNote: pooled(row, 28).map { ReasonCode(rawValue: $0) })
    notification.sound = pooled(row, 33).flatMap { sound($0) }
    if let label = pooled(row, 29) { notification.openLabel = label.isEmpty ? nil : label }
    notification.uniqueID = row.optionalString(30)
    notification.deliveredAt = row.optionalInt(31).map(Timestamp.date(milliseconds:))
    notification.payloadText = PayloadText(stored: row.text(34)) { pool.string($0) }
    if let arrival = row.optionalInt(32) { notification.arrival = Arrival(rawValue: arrival) }
    return Snapshot.Entry(
      notification: notification, place: Place(code: row.int(1), heldUntil: row.optionalInt(2)))
  }

  private mutating func pooled(_ row: borrowing Statement, _ column: Int32) -> String? {
    row.isNull(column) ? nil : pool.string(row.text(column))
  }

  private mutating func sound(_ stored: String) -> NotificationSound? {
    if let known = sounds[stored] { return known }
    let sound = NotificationSound(stored: stored)
    sounds[stored] = sound
    return sound
  }

  private mutating func token(_ hex: String) -> DeviceToken {
    if let known = tokens[hex] { return known }
    let token = DeviceToken(hex) ?? .local
    tokens[hex] = token
    return token
  }
}

extension Place {
  /// The number of the column `place`.
  var code: Int {
    switch self {
    case .listed: 0
    case .held: 1
    case .removed: 2
    case .unlisted: 3
    }
  }

  /// The moment until which it is held, in milliseconds since 1970.
  var heldUntil: Int? {
    if case .held(let until) = self { Timestamp.milliseconds(until) } else { nil }
  }

  /// Whether it is kept for looking back only.
  var isPast: Bool { code >= 2 }

  /// Reads the two columns; a number nobody knows is no reason to show it.
  init(code: Int, heldUntil: Int?) {
    switch code {
    case 0: self = .listed
    case 1: self = .held(until: Timestamp.date(milliseconds: heldUntil ?? 0))
    case 3: self = .unlisted
    default: self = .removed
    }
  }
}
