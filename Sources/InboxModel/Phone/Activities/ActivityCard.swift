import Foundation

/// A Live Activity: the content of its card, and its history.
public struct ActivityCard: Equatable, Sendable {
  /// The identifier.
  public internal(set) var id: ActivityID
  /// The app.
  public internal(set) var app: BundleID
  /// `attributes-type`; nil if the phone has seen no start.
  public internal(set) var attributesType: String?
  /// `attributes`; empty if the phone has seen no start.
  public internal(set) var attributes = JSONObject() {
    didSet { attributesSize = Self.size(attributes) }
  }
  /// The size of the attributes as JSON, bytes.
  private(set) var attributesSize = Self.size(JSONObject())
  /// The content state that is shown.
  public internal(set) var state = JSONObject()
  /// The content state before the last update; nil before the first.
  public internal(set) var previous: JSONObject?
  /// The newest `timestamp`, seconds since 1970.
  public internal(set) var timestamp: Double
  /// `relevance-score`; the card with the highest score is first.
  public internal(set) var relevance = 0.0
  /// The time of the start.
  public internal(set) var startedAt: Date
  /// The time of the last change.
  public internal(set) var updatedAt: Date
  /// `stale-date`; nil for never.
  public internal(set) var staleAt: Date?
  /// Whether the content is stale.
  public internal(set) var isStale = false
  /// The cause of its end; nil while it runs.
  public internal(set) var end: End?
  /// The time of its end; nil while it runs.
  public internal(set) var endedAt: Date?
  /// The time at which it leaves the lock screen; nil while it runs.
  public internal(set) var leavesAt: Date?
  /// Whether it has left the lock screen.
  public internal(set) var isDismissed = false
  /// The update token that the phone created; nil while the app has none.
  public internal(set) var token: DeviceToken?
  /// The time at which the token was created.
  public internal(set) var tokenSince: Date?
  /// The number of update tokens so far.
  public internal(set) var tokenCount = 0
  /// The token to which its start was sent; nil if the phone has seen no start.
  public internal(set) var startToken: DeviceToken?
  /// The token of the update for which it was assumed; nil if the phone has seen its start, and for
  /// a broadcast.
  public internal(set) var senderToken: DeviceToken?
  /// The token of the push that added the card.
  var makingToken: DeviceToken? { startToken ?? senderToken }
  /// The broadcast channel that it follows (`input-push-channel`); nil for none.
  public internal(set) var channel: String?
  /// The push that changed it last.
  public internal(set) var lastPush: NotificationID
  /// The events of the card, oldest first: the first one and the newest of the others. Consecutive
  /// pushes that were ignored for one reason are one entry.
  public internal(set) var history: [Moment] = []
  /// The number of entries between the first and the second one that are no longer kept.
  public internal(set) var forgottenMoments = 0

  /// The maximum number of entries in ``history``.
  static let historyLimit = 40

  /// The causes of an end.
  public enum End: String, Sendable, CaseIterable {
    /// A push.
    case push
    /// The phone, after the maximum lifetime.
    case life
    /// The user, who removed the card.
    case user = "person"
    /// The app was removed, or its Live Activities were turned off.
    case app
  }

  /// An entry of the history.
  public struct Moment: Equatable, Sendable {
    /// The time.
    public var at: Date
    /// The event: `start`, `update` and `end` by pushes, ignored ones too; `stale`, `dismissed`,
    /// `life`, `token`.
    public var event: String
    /// The push; nil for events of the clock and the user.
    public var push: NotificationID?
    /// Its `timestamp`.
    public var timestamp: Double?
    /// The new content state; nil if it did not change.
    public var state: JSONObject?
    /// The reason for which the push was ignored; nil otherwise.
    public var ignored: ReasonCode?
    /// The number of pushes that were ignored in succession; time, push and timestamp are those of
    /// the last one.
    public var count = 1

