import Foundation

/// The decision about a push: an ordered list of small rules. Each rule removes options that the
/// push must not use and states why; the remaining options are the result. The trace is the
/// decision itself with its sentences, not a record of it (`ARCHITECTURE.md`, "Machines").
public enum Presentation {
  /// The rules in their order.
  static let rules: [Rule] = [
    .app, .kind, .permission, .extension, .text, .foreground, .badge, .collapse, .delivery,
    .summary, .focus, .level, .preview, .group, .present,
  ]

  /// The rules on Android, where apps' notifications use channels.
  private static let androidRules = rules.flatMap {
    $0.name == .permission ? [$0, .channel] : [$0]
  }

  /// The rules for a push to a Live Activity, which has a card and no entry of the list.
  private static let activityRules: [Rule] =
    [.app] + Rule.ofActivities + [.text, .focus, .level, .preview, .card]

  private static func rules(for push: Delivery, in context: PresentationContext) -> [Rule] {
    if context.activity != nil { return activityRules }
    return push.payload.isForAndroid ? androidRules : rules
  }

  /// Decides about a push that arrives in this context, as changed by its app's extension.
  public static func decide(_ push: Delivery, in context: PresentationContext)
    -> PresentationDecision
  {
    decide(changed: push.changed(in: context), in: context)
  }

  /// Decides about a push without further changes.
  static func decide(changed push: Delivery, in context: PresentationContext)
    -> PresentationDecision
  {
    ask(about: push, in: context, isTraced: false)
  }

  /// Returns whether a push is for its app's service extension: it requests one and has text, and
  /// no earlier rule stops it (`docs/rules.md` §8.5, N1 to N3).
  static func runsExtension(for push: Delivery, in context: PresentationContext) -> Bool {
    let push = context.era.understood(push)
    guard push.payload.isMutableContent, push.payload.hasAlert, context.activity == nil else {
      return false
    }
    var decision = PresentationDecision(of: push, in: context)
    for rule in rules(for: push, in: context).prefix(while: { $0.name != .extension }) {
      decision.ask(rule, about: push, in: context)
    }
    return !decision.isStopped
  }

  /// Decides again, with the reasons in words.
  static func explain(
    _ push: Delivery, in context: PresentationContext, timeZone: TimeZone = .gmt
  ) -> PresentationDecision {
    ask(about: push, in: context, isTraced: true, timeZone: timeZone)
  }

  private static func ask(
    about push: Delivery, in context: PresentationContext, isTraced: Bool, timeZone: TimeZone = .gmt
  ) -> PresentationDecision {
    let push = context.era.understood(push)
    var decision = PresentationDecision(
      of: push, in: context, isTraced: isTraced, timeZone: timeZone)
    if case .dropped(let code) = push.transit.fate { decision.drop(code) }
    for rule in rules(for: push, in: context) { decision.ask(rule, about: push, in: context) }
    return decision
  }

  /// Returns the trace of a stored push, decided again.
  ///
  /// - Parameter timeZone: The phone's time zone, in which moments are stated.
  public static func trace(of record: PushRecord, in timeZone: TimeZone = .gmt) -> Trace {
    let context = record.context
    let push = record.delivery.changed(in: context)
    let decision = explain(push, in: context, timeZone: timeZone)
    if record.notification.reason == .snoozed { return snoozed(record, decision) }
    var outcome = decision.outcome
    var steps = Gateway.steps(of: push, in: timeZone) + decision.trace
    if record.hasLeftSummary, let last = steps.indices.last {
      outcome = .quiet
      steps[last].because = "list only: the scheduled summary delivered it"
    }
    return Trace(
      id: push.id, times: record.notification.times, outcome: outcome, reason: decision.reason,
      steps: steps,
      wouldShowIf: changesThatShow(push, decision, in: context, timeZone))
  }

  /// Returns the trace of a snoozed push, after the steps of its original decision.
  private static func snoozed(_ record: PushRecord, _ decision: PresentationDecision) -> Trace {
    var because = "snoozed, and delivered again"
    if case .held(let until) = record.place {
      because = "snoozed until \(Timestamp.text(until, in: decision.timeZone))"
    }
    let notification = record.notification
    return Trace(
      id: notification.id, times: notification.times, outcome: notification.outcome,
      reason: .snoozed,
      steps: Gateway.steps(
        of: record.delivery.changed(in: record.context), in: decision.timeZone)
        + decision.trace
        + [TraceStep(.present, .stop, code: .snoozed, because: because)],
      wouldShowIf: [])
  }
}
