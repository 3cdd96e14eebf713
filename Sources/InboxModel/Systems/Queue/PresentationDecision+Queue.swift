// The rules about numbered pushes: those that show the number of missed ones, and those that are
// sent again together (`queue.catchUp`, `docs/reference/queue.md`).

extension PresentationDecision {
  /// The setting with the policy for pushes that are sent again together.
  static let catchUpSetting = "queue.catchUp"

  /// Adds the step about the service extension, if it has read the push's sequence number; nil for
  /// other pushes.
  mutating func answer(
    to served: PresentationContext.Extension, for transit: QueueTransit
  ) -> RuleResult? {
    switch served {
    case .none where transit.finding != nil:
      return ok(
        "the service extension read its position and changed nothing", setting: "queue.apps")
    case .answered where transit.finding?.replacement != nil:
      return addNote(
        "the service extension shows the number of missed pushes instead of this one",
        code: .queueMissed, setting: transit.finding?.replacementSetting)
    case .timedOut(let limit) where transit.asking == .unanswered:
      return addNote(
        "the provider did not report within \(TimeSpan.text(limit)) which missing pushes it sends again: "
          + "shown unchanged", code: .extensionTimeout)
    default: return nil
    }
  }

  /// Permits an alert to one of the pushes of a repeat request and silences the others. Critical
  /// pushes always alert.
  mutating func answer(about catchUp: PresentationContext.CatchUp) -> RuleResult {
    let setting = Self.catchUpSetting
    guard catchUp.count > 1 else {
      return ok("the only one sent again: it alerts like any other push")
    }
    let several = "\(catchUp.count) sent again together"
    guard isLoud else {
      return skip("one of \(several); nothing to silence")
    }
    if level == .critical {
      return ok("one of \(several), but critical", setting: setting)
    }
    if catchUp.policy == .each {
      return ok("one of \(several); each alerts", setting: setting)
    }
    guard !catchUp.hasAlerted else {
      return stop(
        .queueCatchUp, "one of \(several), and another has alerted for all", setting: setting,
        leaving: [.list, .badge])
    }
    guard catchUp.statesCount else {
      return ok(
        "the first of \(several): it alerts for all", code: .queueCatchUp, setting: setting)
    }
    return addNote(
      "the first of \(several): it alerts for all, and its banner states their number",
      code: .queueCatchUp, setting: setting)
  }
}
