import Foundation

/// The Live Activities that follow the channel of a broadcast, and those of them that ignore it.
public struct BroadcastReach: Equatable, Sendable {
  /// The activities that ignore the broadcast for a reason.
  struct Ignored: Equatable, Sendable {
    var reason: ReasonCode
    var count: Int
    /// The first of the activities.
    var activities: [ActivityID] = []
    /// The reason for which the app cannot decode the content state for the first one, a clause;
    /// nil for another reason.
    var misfit: String?

    /// The maximum number of ``activities``.
    static let namedLimit = 5
  }

  /// The number of running activities that follow the channel.
  public var count = 0
  /// Whether the app follows the channel with an activity that it starts itself, which has no card
  /// yet.
  public var isAssumed = false
  /// The reasons for which activities ignore it, in the order of the rules.
  var ignored: [Ignored] = []

  /// Makes a broadcast that reaches no activity.
  public init() {}

  /// The number of activities that ignore it.
  public var ignoredCount: Int { ignored.reduce(0) { $0 + $1.count } }

  /// The reasons in the order of the rules.
  private static let order: [ReasonCode] = [
    .activityOlderTimestamp, .activityTooLarge, .activityUndecodable, .activityTooSoon,
  ]

  /// Counts an activity that ignores it.
  ///
  /// - Parameter misfit: The reason for which the app cannot decode the content state for it, a
  ///   clause.
  mutating func add(_ reason: ReasonCode, of activity: ActivityID, misfit: String? = nil) {
    if let place = ignored.firstIndex(where: { $0.reason == reason }) {
      ignored[place].count += 1
      if ignored[place].activities.count < Ignored.namedLimit {
        ignored[place].activities.append(activity)
      }
    } else {
      ignored.append(
        Ignored(reason: reason, count: 1, activities: [activity], misfit: misfit))
      ignored.sort {
        (Self.order.firstIndex(of: $0.reason) ?? 0) < (Self.order.firstIndex(of: $1.reason) ?? 0)
      }
    }
  }

  /// The reason of the last rule by which an activity ignores it, if all do; nil if one changes.
  var obstacle: ReasonCode? { ignoredCount == count ? ignored.last?.reason : nil }
}

extension BroadcastReach: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("count", &count, unless: 0)
    fields.field("assumed", &isAssumed, unless: false)
    fields.field("ignored", &ignored, unless: [])
  }
}

extension BroadcastReach.Ignored: JSONFieldList {
  init() { self.init(reason: .activityOlderTimestamp, count: 0) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("reason", &reason)
    fields.field("count", &count)
    fields.field("activities", &activities, unless: [])
    fields.field("misfit", &misfit)
  }
}

extension BroadcastReach.Ignored {
  /// Returns a clause:
  /// `2 of 3 cannot decode the content-state (A1, A4: “home” is a string, not Int)`.
  fileprivate func sentence(_ predicate: String, of all: Int) -> String {
    let names = activities.map(\.text) + (count > activities.count ? ["…"] : [])
    return "\(count) of \(all) \(predicate) (\(names.joined(separator: ", "))"
      + (misfit.map { ": " + $0 } ?? "") + ")"
  }
}

extension PresentationContext.Activity {
  /// The followers of a broadcast that reaches several activities; nil for any other push. If it
  /// reaches one, the facts are those of this activity.
  var severalReached: BroadcastReach? { card == nil && reach?.count ?? 0 > 1 ? reach : nil }
}

// MARK: - Rules

extension Rule {
  /// The followers of a broadcast (§15.17).
  static func reached(
    _ push: Delivery, _ facts: PresentationContext.Activity, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult {
    let reach = facts.reach ?? BroadcastReach()
    if reach.count > 0 {
      return decision.ok("reaches \(reach.count) Live Activities that follow the channel")
    }
    if reach.isAssumed, push.payload.liveActivity?.event == LiveActivity.Event.update.rawValue {
      if facts.isFull { return decision.stopAtFullLockScreen() }
      return decision.addNote(
        "the app follows the channel with a Live Activity that it started itself",
        code: .activityAssumed, setting: push.setting("broadcastChannels"))
    }
    return decision.stop(
      .activityNoFollower,
      "no Live Activity of the app follows the channel: start one with `\"input-push-channel\": "
        + "\"\(cut(push.broadcast?.channel ?? ""))\"`",
      setting: push.setting("broadcastChannels"))
  }
}

extension PresentationDecision {
  /// Stops a push that would add a card to a full lock screen.
  mutating func stopAtFullLockScreen() -> RuleResult {
    stop(
      .activityLimit, "the lock screen has \(Activities.lockScreenLimit) Live Activities already")
  }

