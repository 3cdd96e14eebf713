import Foundation

extension Inbox {
  /// The fields that many entries share and the list stores once.
  struct SharedFields: Hashable, Sendable {
    let app: BundleID
    let threadIdentifier: ThreadID
    let categoryIdentifier: CategoryID?
    let reason: ReasonCode
    let summaryArgumentCount: Int
    let token: DeviceToken
    let topic: String
    let pushType: PushType?
    let textNote: ReasonCode?
    let openLabel: String?
    let sound: Indirect<NotificationSound>?
    /// The paths of the payload.
    let shape: String
    let grouping: GroupingSetting

    init(_ fields: DeliveredNotification.Fields, grouping: GroupingSetting) {
      app = fields.app
      threadIdentifier = fields.threadIdentifier
      categoryIdentifier = fields.categoryIdentifier
      reason = fields.reason
      summaryArgumentCount = fields.summaryArgumentCount
      token = fields.token
      topic = fields.topic
      pushType = fields.pushType
      textNote = fields.textNote
      openLabel = fields.openLabel
      sound = fields.boxedSound
      shape = fields.payloadText.shape
      self.grouping = grouping
    }

    /// Returns whether the texts have the same scalars: Swift's equality ignores differences of
    /// normalization.
    func isSpelled(like other: SharedFields) -> Bool {
      func isSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, var other else { return true }
        return other.withUTF8 { one.hasSameBytes(as: $0) }
      }
      return isSame(threadIdentifier.text, other.threadIdentifier.text)
        && isSame(categoryIdentifier?.text, other.categoryIdentifier?.text)
        && isSame(shape, other.shape) && isSame(openLabel, other.openLabel)
        && isSame(sound?.wrappedValue.name, other.sound?.wrappedValue.name)
        && isSame(topic, other.topic) && isSame(pushType?.rawValue, other.pushType?.rawValue)
    }

