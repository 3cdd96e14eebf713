extension Delivery {
  /// Returns the finding about a level that requires an entitlement, unless the app's settings
  /// grant it; at most one. It states the effective level if the entitlement is not assumed.
  func entitlementFindings(_ its: AppSettings) -> [LintFinding] {
    guard typeInForce == .alert, self.payload.hasAlert || self.payload.sound != nil else {
      return []
    }
    let isBySound =
      self.payload.sound?.isCritical == true && self.payload.interruptionLevel != .critical
    let level = isBySound ? .critical : self.payload.interruptionLevel
    var phone = PresentationContext()
    phone.permission = its.permission
    (phone.critical, phone.timeSensitive) = (its.critical, its.timeSensitive)
    phone.assumesEntitlements = !self.transit.isStrict
    guard let requirement = level.requirement, let key = level.entitlementKey,
      phone.entitlement(for: level) != .granted
    else { return [] }
    let inForce = phone.level(of: self.payload)
    let remark = inForce == level ? "" : "; here it acts as \(inForce.rawValue)"
    return [
      LintFinding(
        level == .critical ? .criticalEntitlement : .timeSensitiveEntitlement,
        path: isBySound ? "aps.sound.critical" : "aps.interruption-level",
        requirement.prefix(1).uppercased() + requirement.dropFirst() + remark
          + "; set \(setting(key))=true where the app has it.")
    ]
  }
}
