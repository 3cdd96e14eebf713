extension LintRule {
  static let webimField = LintRule("webim-field", .warning)
  static let webimParameters = LintRule("webim-params", .warning)
  static let webimMark = LintRule("webim-mark", .warning)

  /// The rules about messages of Webim.
  static let ofWebim: [LintRule] = [.webimField, .webimParameters, .webimMark]
}
