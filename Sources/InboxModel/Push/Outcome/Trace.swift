/// Why a push came out as it did.
public struct Trace: Equatable, Sendable {
  /// The push.
  public var id: NotificationID
  /// The moments of its acceptance and delivery.
  public var times: DeliveryTimes
  /// The outcome.
  public var outcome: Outcome
  /// The code of the rule that decided.
  public var reason: ReasonCode
  /// All steps in their order.
  public var steps: [TraceStep]
  /// The changes that would have shown it: single ones, or pairs where no single one does; empty when it was shown.
  public var wouldShowIf: [Remedy]

  /// A change, or two, that would have shown the push.
  public struct Remedy: Equatable, Sendable {
    /// Words that `set` takes as they are: `focus=off`.
    public var set: [String]
    /// The keys that the sender would have had to send: `interruption-level=critical`.
    public var payload: [String]

    /// Makes a remedy.
    public init(set: [String] = [], payload: [String] = []) {
      self.set = set
      self.payload = payload
    }

    /// The changes for people: `focus=off`, `interruption-level=critical in the payload`. The words
    /// for `set` are quoted for a shell, since they contain names of Focuses and of the senders of
    /// pushes.
    public var text: String {
      (set.map(Quoting.shellWord) + (payload.isEmpty ? [] : payload + ["in the payload"]))
        .joined(separator: " ")
    }
  }

  /// Makes a trace.
  public init(
    id: NotificationID, times: DeliveryTimes, outcome: Outcome, reason: ReasonCode,
    steps: [TraceStep], wouldShowIf: [Remedy]
  ) {
    self.id = id
    self.times = times
    self.outcome = outcome
    self.reason = reason
    self.steps = steps
    self.wouldShowIf = wouldShowIf
  }
}

/// A step of the decision, in the order in which they are asked.
public enum StepName: String, Sendable, CaseIterable {
  case intake, authentication, headers, payload, token, queue, device, app, kind, permission
  /// Android's alone.
  case channel
  case `extension`, text, foreground, badge, collapse, delivery, summary, focus, level, preview
  case group, present
}

/// The result of one rule.
public struct TraceStep: Equatable, Sendable {
  /// The result of a step.
  public enum Result: String, Sendable {
    /// Looked at, nothing in the way.
    case ok
    /// This rule decided.
    case stop
    /// Did not apply.
    case skip
    /// Changed something, or is worth saying.
    case note
  }

  /// Which rule.
  public var name: StepName
  /// The result.
  public var result: Result
  /// The stable code, where the step has one.
  public var code: ReasonCode?
  /// The answer in words; text may change between versions.
  public var because: String
  /// The setting that decided, in the spelling of the configuration, for instance `focus.dinner`.
  public var setting: String?

  /// Makes a step.
  public init(
    _ name: StepName, _ result: Result, code: ReasonCode? = nil, because: String,
    setting: String? = nil
  ) {
    self.name = name
    self.result = result
    self.code = code
    self.because = because
    self.setting = setting
  }
}

extension Trace {
  /// The place in ``steps`` of the rule that decided: the one that stopped the push; of a shown one the Focus
  /// that let it pass, or else the last. Nil without steps.
  public var decidingStep: Int? {
    steps.firstIndex { $0.result == .stop && $0.code == reason }
      ?? steps.firstIndex { $0.result == .stop }
      ?? steps.firstIndex { $0.code?.isOfPassedFocus == true }
      ?? steps.indices.last
  }

  /// The decision in one sentence without a full stop, from ``decidingStep``; text may change between
  /// versions. Nil without steps.
  public var because: String? {
    guard let step = decidingStep.map({ steps[$0] }), let last = steps.last else { return nil }
    guard outcome == .shown, step.result != .stop else { return step.because }
    return step.code?.isOfPassedFocus == true
      ? "\(step.because): \(last.because)" : "no rule stopped it: \(last.because)"
  }
}
