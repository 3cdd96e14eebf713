extension LintRule {
  static let icqWithoutKey = LintRule(
    "icq-no-key", .warning,
    "An ICQ message whose session has no `iPhoneLocKey`: the push has no text.")
}

extension LintFinding {
  /// Returns the finding about a message whose ICQ session has no key, so that the phone shows
  /// nothing.
  static func aboutICQ(_ delivery: Delivery) -> [LintFinding] {
    guard delivery.origin.isOfICQ, !delivery.payload.hasAlert else { return [] }
    return [LintFinding(.icqWithoutKey, path: ICQPayload.keyField, ICQPayload.missingKeyWarning)]
  }
}
