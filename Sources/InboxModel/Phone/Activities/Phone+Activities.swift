import Foundation

// Pushes to Live Activities, and the changes of their cards by clock, user and settings.

extension Phone {
  // MARK: Facts for the rules

  /// The facts about a push to a Live Activity; nil for any other push, and on a phone of 2012.
  func activityFacts(about push: Delivery) -> PresentationContext.Activity? {
    guard push.typeInForce == .liveactivity, settings.device.era == .today else { return nil }
    if let broadcast = push.broadcast { return broadcastFacts(about: push, broadcast) }
    let isStart = push.payload.liveActivity?.event == LiveActivity.Event.start.rawValue
    let found = isStart ? startTarget(of: push) : updateTarget(of: push)
    return activityFacts(about: push, found.address, found.card)
  }

  /// The facts about a push to a known Live Activity.
  ///
  /// - Parameter card: The activity; for a start the one whose update token was used by mistake.
  func activityFacts(
    about push: Delivery, _ address: PresentationContext.Activity.Address, _ card: ActivityCard?
  ) -> PresentationContext.Activity {
    let (app, keys) = (settings.app(push.app), push.payload.liveActivity)
    let common = activities.common(of: push.app)
    var facts = PresentationContext.Activity()
    facts.address = address
    facts.card = card?.id
    facts.isFull = activities.lockScreenCount >= Activities.lockScreenLimit
    facts.permission = app.liveActivities
    facts.isFrequent = app.frequentUpdates
    facts.limits = settings.device.activities
    facts.updates = AppActivities.recent(common.updates, at: now).count
    facts.attributesType = address == .start ? keys?.attributesType : card?.attributesType
    if let type = facts.attributesType, !app.activityTypes.isEmpty {
      facts.isUnknownType = app.activityTypes[type] == nil
      facts.misfit = keys?.contentState.flatMap { app.activityTypes[type]?.misfit(of: $0) }
    }
    facts.channel = card?.channel
    if let state = keys?.contentState {
      let attributes = address == .start ? keys?.attributes : nil
      facts.size =
        (address == .start
          ? ActivityCard.size(attributes ?? JSONObject()) : card?.attributesSize ?? 2)
        + ActivityCard.size(state)
    }
    if address == .start {
      facts.starts = AppActivities.recent(common.starts, at: now).count
      facts.running = activities.runningCount(of: push.app)
      facts.twin = keys?.attributes.flatMap {
        activities.twin(of: push.app, keys?.attributesType, $0)
      }
    } else if let card {
      facts.newest = card.timestamp
      facts.end = card.end
      facts.hasToken = card.token != nil || !card.isRunning
      if address == .pushToStart { facts.updateToken = card.token }
      facts.changedAt = card.updatedAt
    }
    return facts
  }

  /// The target of a start. Lenient checks accept any token except update tokens and old ones.
  private func startTarget(
    of push: Delivery
  ) -> (address: PresentationContext.Activity.Address, card: ActivityCard?) {
    let common = activities.common(of: push.app)
    if let card = activities.owner(of: push.token) { return (.start, card) }
    if common.isOld(push.token, of: push.app) { return (.old, nil) }
    guard push.transit.isStrict, push.token != .local else { return (.start, nil) }
    return push.token == common.startToken ? (.start, nil) : (.unknown, nil)
  }

  /// The activity that an update or an end refers to.
  private func updateTarget(
    of push: Delivery
  ) -> (address: PresentationContext.Activity.Address, card: ActivityCard?) {
    if let card = activities.owner(of: push.token), card.app == push.app {
      return (.updateToken, card)
    }
    let common = activities.common(of: push.app)
    if let retired = common.retired.last(where: { $0.token == push.token }) {
      // The end of the activity is the more precise reason.
      guard !retired.isReplaced, let number = retired.card,
        let card = activities[ActivityID(rawValue: number)]
      else { return (.old, nil) }
      return (.updateToken, card)
    }
    if common.isOld(push.token, of: push.app) { return (.old, nil) }
    if push.token == common.startToken {
      let running = activities.running(of: push.app)
      return (.pushToStart, running.first { $0.token != nil })
    }
    let isStrict = push.transit.isStrict && push.token != .local
    if !isStrict, let card = activities.made(by: push.token, of: push.app) {
      return (card.senderToken == nil ? .startToken : .assumed, card)
    }
    guard !isStrict, push.payload.liveActivity?.event == LiveActivity.Event.update.rawValue else {
      return (.unknown, nil)
    }
    return (.assumed, nil)
  }

  /// Returns the budgets of an app's Live Activities.
  public func activityBudgets(of app: BundleID) -> (starts: ActivityBudget, updates: ActivityBudget)
  {
    let common = activities.common(of: app)
    let limits = settings.device.activities
    let updateLimit =
      settings.app(app).frequentUpdates ? limits.frequentBudget : limits.updateBudget
    return (
      ActivityBudget(spent: common.starts, limit: limits.startBudget, at: now),
      ActivityBudget(spent: common.updates, limit: updateLimit, at: now)
    )
  }