    /// Hashes the fields in which entries of a list usually differ.
    func hash(into hasher: inout Hasher) {
      hasher.combine(app)
      hasher.combine(threadIdentifier)
      hasher.combine(categoryIdentifier)
      hasher.combine(shape.utf8.count)
      hasher.combine(reason.rawValue.utf8.count)
    }
  }

  /// The shared copy of the fields.
  final class Shared: Sendable {
    let fields: SharedFields

    init(_ fields: SharedFields) {
      self.fields = fields
    }
  }

  /// The shared copies of all entries.
  struct SharedEntryFields: Sendable {
    /// The maximum number of copies, since senders choose some of the fields. Beyond it the table
    /// starts empty again.
    private static let most = 16_384
    /// The copies by hash; on a collision under the next free number.
    private var known: [Int: Shared] = [:]

    /// Returns the shared copy for an entry.
    mutating func share(
      _ fields: DeliveredNotification.Fields, grouping: GroupingSetting
    ) -> Shared {
      let fields = SharedFields(fields, grouping: grouping)
      var hash = fields.hashValue
      while let shared = known[hash] {
        if shared.fields == fields, shared.fields.isSpelled(like: fields) { return shared }
        hash &+= 1
      }
      if known.count == Self.most { known.removeAll() }
      let shared = Shared(fields)
      known[hash] = shared
      return shared
    }
  }

  /// The fixed-size fields of an entry.
  struct EntryHeader: Sendable {
    fileprivate var id: NotificationID
    fileprivate var arrival: Arrival
    fileprivate var receivedAt: Date
    /// The moment of delivery; NaN for none.
    fileprivate var deliveredAt: Double
    fileprivate var high: UInt64
    fileprivate var low: UInt64
    fileprivate var payloadSize: Int
    fileprivate var shared: Shared
    fileprivate var parts: EntryParts
    fileprivate var level: InterruptionLevel
    fileprivate var outcome: Outcome
    fileprivate var presented: PresentationOptions
    fileprivate var isRead: Bool
    fileprivate var isUpper: Bool
  }

  /// The fields that follow an entry's header, in the order of their bits: first the searched
  /// texts, then other texts, then eight-byte numbers.
  struct EntryParts: OptionSet, Sendable {
    let rawValue: UInt16

    static let title = EntryParts(rawValue: 1)
    static let subtitle = EntryParts(rawValue: 2)
    static let body = EntryParts(rawValue: 4)
    static let values = EntryParts(rawValue: 8)
    /// The apns-id, if it is not a UUID.
    static let apnsID = EntryParts(rawValue: 16)
    /// The request identifier, if it differs from the apns-id.
    static let requestID = EntryParts(rawValue: 32)
    static let collapseID = EntryParts(rawValue: 64)
    static let uniqueID = EntryParts(rawValue: 128)
    static let acted = EntryParts(rawValue: 256)
    static let summaryArgument = EntryParts(rawValue: 512)
    static let badge = EntryParts(rawValue: 1024)
    static let replaced = EntryParts(rawValue: 2048)
    static let relevanceScore = EntryParts(rawValue: 4096)
  }

  /// A notification as the list stores it, with the grouping of its app at the time of insertion:
  /// one allocation with the texts as bytes. It is immutable.
  // It is Sendable because the buffer does not change after ``init(_:_:)``.
  struct Entry: @unchecked Sendable {
    private let buffer: ManagedBuffer<EntryHeader, UInt8>
    private var header: EntryHeader { _read { yield buffer.header } }

    /// Packs a notification.
    init(_ notification: DeliveredNotification, _ shared: Shared) {
      let fields = notification.contents.wrappedValue
      buffer = withUnsafeTemporaryAllocation(byteCount: EntryWriter.bound(fields), alignment: 8) {
        var writer = EntryWriter($0)
        let (apnsID, parts) = writer.write(fields)
        let bytes = writer.bytes
        let buffer = ManagedBuffer<EntryHeader, UInt8>.create(minimumCapacity: bytes.count) { _ in
          EntryHeader(
            id: fields.id, arrival: fields.arrival, receivedAt: fields.receivedAt,
            deliveredAt: fields.deliveredAt?.timeIntervalSinceReferenceDate ?? .nan,
            high: apnsID?.high ?? 0, low: apnsID?.low ?? 0, payloadSize: fields.payloadSize,
            shared: shared, parts: parts, level: fields.level, outcome: fields.outcome,
            presented: fields.presented, isRead: fields.isRead, isUpper: apnsID?.isUpper ?? false)
        }
        buffer.withUnsafeMutablePointerToElements {
          UnsafeMutableRawBufferPointer(start: $0, count: bytes.count).copyBytes(from: bytes)
        }
        return buffer
      }
    }

    var id: NotificationID { header.id }
    var arrival: Arrival { header.arrival }
    var isRead: Bool { header.isRead }
    var shared: Shared { header.shared }
    var app: BundleID { header.shared.fields.app }
    var level: InterruptionLevel { header.level }
    var outcome: Outcome { header.outcome }

    /// The counts of this entry alone.
    var counts: InboxCounts {
      let shared = header.shared
      return InboxCounts(
        count: 1, isRead: header.isRead, outcome: header.outcome, reason: shared.fields.reason,
        level: header.level,
        items: DeliveredNotification.items(shared.fields.summaryArgumentCount))
    }

    /// The group of the entry.
    var key: GroupKey {
      let shared = header.shared
      return GroupKey(
        of: header.id, thread: shared.fields.threadIdentifier, app: shared.fields.app,
        grouping: shared.fields.grouping)
    }

    /// The request identifier.
    var requestID: RequestID { text(.requestID).map { RequestID($0) } ?? RequestID(apnsID) }

    private var apnsID: APNSID { text(.apnsID).map { APNSID($0) } ?? uuid }

    /// The apns-id, if it is a UUID.
    private var uuid: APNSID { APNSID(halves: (header.high, header.low, header.isUpper)) }

    /// Returns a text, which follows those of lower bits; nil if it is absent.
    private func text(_ part: EntryParts) -> String? {
      let parts = header.parts.rawValue
      guard parts & part.rawValue != 0 else { return nil }
      return read { reader in
        for _ in 0..<(parts & (part.rawValue - 1)).nonzeroBitCount { _ = reader.bytes() }
        return reader.string()
      }
    }

    private func read<Value>(_ body: (inout EntryReader) -> Value) -> Value {
      buffer.withUnsafeMutablePointerToElements {
        var reader = EntryReader($0)
        return body(&reader)
      }
    }

    /// Calls a closure with each searched text until it returns true.
    ///
    /// - Returns: Whether it returned true.
    func containsText(where body: (EntryParts, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
      let parts = header.parts
      return read { reader in
        for part: EntryParts in [.title, .subtitle, .body, .values] where parts.contains(part) {
          if body(part, reader.bytes()) { return true }
        }
        return false
      }
    }

    /// The notification.
    var notification: DeliveredNotification {
      let (header, shared) = (header, header.shared)
      let parts = header.parts
      return read { reader in
        func text(_ part: EntryParts) -> String? {
          parts.contains(part) ? reader.string() : nil
        }
        func number(_ part: EntryParts) -> UInt64? {
          parts.contains(part) ? reader.number() : nil
        }
        let content = DeliveredNotification.Content(
          title: text(.title), subtitle: text(.subtitle), body: text(.body))
        let values = text(.values) ?? ""
        let apnsID = text(.apnsID).map { APNSID($0) } ?? uuid
        let requestID = text(.requestID).map { RequestID($0) } ?? RequestID(apnsID)
        let collapseID = text(.collapseID).map { CollapseID($0) }
        let uniqueID = text(.uniqueID).map { APNSID($0) }
        let acted = text(.acted).map { ActionIdentifier($0) }
        let summaryArgument = text(.summaryArgument)
        let badge = number(.badge).map { Int(bitPattern: UInt($0)) }
        let replaced = number(.replaced).map { Int(bitPattern: UInt($0)) } ?? 0
        let relevanceScore = number(.relevanceScore).map { Double(bitPattern: $0) } ?? 0
        let deliveredAt =
          header.deliveredAt.isNaN
          ? nil : Date(timeIntervalSinceReferenceDate: header.deliveredAt)
        return DeliveredNotification(
          contents: Indirect(
            wrappedValue: DeliveredNotification.Fields(
              id: header.id, apnsID: apnsID, uniqueID: uniqueID, requestID: requestID,
              app: shared.fields.app, threadIdentifier: shared.fields.threadIdentifier,
              categoryIdentifier: shared.fields.categoryIdentifier, content: content,
              receivedAt: header.receivedAt, arrival: header.arrival, deliveredAt: deliveredAt,
              level: header.level, badge: badge, collapseID: collapseID, replaced: replaced,
              outcome: header.outcome, reason: shared.fields.reason, presented: header.presented,
              isRead: header.isRead, acted: acted, summaryArgument: summaryArgument,
              summaryArgumentCount: shared.fields.summaryArgumentCount,
              relevanceScore: relevanceScore,
              token: shared.fields.token, topic: shared.fields.topic,
              pushType: shared.fields.pushType,
              payloadSize: header.payloadSize, textNote: shared.fields.textNote,
              payloadText: PayloadText(shape: shared.fields.shape, values: values),
              openLabel: shared.fields.openLabel, boxedSound: shared.fields.sound)))
      }
    }
  }
}

