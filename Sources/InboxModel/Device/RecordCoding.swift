import Foundation

// What a store keeps of a push beside its payload. Keys are short and left out where they say nothing new;
// moments are whole milliseconds since 1970.

extension Delivery {
  /// Everything but the payload.
  public var json: JSONObject {
    var (copy, fields) = (self, JSONFields())
    copy.exchange(&fields)
    return fields.object
  }

  /// Reads what ``json`` wrote; nil for anything else.
  public init?(json: JSONObject, payload: Payload) {
    var fields = JSONFields(reading: json)
    self.init(
      id: 0, apnsID: "", requestID: "", app: "", topic: "", token: .local, headers: PushHeaders(),
      payload: payload, origin: Origin(wire: .line), receivedAt: Date(timeIntervalSince1970: 0))
    exchange(&fields)
    guard fields.isValid else { return nil }
  }

  private mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("apnsID", &apnsID)
    fields.field("headers", &headers, unless: PushHeaders())
    fields.field("requestID", &requestID, unless: headers.collapseID ?? apnsID)
    fields.field("app", &app)
    fields.field("topic", &topic, unless: app.rawValue)
    fields.field("token", &token, unless: .local)
    fields.field("origin", &origin)
    fields.field("at", &receivedAt)
    fields.field("passage", &passage, unless: Passage())
  }
}

extension PushHeaders: JSONFieldList {
  init() {
    self.init(id: nil)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("topic", &topic)
    fields.field("type", &pushType)
    fields.field("priority", &priority, unless: .immediate)
    fields.field("expiration", &expiration)
    fields.field("collapse", &collapseID)
  }
}

extension Origin: JSONFieldList {
  init() {
    self.init(wire: .line)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("wire", &wire)
    fields.field("transport", &transport, unless: "")
    fields.field("client", &client)
    fields.field("connection", &connection, unless: 0)
    fields.field("stream", &stream, unless: 0)
  }
}

extension Passage: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("auth", &authentication, unless: .none)
    fields.field("algorithm", &oddAlgorithm)
    fields.field("strict", &isStrict, unless: false)
    fields.field("newToken", &isNewToken, unless: false)
    fields.field("noTopic", &topicWasMissing, unless: false)
    fields.field("heldSince", &heldSince)
    fields.field("coalesced", &coalesced, unless: 0)
    fields.field("fate", &fate, unless: .delivered)
  }
}

extension Circumstances {
  /// What differs from ``init()``: most pushes give `{"at":…}`.
  public var json: JSONObject {
    var (copy, fields) = (self, JSONFields())
    copy.exchange(&fields)
    return fields.object
  }

  /// Reads what ``json`` wrote; nil for anything else.
  public init?(json: JSONObject) {
    var fields = JSONFields(reading: json)
    exchange(&fields)
    guard fields.isValid else { return nil }
  }

  private mutating func exchange(_ fields: inout JSONFields) {
    let fresh = Self.fresh
    fields.field("at", &at)
    fields.field("lock", &lock, unless: fresh.lock)
    fields.field("previews", &previews, unless: fresh.previews)
    fields.field("grouping", &grouping, unless: fresh.grouping)
    fields.field("ringer", &ringer, unless: fresh.ringer)
    fields.field("installed", &isInstalled, unless: fresh.isInstalled)
    fields.field("state", &appState, unless: fresh.appState)
    fields.field("permission", &permission, unless: fresh.permission)
    fields.field("quietly", &deliversQuietly, unless: fresh.deliversQuietly)
    fields.field("mutedUntil", &mutedUntil)
    fields.field("lockScreen", &showsOnLockScreen, unless: fresh.showsOnLockScreen)
    fields.field("list", &showsInList, unless: fresh.showsInList)
    fields.field("banners", &showsBanners, unless: fresh.showsBanners)
    fields.field("sounds", &playsSounds, unless: fresh.playsSounds)
    fields.field("badges", &setsBadges, unless: fresh.setsBadges)
    fields.field("timeSensitive", &allowsTimeSensitive, unless: fresh.allowsTimeSensitive)
    fields.field("critical", &allowsCritical, unless: fresh.allowsCritical)
    fields.field("present", &willPresent, unless: fresh.willPresent)
    fields.field("text", &text, unless: fresh.text)
    fields.field("replaced", &replaced, unless: fresh.replaced)
    fields.field("badge", &badge, unless: fresh.badge)
    fields.field("summaryAt", &summaryAt)
    fields.field("focus", &focus)
  }

