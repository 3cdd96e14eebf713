// The questions of the rules about numbered pushes: those that tell how many were missed, and those that come again
// together (`queue.catchUp`, `docs/queue.md`).

extension Guests {
  static var catchUpSetting: String { "queue.catchUp" }

  static let facts: [SettingPath: @Sendable (inout PresentationContext, Phone) -> Void] = [
    SettingPath(["queue", "catchUp"]): { $0.catchUp?.policy = $1.settings.queue.catchUp }
  ]

  static func answer(
    ofExtensionFor push: Delivery, in context: PresentationContext,
    _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? {
    let transit = push.transit.queue
    switch context.serviceExtension {
    case .none where transit.finding != nil:
      return decision.ok(
        "the service extension read its position and changed nothing", setting: "queue.apps")
    case .answered where transit.finding?.replacement != nil:
      return decision.note(
        "the service extension tells how many pushes were missed, in place of this one",
        code: .queueMissed, setting: transit.finding?.replacementSetting)
    case .timedOut(let limit) where transit.asking == .unanswered:
      return decision.note(
        "the provider did not say within \(TimeSpan.text(limit)) which of the missing come again: "
          + "shown as it came", code: .extensionTimeout)
    default: return nil
    }
  }

  static func answer(
    about catchUp: PresentationContext.CatchUp, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { decision.answer(about: catchUp) }
}

extension PresentationDecision {
  /// Lets one of the answers to a repeat request alert and keeps the others quiet; critical pushes always alert.
  fileprivate mutating func answer(about burst: PresentationContext.CatchUp)
    -> PresentationDecision.RuleResult
  {
    let setting = Guests.catchUpSetting
    guard burst.count > 1 else { return ok("sent again alone: it alerts as any other") }
    let several = "\(burst.count) sent again together"
    guard isLoud else { return skip("one of \(several); nothing left to silence") }
    if level == .critical { return ok("one of \(several), but critical", setting: setting) }
    if burst.policy == .each { return ok("one of \(several); each alerts", setting: setting) }
    guard !burst.hasAlerted else {
      return stop(
        .queueCatchUp, "one of \(several), and another has alerted for all", setting: setting,
        leaving: [.list, .badge])
    }
    guard burst.statesCount else {
      return ok(
        "the first of \(several): it alerts for all", code: .queueCatchUp, setting: setting)
    }
    return note(
      "the first of \(several): it alerts for all, and its banner states their number",
      code: .queueCatchUp, setting: setting)
  }
}
