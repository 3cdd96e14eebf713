import Foundation

/// The inbox for scripts: one line of JSON (`docs/reference/json.md`, "Inbox JSON"), made from a
/// ``Phone`` on demand.
public enum InboxJSON {
  /// The keys of the inbox, sorted.
  enum Key: String, CaseIterable {
    case activities, badges, device, groups, held, now, queue, rejected, silent, unread, v
  }

  /// The inbox as one line, in pieces of about 64 KiB, since there may be much in it. Each piece is
  /// made when it is asked for.
  public struct Line: Sequence, IteratorProtocol {
    private static let pieceLength = 64 << 10

    /// The parts whose elements are being written, the outermost first.
    private var open: [(elements: AnyIterator<Part>, isFirst: Bool, after: [UInt8])]

    /// Makes the line of a phone.
    ///
    /// The counts of the phone and its groups are those of the screen. A filter selects the listed
    /// notifications; groups without any are omitted.
    ///
    /// - Parameters:
    ///   - isOnline: Whether the phone is online, which the gateway knows.
    ///   - rejected: The number of rejected requests.
    ///   - counts: The outcomes of numbered pushes, the key `queue`; nil omits it.
    ///   - payload: For `export`: returns the exact bytes received. Each notification then also has
    ///     `content`, the text without hiding, and `payload`.
    public init(
      of device: Phone, filter: Filter = Filter(), isOnline: Bool, rejected: Int,
      counts: Guests.Counts? = nil, payload: ((NotificationID) -> [UInt8]?)? = nil
    ) {
      let listing = Listing(
        device, filter, isOnline: isOnline, rejected: rejected, counts: counts, payload: payload)
      self.init(Key.allCases, of: listing, end: [UInt8(ascii: "\n")])
    }

    fileprivate init(_ keys: [Key], of listing: Listing, end: [UInt8] = []) {
      // Without activities the key is omitted, except from an expectation about them.
      let isWhole = keys.count == Key.allCases.count
      let members = keys.lazy.compactMap { key in
        isWhole && key == .activities && listing.device.activities.isEmpty
          ? nil : part(key, of: listing)
      }
      let inbox = Part(
        before: [UInt8(ascii: "{")], elements: AnyIterator(members.makeIterator()),
        after: [UInt8(ascii: "}")])
      open = [(AnyIterator(CollectionOfOne(inbox).makeIterator()), true, end)]
    }

    /// Returns the next piece; nil after the last one, which ends with a line feed.
    public mutating func next() -> [UInt8]? {
      var piece: [UInt8] = []
      while piece.count < Self.pieceLength, append(to: &piece) {}
      return piece.isEmpty ? nil : piece
    }

    /// Appends the next part; returns false at the end.
    private mutating func append(to piece: inout [UInt8]) -> Bool {
      guard let last = open.indices.last else { return false }
      guard let part = open[last].elements.next() else {
        piece += open.removeLast().after
        return true
      }
      if !open[last].isFirst { piece.append(UInt8(ascii: ",")) }
      open[last].isFirst = false
      piece += part.before
      if let elements = part.elements { open.append((elements, true, part.after)) }
      return true
    }
  }

  /// Returns the inbox as text, without a line end.
  public static func text(
    of device: Phone, filter: Filter = Filter(), isOnline: Bool, rejected: Int,
    payload: ((NotificationID) -> [UInt8]?)? = nil
  ) -> String {
    let line = Line(
      of: device, filter: filter, isOnline: isOnline, rejected: rejected, payload: payload)
    return String(decoding: Array(line.joined()).dropLast(), as: UTF8.self)
  }

  /// Returns some keys of the inbox: an expectation needs few, and `groups` costs by far the most.
  static func bytes(
    _ keys: [Key], of device: Phone, isOnline: Bool, rejected: Int, counts: Guests.Counts?
  ) -> [UInt8] {
    let listing = Listing(device, isOnline: isOnline, rejected: rejected, counts: counts)
    return Line(keys, of: listing).reduce(into: []) { $0 += $1 }
  }

  /// A text with elements in it that are made one by one.
  fileprivate struct Part {
    var before: [UInt8]
    /// The elements, which commas separate; nil for none.
    var elements: AnyIterator<Part>?
    var after: [UInt8] = []

    init(_ text: [UInt8]) { before = text }

    init(before: [UInt8], elements: AnyIterator<Part>, after: [UInt8]) {
      self.before = before
      self.elements = elements
      self.after = after
    }
  }

