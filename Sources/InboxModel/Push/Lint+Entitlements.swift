extension Delivery {
  /// The remark on a level that needs an entitlement, unless the app's settings grant it; at most one.
  func entitlementFindings(_ its: AppSettings) -> [LintFinding] {
    guard typeInForce == .alert, payload.hasAlert || payload.sound != nil else { return [] }
    let isBySound = payload.sound?.isCritical == true && payload.interruptionLevel != .critical
    let level = isBySound ? .critical : payload.interruptionLevel
    guard let requirement = level.requirement, let key = level.entitlementKey,
      (level == .critical ? its.critical : its.timeSensitive) != .granted
    else { return [] }
    return [
      LintFinding(
        level == .critical ? .criticalEntitlement : .timeSensitiveEntitlement,
        path: isBySound ? "aps.sound.critical" : "aps.interruption-level",
        requirement.prefix(1).uppercased() + requirement.dropFirst()
          + "; set \(setting(key))=true where the app has it.")
    ]
  }
}
