/// The style of a cell: the role of its text, to which a ``Theme`` gives a look, and further
/// attributes.
struct Style: Hashable, Sendable {
  var role = Role.plain
  var isBold = false
  var isUnderlined = false
  var isReversed = false
  var isItalic = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(role: .faint)
  static let reversed = Style(isReversed: true)
  static let underlined = Style(isUnderlined: true)

  func with(_ change: (inout Style) -> Void) -> Style {
    var style = self
    change(&style)
    return style
  }

  /// The style of a replacement: reversed against the text around it.
  var replacement: Style { with { $0.isReversed.toggle() } }
}
