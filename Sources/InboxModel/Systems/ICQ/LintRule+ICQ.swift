extension LintRule {
  static let icqWithoutKey = LintRule("icq-no-key", .warning)
}
