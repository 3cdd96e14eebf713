// Questions about pushes that were missed and come again together (`queue.catchUp`, `docs/queue.md`).

extension PresentationDecision {
  /// Lets one of the answers to a repeat request alert and keeps the others quiet; critical pushes always alert.
  mutating func answer(about burst: PresentationContext.CatchUp) -> RuleResult {
    let setting = "queue.catchUp"
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

extension PresentationContext {
  /// Whether the banner of a push with a level states how many came again with it.
  func statesCatchUp(_ level: InterruptionLevel) -> Bool {
    catchUp?.statesCount == true && level != .critical && !appDecides
      && !era.unknownRules.contains(.delivery)
  }
}
