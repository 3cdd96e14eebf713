import Foundation
import InboxModel

/// A row of `pushes`: the fields of ``DeliveredNotification`` and ``Place``, one column each, so
/// that starting decodes nothing.
enum PushRow {
  enum Column: Int32, TableColumn {
    case id, place, heldUntil, isRead, acted, receivedAt, app, topic, thread, category, apnsID
    case requestID, collapseID, title, subtitle, body, level, badge, replaced, outcome, reason
    case presented, summaryArgument, summaryArgumentCount, relevanceScore, token, pushType
    case payloadSize, textNote, openLabel, uniqueID, deliveredAt, arrival, sound, payloadText
  }

  /// The columns that can change in an existing row.
  private static let state: [Column] = [
    .place, .heldUntil, .isRead, .acted, .outcome, .reason, .presented,
  ]
  /// The columns, in the order in which they are bound and read.
  static let columns = Column.list
  static let insertion = "INSERT OR REPLACE INTO pushes (\(columns)) VALUES (\(Column.places))"
  /// The update statement of ``bind(state:_:to:)``.
  static let update =
    "UPDATE pushes SET \(state.map(\.assignment).joined(separator: ", ")) "
    + "WHERE \(Column.id.assignment)"

  /// Binds the columns that can change, and the number.
  static func bind(
    state n: DeliveredNotification.Fields, _ place: Place, to row: borrowing Statement
  ) {
    row.bind(Column.id, n.id.rawValue)
    row.bind(Column.place, place.code)
    row.bind(Column.heldUntil, place.heldUntil)
    row.bind(Column.isRead, n.isRead)
    row.bind(Column.acted, n.acted)
    row.bind(Column.outcome, n.outcome.rawValue)
    row.bind(Column.reason, n.reason.rawValue)
    row.bind(Column.presented, Int(n.presented.rawValue))
  }

  /// Binds a whole row.
  static func bind(
    _ notification: DeliveredNotification, _ place: Place, to row: borrowing Statement
  ) {
    bind(notification.contents.wrappedValue, place, to: row)
    row.bind(Column.sound, notification.sound?.stored)
  }

  private static func bind(
    _ n: DeliveredNotification.Fields, _ place: Place, to row: borrowing Statement
  ) {
    bind(state: n, place, to: row)
    row.bind(Column.receivedAt, Timestamp.milliseconds(n.receivedAt))
    row.bind(Column.app, n.app)
    row.bind(Column.topic, n.topic == n.app.text ? nil : n.topic)
    row.bind(Column.thread, n.threadIdentifier)
    row.bind(Column.category, n.categoryIdentifier)
    row.bind(Column.apnsID, n.apnsID)
    row.bind(Column.requestID, n.requestID == RequestID(n.apnsID) ? nil : n.requestID)
    row.bind(Column.collapseID, n.collapseID)
    row.bind(Column.title, n.content.title)
    row.bind(Column.subtitle, n.content.subtitle)
    row.bind(Column.body, n.content.body)
    row.bind(Column.level, n.level.rawValue)
    row.bind(Column.badge, n.badge)
    row.bind(Column.replaced, n.replaced)
    row.bind(Column.summaryArgument, n.summaryArgument)
    row.bind(Column.summaryArgumentCount, n.summaryArgumentCount)
    row.bind(Column.relevanceScore, n.relevanceScore)
    row.bind(Column.token, n.token.hex)
    row.bind(Column.pushType, n.pushType?.rawValue)
    row.bind(Column.payloadSize, n.payloadSize)
    row.bind(Column.textNote, n.textNote?.rawValue)
    row.bind(Column.uniqueID, n.uniqueID)
    row.bind(Column.deliveredAt, n.deliveredAt.map(Timestamp.milliseconds))
    row.bind(Column.arrival, n.arrival.rawValue)
    row.bind(Column.payloadText, n.payloadText)
    let isUsual = n.openLabel == DeliveredNotification.defaultOpenLabel
    row.bind(Column.openLabel, isUsual ? nil : n.openLabel ?? "")
  }
}

/// Reads rows of `pushes`; equal texts share one storage.
struct PushReader {
  private typealias Column = PushRow.Column