  private static let fresh = Circumstances()
}

extension Circumstances.Focus: JSONFieldList {
  init() {
    self.init(name: "")
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("name", &name)
    fields.field("manual", &isManual, unless: false)
    fields.field("until", &until)
    fields.field("allowsApp", &allowsApp, unless: false)
    fields.field("silences", &silencesListed, unless: false)
    fields.field("timeSensitive", &allowsTimeSensitive, unless: true)
    fields.field("filter", &filter)
  }
}

// MARK: - The values of the fields

extension LockState: JSONField {}
extension ShowPreviewsSetting: JSONField {}
extension GroupingSetting: JSONField {}
extension Ringer: JSONField {}
extension AppRunState: JSONField {}
extension AuthorizationStatus: JSONField {}
extension BundleID: JSONField {}
extension PushType: JSONField {}
extension Origin.Wire: JSONField {}

extension NotificationID: JSONField {
  var json: JSONValue { rawValue.json }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self.init(rawValue: value)
  }
}

extension DeviceToken: JSONField {
  var json: JSONValue { .string(hex) }

  init?(json: JSONValue) {
    guard let hex = json.string else { return nil }
    self.init(hex: hex)
  }
}

extension Priority: JSONField {
  var json: JSONValue { rawValue.json }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self.init(rawValue: value)
  }
}

extension Expiration: JSONField {
  var json: JSONValue { .number(JSONNumber(rawValue)) }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self.init(rawValue: Int64(value))
  }
}

extension PresentationOptions: JSONField {
  var json: JSONValue { Int(rawValue).json }

  init?(json: JSONValue) {
    guard let value = json.int.flatMap({ UInt8(exactly: $0) }) else { return nil }
    self.init(rawValue: value)
  }
}

extension Passage.Fate: JSONField {
  var json: JSONValue {
    switch self {
    case .delivered: .null
    case .dropped(let code): .string(code.rawValue)
    }
  }

  init?(json: JSONValue) {
    guard let code = json.string else { return nil }
    self = .dropped(ReasonCode(rawValue: code))
  }
}

extension Passage.Authentication: JSONField {
  var json: JSONValue {
    switch self {
    case .none: .null
    case .providerToken(let keyID, let teamID, let issuedAt):
      .array([.string(keyID), .string(teamID), issuedAt.json])
    }
  }

  init?(json: JSONValue) {
    guard let parts = json.array, parts.count == 3, let keyID = parts[0].string,
      let teamID = parts[1].string, let issuedAt = Date(json: parts[2])
    else { return nil }
    self = .providerToken(keyID: keyID, teamID: teamID, issuedAt: issuedAt)
  }
}

extension Circumstances.Text: JSONField {
  var json: JSONValue {
    switch self {
    case .literal: .null
    case .localized: "localized"
    case .empty: "empty"
    case .keyMissing(let key): .object(["keyMissing": .string(key)])
    case .argumentMissing(let key): .object(["argumentMissing": .string(key)])
    }
  }

  init?(json: JSONValue) {
    if let key = json.object?["keyMissing"]?.string {
      self = .keyMissing(key)
    } else if let key = json.object?["argumentMissing"]?.string {
      self = .argumentMissing(key: key)
    } else if let word = json.string, word == "localized" || word == "empty" {
      self = word == "empty" ? .empty : .localized
    } else {
      return nil
    }
  }
}
