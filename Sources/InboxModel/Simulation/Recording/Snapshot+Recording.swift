import Foundation

// The recorded forms of the state before a recording, and of rejected requests: `snapshot` and
// `rejected` steps, written with ``JSONFields``.

extension Snapshot: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    var (number, badges) = (gateway.lastID.rawValue, Pairs(phone.badges.map { ($0.text, $1) }))
    var fetches = Pairs(phone.fetches.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) })
    var appActivities = Pairs(
      phone.appActivities.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) })
    let known = gateway.tokens.registrations
    let isPlain = { (its: TokenRegistration) in
      its.unregisteredSince == nil && its.unreportedSince == nil
    }
    var tokens = Pairs(known.filter(isPlain).map { ($0.token.hex, $0.app.text) })
    var gone = known.filter { !isPlain($0) }
    var changes = phone.changes.compactMap(KeptChange.init)
    var queue = queue.map(QueuedPush.init)
    var channels = gateway.channels.all
    fields.field("lastID", &number, unless: 0)
    fields.field("lastArrival", &phone.lastArrival, unless: 0)
    fields.field("lastRejected", &gateway.lastRejectedNumber, unless: 0)
    fields.field("silent", &phone.silentCount, unless: 0)
    fields.field("fetches", &fetches, unless: Pairs())
    fields.field("badges", &badges, unless: Pairs())
    fields.field("activities", &phone.activities, unless: [])
    fields.field("appActivities", &appActivities, unless: Pairs())
    fields.field("changes", &changes, unless: [])
    fields.field("tokens", &tokens, unless: Pairs())
    fields.field("gone", &gone, unless: [])
    fields.field("channels", &channels, unless: [])
    fields.field("entries", &phone.entries, unless: [])
    fields.field("queue", &queue, unless: [])
    Guests.exchange(&guests, &fields)
    gateway.lastID = NotificationID(rawValue: number)
    phone.badges = badges.values.reduce(into: [:]) { $0[BundleID($1.key)] = $1.value }
    phone.fetches = fetches.values.reduce(into: [:]) { $0[BundleID($1.key)] = $1.value }
    phone.appActivities = appActivities.values.reduce(into: [:]) {
      $0[BundleID($1.key)] = $1.value
    }
    gateway.tokens = TokenBook(
      gone
        + tokens.values.compactMap { pair in
          DeviceToken(pair.key).map {
            TokenRegistration(token: $0, app: BundleID(pair.value))
          }
        })
    gateway.channels = channels.reduce(into: ChannelBook()) { $0.insert($1) }
    phone.changes = changes.map(\.change)
    self.queue = queue.map(\.delivery)
  }
}

extension Phone.State.Entry: JSONFieldList {
  init() { self.init(notification: DeliveredNotification(), place: .listed) }

  mutating func exchange(_ fields: inout JSONFields) {
    notification.exchange(&fields)
    var until: Date?
    var isUnlisted = place == .unlisted
    if case .held(let moment) = place { until = moment }
    fields.field("heldUntil", &until)
    fields.field("unlisted", &isUnlisted, unless: false)
    place = until.map { .held(until: $0) } ?? (isUnlisted ? .unlisted : .listed)
  }
}

extension DeliveredNotification {
  fileprivate init() {
    self.init(
      id: 0, apnsID: "", requestID: "", app: "", receivedAt: Date(timeIntervalSince1970: 0),
      topic: "")
  }

  fileprivate mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &self.id)
    fields.field("apnsID", &self.apnsID)
    fields.field("uniqueID", &self.uniqueID)
    fields.field("requestID", &self.requestID, unless: RequestID(self.apnsID))
    fields.field("app", &self.app)
    fields.field("topic", &self.topic, unless: self.app.text)
    fields.field("thread", &self.threadIdentifier, unless: "")
    fields.field("category", &self.categoryIdentifier)
    fields.field("title", &self.content.title)
    fields.field("subtitle", &self.content.subtitle)
    fields.field("body", &self.content.body)
    fields.field("at", &self.receivedAt)
    var delivered = date
    fields.field("deliveredAt", &delivered, unless: self.receivedAt)
    self.deliveredAt = delivered
    fields.field("arrival", &self.arrival, unless: Arrival(inOrder: self.id))
    fields.field("level", &self.level, unless: .active)
    fields.field("badge", &self.badge)
    fields.field("collapse", &self.collapseID)
    fields.field("replaced", &self.replaced, unless: 0)
    fields.field("outcome", &self.outcome, unless: .shown)
    fields.field("reason", &self.reason, unless: .shown)
    fields.field("presented", &self.presented, unless: [])
    fields.field("read", &self.isRead, unless: false)
    fields.field("acted", &self.acted)
    fields.field("summaryArg", &self.summaryArgument)
    fields.field("summaryCount", &self.summaryArgumentCount, unless: 1)
    fields.field("relevance", &self.relevanceScore, unless: 0)
    fields.field("token", &self.token, unless: .local)
    fields.field("type", &self.pushType)
    fields.field("bytes", &self.payloadSize, unless: 0)
    fields.field("note", &self.textNote)
    var label = self.openLabel ?? ""
    fields.field("openLabel", &label, unless: Self.defaultOpenLabel)
    self.openLabel = label.isEmpty ? nil : label
    fields.field("sound", &sound)
    var text = self.payloadText.stored
    fields.field("payloadText", &text, unless: "")
    self.payloadText = PayloadText(stored: text)
  }
}

extension TokenRegistration: JSONFieldList {
  init() { self.init(token: .local, app: "") }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("token", &token)
    fields.field("app", &app)
    fields.field("since", &unregisteredSince)
    fields.field("untoldSince", &unreportedSince)
  }
}

