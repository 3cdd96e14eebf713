import Foundation

/// The inbox for scripts: one line of JSON (`docs/reference/scenarios.md`, "Expectations"), made
/// from a ``Phone`` on demand.
public enum InboxJSON {
  /// Writes the inbox as one line, in pieces, since there may be many notifications.
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
  ///   - sink: Receives each piece before the next one is written.
  public static func writeLine(
    of device: Phone, filter: Filter = Filter(), isOnline: Bool, rejected: Int,
    counts: Guests.Counts? = nil, payload: ((NotificationID) -> [UInt8]?)? = nil,
    to sink: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    JSONMembers.write(to: sink, end: [UInt8(ascii: "\n")]) { json in
      append(
        Key.allCases, of: device, filter: filter, isOnline: isOnline, rejected: rejected,
        counts: counts, payload: payload, to: &json)
    }
  }

  /// Returns the inbox as text, without a line end.
  public static func text(
    of device: Phone, filter: Filter = Filter(), isOnline: Bool, rejected: Int,
    payload: ((NotificationID) -> [UInt8]?)? = nil
  ) -> String {
    JSONMembers.text { json in
      append(
        Key.allCases, of: device, filter: filter, isOnline: isOnline, rejected: rejected,
        counts: nil, payload: payload, to: &json)
    }
  }

  /// The values to write, behind one reference: closures that run for each notification would copy
  /// the phone.
  private final class Listing {
    let device: Phone
    let filter: Filter
    let payload: ((NotificationID) -> [UInt8]?)?

    init(_ device: Phone, _ filter: Filter, _ payload: ((NotificationID) -> [UInt8]?)?) {
      self.device = device
      self.filter = filter
      self.payload = payload
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
        keys, of: device, filter: Filter(), isOnline: isOnline, rejected: rejected, counts: counts,
        payload: nil, to: &json)
    }
    return bytes
  }

  private static func append(
    _ keys: [Key], of device: Phone, filter: Filter, isOnline: Bool, rejected: Int,
    counts: Guests.Counts?, payload: ((NotificationID) -> [UInt8]?)?, to json: inout JSONMembers
  ) {
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
      case .groups:
        let listing = Listing(device, filter, payload)
        let groups = device.inbox.groups.lazy.compactMap { group in
          listed(in: group, of: listing).map { (group, $0) }
        }
        json.add(name, stream: groups) { append($0.0, listing: $0.1, of: listing, to: &$1) }
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

  /// Returns the listed notifications of a group; nil if there are none.
  private static func listed(
    in group: NotificationGroup, of listing: Listing
  ) -> [DeliveredNotification]? {
    let listed = listing.device.inbox.notifications(in: group.key).filter {
      listing.filter.matches($0, on: listing.device)
    }
    return listed.isEmpty ? nil : listed
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

  private static func append(
    _ group: NotificationGroup, listing notifications: [DeliveredNotification],
    of listing: Listing, to json: inout JSONMembers
  ) {
    let device = listing.device
    json.add("app", group.key.app)
    json.add("appName", device.appName(group.key.app))
    json.add("by", group.key.kind.word)
    json.add("count", group.count)
    json.add("notifications", stream: notifications) { notification, json in
      append(notification, on: listing.device, to: &json)
      if let payload = listing.payload {
        append(notification.content, payload: payload(notification.id), to: &json)
      }
    }
    json.add("summary", device.summaryLine(of: group))
    json.add("thread", group.key.thread)
    json.add("unread", group.unread)
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