  /// The values to write, behind one reference: closures that run for each notification would copy
  /// the phone.
  fileprivate final class Listing {
    let device: Phone
    let isOnline: Bool
    let rejected: Int
    let counts: Guests.Counts?
    let payload: ((NotificationID) -> [UInt8]?)?
    /// The listed notifications.
    private let listed: Inbox

    init(
      _ device: Phone, _ filter: Filter = Filter(), isOnline: Bool, rejected: Int,
      counts: Guests.Counts?, payload: ((NotificationID) -> [UInt8]?)? = nil
    ) {
      self.device = device
      self.isOnline = isOnline
      self.rejected = rejected
      self.counts = counts
      self.payload = payload
      listed = filter.isEmpty ? device.inbox : device.inbox.narrowed(to: filter, on: device)
    }

    /// The groups with a listed notification, read lazily.
    var groups: some Sequence<NotificationGroup> {
      device.inbox.groups.lazy.filter { self.listed.group($0.key) != nil }
    }

    /// Returns the listed notifications of a group, read lazily.
    func notifications(in group: NotificationGroup) -> some Sequence<DeliveredNotification> {
      listed.notifications(in: group.key)
    }
  }

  /// Returns a key with its value; nil if it is omitted.
  private static func part(_ key: Key, of listing: Listing) -> Part? {
    let (device, name) = (listing.device, key.rawValue)
    return switch key {
    case .activities:
      array(name, device.activities.onLockScreen) { ActivityJSON.append($0, to: &$1) }
    case .badges:
      Part(
        before: Array("\"badges\":{".utf8),
        elements: AnyIterator(
          device.shownBadges.sorted { $0.key < $1.key }.lazy
            .map { badge in Part(JSONMembers.members { $0.add(badge.key.text, badge.value) }) }
            .makeIterator()),
        after: [UInt8(ascii: "}")])
    case .groups:
      Part(
        before: Array("\"groups\":[".utf8),
        elements: AnyIterator(listing.groups.lazy.map { part($0, of: listing) }.makeIterator()),
        after: [UInt8(ascii: "]")])
    case .held: array(name, device.heldByRelevance) { append($0, on: device, to: &$1) }
    case .device:
      member { $0.add(name) { append(device, isOnline: listing.isOnline, to: &$0) } }
    case .now: member { $0.add(name, device.now) }
    case .queue: listing.counts.map { counts in member { Guests.add(counts, to: &$0) } }
    case .rejected: member { $0.add(name, listing.rejected) }
    case .silent: member { $0.add(name, device.silentCount) }
    case .unread: member { $0.add(name, device.inbox.unreadCount) }
    case .v: member { $0.add(name, 1) }
    }
  }

  private static func member(_ write: (inout JSONMembers) -> Void) -> Part {
    Part(JSONMembers.members(write))
  }