extension Inbox.Entry: Equatable {
  static func == (left: Inbox.Entry, right: Inbox.Entry) -> Bool {
    left.buffer === right.buffer
      || left.shared.fields.grouping == right.shared.fields.grouping
        && left.notification == right.notification
  }
}

/// Writes the fields after an entry's header.
private struct EntryWriter {
  typealias Parts = Inbox.EntryParts

  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0
  private var parts = Parts()

  init(_ buffer: UnsafeMutableRawBufferPointer) {
    self.buffer = buffer
  }

  var bytes: UnsafeMutableRawBufferPointer { .init(rebasing: buffer[..<count]) }

  /// Returns the maximum number of bytes of the fields.
  static func bound(_ fields: DeliveredNotification.Fields) -> Int {
    let content = fields.content
    var count = 256 + (content.title?.utf8.count ?? 0) + (content.subtitle?.utf8.count ?? 0)
    count += (content.body?.utf8.count ?? 0) + fields.payloadText.values.utf8.count
    count += fields.apnsID.boundOfText + fields.requestID.boundOfText
    count += (fields.uniqueID?.boundOfText ?? 0) + (fields.collapseID?.text.utf8.count ?? 0)
    count += (fields.acted?.text.utf8.count ?? 0) + (fields.summaryArgument?.utf8.count ?? 0)
    return count
  }

