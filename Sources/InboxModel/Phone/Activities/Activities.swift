import Foundation

/// The Live Activities of the phone: the cards, and the state that the cards of each app share.
public struct Activities: Equatable, Sendable {
  /// The maximum number of dismissed cards.
  static let dismissedLimit = 100
  /// The maximum number of cards on the lock screen, of all apps.
  static let lockScreenLimit = 1000

  private(set) var byID: [ActivityID: ActivityCard] = [:]
  private(set) var apps: [BundleID: AppActivities] = [:]
  /// The activities by the facts by which pushes find them.
  private var index = ActivityIndex()
  /// The activities that began to follow a channel since the last call of ``drainFollowings()``.
  private var followings: [ChannelFollowing] = []
  /// The activities by their update tokens.
  private var owners: [DeviceToken: ActivityID] = [:]
  private(set) var lastID = ActivityID(rawValue: 0)
  /// The cards on the lock screen in their order, without the changes of ``misplaced``.
  private var shown: [LockPlace] = []
  /// The cards that came, left or have another relevance since the last call of
  /// ``orderLockScreen()``, with their places on the lock screen until then; nil for none.
  private var misplaced: [ActivityID: LockPlace?] = [:]
  /// The dismissed cards, in the order of their dismissal.
  private var dismissed: [ActivityID] = []
  /// The times of the next changes of cards by the clock.
  private var schedule = Schedule<ActivityID>()
  /// The time at which the clock next replaces a push-to-start token, or an earlier time; nil for
  /// never.
  private var appsDue: Date?
  /// The cards and apps that changed since the last call of ``drainUnstored()``.
  private var unstored: (cards: Set<ActivityID>, apps: Set<BundleID>) = ([], [])
  /// The changes of tokens since the last call of ``drainTokenChanges()``.
  private var tokenChanges: [ActivityTokenChange] = []

  /// The order of cards on the lock screen: by descending relevance, of equal ones the newest
  /// first.
  private typealias LockPlace = (relevance: Double, id: ActivityID)

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
  public var onLockScreen: [ActivityCard] { shown.compactMap { byID[$0.id] } }

  /// The number of cards on the lock screen.
  public var lockScreenCount: Int { shown.count }

  /// The card with this identifier; nil for none.
  public subscript(id: ActivityID) -> ActivityCard? { byID[id] }

  /// The time of the next change by the clock, or an earlier time; nil for never.
  var due: Date? { .earliest(schedule.due, appsDue) }

  /// The running activities of an app, newest first.
  func running(of app: BundleID) -> [ActivityCard] {
    (index[.running(app)]?.all.reversed() ?? []).compactMap { byID[$0] }
  }

  /// The number of running activities of an app.
  func runningCount(of app: BundleID) -> Int { index[.running(app)]?.count ?? 0 }

  /// The newest running activity of an app with this type and these attributes.
  func twin(of app: BundleID, _ type: String?, _ attributes: JSONObject) -> ActivityID? {
    index[ActivityIndex.twins(app, type, attributes)]?.last
  }

  /// The card with this update token.
  func owner(of token: DeviceToken) -> ActivityCard? { owners[token].flatMap { byID[$0] } }

  /// The newest card whose start was sent to this token, or that was assumed for it; running ones
  /// take precedence.
  func made(by token: DeviceToken, of app: BundleID) -> ActivityCard? {
    let list = index[.made(app, by: token)] ?? index[.everMade(app, by: token)]
    return list?.last.flatMap { byID[$0] }
  }

  /// The running activities of an app that follow a broadcast channel, oldest first.
  public func followers(of channel: String, of app: BundleID) -> [ActivityID] {
    index[.followers(app, channel: channel)]?.all ?? []
  }

  /// The newest activity of an app that follows or followed a broadcast channel; nil if its card is
  /// no longer known.
  func newestFollower(of channel: String, of app: BundleID) -> ActivityCard? {
    index[.followers(app, channel: channel)].flatMap { byID[$0.newest] }
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
    follow(card, old.map(IndexedFacts.init), settings)
  }

  /// Changes a card in place. An unknown identifier is ignored.
  mutating func change(
    _ id: ActivityID, _ settings: ActivitySettings, _ body: (inout ActivityCard) -> Void
  ) {
    guard let place = byID.index(forKey: id) else { return }
    let old = IndexedFacts(byID.values[place])
    body(&byID.values[place])
    follow(byID.values[place], old, settings)
  }

