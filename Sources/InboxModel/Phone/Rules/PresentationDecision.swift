import Foundation

/// The decision of the phone about a push, after the rules asked so far.
///
/// It begins with all a push asks for; a rule can only take away. The first rule that stops the
/// push gives the reason; the ones after it may take away more, which they note.
public struct PresentationDecision: Equatable, Sendable {
  /// The places where the push may still appear. While rules are asked, `banner` and `lock` stand
  /// both for the right to interrupt; the last rule keeps the one that the lock state leaves.
  public private(set) var presented: PresentationOptions
  /// The level in force.
  public let level: InterruptionLevel
  /// The code of the rule that stopped it; ``ReasonCode/shown`` when none did.
  public private(set) var reason = ReasonCode.shown
  /// When it enters the list, if it is held.
  public private(set) var heldUntil: Date?

  /// The zone in whose time the answers name moments: the phone's.
  let timeZone: TimeZone

  /// The answers; nil when nobody asked why, and then no sentence is ever made.
  private var steps: [TraceStep]?
  private var asked = StepName.app

  /// Everywhere a push can interrupt.
  static let interruption: PresentationOptions = [.banner, .lock]
  /// Everything that is heard.
  static let noise: PresentationOptions = [.sound, .critical]

  /// Creates the decision that a push asks for, before any rule.
  ///
  /// A critical level without `sound` plays the default critical sound, a critical sound plays
  /// instead of an ordinary one, at volume 0 not at all, and an empty one is silent
  /// (`docs/rules.md` §14, §7.2).
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
    return presented.contains(.list) ? .quiet : .none
  }

  /// Whether a rule stopped it.
  var isStopped: Bool { reason != .shown }
  /// Whether it would light the screen.
  var canInterrupt: Bool { !presented.isDisjoint(with: Self.interruption) }
  /// Whether it would light the screen or be heard.
  var isLoud: Bool { canInterrupt || isPlayed }
  /// Whether a sound plays.
  var isPlayed: Bool { !presented.isDisjoint(with: Self.noise) }
  /// Whether it is, or will be, an entry of the list.
  var isKept: Bool { presented.contains(.list) || heldUntil != nil }

  /// The steps of the trace, in the order of the rules.
  var trace: [TraceStep] { steps ?? [] }

  /// Asks a rule, unless nothing is left to take away.
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

  /// The push never reached the phone; the gateway's steps say why.
  mutating func drop(_ code: ReasonCode) {
    presented = []
    reason = code
  }
}

// MARK: - What a rule can answer

extension PresentationDecision {
  /// Proof that a rule has answered: made by the answers below only, and every rule has to return
  /// one.
  struct RuleResult {
    fileprivate init() {}
  }

  /// Nothing in the way; what is taken away is no loss.
  mutating func ok(
    _ because: @autoclosure () -> String, code: ReasonCode? = nil,
    setting: @autoclosure () -> String? = nil, without lost: PresentationOptions = []
  ) -> RuleResult {
    presented.subtract(lost)
    return write(.ok, code, because, setting)
  }

  /// The rule does not apply.
  mutating func skip(_ because: @autoclosure () -> String) -> RuleResult {
    write(.skip, nil, because, { nil })
  }

  /// Worth saying; may take something away without stopping the push.
  mutating func addNote(
    _ because: @autoclosure () -> String, code: ReasonCode? = nil,
    setting: @autoclosure () -> String? = nil, without lost: PresentationOptions = []
  ) -> RuleResult {
    presented.subtract(lost)
    return write(.note, code, because, setting)
  }

  /// Decides, unless a rule before has; only what is named is left.
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
