/// The explanation of a push's outcome.
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
  /// The changes that would have shown it: single ones, or pairs if no single change suffices;
  /// empty if it was shown.
  public var wouldShowIf: [Remedy]

  /// One or two changes that would have shown the push.
  public struct Remedy: Equatable, Sendable {
    /// Arguments for `set`: `focus=off`.
    public var set: [String]
    /// Payload keys that the sender would have to add: `interruption-level=critical`.
    public var payload: [String]

    /// Makes a remedy.
    public init(set: [String] = [], payload: [String] = []) {
      self.set = set
      self.payload = payload
    }

    /// The changes for people: `focus=off`, `interruption-level=critical in the payload`. The
    /// arguments for `set` are quoted for a shell, since they contain names from outside.
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

/// The steps of the decision, in their order.
public enum StepName: String, Sendable, CaseIterable {
  case intake, authentication, headers, payload, token, queue, device, app, kind
  /// Live Activities only.
  case activity, event, address, order, state, budget
  case permission
  /// Android only.
  case channel
  case `extension`, text, foreground, badge, collapse, delivery, summary, focus, level, preview
  case group, present

  /// The question that the step answers, one sentence.
  var meaning: String {
    switch self {
    case .intake: "How the push was received, and from which client."
    case .authentication: "The provider token or certificate of the sender."
    case .headers: "The push type, priority, expiration and topic."
    case .payload: "The size of the payload, and whether it is valid."
    case .token: "Whether the device token is known, and its app."
    case .queue: "The number of the push, its position in a queue, and injected faults."
    case .device: "Whether the phone was online, and how long the push waited."
    case .app: "Whether the app is installed."
    case .kind: "Whether the push is an alert, or only wakes the app, or is not for the list."
    case .activity: "Whether the app may have Live Activities."
    case .event: "Whether a push to a Live Activity has the keys that its event needs."
    case .address: "The Live Activity that the token or channel refers to."
    case .order: "Whether the timestamp is newer than that of the card."
    case .state: "Whether the app can decode the content state."
    case .budget: "How many starts and updates of Live Activities are left in the hour."
    case .permission: "Whether the app may notify."
    case .channel: "The importance of the channel on an Android phone."
    case .extension: "What the service extension of the app changed."
    case .text: "The text in the language of the phone."
    case .foreground: "How the app presents a push while it is in the foreground."
    case .badge: "The number on the icon of the app."
    case .collapse: "Whether the push replaces an older notification."
    case .delivery: "Whether the app is delivered quietly, or has provisional permission."
    case .summary: "Whether the push waits for the scheduled summary."
    case .focus: "Whether a Focus silences the push."
    case .level: "The interruption level and priority."
    case .preview: "Whether the text is hidden."
    case .group: "The group of the list that the push joins."
    case .present: "Where the push was presented."
    }
  }
}

/// The result of one rule.
public struct TraceStep: Equatable, Sendable {
  /// The kind of a step's result.
  public enum Result: String, Sendable, CaseIterable {
    /// The rule let the push pass.
    case ok
    /// The rule decided.
    case stop
    /// The rule had nothing to decide about the push.
    case skip
    /// The rule changed the push or has a remark.
    case note

    /// The meaning, one sentence.
    var meaning: String {
      switch self {
      case .ok: "The rule let the push pass."
      case .stop: "The rule decided: the push is not shown, or not yet."
      case .skip: "The rule had nothing to decide about the push."
      case .note: "The rule changed something, or has a remark."
      }
    }
  }

  /// The rule.
  public var name: StepName
  /// The result.
  public var result: Result
  /// The stable code; nil if the step has none.
  public var code: ReasonCode?
  /// The explanation in words, which may change between versions.
  public var because: String
  /// The deciding setting, spelled as in the configuration, for instance `focus.dinner`; nil for
  /// none.
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
  /// The index in ``steps`` of the deciding rule: the one that stopped the push; for a shown push
  /// the Focus that let it pass, or else the last rule. Nil without steps.
  public var decidingStep: Int? {
    steps.firstIndex { $0.result == .stop && $0.code == reason }
      ?? steps.firstIndex { $0.result == .stop }
      ?? steps.firstIndex { $0.code?.isOfPassedFocus == true }
      ?? steps.indices.last
  }

  /// The decision in one sentence without a full stop, from ``decidingStep``; text may change
  /// between versions. Nil without steps.
  public var because: String? {
    guard let step = decidingStep.map({ steps[$0] }), let last = steps.last else { return nil }
    guard outcome == .shown, step.result != .stop else { return step.because }
    return step.code?.isOfPassedFocus == true
      ? "\(step.because): \(last.because)" : "no rule stopped it: \(last.because)"
  }
}