  /// The facts of a card that change and by which it is found.
  private struct IndexedFacts {
    var isRunning: Bool
    var token: DeviceToken?
    var isDismissed: Bool
    var relevance: Double

    init(_ card: ActivityCard) {
      (isRunning, token, isDismissed) = (card.isRunning, card.token, card.isDismissed)
      relevance = card.relevance
    }
  }

  /// Adapts all that is derived from a card to its change.
  private mutating func follow(
    _ card: ActivityCard, _ old: IndexedFacts?, _ settings: ActivitySettings
  ) {
    let id = card.id
    if old?.isRunning != card.isRunning {
      index.put(card, isNew: old == nil)
      if card.isRunning, let channel = card.channel {
        followings.append(ChannelFollowing(app: card.app, channel: channel, activities: [id]))
      }
    }
    if old?.token != card.token {
      if let token = old?.token {
        owners[token] = nil
        tokenChanges.append(.removed(token))
      }
      if let token = card.token {
        owners[token] = id
        tokenChanges.append(.added(token, card.app))
      }
    }
    if card.isDismissed, old?.isDismissed != true { dismissed.append(id) }
    if old?.isDismissed != card.isDismissed || old?.relevance != card.relevance {
      move(id, from: old.flatMap { $0.isDismissed ? nil : ($0.relevance, id) })
    }
    schedule.set(card.due(settings), for: id)
    unstored.cards.insert(id)
    while dismissed.count > Self.dismissedLimit { remove(dismissed[0]) }
  }

  /// Records that a card left its place on the lock screen; nil for a card that was not there.
  private mutating func move(_ id: ActivityID, from place: LockPlace?) {
    if misplaced[id] == nil { misplaced[id] = .some(place) }
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
    let moved = misplaced.keys.compactMap { byID[$0] }.filter { !$0.isDismissed }
      .map { LockPlace($0.relevance, $0.id) }
    defer { misplaced = [:] }
    // A broadcast may change thousands of cards.
    guard misplaced.count <= 4 else {
      let stay = shown.filter { misplaced[$0.id] == nil }
      shown = (stay + moved).sorted(by: >)
      return
    }
    for case let place? in misplaced.values { shown.remove(at: index(of: place)) }
    for place in moved { shown.insert(place, at: index(of: place)) }
  }

  /// Returns the index on the lock screen of a card, or the one at which it is to be inserted.
  private func index(of place: LockPlace) -> Int {
    var range = shown.startIndex..<shown.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        shown[middle] > place ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  private mutating func remove(_ id: ActivityID) {
    dismissed.removeAll { $0 == id }
    guard let card = byID.removeValue(forKey: id) else { return }
    if let token = card.token {
      owners[token] = nil
      tokenChanges.append(.removed(token))
    }
    index.forget(card) { byID[$0] != nil }
    schedule.set(nil, for: id)
    unstored.cards.insert(id)
  }

  /// Changes the state that the Live Activities of an app share.
  mutating func change(
    _ app: BundleID, _ settings: ActivitySettings, _ body: (inout AppActivities) -> Void
  ) {
    var its = apps[app] ?? AppActivities()
    let old = its
    body(&its)
    apps[app] = its
    tokenChanges += its.tokenChanges(since: old, of: app)
    appsDue = .earliest(appsDue, its.due(settings))
    unstored.apps.insert(app)
  }

  /// Computes ``due`` from all cards and apps.
  mutating func reschedule(_ settings: ActivitySettings) {
    for card in byID.values { schedule.set(card.due(settings), for: card.id) }
    rescheduleApps(settings)
  }

  /// Computes the time of the next change of an app.
  mutating func rescheduleApps(_ settings: ActivitySettings) {
    appsDue = nil
    for app in apps.values { appsDue = .earliest(appsDue, app.due(settings)) }
  }

  /// Returns the cards that the clock is to change, oldest first, and whether it may change an app.
  /// The cards are due again after their next change.
  mutating func drainDue(at now: Date) -> (cards: [ActivityID], areApps: Bool) {
    (schedule.removeDue(at: now), appsDue.map { $0 <= now } ?? false)
  }

  /// Returns the changes of tokens since the last call.
  mutating func drainTokenChanges() -> [ActivityTokenChange] {
    guard !tokenChanges.isEmpty else { return [] }
    defer { tokenChanges = [] }
    return tokenChanges
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
}
