import Foundation

/// The Live Activities of the phone: the cards, and the state that the cards of each app share.
public struct Activities: Equatable, Sendable {
  /// The maximum number of dismissed cards.
  static let dismissedLimit = 100

  private(set) var byID: [ActivityID: ActivityCard] = [:]
  private(set) var apps: [BundleID: AppActivities] = [:]
  /// The activities that follow a broadcast channel.
  private var followers: [Subscription: ChannelFollowers] = [:]
  /// The activities that began to follow a channel since the last call of ``drainFollowings()``.
  private var followings: [ChannelFollowing] = []
  /// The activities by their update tokens.
  private var owners: [DeviceToken: ActivityID] = [:]
  private(set) var lastID = ActivityID(rawValue: 0)
  /// The cards on the lock screen in their order, without the changes of ``misplaced``.
  private var shown: [ActivityID] = []
  /// The cards that came, left or have another relevance since the last call of ``orderLockScreen()``.
  private var misplaced: Set<ActivityID> = []
  /// Whether one of them was known before.
  private var hasMoved = false
  /// The dismissed cards, in the order of their dismissal.
  private var dismissed: [ActivityID] = []
  /// The time of the next change by the clock, or an earlier time; nil for never.
  private(set) var due: Date?
  /// The cards and apps that changed since the last call of ``drainUnstored()``.
  private var unstored: (cards: Set<ActivityID>, apps: Set<BundleID>) = ([], [])
  /// The number of changes of tokens, for the gateway's copy.
  private(set) var tokenVersion = 0

  /// An app's broadcast channel.
  fileprivate struct Subscription: Hashable {
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
  public var onLockScreen: [ActivityCard] { shown.compactMap { byID[$0] } }

  /// The number of cards on the lock screen.
  public var lockScreenCount: Int { shown.count }

  /// The card with this identifier; nil for none.
  public subscript(id: ActivityID) -> ActivityCard? { byID[id] }

  /// The running activities of an app, newest first.
  func running(of app: BundleID) -> [ActivityCard] {
    byID.values.filter { $0.app == app && $0.isRunning }.sorted { $0.id > $1.id }
  }

  /// The card with this update token.
  func owner(of token: DeviceToken) -> ActivityCard? { owners[token].flatMap { byID[$0] } }

  /// The newest card whose start was sent to this token, or that was assumed for it; running ones take precedence.
  func made(by token: DeviceToken, of app: BundleID) -> ActivityCard? {
    byID.values.filter { $0.app == app && ($0.startToken == token || $0.senderToken == token) }.max
    {
      ($0.isRunning ? 1 : 0, $0.id) < ($1.isRunning ? 1 : 0, $1.id)
    }
  }

  /// The running activities of an app that follow a broadcast channel, oldest first.
  public func followers(of channel: String, of app: BundleID) -> [ActivityID] {
    followers[Subscription(app: app, channel: channel)]?.running ?? []
  }

  /// The newest activity of an app that follows or followed a broadcast channel; nil if its card is no longer known.
  func newestFollower(of channel: String, of app: BundleID) -> ActivityCard? {
    followers[Subscription(app: app, channel: channel)].flatMap { byID[$0.newest] }
  }

  /// The state that the Live Activities of an app share.
  public func common(of app: BundleID) -> AppActivities { apps[app] ?? AppActivities() }

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
    index(card.id, old.map(IndexedFacts.init), IndexedFacts(card), card.due(settings))
  }

  /// Changes a card in place. An unknown identifier is ignored.
  mutating func change(
    _ id: ActivityID, _ settings: ActivitySettings, _ body: (inout ActivityCard) -> Void
  ) {
    guard let place = byID.index(forKey: id) else { return }
    let old = IndexedFacts(byID.values[place])
    body(&byID.values[place])
    index(id, old, IndexedFacts(byID.values[place]), byID.values[place].due(settings))
  }

