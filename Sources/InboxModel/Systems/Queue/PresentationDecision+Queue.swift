// The questions of the rules about numbered pushes: those that tell how many were missed, and those
// that come again together (`queue.catchUp`, `docs/queue.md`).

extension PresentationDecision {
  /// The setting that holds the policy for pushes that come again together.
  static let catchUpSetting = "queue.catchUp"

  /// The step of the rule about service extensions, where one has read the push's position; nil for
  /// others.
  mutating func answer(
    to served: PresentationContext.Extension, for transit: QueueTransit
  ) -> RuleResult? {
    switch served {
    case .none where transit.finding != nil:
      return ok(
        "the service extension read its position and changed nothing", setting: "queue.apps")
    case .answered where transit.finding?.replacement != nil:
      return addNote(
        "the service extension tells how many pushes were missed, in place of this one",
        code: .queueMissed, setting: transit.finding?.replacementSetting)
    case .timedOut(let limit) where transit.asking == .unanswered:
      return addNote(
        "the provider did not say within \(TimeSpan.text(limit)) which of the missing come again: "
          + "shown as it came", code: .extensionTimeout)
    default: return nil
    }
  }

  /// Lets one of the answers to a repeat request alert and keeps the others quiet; critical pushes
  /// always alert.
  mutating func answer(about catchUp: PresentationContext.CatchUp) -> RuleResult {
    let setting = Self.catchUpSetting
    guard catchUp.count > 1 else { return ok("sent again alone: it alerts as any other") }
    let several = "\(catchUp.count) sent again together"
    guard isLoud else {
      return skip("one of \(several); nothing left to silence")
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