    /// Makes an entry.
    init(
      _ event: String, at: Date, push: NotificationID? = nil, timestamp: Double? = nil,
      state: JSONObject? = nil, ignored: ReasonCode? = nil
    ) {
      (self.event, self.at, self.push) = (event, at, push)
      (self.timestamp, self.state, self.ignored) = (timestamp, state, ignored)
    }
  }

  /// Makes the card of a new activity.
  init(
    id: ActivityID, app: BundleID, timestamp: Double, startedAt: Date, lastPush: NotificationID
  ) {
    (self.id, self.app, self.timestamp) = (id, app, timestamp)
    (self.startedAt, updatedAt, self.lastPush) = (startedAt, startedAt, lastPush)
  }

  /// Whether the activity has not ended.
  public var isRunning: Bool { end == nil }

  /// The name for people: the attributes type, or the identifier.
  public var title: String { attributesType ?? "Live Activity \(id.text)" }

  /// The keys of the content state whose values the last update changed, added or removed.
  public var changedKeys: Set<String> {
    guard let previous else { return [] }
    let keys = Set((state.members + previous.members).map(\.key))
    return keys.filter { Self.differ(state[$0], previous[$0]) }
  }

  /// Returns whether two values of a key are not equal, whatever the order of the keys in them.
  public static func differ(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
    one != other && one?.canonical != other?.canonical
  }

  /// The keys of the content state with their values: those of the state in its order, then those
  /// that the last update removed.
  public var stateFields: [StateField] {
    var fields = state.members.map { member in
      let before = previous?[member.key]
      return StateField(
        key: member.key, value: member.value, before: before,
        isChanged: previous != nil && Self.differ(before, member.value))
    }
    for member in previous?.members ?? [] where state[member.key] == nil {
      fields.append(
        StateField(key: member.key, value: nil, before: member.value, isChanged: true))
    }
    return fields
  }

  /// A key of the content state.
  public struct StateField: Equatable, Sendable {
    /// The key.
    public let key: String
    /// The value; nil if the last update removed the key.
    public let value: JSONValue?
    /// The value before the last update; nil if the key is new, and before the first update.
    public let before: JSONValue?
    /// Whether the last update changed, added or removed it.
    public let isChanged: Bool
  }

  /// The newest push to the activity, ignored or not.
  public var newestPush: NotificationID { history.last { $0.push != nil }?.push ?? lastPush }

  /// The reason for which the newest push was ignored; nil if it changed the card.
  public var newestIgnored: ReasonCode? { history.last { $0.push != nil }?.ignored }

  /// The size of attributes or of a content state as JSON, bytes.
  static func size(_ object: JSONObject) -> Int { JSONWriter.text(.object(object)).utf8.count }

  /// The time of the next change by the clock; nil for never.
  func due(_ settings: ActivitySettings) -> Date? {
    guard !isDismissed else { return nil }
    guard isRunning else { return leavesAt }
    let life = startedAt.addingTimeInterval(settings.life)
    let stale = isStale ? nil : staleAt
    guard settings.tokenLife > 0, token != nil, let tokenSince else {
      return .earliest(life, stale)
    }
    return .earliest(life, stale, tokenSince.addingTimeInterval(settings.tokenLife))
  }

  /// Sets the content from a push.
  mutating func show(_ push: Delivery, _ keys: LiveActivity, _ event: String, at now: Date) {
    lastPush = push.id
    timestamp = keys.timestamp ?? timestamp
    if let new = keys.contentState {
      previous = event == "start" || history.isEmpty ? nil : state
      state = new
    }
    relevance = push.payload.relevanceScore
    updatedAt = now
    staleAt = keys.staleDate.map { Date(timeIntervalSince1970: $0).clamped }
    isStale = staleAt.map { $0 <= now } ?? false
    record(
      Moment(event, at: now, push: push.id, timestamp: keys.timestamp, state: keys.contentState))
  }

