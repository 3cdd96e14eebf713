import Foundation

// The stored form of Live Activities.

extension Activities {
  /// Adds the stored cards and states of apps.
  mutating func restore(
    _ cards: [ActivityCard], _ common: [BundleID: AppActivities], _ settings: ActivitySettings
  ) {
    for card in cards.sorted(by: { $0.id < $1.id }) { put(card, settings) }
    for (app, its) in common { change(app, settings) { $0 = its } }
    orderLockScreen()
    _ = drainUnstored()
    _ = drainFollowings()
    _ = drainTokenChanges()
  }
}

extension Phone {
  /// Stores the Live Activities that changed.
  mutating func storeActivities(_ effects: inout [Effect]) {
    activities.orderLockScreen()
    guard hasListeners else { return activities.forgetUnstored() }
    let changed = activities.drainUnstored()
    for id in changed.cards { effects.append(.store(.activity(id, activities[id]))) }
    for app in changed.apps {
      effects.append(.store(.appActivities(app, activities.common(of: app))))
    }
  }
}

extension ActivityCard: JSONFieldList {
  /// The stored form, as JSON.
  public var stored: [UInt8] { jsonText }

  /// Reads what ``stored`` wrote; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }

  init() {
    self.init(
      id: ActivityID(rawValue: 0), app: "", timestamp: 0,
      startedAt: Date(timeIntervalSince1970: 0), lastPush: 0)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("app", &app)
    fields.field("type", &attributesType)
    fields.field("attributes", &attributes, unless: JSONObject())
    fields.field("state", &state, unless: JSONObject())
    fields.field("previous", &previous)
    fields.field("timestamp", &timestamp)
    fields.field("relevance", &relevance, unless: 0)
    fields.field("startedAt", &startedAt)
    fields.field("updatedAt", &updatedAt)
    fields.field("staleAt", &staleAt)
    fields.field("stale", &isStale, unless: false)
    fields.field("end", &end)
    fields.field("endedAt", &endedAt)
    fields.field("leavesAt", &leavesAt)
    fields.field("dismissed", &isDismissed, unless: false)
    fields.field("token", &token)
    fields.field("tokenSince", &tokenSince)
    fields.field("tokens", &tokenCount, unless: 0)
    fields.field("startToken", &startToken)
    fields.field("senderToken", &senderToken)
    fields.field("channel", &channel)
    fields.field("push", &lastPush)
    fields.field("history", &history, unless: [])
    fields.field("forgotten", &forgottenMoments, unless: 0)
  }
}

extension ActivityCard.Moment: JSONFieldList {
  init() { self.init("", at: Date(timeIntervalSince1970: 0)) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("at", &at)
    fields.field("event", &event)
    fields.field("push", &push)
    fields.field("timestamp", &timestamp)
    fields.field("state", &state)
    fields.field("ignored", &ignored)
    fields.field("count", &count, unless: 1)
  }
}

extension AppActivities: JSONFieldList {
  /// The stored form, as JSON.
  public var stored: [UInt8] { jsonText }

  /// Reads what ``stored`` wrote; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("startToken", &startToken)
    fields.field("startTokenSince", &startTokenSince)
    fields.field("startTokens", &startTokenCount, unless: 0)
    fields.field("starts", &starts, unless: [])
    fields.field("updates", &updates, unless: [])
    fields.field("retired", &retired, unless: [])
  }
}

extension AppActivities.Retired: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("token", &token)
    fields.field("since", &since)
    fields.field("card", &card)
    fields.field("replaced", &isReplaced, unless: false)
  }
}

extension ActivityID: JSONField {}

extension JSONObject: JSONField {
  func append(to bytes: inout [UInt8]) { JSONWriter.append(.object(self), to: &bytes) }

  init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    self = object
  }
}
