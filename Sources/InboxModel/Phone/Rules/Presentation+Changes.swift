import Foundation

extension Presentation {
  /// Returns the smallest changes that would have shown a push: single changes, or else pairs
  /// (`wouldShowIf`).
  ///
  /// A push that did not change its Live Activity is shown if it changes it. If it did, only its
  /// alert can be missing.
  ///
  /// - Parameter decision: The decision about the push as it is.
  static func changesThatShow(
    _ push: Delivery, _ decision: PresentationDecision, in phone: PresentationContext,
    _ timeZone: TimeZone
  ) -> [Trace.Remedy] {
    guard decision.outcome != .shown, !decision.hasChangedCard || push.hasText(in: phone) else {
      return []
    }
    let goal: Goal = phone.activity != nil && !decision.hasChangedCard ? .card : .alert
    let changes = PossibleChanges(to: push, in: phone, goal, timeZone).changes
    let singles = remedies(changes.map { [$0] }, that: push, in: phone, goal)
    guard singles.isEmpty else { return singles }
    let pairs = changes.indices.flatMap { first in
      changes[(first + 1)...].filter { $0.key != changes[first].key }.map { [changes[first], $0] }
    }
    return remedies(pairs, that: push, in: phone, goal)
  }

  private static func remedies(
    _ candidates: [[Change]], that push: Delivery, in phone: PresentationContext, _ goal: Goal
  ) -> [Trace.Remedy] {
    var found: Set<[String]> = []
    return candidates.filter { candidate in
      guard !found.contains(candidate.map(\.key)) else { return false }
      var (push, phone) = (push, phone)
      for change in candidate { change.apply(&push, &phone) }
      guard goal.isReached(by: decide(changed: push, in: phone)) else { return false }
      found.insert(candidate.map(\.key))
      return true
    }.map { changes in
      Trace.Remedy(
        set: changes.filter { !$0.isInPayload }.map(\.spelling),
        payload: changes.filter(\.isInPayload).map(\.spelling))
    }
  }
}

/// The change on the screen that a push did not make.
private enum Goal {
  /// The card of a Live Activity is as the push requests.
  case card
  /// The push is shown.
  case alert

  func isReached(by decision: PresentationDecision) -> Bool {
    switch self {
    case .card: decision.hasChangedCard
    case .alert: decision.outcome == .shown
    }
  }
}

/// One change of a setting or of the payload.
private struct Change {
  /// The key, spelled as in `set` or in the payload. Of several values for a key the first that
  /// suffices is reported.
  let key: String
  let value: String
  /// Whether the change is one of the payload.
  var isInPayload = false
  let apply: @Sendable (_ push: inout Delivery, _ phone: inout PresentationContext) -> Void

  init(
    _ key: String, _ value: String,
    _ apply: @escaping @Sendable (inout Delivery, inout PresentationContext) -> Void
  ) {
    self.key = key
    self.value = value
    self.apply = apply
  }

  var spelling: String { "\(key)=\(value)" }
}

/// The candidate changes: one for each value that prevents the push from being shown.
private struct PossibleChanges {
  private typealias Apply = @Sendable (inout Delivery, inout PresentationContext) -> Void

  private let push: Delivery
  private let phone: PresentationContext
  private let timeZone: TimeZone
  /// The changes, in the order of the attempts.
  private(set) var changes: [Change] = []

  /// The reason codes of pushes that an online phone would not have received either.
  private static let notForLackOfPhone: Set<ReasonCode> =
    Guests.undeliverable.union([.appNotInstalled])

  init(
    to push: Delivery, in phone: PresentationContext, _ goal: Goal, _ timeZone: TimeZone
  ) {
    self.push = push
    self.phone = phone
    self.timeZone = timeZone
    if case .dropped(let code) = push.transit.fate,
      !Self.notForLackOfPhone.contains(code) || push.transit.queue.awaitsSubscription
    {
      add("online", "yes") { push, _ in push.transit.fate = .delivered }
    }
    if goal == .card, let facts = phone.activity?.wrappedValue {
      addActivity(facts)
      return
    }
    if let focus = phone.focus { addFocus(focus) }
    addInterruption()
    addPresentation()
    addPermissions()
    let lock: LockState = phone.lock == .locked ? .unlocked : .locked
    add("lock", lock.rawValue) { _, phone in phone.lock = lock }
  }

  private mutating func add(payload key: String, _ value: String, _ apply: @escaping Apply) {
    // The answer of the app's extension overrides the payload.
    guard !phone.serviceExtension.decides(key) else { return }
    var change = Change(key, value, apply)
    change.isInPayload = true
    changes.append(change)
  }

  private mutating func add(
    _ key: String, _ value: String, if applies: Bool = true, _ apply: @escaping Apply
  ) {
    if applies { changes.append(Change(key, value, apply)) }
  }