  private var pool = StringPool()
  private var tokens: [String: DeviceToken] = [:]
  private var sounds: [String: NotificationSound] = [:]

  /// Reads a whole row. Unknown values, which only another program can have written, become the
  /// defaults.
  mutating func read(_ row: borrowing Statement) -> Phone.State.Entry {
    let app = BundleID(pool.string(row.text(Column.app)))
    let apnsID: APNSID = row.identifier(Column.apnsID.rawValue)
    var notification = DeliveredNotification(
      id: NotificationID(rawValue: row.int(Column.id)),
      apnsID: apnsID,
      requestID: row.optionalIdentifier(Column.requestID) ?? RequestID(apnsID),
      app: app,
      threadIdentifier: ThreadID(pool.string(row.text(Column.thread))),
      categoryIdentifier: pooled(row, .category),
      content: .init(
        title: row.optionalString(Column.title), subtitle: row.optionalString(Column.subtitle),
        body: row.optionalString(Column.body)),
      receivedAt: Timestamp.date(milliseconds: row.int(Column.receivedAt)),
      level: InterruptionLevel(rawValue: row.string(Column.level)) ?? .active,
      badge: row.optionalInt(Column.badge),
      collapseID: row.optionalIdentifier(Column.collapseID),
      replaced: row.count(Column.replaced),
      outcome: Outcome(rawValue: row.string(Column.outcome)) ?? .none,
      reason: ReasonCode(rawValue: pool.string(row.text(Column.reason))),
      presented: PresentationOptions(
        rawValue: UInt8(truncatingIfNeeded: row.int(Column.presented))),
      isRead: row.bool(Column.isRead),
      acted: pooled(row, .acted),
      summaryArgument: row.optionalString(Column.summaryArgument),
      summaryArgumentCount: row.int(Column.summaryArgumentCount),
      relevanceScore: row.double(Column.relevanceScore),
      token: token(pool.string(row.text(Column.token))),
      topic: pooled(row, .topic) ?? app.text,
      pushType: pooled(row, .pushType).map { PushType(rawValue: $0) },
      payloadSize: row.int(Column.payloadSize),
      textNote: pooled(row, .textNote).map { ReasonCode(rawValue: $0) })
    notification.sound = pooled(row, .sound).flatMap { sound($0) }
    if let label = pooled(row, .openLabel) { notification.openLabel = label.isEmpty ? nil : label }
    notification.uniqueID = row.optionalIdentifier(Column.uniqueID)
    notification.deliveredAt = row.optionalInt(Column.deliveredAt).map(
      Timestamp.date(milliseconds:))
    notification.payloadText = PayloadText(stored: row.text(Column.payloadText)) { pool.string($0) }
    if let arrival = row.optionalInt(Column.arrival) {
      notification.arrival = Arrival(rawValue: arrival)
    }
    return Phone.State.Entry(
      notification: notification,
      place: Place(code: row.int(Column.place), heldUntil: row.optionalInt(Column.heldUntil)))
  }

  private mutating func pooled(_ row: borrowing Statement, _ column: Column) -> String? {
    row.isNull(column) ? nil : pool.string(row.text(column))
  }

  private mutating func pooled<ID: TextIdentifier>(
    _ row: borrowing Statement, _ column: Column
  ) -> ID? {
    pooled(row, column).map(ID.init)
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
  /// The number in the column `place`.
  var code: Int {
    switch self {
    case .listed: 0
    case .held: 1
    case .removed: 2
    case .unlisted: 3
    }
  }

  /// The moment until which the push is held, in milliseconds since 1970; nil if it is not held.
  var heldUntil: Int? {
    if case .held(let until) = self { Timestamp.milliseconds(until) } else { nil }
  }

  /// Whether the push is outside the list: removed or never listed.
  var isPast: Bool { code >= 2 }

  /// Creates a place from its two columns. An unknown number is not shown in the list.
  init(code: Int, heldUntil: Int?) {
    switch code {
    case 0: self = .listed
    case 1: self = .held(until: Timestamp.date(milliseconds: heldUntil ?? 0))
    case 3: self = .unlisted
    default: self = .removed
    }
  }
}