  /// Ends the activity. The card stays on the lock screen for a while (ActivityKit, "Displaying
  /// live data with Live Activities").
  ///
  /// - Parameter dismissal: The time at which the card leaves the lock screen, seconds since 1970;
  ///   nil for the latest.
  /// - Returns: The update token, which is no longer valid; nil for none.
  mutating func finish(
    _ end: End, _ dismissal: Double?, at now: Date, _ limits: ActivitySettings
  ) -> DeviceToken? {
    let latest = now.addingTimeInterval(limits.stay)
    let wanted = dismissal.map { Date(timeIntervalSince1970: $0).clamped } ?? latest
    (self.end, endedAt) = (end, now)
    leavesAt = min(max(wanted, now), latest)
    defer { token = nil }
    return token
  }

  /// Adds an entry to the history.
  mutating func record(_ moment: Moment) {
    if moment.ignored != nil, let last = history.last, last.ignored == moment.ignored,
      last.event == moment.event
    {
      history[history.count - 1] = moment
      history[history.count - 1].count = last.count + 1
      return
    }
    if history.count >= Self.historyLimit {
      history.remove(at: 1)
      forgottenMoments += 1
    }
    history.append(moment)
  }
}

/// A budget of an app's Live Activities in the last hour.
public struct ActivityBudget: Equatable, Sendable {
  /// The number of pushes that used it.
  public let used: Int
  /// The number of pushes that may use it.
  public let limit: Int
  /// The time at which it has room again; nil while it has some.
  public let nextAt: Date?

  init(spent: [Date], limit: Int, at now: Date) {
    let spent = AppActivities.recent(spent, at: now)
    used = spent.count
    self.limit = limit
    let freed = spent.count - limit
    nextAt =
      spent.indices.contains(freed)
      ? spent[freed].addingTimeInterval(AppActivities.window) : nil
  }
}

/// The state that the Live Activities of an app share: tokens and budgets.
public struct AppActivities: Equatable, Sendable {
  /// A token that is no longer valid.
  public struct Retired: Equatable, Sendable {
    /// The token.
    public internal(set) var token = DeviceToken.local
    /// The time at which it became invalid.
    public internal(set) var since = Date(timeIntervalSince1970: 0)
    /// The activity of an update token; nil for a push-to-start token.
    public internal(set) var card: Int?
    /// Whether a new token replaced it.
    public internal(set) var isReplaced = false
  }

  /// The push-to-start token; nil before its first use.
  public internal(set) var startToken: DeviceToken?
  /// The time at which the push-to-start token was created.
  public internal(set) var startTokenSince: Date?
  /// The number of push-to-start tokens so far.
  public internal(set) var startTokenCount = 0
  /// The times of starts by pushes within the last hour, oldest first.
  public internal(set) var starts: [Date] = []
  /// The times of shown updates with priority 10 within the last hour, oldest first.
  public internal(set) var updates: [Date] = []
  /// The newest tokens that are no longer valid, oldest first. An older one is known by its form
  /// only.
  public internal(set) var retired: [Retired] = []

  /// Makes the state of an app without Live Activities.
  public init() {}

  /// The maximum number of tokens in ``retired``.
  static let retiredLimit = 100
  /// The period of the budgets, seconds.
  static let window: TimeInterval = 3600

  /// Returns the times within the hour before `now`. Times after `now`, of a clock that was set
  /// back, do not count.
  public static func recent(_ moments: [Date], at now: Date) -> [Date] {
    moments.filter { (0..<window).contains(now.timeIntervalSince($0)) }
  }

  /// The time since which the oldest known token has been invalid, and all that are no longer
  /// known; nil if all are known.
  var forgottenSince: Date? {
    retired.count < Self.retiredLimit ? nil : retired.first?.since
  }

  mutating func retire(_ token: DeviceToken, of card: ActivityID?, at now: Date, isReplaced: Bool) {
    if retired.count >= Self.retiredLimit { retired.removeFirst() }
    retired.append(
      Retired(token: token, since: now, card: card?.rawValue, isReplaced: isReplaced))
  }

  /// The time at which the push-to-start token is replaced; nil for never.
  func due(_ settings: ActivitySettings) -> Date? {
    guard settings.tokenLife > 0, startToken != nil else { return nil }
    return startTokenSince?.addingTimeInterval(settings.tokenLife)
  }
}