  /// Adds changes that would let a push change its Live Activity.
  private mutating func addActivity(_ facts: PresentationContext.Activity) {
    add(push.setting("installed"), "true", if: !phone.isInstalled) { _, phone in
      phone.isInstalled = true
    }
    if facts.permission != .allowed {
      add(push.setting("liveActivities"), "allowed") { _, phone in
        phone.activityPermission = .allowed
        phone.addUpdateToken()
      }
    }
    add(push.stateSetting, "background", if: !facts.hasToken && phone.appState == .forceQuit) {
      _, phone in
      phone.appState = .background
      phone.addUpdateToken()
    }
    add(push.setting("frequentUpdates"), "true", if: !facts.isFrequent) { _, phone in
      phone.hasFrequentUpdates = true
    }
    let budget = facts.isFrequent ? "frequentBudget" : "updateBudget"
    add("device.activities.\(budget)", String(facts.updates + 1)) { _, phone in
      phone.activityLimits.frequentBudget = facts.updates + 1
      phone.activityLimits.updateBudget = facts.updates + 1
    }
    add("device.activities.startBudget", String(facts.starts + 1)) { _, phone in
      phone.activityLimits.startBudget = facts.starts + 1
    }
    add("device.activities.limit", String(facts.running + 1)) { _, phone in
      phone.activityLimits.limit = facts.running + 1
    }
    add("device.activities.interval", "0s") { _, phone in phone.activityLimits.interval = 0 }
    if facts.address == .channel, facts.card == nil, let channel = push.broadcast?.channel {
      add(push.setting("broadcastChannels") + "+", channel) { _, phone in
        phone.activity?.wrappedValue.reach?.isAssumed = true
      }
    }
    let isMissing = push.payload.liveActivity?.timestamp == nil
    let wanted = facts.newest ?? (isMissing ? phone.at.timeIntervalSince1970 : nil)
    // Seconds never pass after a time in milliseconds.
    if let wanted = wanted?.rounded(.up), !LiveActivity.isInMilliseconds(wanted) {
      add(payload: "timestamp", JSONNumber(wanted).text) { push, _ in
        push.payload.liveActivity?.timestamp = wanted
      }
    }
  }

  private mutating func addFocus(_ focus: PresentationContext.Focus) {
    add("focus", "off") { _, phone in phone.focus = nil }
    let list =
      focus.silencesListed
      ? SettingPath.focus(focus.name, "silenceApps").key + "-"
      : SettingPath.focus(focus.name, "allowApps").key + "+"
    add(list, push.app.text) { _, phone in phone.focus?.allowsApp = true }
    if let sender = push.payload.senders.first(where: { !$0.contains(",") }) {
      add(SettingPath.focus(focus.name, "allowPeople").key + "+", sender) { _, phone in
        phone.focus?.allowsSender = true
      }
    }
    let switchPath = SettingPath.focus(focus.name, "allowTimeSensitive")
    add(switchPath.key, "true", if: !focus.allowsTimeSensitive) { _, phone in
      phone.focus?.allowsTimeSensitive = true
    }
    if let criteria = focus.filter?.first {
      add(payload: "filter-criteria", criteria) { push, _ in
        push.payload.filterCriteria = criteria
      }
    }
    if let until = focus.until, !focus.isFollowed {
      add("clock", Timestamp.text(until, in: timeZone)) { _, phone in
        phone.focus = nil
        phone.at = until
      }
    }
  }

  /// Adds changes of the silencers beside a Focus: pushes that are sent again together, the level,
  /// a mute.
  private mutating func addInterruption() {
    if let burst = phone.catchUp, burst.hasAlerted, burst.policy != .each {
      add(Guests.catchUpSetting, PresentationContext.CatchUp.Policy.each.rawValue) { _, phone in
        phone.catchUp?.policy = .each
      }
    }
    for level in InterruptionLevel.allCases where level > push.payload.interruptionLevel {
      add(payload: "interruption-level", level.rawValue) { push, _ in
        push.payload.interruptionLevel = level
      }
    }
    if let until = phone.mutedUntil, phone.at < until {
      add(push.muteSetting, "off") { _, phone in phone.mutedUntil = nil }
      add("clock", Timestamp.text(until, in: timeZone)) { _, phone in phone.at = until }
    }
  }

  /// Adds changes of the app in the foreground and of settings of the phone, such as the scheduled
  /// summary.
  private mutating func addPresentation() {
    add(push.stateSetting, "background", if: phone.appDecides) { _, phone in
      phone.appState = .background
    }
    let answer = phone.willPresent
    let hasBanner = answer == .payloadOnly || answer.options.contains(.banner)
    add(push.setting("present+"), "banner", if: !hasBanner) { _, phone in
      phone.willPresent = .options(answer.options.union(.banner))
    }
    add("summary.apps-", push.app.text, if: phone.summaryAt != nil) { _, phone in
      phone.summaryAt = nil
    }
  }

  /// Adds changes of the app's permissions and of its Android channel.
  private mutating func addPermissions() {
    add(push.setting("installed"), "true", if: !phone.isInstalled) { _, phone in
      phone.isInstalled = true
    }
    add(push.setting("permission"), "authorized", if: phone.permission != .authorized) { _, phone in
      phone.permission = .authorized
    }
    add(push.setting("deliverQuietly"), "false", if: phone.deliversQuietly) { _, phone in
      phone.deliversQuietly = false
    }
    add(push.setting("banners"), "true", if: !phone.showsBanners) { _, phone in
      phone.showsBanners = true
    }
    add(push.setting("lockScreen"), "true", if: !phone.showsOnLockScreen) { _, phone in
      phone.showsOnLockScreen = true
    }
    add(push.setting("timeSensitive"), "true", if: !phone.allowsTimeSensitive) { _, phone in
      phone.timeSensitive = .granted
    }
    add(push.setting("critical"), "true", if: !phone.allowsCritical) { _, phone in
      phone.critical = .granted
    }
    if let channel = phone.channel, channel.importance != .high, !channel.id.isEmpty {
      add(SettingPath(["apps", push.app.text, "channels", channel.id]).key, "high") {
        _, phone in
        phone.channel?.importance = .high
      }
    }
  }
}

extension PresentationContext {
  /// Adds the update token of a Live Activity if its app can receive one. An activity that follows
  /// a channel has none.
  fileprivate mutating func addUpdateToken() {
    guard let facts = activity?.wrappedValue, facts.channel == nil, facts.permission == .allowed,
      appState != .forceQuit
    else { return }
    activity?.wrappedValue.hasToken = true
  }
}
