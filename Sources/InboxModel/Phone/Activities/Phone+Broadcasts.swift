import Foundation

// Broadcasts to the Live Activities that follow a channel.

/// The result of a broadcast, for events.
public struct BroadcastReport: Equatable, Sendable {
  /// The identifier of the channel.
  public var channel: String
  /// The number of running Live Activities that follow it.
  public var reached: Int
  /// The number of cards that changed.
  public var changed: Int
  /// The end of its storage in the channel; nil if it is not stored.
  public var storedUntil: Date?

  /// Makes a report.
  public init(channel: String, reached: Int, changed: Int, storedUntil: Date?) {
    (self.channel, self.reached, self.changed) = (channel, reached, changed)
    self.storedUntil = storedUntil
  }
}

extension Delivery {
  /// Returns the result of a broadcast; nil for any other push.
  func report(
    of facts: PresentationContext.Activity?, _ decision: PresentationDecision
  ) -> BroadcastReport? {
    guard let broadcast = broadcast else { return nil }
    let reach = facts?.reach ?? BroadcastReach()
    let changed = reach.isAssumed ? 1 : reach.count - reach.ignoredCount
    return BroadcastReport(
      channel: broadcast.channel, reached: self.transit.fate == .delivered ? reach.count : 0,
      changed: decision.presented.contains(.activity) ? changed : 0,
      storedUntil: broadcast.storedUntil)
  }
}

extension Phone {
  /// The facts about a broadcast. If its channel has one follower, or only one that has ended, the
  /// facts are those of this activity.
  func broadcastFacts(
    about push: Delivery, _ broadcast: BroadcastTransit
  ) -> PresentationContext.Activity {
    let ids = activities.followers(of: broadcast.channel, of: push.app)
    var reach = BroadcastReach()
    reach.count = ids.count
    if ids.isEmpty {
      let last = lastFollower(of: broadcast.channel, of: push.app)
      reach.isAssumed = last == nil && followsBySetting(broadcast.channel, push.app)
      return broadcastFacts(about: push, last, reach)
    }
    var check = broadcastCheck(of: push)
    for id in ids {
      if let card = activities[id], let reason = check.obstacle(of: card) {
        reach.add(
          reason, of: id, misfit: reason == .activityUndecodable ? check.misfit(of: card) : nil)
      }
    }
    return broadcastFacts(about: push, ids.count == 1 ? activities[ids[0]] : nil, reach)
  }

  private func broadcastFacts(
    about push: Delivery, _ card: ActivityCard?, _ reach: BroadcastReach
  ) -> PresentationContext.Activity {
    var facts = activityFacts(about: push, .channel, card)
    facts.reach = reach
    return facts
  }

  private func broadcastCheck(of push: Delivery) -> BroadcastCheck {
    BroadcastCheck(push, settings.app(push.app), settings.device.activities, at: now)
  }

  private func followsBySetting(_ channel: String, _ app: BundleID) -> Bool {
    settings.app(app).broadcastChannels.contains(channel)
  }

  /// The activity that followed a channel last and has ended; nil for none. An app that follows the
  /// channel by its setting starts another when the card has left the lock screen.
  private func lastFollower(of channel: String, of app: BundleID) -> ActivityCard? {
    guard let card = activities.newestFollower(of: channel, of: app) else { return nil }
    return card.isDismissed && followsBySetting(channel, app) ? nil : card
  }

  /// Changes the cards of a broadcast that reaches several, as the rules decided. Each card ignores
  /// it for the same reasons as a push of its own.
  mutating func changeFollowers(
    by push: Delivery, _ keys: LiveActivity, _ decision: PresentationDecision,
    _ effects: inout [Effect]
  ) {
    guard let channel = push.broadcast?.channel, let name = keys.event else { return }
    let ends = LiveActivity.Event(rawValue: name) == .end
    let passed = decision.presented.contains(.activity)
    let (limits, now) = (settings.device.activities, now)
    if passed, !ends, push.headers.priority == .immediate { spend(of: push.app, \.updates) }
    var check = broadcastCheck(of: push)
    for id in activities.followers(of: channel, of: push.app) {
      var hasChanged = false
      activities.change(id, limits) { card in
        if let reason = check.obstacle(of: card) ?? (passed ? nil : decision.reason) {
          card.record(
            .init(
              name, at: now, push: push.id, timestamp: keys.timestamp, ignored: reason))
          return
        }
        hasChanged = true
        card.show(push, keys, name, at: now)
        // An activity that follows a channel has no token.
        if ends { _ = card.finish(.push, keys.dismissalDate, at: now, limits) }
      }
      guard hasChanged else { continue }
      if hasListeners, let card = activities[id] {
        effects.append(
          .emit(InboxEvent(at: now, id: push.id, app: push.app, kind: .activity(card, name))))
      }
      if ends { dismissIfDue(id, &effects) }
    }
  }

  /// Shows the stored message of a channel on the cards of new followers, or on that of an app that
  /// follows the channel by its setting. It uses no budget, and its alert is not repeated.
  mutating func receive(
    _ stored: Delivery, for following: ChannelFollowing, _ effects: inout [Effect]
  ) {
    var push = stored
    push.headers.priority = .conserving
    var cards = following.activities.compactMap { activities[$0] }.filter {
      // The message itself may have added the card.
      $0.isRunning && $0.lastPush != stored.id
    }
    if following.activities.isEmpty {
      guard activities.followers(of: following.channel, of: following.app).isEmpty,
        lastFollower(of: following.channel, of: following.app) == nil
      else { return }
      cards = []
    } else if cards.isEmpty {
      return
    }
    for card in cards.map(Optional.some) + (cards.isEmpty ? [nil] : []) {
      var reach = BroadcastReach()
      (reach.count, reach.isAssumed) = (card == nil ? 0 : 1, card == nil)
      var facts = broadcastFacts(about: push, card, reach)
      facts.changedAt = nil
      var context = PresentationContext()
      context.at = now
      context.isInstalled = settings.app(push.app).installed
      context.activity = Indirect(wrappedValue: facts)
      changeActivity(by: push, facts, Presentation.decide(changed: push, in: context), &effects)
    }
  }

  /// Records the channels that apps follow since a change of their settings.
  mutating func followChannels(since old: PhoneSettings) {
    let following = settings.apps.filter { $1.installed && !$1.broadcastChannels.isEmpty }
    for (app, its) in following.sorted(by: { $0.key < $1.key }) {
      let added = its.broadcastChannels.subtracting(old.app(app).broadcastChannels)
      for channel in added.sorted() { activities.follow(channel, by: app) }
    }
  }
}
