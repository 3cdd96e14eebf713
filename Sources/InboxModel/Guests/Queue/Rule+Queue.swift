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
      return decision.addNote(
        "the service extension tells how many pushes were missed, in place of this one",
        code: .queueMissed, setting: transit.finding?.replacementSetting)
    case .timedOut(let limit) where transit.asking == .unanswered:
      return decision.addNote(
        "the provider did not say within \(TimeSpan.text(limit)) which of the missing come again: "
          + "shown as it came", code: .extensionTimeout)
    default: return nil
    }
  }

  /// Lets one of the answers to a repeat request alert and keeps the others quiet; critical pushes always alert.
  static func answer(
    about catchUp: PresentationContext.CatchUp, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? {
    let setting = catchUpSetting
    guard catchUp.count > 1 else { return decision.ok("sent again alone: it alerts as any other") }
    let several = "\(catchUp.count) sent again together"
    guard decision.isLoud else {
      return decision.skip("one of \(several); nothing left to silence")
    }
    if decision.level == .critical {
      return decision.ok("one of \(several), but critical", setting: setting)
    }
    if catchUp.policy == .each {
      return decision.ok("one of \(several); each alerts", setting: setting)
    }
    guard !catchUp.hasAlerted else {
      return decision.stop(
        .queueCatchUp, "one of \(several), and another has alerted for all", setting: setting,
        leaving: [.list, .badge])
    }
    guard catchUp.statesCount else {
      return decision.ok(
        "the first of \(several): it alerts for all", code: .queueCatchUp, setting: setting)
    }
    return decision.addNote(
      "the first of \(several): it alerts for all, and its banner states their number",
      code: .queueCatchUp, setting: setting)
  }
}