  // MARK: Changes by pushes

  /// Changes the card of a push, as the rules decided.
  mutating func changeActivity(
    by push: Delivery, _ facts: PresentationContext.Activity, _ decision: PresentationDecision,
    _ effects: inout [Effect]
  ) {
    guard push.transit.fate == .delivered, let keys = push.payload.liveActivity else { return }
    if facts.severalReached != nil { return changeFollowers(by: push, keys, decision, &effects) }
    guard decision.presented.contains(.activity) else {
      if let id = facts.card, facts.address != .start, var card = activities[id] {
        card.record(
          .init(
            keys.event ?? "", at: now, push: push.id, timestamp: keys.timestamp,
            ignored: decision.reason))
        activities.put(card, settings.device.activities)
      }
      return
    }
    guard let event = keys.event.flatMap(LiveActivity.Event.init(rawValue:)) else { return }
    if facts.address != .start, event == .update, push.headers.priority == .immediate {
      spend(of: push.app, \.updates)
    }
    switch event {
    case .start: startActivity(push, keys, &effects)
    case .update, .end:
      guard let card = facts.card.flatMap({ activities[$0] }) else {
        return assumeActivity(push, keys, &effects)
      }
      update(card, by: push, keys, ends: event == .end, &effects)
    }
  }

  mutating func spend(
    of app: BundleID, _ budget: WritableKeyPath<AppActivities, [Date]>
  ) {
    let now = now
    activities.change(app, settings.device.activities) {
      $0[keyPath: budget] = AppActivities.recent($0[keyPath: budget], at: now) + [now]
    }
  }

  /// Adds a card for a start, and creates its update token if the app can receive one.
  private mutating func startActivity(
    _ push: Delivery, _ keys: LiveActivity, _ effects: inout [Effect]
  ) {
    spend(of: push.app, \.starts)
    var card = ActivityCard(
      id: activities.nextID(), app: push.app, timestamp: keys.timestamp ?? 0, startedAt: now,
      lastPush: push.id)
    card.attributesType = keys.attributesType
    card.attributes = keys.attributes ?? JSONObject()
    card.startToken = push.token
    card.channel = keys.inputPushChannel
    card.show(push, keys, "start", at: now)
    put(card, "start", &effects)
    giveToken(to: card.id, &effects)
  }

  /// Adds a card for an update to an unknown token, or to a channel that the app follows: the app
  /// started the activity itself.
  private mutating func assumeActivity(
    _ push: Delivery, _ keys: LiveActivity, _ effects: inout [Effect]
  ) {
    var card = ActivityCard(
      id: activities.nextID(), app: push.app, timestamp: keys.timestamp ?? 0, startedAt: now,
      lastPush: push.id)
    card.channel = push.broadcast?.channel
    if card.channel == nil { card.senderToken = push.token }
    card.show(push, keys, "update", at: now)
    put(card, "start", &effects)
    giveToken(to: card.id, &effects)
  }

  private mutating func update(
    _ known: ActivityCard, by push: Delivery, _ keys: LiveActivity, ends: Bool,
    _ effects: inout [Effect]
  ) {
    var card = known
    card.show(push, keys, ends ? "end" : "update", at: now)
    guard ends else { return put(card, "update", &effects) }
    end(&card, by: .push, dismissal: keys.dismissalDate)
    put(card, "end", &effects)
    dismissIfDue(card.id, &effects)
  }

  /// Ends an activity: its token becomes invalid.
  private mutating func end(
    _ card: inout ActivityCard, by end: ActivityCard.End, dismissal: Double? = nil
  ) {
    let (id, now) = (card.id, now)
    guard let token = card.finish(end, dismissal, at: now, settings.device.activities) else {
      return
    }
    activities.change(card.app, settings.device.activities) {
      $0.retire(token, of: id, at: now, isReplaced: false)
    }
  }

  mutating func dismissIfDue(_ id: ActivityID, _ effects: inout [Effect]) {
    guard var card = activities[id], !card.isDismissed, let leavesAt = card.leavesAt,
      leavesAt <= now
    else { return }
    card.isDismissed = true
    card.record(.init("dismissed", at: now))
    put(card, "dismissed", &effects)
  }

  /// Inserts a card and reports the event.
  private mutating func put(_ card: ActivityCard, _ event: String, _ effects: inout [Effect]) {
    activities.put(card, settings.device.activities)
    guard hasListeners else { return }
    effects.append(
      .emit(
        InboxEvent(at: now, id: card.lastPush, app: card.app, kind: .activity(card, event))))
  }

  // MARK: Tokens

  /// Creates the push-to-start token of an app that has none.
  mutating func giveStartToken(to app: BundleID, _ effects: inout [Effect]) {
    guard activities.common(of: app).startToken == nil else { return }
    renewStartToken(of: app, &effects)
  }

