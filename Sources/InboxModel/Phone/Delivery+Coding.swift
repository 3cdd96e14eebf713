import Foundation

// The stored fields of a push, beside its payload. Keys are short; fields with default values are
// omitted; moments are whole milliseconds since 1970.

extension Delivery {
  /// All fields except the payload, as JSON; used for a push that waits.
  public var stored: [UInt8] {
    var copy = self
    return JSONFields.bytes {
      copy.exchangeIdentity(&$0)
      copy.exchangeTransit(&$0)
    }
  }

  /// The fields that neither the payload nor the notification contains, as JSON.
  public var storedBesideNotification: [UInt8] {
    var copy = self
    return JSONFields.bytes { copy.exchangeTransit(&$0) }
  }

  /// Parses ``stored``; nil for anything else.
  public init?(stored json: JSONObject, payload: Payload) {
    var fields = JSONFields(reading: json)
    self.init(
      id: 0, apnsID: "", requestID: "", app: "", topic: "", token: .local, headers: PushHeaders(),
      payload: payload, origin: Origin(wire: .line), receivedAt: Date(timeIntervalSince1970: 0))
    exchangeIdentity(&fields)
    exchangeTransit(&fields)
    guard fields.isValid else { return nil }
  }

  /// Parses ``storedBesideNotification``; fields that cannot be parsed derive from the
  /// notification.
  public init(
    stored json: JSONObject, beside notification: DeliveredNotification, payload: Payload
  ) {
    var known = Delivery(
      id: notification.id, apnsID: notification.apnsID, uniqueID: notification.uniqueID,
      requestID: notification.requestID, app: notification.app, topic: notification.topic,
      token: notification.token,
      headers: PushHeaders(
        pushType: notification.pushType, collapseID: notification.collapseID),
      payload: payload, origin: Origin(wire: .line), receivedAt: notification.receivedAt)
    known.deliveredAt = notification.deliveredAt
    known.arrival = notification.arrival
    var fields = JSONFields(reading: json)
    self = known
    exchangeTransit(&fields)
    if !fields.isValid { self = known }
  }

  private mutating func exchangeIdentity(_ fields: inout JSONFields) {
    fields.field("id", &self.id)
    fields.field("apnsID", &self.apnsID)
    fields.field("uniqueID", &self.uniqueID)
    fields.field("requestID", &self.requestID, unless: RequestID(self.apnsID))
    fields.field("app", &self.app)
    fields.field("topic", &self.topic, unless: self.app.text)
    fields.field("token", &self.token, unless: .local)
    fields.field("at", &self.receivedAt)
    fields.field("deliveredAt", &deliveredAt)
    fields.field("arrival", &arrival)
  }

  private mutating func exchangeTransit(_ fields: inout JSONFields) {
    fields.field("headers", &self.headers, unless: PushHeaders())
    fields.field("origin", &self.origin)
    fields.field("passage", &self.transit, unless: TransitInfo())
  }
}

extension AppFetches: JSONFieldList {
  /// The stored form, JSON.
  public var stored: [UInt8] { jsonText }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("wakes", &wakes, unless: [])
    fields.field("awake", &awakeUntil)
    fields.field("waiting", &waiting)
    fields.field("reloads", &reloads, unless: [])
  }
}

extension AppFetches.Waiting: JSONFieldList {
  init() { self.init(id: 0, thread: "") }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("thread", &thread, unless: "")
    fields.field("until", &until)
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

extension TransitInfo: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("auth", &authentication, unless: .none)
    fields.field("algorithm", &unsupportedAlgorithm)
    fields.field("textIat", &issuedAtIsText, unless: false)
    fields.field("updates", &tokenUpdates, unless: 0)
    fields.field("rejectedFor", &rejectedFor)
    fields.field("strict", &isStrict, unless: false)
    fields.field("newToken", &isNewToken, unless: false)
    fields.field("noTopic", &topicWasMissing, unless: false)
    fields.field("unknownHeader", &unknownHeader)
    fields.field("fault", &fault)
    fields.field("heldSince", &heldSince)
    fields.field("forPower", &isForPower, unless: false)
    fields.field("coalesced", &coalesced, unless: 0)
    var channel = broadcast?.wrappedValue
    fields.field("broadcast", &channel)
    broadcast = channel.map { Indirect(wrappedValue: $0) }
    fields.field("unknownChannel", &startsOnUnknownChannel, unless: false)
    queue.exchange(&fields)
    fields.field("fate", &fate, unless: .delivered)
    fields.field("atExtension", &isAtExtension, unless: false)
  }
}

extension BroadcastTransit: JSONFieldList {
  init() { self.init(channel: "", storage: .none) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("channel", &channel)
    fields.field("storage", &storage, unless: .none)
    fields.field("learned", &isLearned, unless: false)
    fields.field("storedUntil", &storedUntil)
  }
}

extension ChannelStorage: JSONField {}

extension AndroidChannel: JSONFieldList {
  init() {
    self.init(id: "", importance: .standard)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id, unless: "")
    fields.field("importance", &importance)
    fields.field("fallback", &isFallback, unless: false)
  }
}

// MARK: - The values of the fields

extension AndroidChannel.Importance: JSONField {}

extension PhoneGeneration: JSONField {}
extension PresentationContext.CatchUp.Policy: JSONField {}
extension LockState: JSONField {}
extension ShowPreviewsSetting: JSONField {}
extension GroupingSetting: JSONField {}
extension Ringer: JSONField {}
extension AppRunState: JSONField {}
extension AuthorizationStatus: JSONField {}

extension Entitlement: JSONField {
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: JSONWriter.text(json).utf8) }
}

extension ForegroundAnswer: JSONField {
  private static let storedWords = words + [("payloadOnly", .payloadOnly)]

  func append(to bytes: inout [UInt8]) {
    if let word = Self.storedWords.first(where: { $0.answer == self })?.name {
      word.append(to: &bytes)
    } else {
      options.append(to: &bytes)
    }
  }

  init?(json: JSONValue) {
    if let options = PresentationOptions(json: json) {
      self = .options(options)
    } else if let word = Self.storedWords.first(where: { $0.name == json.string }) {
      self = word.answer
    } else {
      return nil
    }
  }
}
