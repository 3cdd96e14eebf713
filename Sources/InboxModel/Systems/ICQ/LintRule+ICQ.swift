extension LintRule {
  static let icqWithoutKey = LintRule("icq-no-key", .warning)
}

extension LintFinding {
  /// A message for which the ICQ session has no key: the phone has nothing to show.
  static func aboutICQ(_ delivery: Delivery) -> [LintFinding] {
    guard delivery.origin.isOfICQ, !delivery.payload.hasAlert else { return [] }
    return [LintFinding(.icqWithoutKey, path: ICQPayload.keyField, ICQPayload.missingKeyWarning)]
  }
}