  /// The result of a rule about a broadcast that reaches several activities. It stops the broadcast
  /// if every activity ignores it, for one of these reasons or one of an earlier rule.
  ///
  /// - Parameters:
  ///   - reasons: The reasons of the rule, each with a predicate about activities that ignore it.
  mutating func answer(
    _ reach: BroadcastReach, _ reasons: KeyValuePairs<ReasonCode, String>, setting: String? = nil,
    else passed: @autoclosure () -> String
  ) -> RuleResult {
    let clauses = reach.ignored.compactMap { ignored in
      reasons.first { $0.key == ignored.reason }.map { ignored.sentence($0.value, of: reach.count) }
    }
    guard !clauses.isEmpty else { return ok(passed()) }
    let because = clauses.joined(separator: "; ")
    let reasons = reasons.map(\.key)
    if let code = reach.obstacle, reasons.contains(code) {
      return stop(code, because, setting: setting)
    }
    let code = reach.ignored.last { reasons.contains($0.reason) }?.reason
    return addNote(because, code: code, setting: setting)
  }
}

// MARK: - One card

extension ActivityCard {
  /// Returns whether a push is older than what a card shows (§15.6).
  static func isOlder(_ timestamp: Double, than newest: Double) -> Bool { timestamp < newest }

  /// Returns whether an update without an alert comes too soon after the last change (§15.11).
  static func isTooSoon(_ now: Date, after last: Date, _ limits: ActivitySettings) -> Bool {
    limits.interval > 0 && (0..<limits.interval).contains(now.timeIntervalSince(last))
  }
}

/// The check of a broadcast against each card that it reaches. What depends on the broadcast alone
/// is computed once.
struct BroadcastCheck {
  private let timestamp: Double?
  private let state: JSONObject?
  private let stateSize: Int
  private let types: [String: [String: StateType]]
  private let limits: ActivitySettings
  private let now: Date
  /// Whether it is an update without an alert, for which the minimum interval holds.
  private let needsInterval: Bool
  /// The reasons for which cards of a type cannot decode the content state; nil for types that can.
  private var misfits: [String: String?] = [:]

  init(_ push: Delivery, _ app: AppSettings, _ limits: ActivitySettings, at now: Date) {
    let keys = push.payload.liveActivity
    timestamp = keys?.timestamp
    state = keys?.contentState
    stateSize = state.map(ActivityCard.size) ?? 0
    types = app.activityTypes
    (self.limits, self.now) = (limits, now)
    needsInterval =
      !push.payload.hasAlert && keys?.event != LiveActivity.Event.end.rawValue
  }

  /// Returns the reason for which a card ignores the broadcast, the first in the order of the
  /// rules; nil if it changes.
  mutating func obstacle(of card: ActivityCard) -> ReasonCode? {
    if let timestamp, ActivityCard.isOlder(timestamp, than: card.timestamp) {
      return .activityOlderTimestamp
    }
    if state != nil, card.attributesSize + stateSize > PresentationContext.Activity.sizeLimit {
      return .activityTooLarge
    }
    if misfit(of: card) != nil { return .activityUndecodable }
    if needsInterval, ActivityCard.isTooSoon(now, after: card.updatedAt, limits) {
      return .activityTooSoon
    }
    return nil
  }

  /// Returns the reason for which the app cannot decode the content state for a card, a clause; nil
  /// if it can.
  mutating func misfit(of card: ActivityCard) -> String? {
    guard let state, !types.isEmpty, let type = card.attributesType else { return nil }
    if let known = misfits[type] { return known }
    let misfit = types[type]?.misfit(of: state)
    misfits[type] = .some(misfit)
    return misfit
  }
}
