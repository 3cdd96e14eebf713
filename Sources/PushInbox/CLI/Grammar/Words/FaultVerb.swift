import InboxModel

/// The first word after `fault`.
enum FaultVerb: String, CaseIterable {
  case add, ls, rm

  /// The verbs, and the beginnings of the words after `add`.
  static let words = allCases.map(\.rawValue) + keys

  /// The beginnings of the words after `add`.
  static let keys = FaultRule.keys.map { $0 + "=" }
}