  private static func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ write: @escaping (Element, inout JSONMembers) -> Void
  ) -> Part {
    Part(
      before: Array("\"\(name)\":[".utf8), elements: objects(elements, write),
      after: [UInt8(ascii: "]")])
  }

  private static func objects<Element>(
    _ elements: some Sequence<Element>, _ write: @escaping (Element, inout JSONMembers) -> Void
  ) -> AnyIterator<Part> {
    AnyIterator(
      elements.lazy.map { element in
        var object: [UInt8] = []
        JSONMembers.append(to: &object) { write(element, &$0) }
        return Part(object)
      }.makeIterator())
  }

  /// Returns one notification as an element of `notifications`.
  public static func text(
    of notification: DeliveredNotification, on device: Phone, payload: [UInt8]? = nil
  ) -> String {
    JSONMembers.text {
      append(notification, on: device, to: &$0)
      if payload != nil { append(notification.content, payload: payload, to: &$0) }
    }
  }

  private static func append(_ device: Phone, isOnline: Bool, to json: inout JSONMembers) {
    let settings = device.settings.device
    json.add("focus", device.focusInForce?.name)
    json.add("grouping", settings.grouping.rawValue)
    json.add("language", settings.languages.first)
    json.add("lock", settings.lock.rawValue)
    json.add("online", isOnline)
    json.add("previews", settings.previews.rawValue)
  }

  /// Appends a held push, with its text as the screen shows it.
  private static func append(_ held: HeldPush, on device: Phone, to json: inout JSONMembers) {
    let notification = held.notification
    let visible = device.visibleText(of: notification)
    json.add("app", notification.app)
    json.add("body", visible.body?.orNull)
    json.add("category", notification.categoryIdentifier?.orNull)
    json.add("deliveredAt", notification.deliveredAt)
    json.add("hidden", visible.isHidden)
    json.add("id", notification.id.rawValue)
    json.add("lateBy", seconds: notification.times.lateBy)
    json.add("reason", notification.reason.rawValue)
    json.add("receivedAt", notification.receivedAt)
    json.add("subtitle", visible.subtitle?.orNull)
    json.add("thread", notification.threadIdentifier)
    json.add("title", visible.title?.orNull)
    json.add("until", held.until)
  }

  private static func part(_ group: NotificationGroup, of listing: Listing) -> Part {
    let device = listing.device
    // The keys are sorted, so "notifications" is between these.
    let before = JSONMembers.members { json in
      json.add("app", group.key.app)
      json.add("appName", device.appName(group.key.app))
      json.add("by", group.key.kind.word)
      json.add("count", group.count)
    }
    let after = JSONMembers.members { json in
      json.add("summary", device.summaryLine(of: group))
      json.add("thread", group.key.thread)
      json.add("unread", group.unread)
    }
    let notifications = objects(listing.notifications(in: group)) {
      append($0, of: listing, to: &$1)
    }
    return Part(
      before: Array("{".utf8) + before + Array(",\"notifications\":[".utf8),
      elements: notifications, after: Array("],".utf8) + after + Array("}".utf8))
  }

  private static func append(
    _ notification: DeliveredNotification, of listing: Listing, to json: inout JSONMembers
  ) {
    append(notification, on: listing.device, to: &json)
    guard let payload = listing.payload else { return }
    append(notification.content, payload: payload(notification.id), to: &json)
  }

  private static func append(
    _ notification: DeliveredNotification, on device: Phone, to json: inout JSONMembers
  ) {
    let visible = device.visibleText(of: notification)
    let actions = device.registeredCategory(of: notification)?.actions ?? []
    json.add("acted", notification.acted?.word)
    json.add("actions", texts: actions.lazy.map(\.identifier.text))
    json.add("apnsID", notification.apnsID.orNull)
    json.add("app", notification.app)
    json.add("badge", notification.badge)
    json.add("body", visible.body?.orNull)
    json.add("category", notification.categoryIdentifier?.orNull)
    json.add("collapseID", notification.collapseID?.orNull)
    json.add("deliveredAt", notification.deliveredAt)
    json.add("hidden", visible.isHidden)
    json.add("id", notification.id.rawValue)
    json.add("lateBy", seconds: notification.times.lateBy)
    json.add("level", notification.level.rawValue)
    json.add("outcome", notification.outcome.rawValue)
    json.add("presented", texts: notification.presented.names)
    json.add("read", notification.isRead)
    json.add("reason", notification.reason.rawValue)
    json.add("receivedAt", notification.receivedAt)
    json.add("replaced", notification.replaced)
    json.add("requestID", notification.requestID.orNull)
    json.add("sound", notification.sound, presented: notification.presented)
    json.add("subtitle", visible.subtitle?.orNull)
    json.add("thread", notification.threadIdentifier)
    json.add("title", visible.title?.orNull)
    if let uniqueID = notification.uniqueID { json.add("uniqueID", uniqueID) }
  }

  private static func append(
    _ content: DeliveredNotification.Content, payload: [UInt8]?, to json: inout JSONMembers
  ) {
    json.add("content") { $0.addTexts(of: content) }
    json.add("payload", json: payload.map(JSONMembers.onOneLine))
  }
}

extension JSONMembers {
  /// Adds a text without hiding, as in `content`.
  mutating func addTexts(of content: DeliveredNotification.Content) {
    add("body", content.body?.orNull)
    add("subtitle", content.subtitle?.orNull)
    add("title", content.title?.orNull)
  }

  /// Adds the keys of a rejected request except `at`.
  mutating func addFacts(of rejected: RejectedRequest) {
    add("app", rejected.app?.orNull)
    add("because", rejected.because.orNull)
    add("bytes", rejected.size)
    add("client", rejected.origin.sender?.orNull)
    add("fix", rejected.fix.orNull)
    add("id", "R\(rejected.number)")
    add("reason", rejected.reason)
    add("status", rejected.status)
    add("token", rejected.token?.orNull)
    add("wire", rejected.origin.wire.rawValue)
  }
}

/// Rejected requests for scripts: one object per line.
public enum RejectedJSON {
  /// Returns a rejected request, without a line end.
  public static func line(_ rejected: RejectedRequest) -> String {
    JSONMembers.text { json in
      json.add("at", rejected.at)
      json.addFacts(of: rejected)
    }
  }

  /// Returns a rejected request with its contents: path, headers in their order, body as text.
  public static func whole(_ rejected: RejectedRequest) -> String {
    JSONMembers.text { json in
      json.add("at", rejected.at)
      json.addFacts(of: rejected)
      json.add("apnsID", rejected.apnsID?.orNull)
      json.add("body", String(decoding: rejected.body, as: UTF8.self))
      json.add("truncated", rejected.truncation != nil)
      let headers = rejected.fields.map { field in
        JSONValue.object(["name": .string(field.name), "value": .string(field.value)])
      }
      json.add("headers", json: Array(JSONWriter.text(.array(headers), printable: true).utf8))
      json.add("path", rejected.path)
    }
  }
}

extension GroupKey.Kind {
  /// The value of `by`.
  var word: String {
    switch self {
    case .thread: "thread"
    case .app: "app"
    case .single: "single"
    }
  }
}