extension BroadcastChannel: JSONFieldList {
  init() { self.init(Key(Owner("", nil), ""), number: 0, storage: .none) }

  mutating func exchange(_ fields: inout JSONFields) {
    var message = message.map { QueuedPush($0.wrappedValue) }
    fields.field("app", &key.owner.app)
    fields.field("environment", &key.owner.environment)
    fields.field("id", &key.id)
    fields.field("number", &number)
    fields.field("storage", &storage, unless: .none)
    fields.field("deletedAt", &deletedAt)
    fields.field("message", &message)
    self.message = message.map { Indirect(wrappedValue: $0.delivery) }
  }
}

extension RejectedRequest: JSONFieldList {
  init() {
    self.init(
      origin: Origin(wire: .line), at: Date(timeIntervalSince1970: 0), reason: "", because: "",
      fix: "")
  }

  /// Reads or writes the fields; number and moment are those of the step.
  mutating func exchange(_ fields: inout JSONFields) {
    var headers = Pairs(self.fields.map { ($0.name, $0.value) })
    var body = Bytes(self.body)
    var size = self.size == self.body.count ? nil : self.size
    fields.field("origin", &origin)
    fields.field("reason", &reason)
    fields.field("status", &status)
    fields.field("because", &because)
    fields.field("fix", &fix)
    fields.field("answeredID", &apnsID)
    fields.field("goneSince", &unregisteredSince)
    fields.field("fault", &fault)
    fields.field("app", &app)
    fields.field("token", &token)
    fields.field("path", &path, unless: "")
    fields.field("headers", &headers, unless: Pairs())
    fields.field("body", &body, unless: Bytes([]))
    fields.field("size", &size)
    self.fields = headers.values.map { HeaderField($0.key, $0.value) }
    setBody(body.bytes, size: size)
  }
}

/// A rejected push that a user accepted, with its new apns-id.
struct RecordedAcceptance: JSONFieldList {
  var apnsID: APNSID = ""
  var push = RejectedRequest()

  init() {}

  init(_ push: RejectedRequest, apnsID: APNSID) { (self.push, self.apnsID) = (push, apnsID) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("apnsID", &apnsID)
    push.exchange(&fields)
  }
}

/// The result of an extension; a timeout if it has neither output nor problem.
struct RecordedExtension: JSONFieldList {
  var id: NotificationID = 0
  private var output: Bytes?
  private var problem: String?

  init() {}

  init(_ id: NotificationID, _ answer: ExtensionAnswer) {
    self.id = id
    switch answer {
    case .printed(let bytes): output = Bytes(bytes)
    case .failed(let problem): self.problem = problem
    case .timedOut: break
    }
  }

  var answer: ExtensionAnswer {
    output.map { .printed($0.bytes) } ?? problem.map(ExtensionAnswer.failed) ?? .timedOut
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("output", &output)
    fields.field("failed", &problem)
  }
}

// MARK: - Special forms

/// Names with values as `[["name",value],…]`: an object would not preserve repeated names.
private struct Pairs<Value: JSONField>: JSONField {
  struct Pair: Equatable {
    var key: String
    var value: Value
  }

  var values: [Pair] = []

  init() {}

  init(_ pairs: some Sequence<(String, Value)>) { values = pairs.map { Pair(key: $0, value: $1) } }

  init?(json: JSONValue) {
    guard let pairs = json.array else { return nil }
    for pair in pairs {
      guard let parts = pair.array, parts.count == 2, let key = parts[0].string,
        let value = Value(json: parts[1])
      else { return nil }
      values.append(Pair(key: key, value: value))
    }
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, pair) in values.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "[" : ",[").utf8)
      pair.key.append(to: &bytes)
      bytes.append(UInt8(ascii: ","))
      pair.value.append(to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// A change in its stored form, `["lock","locked"]`.
private struct KeptChange: JSONField {
  var change: SettingChange

  init?(_ change: SettingChange) {
    guard change.storedValue != nil else { return nil }
    self.change = change
  }

  init?(json: JSONValue) {
    guard let parts = json.array, parts.count == 2, let key = parts[0].string,
      let value = parts[1].string, let change = SettingChange(key: key, storedValue: value)
    else { return nil }
    self.change = change
  }

  func append(to bytes: inout [UInt8]) {
    [change.key, change.storedValue ?? ""].append(to: &bytes)
  }
}

/// A waiting push, with its payload as a string.
struct QueuedPush: JSONField {
  var delivery: Delivery

  init(_ delivery: Delivery) { self.delivery = delivery }

  init?(json: JSONValue) {
    guard let parts = json.array, parts.count == 2, let fields = parts[0].object,
      let body = Bytes(json: parts[1])?.bytes, let payload = try? Payload.read(body).get(),
      let delivery = Delivery(stored: fields, payload: payload)
    else { return nil }
    self.delivery = delivery
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: delivery.stored)
    bytes.append(UInt8(ascii: ","))
    Bytes(delivery.payload.bytes).append(to: &bytes)
    bytes.append(UInt8(ascii: "]"))
  }
}

/// Bytes as a string, in base64 if they are not UTF-8.
private struct Bytes: JSONField {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init?(json: JSONValue) {
    if let text = json.string {
      bytes = Array(text.utf8)
    } else if let data = json.array?.first?.string.flatMap({ Data(base64Encoded: $0) }) {
      bytes = Array(data)
    } else {
      return nil
    }
  }

  func append(to bytes: inout [UInt8]) {
    if let text = String(validating: self.bytes, as: UTF8.self) {
      text.append(to: &bytes)
    } else {
      [Data(self.bytes).base64EncodedString()].append(to: &bytes)
    }
  }
}
