import Foundation

/// The keys that an expectation may have: those of the inbox, of rejected requests and of events,
/// derived from examples of the output, so that they are not listed twice.
indirect enum JSONShape: Sendable {
  /// A scalar.
  case value(ExpectedValue)
  /// The sender's JSON.
  case any
  /// An object with these keys.
  case members([String: JSONShape])
  /// An object with arbitrary keys.
  case entries(JSONShape)
  /// An array.
  case elements(JSONShape)
  /// A value or `null`.
  case optional(JSONShape)

  /// Makes the shape of an example; `values` are those of keys with certain words only.
  private init(_ example: JSONValue, key: String? = nil, _ values: [String: ExpectedValue]) {
    switch example {
    case .object(let object):
      var members: [String: JSONShape] = [:]
      for member in object.members {
        switch member.key {
        case "payload", "attributes", "contentState": members[member.key] = .any
        case "badges": members[member.key] = .entries(.value(.count))
        case "sound":
          members[member.key] = .optional(JSONShape(member.value, key: member.key, values))
        default: members[member.key] = JSONShape(member.value, key: member.key, values)
        }
      }
      self = .members(members)
    case .array(let elements):
      let element = elements.first.map { JSONShape($0, key: key, values) }
      self = .elements(element ?? .value(key.flatMap { values[$0] } ?? .any))
    default: self = .value(key.flatMap { values[$0] } ?? ExpectedValue(example))
    }
  }

  private init(ofText text: String, _ values: [String: ExpectedValue]) {
    self = (try? JSONReader.read(Array(text.utf8))).map { JSONShape($0.root, values) } ?? .any
  }

  /// Returns the union of shapes. A key that several have may be as in any of them.
  private func joined(with others: some Sequence<JSONShape>) -> JSONShape {
    guard case .members(var members) = self else { return self }
    for case .members(let more) in others {
      members.merge(more) { first, second in
        guard case .value(let left) = first, case .value(let right) = second else { return first }
        return .value(left.joined(with: right))
      }
    }
    return .members(members)
  }

  /// The form of an object for messages, with its keys if they are few.
  fileprivate var objectForm: String {
    guard case .members(let members) = self, 1...6 ~= members.count else { return "an object" }
    return "an object with " + members.keys.sorted().alternatives
  }

  // MARK: Examples

  /// The shape of the inbox and `last`.
  static let inbox: JSONShape = {
    var device = Phone(settings: PhoneSettings())
    device.inbox.insert(notification, grouping: .automatic)
    device.waiting.insert(HeldPush(notification: notification, until: moment))
    device.activities.put(card, ActivitySettings())
    device.activities.orderLockScreen()
    let last = JSONShape(
      ofText: InboxJSON.text(of: notification, on: device), ExpectedValue.ofInbox
    ).joined(with: [JSONShape(ofText: RejectedJSON.line(rejected), ExpectedValue.ofRejected)])
    let counts = JSONMembers.text {
      Guests.add(Guests.exampleCounts(of: notification.app), to: &$0)
    }
    let inbox = InboxJSON.text(of: device, isOnline: true, rejected: 0)
    return JSONShape(ofText: inbox, ExpectedValue.ofInbox)
      .joined(with: [JSONShape(ofText: counts, ExpectedValue.ofInbox)])
      .joined(with: [.members(["last": .optional(last)])])
  }()

  /// The shapes of events by name.
  static let events: [String: JSONShape] = {
    let ofPush: [InboxEvent.Kind] =
      Outcome.allCases.map { outcome in
        .presented(
          outcome: outcome, reason: .shown, presented: [], title: nil, body: nil, requestID: "",
          apnsID: "", times: notification.times)
      } + [
        .action(.open, userText: nil, foreground: false), .dismissed(by: .user),
        .read(by: .user, isRead: true), .removed(by: .user),
        .app(state: .background, delegate: nil, carriesPayload: false), .activity(card, "start"),
      ] + Guests.News.examples.filter(\.isAboutPush).map(InboxEvent.Kind.guest)
    let ofNone: [InboxEvent.Kind] =
      [
        .rejected(rejected), .setting(key: "", value: nil, was: nil), .activityToken(nil, .local),
        .channel(
          BroadcastChannel(
            BroadcastChannel.Key(BroadcastChannel.Owner("", .development), ""), number: 1,
            storage: .mostRecent), .created),
      ]
      + Guests.News.examples.filter { !$0.isAboutPush }.map(InboxEvent.Kind.guest)
    let events =
      ofPush.map { kind in
        var event = InboxEvent(at: moment, id: notification.id, app: "", thread: "", kind: kind)
        event.sound = NotificationSound()
        event.broadcast = BroadcastReport(
          channel: "", reached: 0, changed: 0, storedUntil: moment)
        return event
      }
      + ofNone.map { InboxEvent(at: moment, kind: $0) }
    return Dictionary(
      events.map { event in
        let line = String(decoding: EventJSON.line(event), as: UTF8.self)
        return (event.name, JSONShape(ofText: line, ExpectedValue.ofEvent(event.kind)))
      }, uniquingKeysWith: { first, _ in first })
  }()

  /// The shape of an event of any name.
  static let event = JSONShape.members([:]).joined(with: events.values)

  private static let moment = Date(timeIntervalSince1970: 0)
  private static let notification = {
    var notification = DeliveredNotification(
      id: 1, apnsID: "", requestID: "", app: "", receivedAt: moment, topic: "")
    notification.uniqueID = ""
    notification.sound = NotificationSound()
    return notification
  }()
  private static let card = ActivityCard(
    id: ActivityID(rawValue: 1), app: "", timestamp: 0, startedAt: moment, lastPush: 1)
  private static let rejected = RejectedRequest(
    number: 1, origin: Origin(wire: .line), at: moment, reason: RejectedRequest.notJSON,
    because: "",
    fix: "")
}

