import Foundation

/// The phone's decision about a push, after the rules so far.
///
/// It begins with all that the push requests; a rule can only remove options. The first rule that
/// stops the push provides the reason; later rules may remove more and add notes.
public struct PresentationDecision: Equatable, Sendable {
  /// The places where the push may still appear. During the decision `banner` and `lock` both stand
  /// for the right to interrupt; the last rule keeps the one that matches the lock state.
  public private(set) var presented: PresentationOptions
  /// The effective level.
  public let level: InterruptionLevel
  /// The reason code of the rule that stopped it; ``ReasonCode/shown`` for none.
  public private(set) var reason = ReasonCode.shown
  /// The moment at which it enters the list; nil if it is not held.
  public private(set) var heldUntil: Date?

  /// The phone's time zone, in which moments are stated.
  let timeZone: TimeZone

  /// The steps of the trace; nil if no trace is wanted, and then no sentence is made.
  private var steps: [TraceStep]?
  private var asked = StepName.app

  /// The options that interrupt the user.
  static let interruption: PresentationOptions = [.banner, .lock]

  /// Makes the decision that a push requests, before any rule.
  ///
  /// A critical level without `sound` plays the default critical sound. A critical sound replaces
  /// an ordinary one, and at volume 0 it does not play. An empty sound is silent (`docs/rules.md`
  /// §14, §7.2).
  init(
    of push: Delivery, in phone: PresentationContext, isTraced: Bool = false,
    timeZone: TimeZone = .gmt
  ) {
    self.timeZone = timeZone
    let payload = push.payload
    let hasText = push.hasText(in: phone)
    level = phone.level(of: payload)
    presented = hasText ? [.banner, .list, .lock] : []
    if payload.badge != nil { presented.insert(.badge) }
    // A Live Activity has a card in place of an entry, and no badge.
    if phone.activity != nil { presented = hasText ? [.activity, .banner, .lock] : .activity }
    let unsaid = level == .critical && hasText ? Sound(isCritical: true) : nil
    if let sound = payload.sound ?? unsaid, !sound.name.isEmpty {
      if level != .critical {
        presented.insert(.sound)
      } else if sound.volume != 0 {
        presented.insert(.critical)
      }
    }
    if isTraced { steps = [] }
  }

  /// The outcome.
  public var outcome: Outcome {
    if reason == .kindBackground || reason == .kindBackgroundBudget { return .silent }
    if heldUntil != nil { return .held }
    if canInterrupt { return .shown }
    return presented.isDisjoint(with: [.list, .activity]) ? .none : .quiet
  }

  /// Whether it changed the card of a Live Activity.
  var hasChangedCard: Bool { presented.contains(.activity) }

  /// Whether a rule stopped it.
  var isStopped: Bool { reason != .shown }
  /// Whether the push would light the screen.
  var canInterrupt: Bool { !presented.isDisjoint(with: Self.interruption) }
  /// Whether the push would light the screen or be audible.
  var isLoud: Bool { canInterrupt || isPlayed }
  /// Whether a sound plays.
  var isPlayed: Bool { presented.isAudible }
  /// Whether the push is, or will be, an entry of the list.
  var isKept: Bool { presented.contains(.list) || heldUntil != nil }

  /// The steps of the trace, in the order of the rules.
  var trace: [TraceStep] { steps ?? [] }

  /// Applies a rule, unless there are no options left to remove.
  mutating func ask(_ rule: Rule, about push: Delivery, in phone: PresentationContext) {
    asked = rule.name
    if phone.era.unknownRules.contains(rule.name) {
      _ = skip("unknown to a phone of \(phone.era.rawValue)")
    } else if isStopped, presented.isEmpty, heldUntil == nil {
      _ = skip("not reached")
    } else {
      _ = rule.answer(push, phone, &self)
    }
  }

  /// Records that the push never reached the phone; the gateway's steps give the reason.
  mutating func drop(_ code: ReasonCode) {
    presented = []
    reason = code
  }
}

// MARK: - The results of a rule

extension PresentationDecision {
  /// Proof that a rule has produced a result. Only the functions below make one, and every rule has
  /// to return it.
  struct RuleResult {
    fileprivate init() {}
  }

  /// Passes the push; options that are removed are no loss.
  mutating func ok(
    _ because: @autoclosure () -> String, code: ReasonCode? = nil,
    setting: @autoclosure () -> String? = nil, without lost: PresentationOptions = []
  ) -> RuleResult {
    presented.subtract(lost)
    return write(.ok, code, because, setting)
  }

  /// Reports that the rule does not apply.
  mutating func skip(_ because: @autoclosure () -> String) -> RuleResult {
    write(.skip, nil, because, { nil })
  }

  /// Adds a remark; may remove options without stopping the push.
  mutating func addNote(
    _ because: @autoclosure () -> String, code: ReasonCode? = nil,
    setting: @autoclosure () -> String? = nil, without lost: PresentationOptions = []
  ) -> RuleResult {
    presented.subtract(lost)
    return write(.note, code, because, setting)
  }

  /// Stops the push, unless an earlier rule did; only the named options are left.
  mutating func stop(
    _ code: ReasonCode, _ because: @autoclosure () -> String,
    setting: @autoclosure () -> String? = nil, leaving left: PresentationOptions = [],
    holdUntil: Date? = nil
  ) -> RuleResult {
    presented.formIntersection(left)
    guard !isStopped else { return write(.note, code, because, setting) }
    reason = code
    heldUntil = holdUntil
    return write(.stop, code, because, setting)
  }

  private mutating func write(
    _ result: TraceStep.Result, _ code: ReasonCode?, _ because: () -> String,
    _ setting: () -> String?
  ) -> RuleResult {
    steps?.append(
      TraceStep(asked, result, code: code, because: because(), setting: setting()))
    return RuleResult()
  }
}
