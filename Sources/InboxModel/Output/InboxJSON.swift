import Foundation

/// The inbox for scripts: one line of JSON (`docs/reference/scenarios.md`, "Expectations"), made
/// from a ``Phone`` on demand.
public enum InboxJSON {
  /// The inbox as one line, in pieces of about 64 KiB, since there may be many notifications. Each
  /// piece is made when it is asked for.
  public struct Line: Sequence, IteratorProtocol {
    private static let pieceLength = 64 << 10

    private let listing: Listing
    /// The text before the groups until it was returned, and the text after them.
    private var before: [UInt8]?
    private var after: [UInt8]?
    private var groups: AnyIterator<NotificationGroup>
    /// The group whose notifications are being returned, and the text after them.
    private var open: (notifications: AnyIterator<DeliveredNotification>, after: [UInt8])?
    /// Whether the next object is the first one of its array.
    private var isFirst = true

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
      let listing = Listing(device, filter, payload)
      self.listing = listing
      groups = AnyIterator(listing.groups.makeIterator())
      let parts = JSONMembers.parts { json in
        append(
          Key.allCases, of: listing, isOnline: isOnline, rejected: rejected, counts: counts,
          hasGap: true, to: &json)
      }
      (before, after) = (parts.before, parts.after + [UInt8(ascii: "\n")])
    }

    /// Returns the next piece; nil after the last one, which ends with a line feed.
    public mutating func next() -> [UInt8]? {
      var piece: [UInt8] = []
      while piece.count < Self.pieceLength, appendPart(to: &piece) {}
      return piece.isEmpty ? nil : piece
    }

    /// Appends the next part, a notification or what is before or after some; returns false at the
    /// end.
    private mutating func appendPart(to piece: inout [UInt8]) -> Bool {
      if let before {
        piece += before
        self.before = nil
      } else if let notification = open?.notifications.next() {
        appendComma(to: &piece)
        JSONMembers.append(to: &piece) { append(notification, of: listing, to: &$0) }
      } else if let end = open?.after {
        piece += end
        (open, isFirst) = (nil, false)
      } else if let group = groups.next() {
        appendComma(to: &piece)
        let parts = JSONMembers.parts { append(group, of: listing, hasGap: true, to: &$0) }
        piece += parts.before
        let notifications = AnyIterator(listing.notifications(in: group).makeIterator())
        (open, isFirst) = ((notifications, parts.after), true)
      } else {
        guard let after else { return false }
        piece += after
        self.after = nil
      }
      return true
    }

    private mutating func appendComma(to piece: inout [UInt8]) {
      if !isFirst { piece.append(UInt8(ascii: ",")) }
      isFirst = false
    }
  }

  /// Returns the inbox as text, without a line end.
  public static func text(
    of device: Phone, filter: Filter = Filter(), isOnline: Bool, rejected: Int,
    payload: ((NotificationID) -> [UInt8]?)? = nil
  ) -> String {
    JSONMembers.text { json in
      append(
        Key.allCases, of: Listing(device, filter, payload), isOnline: isOnline, rejected: rejected,
        counts: nil, to: &json)
    }
  }

  /// The values to write, behind one reference: closures that run for each notification would copy
  /// the phone.
  private final class Listing {
    let device: Phone
    let payload: ((NotificationID) -> [UInt8]?)?
    /// The listed notifications.
    private let listed: Inbox

    init(
      _ device: Phone, _ filter: Filter = Filter(), _ payload: ((NotificationID) -> [UInt8]?)? = nil
    ) {
      self.device = device
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

  /// The keys of the inbox, sorted.
  enum Key: String, CaseIterable {
    case activities, badges, device, groups, held, now, queue, rejected, silent, unread, v
  }

  /// Writes some keys of the inbox: an expectation needs few, and `groups` costs by far the most.
  static func bytes(
    _ keys: [Key], of device: Phone, isOnline: Bool, rejected: Int, counts: Guests.Counts?
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONMembers.append(to: &bytes) { json in
      append(
        keys, of: Listing(device), isOnline: isOnline, rejected: rejected, counts: counts, to: &json
      )
    }
    return bytes
  }

  /// Appends some keys. With a gap the elements of `groups` are written elsewhere.
  private static func append(
    _ keys: [Key], of listing: Listing, isOnline: Bool, rejected: Int, counts: Guests.Counts?,
    hasGap: Bool = false, to json: inout JSONMembers
  ) {
    let device = listing.device
    for key in keys {
      let name = key.rawValue
      switch key {
      case .activities:
        // Omitted if the phone never had one, except from an expectation about them.
        guard !device.activities.isEmpty || keys.count < Key.allCases.count else { continue }
        json.add(name, objects: device.activities.onLockScreen) { ActivityJSON.append($0, to: &$1) }
      case .badges:
        json.add(name) { badges in
          for (app, count) in device.shownBadges.sorted(by: { $0.key < $1.key }) {
            badges.add(app.text, count)
          }
        }
      case .device: json.add(name) { append(device, isOnline: isOnline, to: &$0) }
      case .groups where hasGap: json.addGap(name)
      case .groups:
        json.add(name, objects: listing.groups) { append($0, of: listing, to: &$1) }
      case .held:
        json.add(name, objects: device.heldByRelevance) { append($0, on: device, to: &$1) }
      case .now: json.add(name, device.now)
      case .queue: if let counts { Guests.add(counts, to: &json) }
      case .rejected: json.add(name, rejected)
      case .silent: json.add(name, device.silentCount)
      case .unread: json.add(name, device.inbox.unreadCount)
      case .v: json.add(name, 1)
      }
    }
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

  /// Appends a group. With a gap the elements of `notifications` are written elsewhere.
  private static func append(
    _ group: NotificationGroup, of listing: Listing, hasGap: Bool = false,
    to json: inout JSONMembers
  ) {
    let device = listing.device
    json.add("app", group.key.app)
    json.add("appName", device.appName(group.key.app))
    json.add("by", group.key.kind.word)
    json.add("count", group.count)
    if hasGap {
      json.addGap("notifications")
    } else {
      json.add("notifications", objects: listing.notifications(in: group)) {
        append($0, of: listing, to: &$1)
      }
    }
    json.add("summary", device.summaryLine(of: group))
    json.add("thread", group.key.thread)
    json.add("unread", group.unread)
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