  /// Replaces the push-to-start token of an app.
  mutating func renewStartToken(of app: BundleID, _ effects: inout [Effect]) {
    let now = now
    activities.change(app, settings.device.activities) { its in
      if let old = its.startToken { its.retire(old, of: nil, at: now, isReplaced: true) }
      its.startTokenCount += 1
      its.startToken = .ofActivity("start \(app.text)", its.startTokenCount, of: app)
      its.startTokenSince = now
    }
    guard hasListeners, let token = activities.common(of: app).startToken else { return }
    effects.append(
      .emit(InboxEvent(at: now, app: app, kind: .activityToken(nil, token))))
  }

  /// Creates the update token of an activity if its app can receive one: the user has allowed Live
  /// Activities, and the app was not force-quit. An activity that follows a channel has none.
  private mutating func giveToken(to id: ActivityID, _ effects: inout [Effect]) {
    guard let card = activities[id], card.isRunning, card.token == nil else { return }
    giveStartToken(to: card.app, &effects)
    guard card.channel == nil else { return }
    let app = settings.app(card.app)
    guard app.liveActivities == .allowed, app.state != .forceQuit else { return }
    renewToken(of: id, &effects)
  }

  /// Replaces the update token of a running activity.
  mutating func renewToken(of id: ActivityID, _ effects: inout [Effect]) {
    guard var card = activities[id], card.isRunning else { return }
    let now = now
    if let old = card.token {
      activities.change(card.app, settings.device.activities) {
        $0.retire(old, of: id, at: now, isReplaced: true)
      }
    }
    card.tokenCount += 1
    let token = DeviceToken.ofActivity("\(id.text) \(card.app.text)", card.tokenCount, of: card.app)
    (card.token, card.tokenSince) = (token, now)
    card.record(.init("token", at: now))
    activities.put(card, settings.device.activities)
    guard hasListeners else { return }
    effects.append(
      .emit(InboxEvent(at: now, app: card.app, kind: .activityToken(id, token))))
  }

  // MARK: Clock, user, settings

  /// Makes the changes that are due: cards become stale, end after their maximum lifetime and leave
  /// the lock screen; tokens are replaced.
  mutating func advanceActivities(_ effects: inout [Effect]) {
    guard let due = activities.due, due <= now else { return }
    let limits = settings.device.activities
    let changing = activities.drainDue(at: now)
    for card in changing.cards.compactMap({ activities[$0] }) {
      advance(card, limits, &effects)
      dismissIfDue(card.id, &effects)
    }
    guard changing.areApps else { return }
    for (app, its) in activities.apps.sorted(by: { $0.key < $1.key }) {
      if let moment = its.due(limits), moment <= now { renewStartToken(of: app, &effects) }
    }
    activities.rescheduleApps(limits)
  }

  private mutating func advance(
    _ known: ActivityCard, _ limits: ActivitySettings, _ effects: inout [Effect]
  ) {
    var card = known
    guard card.isRunning else { return }
    if !card.isStale, let staleAt = card.staleAt, staleAt <= now {
      card.isStale = true
      card.record(.init("stale", at: now))
      put(card, "stale", &effects)
    }
    if card.startedAt.addingTimeInterval(limits.life) <= now {
      card.record(.init("life", at: now))
      end(&card, by: .life)
      put(card, "life", &effects)
    } else if limits.tokenLife > 0, card.token != nil,
      let since = card.tokenSince, since.addingTimeInterval(limits.tokenLife) <= now
    {
      renewToken(of: card.id, &effects)
    }
  }

  /// Ends a Live Activity and removes its card at once.
  mutating func removeActivity(
    _ id: ActivityID, by end: ActivityCard.End, _ effects: inout [Effect]
  ) {
    guard var card = activities[id], !card.isDismissed else { return }
    if card.isRunning { self.end(&card, by: end) }
    card.leavesAt = now
    activities.put(card, settings.device.activities)
    dismissIfDue(id, &effects)
  }

  /// Applies changed settings: removes the cards of apps whose Live Activities were turned off, and
  /// creates update tokens that apps can now receive.
  mutating func followActivities(since old: PhoneSettings, _ effects: inout [Effect]) {
    followChannels(since: old)
    guard !activities.isEmpty else { return }
    for card in activities.newestFirst.reversed() where !card.isDismissed {
      let its = settings.app(card.app)
      if !its.installed || its.liveActivities == .denied {
        removeActivity(card.id, by: .app, &effects)
      } else {
        giveToken(to: card.id, &effects)
      }
    }
    for app in settings.missingApps.subtracting(old.missingApps).sorted(by: { $0 < $1 }) {
      forgetActivities(of: app)
    }
    if old.device.activities != settings.device.activities {
      activities.reschedule(settings.device.activities)
    }
  }

  /// Invalidates the push-to-start token of an app that was removed.
  private mutating func forgetActivities(of app: BundleID) {
    guard let token = activities.common(of: app).startToken else { return }
    let now = now
    activities.change(app, settings.device.activities) {
      $0.retire(token, of: nil, at: now, isReplaced: true)
      $0.startToken = nil
    }
  }
}
