import Foundation

/// The Live Activities of the phone: the cards, and the state that the cards of each app share.
public struct Activities: Equatable, Sendable {
  /// The maximum number of dismissed cards.
  static let dismissedLimit = 100

  private(set) var byID: [ActivityID: ActivityCard] = [:]
  private(set) var apps: [BundleID: AppActivities] = [:]
  /// The running activities that follow a broadcast channel, oldest first.
  private var followers: [Subscription: [ActivityID]] = [:]
  /// The activities by their update tokens.
  private var owners: [DeviceToken: ActivityID] = [:]
  private(set) var lastID = ActivityID(rawValue: 0)
  /// The dismissed cards, in the order of their dismissal.
  private var dismissed: [ActivityID] = []
  /// The time of the next change by the clock, or an earlier time; nil for never.
  private(set) var due: Date?
  /// The cards and apps that changed since the last call of ``drainUnstored()``.
  private var unstored: (cards: Set<ActivityID>, apps: Set<BundleID>) = ([], [])
  /// The number of changes of tokens, for the gateway's copy.
  private(set) var tokenVersion = 0

  /// An app's broadcast channel.
  private struct Subscription: Hashable {
    var app: BundleID
    var channel: String
  }

  /// Makes a phone without Live Activities.
  public init() {}

  /// Compares cards and shared state; whether they are stored does not count.
  public static func == (left: Activities, right: Activities) -> Bool {
    left.byID == right.byID && left.apps == right.apps && left.lastID == right.lastID
  }

  /// Whether the phone never had a Live Activity.
  public var isEmpty: Bool { byID.isEmpty && apps.isEmpty }

  /// All cards, dismissed ones too, newest first.
  public var newestFirst: [ActivityCard] { byID.values.sorted { $0.id > $1.id } }

  /// The cards on the lock screen, by descending relevance; of equal ones the newest is first.
  public var onLockScreen: [ActivityCard] {
    byID.values.filter { !$0.isDismissed }.sorted {
      ($0.relevance, $0.id) > ($1.relevance, $1.id)
    }
  }

  /// The card with this identifier; nil for none.
  public subscript(id: ActivityID) -> ActivityCard? { byID[id] }

  /// The running activities of an app, newest first.
  func running(of app: BundleID) -> [ActivityCard] {
    byID.values.filter { $0.app == app && $0.isRunning }.sorted { $0.id > $1.id }
  }

  /// The card with this update token.
  func owner(of token: DeviceToken) -> ActivityCard? { owners[token].flatMap { byID[$0] } }

  /// The newest card whose start was sent to this token; running ones take precedence.
  func started(by token: DeviceToken, of app: BundleID) -> ActivityCard? {
    byID.values.filter { $0.app == app && $0.startToken == token }.max {
      ($0.isRunning ? 1 : 0, $0.id) < ($1.isRunning ? 1 : 0, $1.id)
    }
  }

  /// The running activities of an app that follow a broadcast channel, oldest first.
  public func followers(of channel: String, of app: BundleID) -> [ActivityID] {
    followers[Subscription(app: app, channel: channel)] ?? []
  }

  /// The state that the Live Activities of an app share.
  func common(of app: BundleID) -> AppActivities { apps[app] ?? AppActivities() }

  // MARK: Changes

  /// Returns the identifier of the next card.
  mutating func nextID() -> ActivityID {
    lastID = ActivityID(rawValue: lastID.rawValue + 1)
    return lastID
  }

  /// Inserts a card, or replaces the one with its identifier.
  mutating func put(_ card: ActivityCard, _ settings: ActivitySettings) {
    let old = byID.updateValue(card, forKey: card.id)
    lastID = max(lastID, card.id)
    follow(old, card)
    if old?.token != card.token {
      if let token = old?.token { owners[token] = nil }
      if let token = card.token { owners[token] = card.id }
      tokenVersion += 1
    }
    if card.isDismissed, old?.isDismissed != true { dismissed.append(card.id) }
    due = .earliest(due, card.due(settings))
    unstored.cards.insert(card.id)
    while dismissed.count > Self.dismissedLimit { remove(dismissed[0]) }
  }

  private mutating func follow(_ old: ActivityCard?, _ card: ActivityCard) {
    let was = old.flatMap { $0.isRunning ? $0.channel : nil }
    let now = card.isRunning ? card.channel : nil
    guard was != now else { return }
    if let was {
      followers[Subscription(app: card.app, channel: was)]?.removeAll { $0 == card.id }
    }
    if let now { followers[Subscription(app: card.app, channel: now), default: []].append(card.id) }
  }

  private mutating func remove(_ id: ActivityID) {
    dismissed.removeAll { $0 == id }
    guard let card = byID.removeValue(forKey: id) else { return }
    if let token = card.token { owners[token] = nil }
    unstored.cards.insert(id)
  }

  /// Changes the state that the Live Activities of an app share.
  mutating func change(
    _ app: BundleID, _ settings: ActivitySettings, _ body: (inout AppActivities) -> Void
  ) {
    let (startToken, retired) = (apps[app]?.startToken, apps[app]?.retired.last)
    body(&apps[app, default: AppActivities()])
    if apps[app]?.startToken != startToken || apps[app]?.retired.last != retired {
      tokenVersion += 1
    }
    due = .earliest(due, apps[app]?.due(settings))
    unstored.apps.insert(app)
  }

  /// Computes ``due`` from all cards and apps.
  mutating func reschedule(_ settings: ActivitySettings) {
    due = nil
    for card in byID.values { due = .earliest(due, card.due(settings)) }
    for app in apps.values { due = .earliest(due, app.due(settings)) }
  }

  /// Returns the cards and apps that changed since the last call.
  mutating func drainUnstored() -> (cards: [ActivityID], apps: [BundleID]) {
    guard !unstored.cards.isEmpty || !unstored.apps.isEmpty else { return ([], []) }
    defer { unstored = ([], []) }
    return (unstored.cards.sorted(), unstored.apps.sorted { $0 < $1 })
  }

  // MARK: Tokens

  /// The tokens, for the gateway.
  var tokens: ActivityTokens {
    var tokens = ActivityTokens()
    tokens.version = tokenVersion
    for card in byID.values {
      if let token = card.token { tokens.current[token] = card.app }
    }
    for (app, its) in apps {
      if let token = its.startToken { tokens.current[token] = app }
      for retired in its.retired {
        tokens.ended[retired.token] = .init(
          app: app, since: retired.since, activity: retired.card,
          isReplaced: retired.isReplaced)
      }
    }
    return tokens
  }
}