  /// Writes all fields; returns the apns-id if it is a UUID, and the written parts.
  mutating func write(
    _ fields: DeliveredNotification.Fields
  ) -> (apnsID: (high: UInt64, low: UInt64, isUpper: Bool)?, Parts) {
    write(fields.content.title, .title)
    write(fields.content.subtitle, .subtitle)
    write(fields.content.body, .body)
    let values = fields.payloadText.values
    if !values.isEmpty { write(values, .values) }
    let halves = fields.apnsID.halves
    if halves == nil { write(fields.apnsID.text, .apnsID) }
    if fields.requestID != RequestID(fields.apnsID) { write(fields.requestID.text, .requestID) }
    write(fields.collapseID?.text, .collapseID)
    write(fields.uniqueID?.text, .uniqueID)
    write(fields.acted?.text, .acted)
    write(fields.summaryArgument, .summaryArgument)
    write(fields.badge.map { UInt64(UInt(bitPattern: $0)) }, .badge)
    write(fields.replaced == 0 ? nil : UInt64(UInt(bitPattern: fields.replaced)), .replaced)
    let score = fields.relevanceScore.bitPattern
    write(score == 0 ? nil : score, .relevanceScore)
    return (halves, parts)
  }

  private mutating func write(_ text: String?, _ part: Parts) {
    guard var text else { return }
    parts.insert(part)
    text.withUTF8 { bytes in
      var length = UInt(bytes.count)
      while length >= 0x80 {
        write(UInt8(truncatingIfNeeded: length) | 0x80)
        length >>= 7
      }
      write(UInt8(length))
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: bytes)
      count += bytes.count
    }
  }

  private mutating func write(_ number: UInt64?, _ part: Parts) {
    guard let number else { return }
    parts.insert(part)
    buffer.storeBytes(of: number, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  private mutating func write(_ byte: UInt8) {
    buffer.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }
}

/// Reads the output of ``EntryWriter``.
private struct EntryReader {
  private var place: UnsafePointer<UInt8>

  init(_ start: UnsafePointer<UInt8>) {
    place = start
  }

  /// Returns the bytes of the next text.
  mutating func bytes() -> UnsafeBufferPointer<UInt8> {
    var (length, shift) = (0, 0)
    while place.pointee >= 0x80 {
      length |= Int(place.pointee & 0x7F) << shift
      shift += 7
      place += 1
    }
    length |= Int(place.pointee) << shift
    let bytes = UnsafeBufferPointer(start: place + 1, count: length)
    place += 1 + length
    return bytes
  }

  mutating func string() -> String { String(decoding: bytes(), as: UTF8.self) }

  mutating func number() -> UInt64 {
    defer { place += 8 }
    return UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
  }
}

extension CompactIdentifier {
  /// The maximum number of bytes of the text.
  fileprivate var boundOfText: Int { halves == nil ? text.utf8.count : 36 }
}
