import InboxModel

/// The first word after `fault`.
enum FaultVerb: String, CaseIterable {
  case add, ls, rm

  /// The keys of the words after `add`, with the equals sign.
  static let keys = FaultRule.keys.map { $0 + "=" }
}
