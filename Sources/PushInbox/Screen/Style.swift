/// A colour of the terminal's own palette; nothing else is asked of it, so light and dark themes both work.
enum Colour: UInt8, CaseIterable, Sendable {
  /// What the terminal writes with when nothing is said.
  case standard
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite
}

/// How a cell is drawn. Without a background: the person's own shines through (`design/product.md` §5).
struct Style: Hashable, Sendable {
  var foreground = Colour.standard
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

  static func colour(_ colour: Colour) -> Style { Style(foreground: colour) }

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
