extension LintRule {
  static let webimField = LintRule(
    "webim-field", .warning,
    "A field of a Webim message is missing or wrong; the message says whether the app shows anything."
  )
  static let webimParameters = LintRule(
    "webim-params", .warning,
    "Fewer `params` or `loc-args` than the type of the Webim message needs.")
  static let webimMark = LintRule(
    "webim-mark", .warning,
    "`webim` beside `aps` is not 1.")

  /// The rules about messages of Webim.
  static let ofWebim: [LintRule] = [.webimField, .webimParameters, .webimMark]
}
