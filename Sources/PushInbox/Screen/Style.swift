/// A color of the terminal's own palette; nothing else is asked of it, so light and dark themes both work.
///
/// The raw value is its number there, counted from 1.
enum Color: Int16, Sendable {
  /// What the terminal writes with when nothing is said.
  case standard = 0
  case red = 2
  case green, yellow
  case cyan = 7
}

/// How a cell is drawn. Without a background: the person's own shines through (`design/product.md` §5).
struct Style: Hashable, Sendable {
  var foreground = Color.standard
  var isBold = false
  var isDim = false
  var isUnderlined = false
  var isReversed = false
  var isItalic = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let reversed = Style(isReversed: true)
  static let underlined = Style(isUnderlined: true)

  static func color(_ color: Color) -> Style { Style(foreground: color) }

  func with(_ change: (inout Style) -> Void) -> Style {
    var style = self
    change(&style)
    return style
  }

  /// The style of what the gate put in place of something: reversed against the text around it.
  var replacement: Style { with { $0.isReversed.toggle() } }
}

extension Style: CustomStringConvertible {
  /// The words of a golden screen's legend: `bold red`.
  var description: String {
    var words: [String] = []
    if isBold { words.append("bold") }
    if isDim { words.append("dim") }
    if isItalic { words.append("italic") }
    if isUnderlined { words.append("underlined") }
    if isReversed { words.append("reversed") }
    if foreground != .standard || words.isEmpty { words.append("\(foreground)") }
    return words.joined(separator: " ")
  }
}
