/// The content of a cell of the screen: a character with its marks, or its replacement.
struct Glyph: Equatable, Sendable {
  /// The scalars of the original text; safe to print.
  var text: String
  /// The text that is drawn: ``text``, or less of it where terminals disagree about the width.
  var drawn: String
  /// The width in columns: 1 or 2.
  var columns: Int
  /// Whether it replaces a character that must not reach a terminal.
  var isReplacement = false
  /// The direction in bidirectional text; nil in other text and in the program's own.
  var direction: Direction?

  static let space = printable(0x20)
  var isSpace: Bool { text == " " }

  /// Returns the glyph of a printable ASCII byte, `0x20` to `0x7E`; a space for any other byte.
  static func printable(_ byte: UInt8) -> Glyph {
    table[(0x20..<0x7F).contains(byte) ? Int(byte) - 0x20 : 0]
  }

  private static let table: [Glyph] = (UInt8(0x20)..<0x7F).map {
    let text = String(Unicode.Scalar($0))
    return Glyph(text: text, drawn: text, columns: 1)
  }
}