// MARK: - Checking

extension SettingsSource {
  /// Rejects an expectation that can never match: unknown keys or operators, an object instead of
  /// an array.
  ///
  /// - Parameter offset: The byte offset of the value; an element of an array has that of the
  ///   array.
  func check(
    _ expected: JSONValue, against shape: JSONShape, path: JSONPath, offset: Int
  ) throws(SettingsError) {
    if case .optional(let inner) = shape {
      if expected.isNull { return }
      return try check(expected, against: inner, path: path, offset: offset)
    }
    switch expected {
    case .object(let object): try check(object, against: shape, path: path, offset: offset)
    case .array(let elements):
      switch shape {
      case .elements(let element): try check(elements, against: element, path: path, offset: offset)
      case .any: try check(elements, against: .any, path: path, offset: offset)
      case .members, .entries, .optional: throw wrong(shape.objectForm, expected, path, offset)
      case .value: throw wrong("a single value", expected, path, offset)
      }
    default:
      switch shape {
      case .elements: throw wrong(Self.arrayForm, expected, path, offset)
      case .members, .entries: throw wrong(shape.objectForm, expected, path, offset)
      case .value(let possible):
        guard let problem = possible.problem(with: expected) else { break }
        throw error(
          .wrongValue(expected: problem.expected, found: expected.sample), path: path.text,
          suggestion: problem.suggestion, offset: offset)
      case .any, .optional: break
      }
    }
  }

  private static let arrayForm = "an array or an object with `$contains` or `$count`"

  private func check(
    _ elements: [JSONValue], against shape: JSONShape, path: JSONPath, offset: Int
  ) throws(SettingsError) {
    for (index, element) in elements.enumerated() {
      let place = element.object?.members.first?.keyOffset ?? offset
      try check(element, against: shape, path: path.index(index), offset: place)
    }
  }

  private func check(
    _ object: JSONObject, against shape: JSONShape, path: JSONPath, offset: Int
  ) throws(SettingsError) {
    var seen: Set<String> = []
    for member in object.members {
      guard seen.insert(member.key).inserted else {
        throw error(.repeated, path: path.key(member.key).text, offset: member.keyOffset)
      }
      if member.key.hasPrefix("$") {
        try check(operator: member, against: shape, path: path)
        continue
      }
      let part: JSONShape
      switch shape {
      case .any: part = .any
      case .entries(let entry): part = entry
      case .members(let members):
        guard let known = members[member.key] else {
          throw unknown(member, among: members.keys.sorted(), path)
        }
        part = known
      case .elements: throw wrong(Self.arrayForm, .object(object), path, offset)
      case .value, .optional: throw wrong("a single value", .object(object), path, offset)
      }
      try check(member.value, against: part, path: path.key(member.key), offset: member.valueOffset)
    }
  }

  private func check(
    operator member: JSONObject.Member, against shape: JSONShape, path: JSONPath
  ) throws(SettingsError) {
    guard let name = Comparison.Operator(rawValue: member.key) else {
      throw unknown(member, among: Comparison.Operator.allCases.map(\.rawValue), path)
    }
    let place = path.key(member.key)
    if case .value = shape {
      throw wrong("a single value", nil, path, member.keyOffset, found: "`\(member.key)`")
    }
    switch name {
    case .count:
      guard let count = member.value.int, count >= 0 else {
        throw wrong("a whole number from 0", member.value, place, member.valueOffset)
      }
    case .contains:
      guard case .array(let elements) = member.value else {
        throw wrong("an array", member.value, place, member.valueOffset)
      }
      switch shape {
      case .elements(let element):
        try check(elements, against: element, path: place, offset: member.valueOffset)
      case .any: try check(elements, against: .any, path: place, offset: member.valueOffset)
      default: throw wrong("an object", nil, path, member.keyOffset, found: "`\(member.key)`")
      }
    }
  }

  private func unknown(
    _ member: JSONObject.Member, among names: [String], _ path: JSONPath
  ) -> SettingsError {
    error(
      .unknownKey, path: path.key(member.key).text,
      suggestion: NearestName.of(member.key, among: names), offset: member.keyOffset)
  }

  private func wrong(
    _ expected: String, _ value: JSONValue?, _ path: JSONPath, _ offset: Int, found: String = ""
  ) -> SettingsError {
    error(
      .wrongValue(expected: expected, found: value?.sample ?? found), path: path.text,
      offset: offset)
  }
}