  /// The facts of a card by which it is found.
  private struct IndexedFacts {
    var subscription: Subscription?
    var isRunning: Bool
    var token: DeviceToken?
    var isDismissed: Bool
    var relevance: Double

    init(_ card: ActivityCard) {
      subscription = card.channel.map { Subscription(app: card.app, channel: $0) }
      (isRunning, token, isDismissed) = (card.isRunning, card.token, card.isDismissed)
      relevance = card.relevance
    }
  }

  private mutating func index(
    _ id: ActivityID, _ old: IndexedFacts?, _ card: IndexedFacts, _ moment: Date?
  ) {
    if let subscription = card.subscription, old?.isRunning != card.isRunning {
      follow(id, subscription, isFirst: old == nil, card.isRunning)
    }
    if old?.token != card.token {
      if let token = old?.token { owners[token] = nil }
      if let token = card.token { owners[token] = id }
      tokenVersion += 1
    }
    if card.isDismissed, old?.isDismissed != true { dismissed.append(id) }
    if old?.isDismissed != card.isDismissed || old?.relevance != card.relevance {
      misplaced.insert(id)
      hasMoved = hasMoved || old != nil
    }
    due = .earliest(due, moment)
    unstored.cards.insert(id)
    while dismissed.count > Self.dismissedLimit { remove(dismissed[0]) }
  }

  private mutating func follow(
    _ id: ActivityID, _ subscription: Subscription, isFirst: Bool, _ isRunning: Bool
  ) {
    guard isRunning else {
      if isFirst {
        followers[subscription, default: ChannelFollowers()].see(id)
      } else {
        followers[subscription]?.remove(id)
      }
      return
    }
    followers[subscription, default: ChannelFollowers()].insert(id)
    followings.append(
      ChannelFollowing(app: subscription.app, channel: subscription.channel, activities: [id]))
  }

  /// Records that an app began to follow a channel without a Live Activity.
  mutating func follow(_ channel: String, by app: BundleID) {
    followings.append(ChannelFollowing(app: app, channel: channel, activities: []))
  }

  /// Whether an activity began to follow a channel since the last call of ``drainFollowings()``.
  var hasFollowings: Bool { !followings.isEmpty }

  /// Returns the activities that began to follow a channel since the last call.
  mutating func drainFollowings() -> [ChannelFollowing] {
    defer { followings = [] }
    return followings
  }

  /// Moves the cards that changed to their places on the lock screen.
  mutating func orderLockScreen() {
    guard !misplaced.isEmpty else { return }
    if hasMoved { shown.removeAll { misplaced.contains($0) } }
    let moved = misplaced.filter { byID[$0].map { !$0.isDismissed } ?? false }
    (misplaced, hasMoved) = ([], false)
    let place = { [byID] (id: ActivityID) in (byID[id]?.relevance ?? 0, id) }
    // A broadcast may change thousands of cards.
    guard moved.count <= 4 else {
      shown = (shown + moved).sorted { place($0) > place($1) }
      return
    }
    for id in moved {
      var range = shown.startIndex..<shown.endIndex
      while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
        range =
          place(shown[middle]) > place(id)
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      shown.insert(id, at: range.lowerBound)
    }
  }

  private mutating func remove(_ id: ActivityID) {
    dismissed.removeAll { $0 == id }
    misplaced.insert(id)
    hasMoved = true
    guard let card = byID.removeValue(forKey: id) else { return }
    if let token = card.token { owners[token] = nil }
    if let channel = card.channel {
      let subscription = Subscription(app: card.app, channel: channel)
      if let its = followers[subscription], its.isEmpty, byID[its.newest] == nil {
        followers[subscription] = nil
      }
    }
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

  /// Forgets the cards and apps that changed: nothing stores them.
  mutating func forgetUnstored() {
    guard !unstored.cards.isEmpty || !unstored.apps.isEmpty else { return }
    unstored.cards.removeAll(keepingCapacity: true)
    unstored.apps.removeAll(keepingCapacity: true)
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
