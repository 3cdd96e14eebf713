/// The content of one cell of the screen: a character with its marks, or a picture in its place.
struct Glyph: Equatable, Sendable {
  /// The scalars of the text it stands for; safe to print.
  var text: String
  /// The text that is drawn: ``text``, or less where terminals do not agree on the width of the whole.
  var drawn: String
  /// 1 or 2.
  var columns: Int
  /// Whether it was put in place of something that must not reach a terminal.
  var isReplacement = false
  /// The direction in bidirectional text; nil elsewhere, and in the program's own text.
  var direction: Direction?

  static let space = printable(0x20)
  var isSpace: Bool { text == " " }

  /// The glyph of a printable ASCII byte, `0x20` to `0x7E`; of any other byte a space.
  static func printable(_ byte: UInt8) -> Glyph {
    table[(0x20..<0x7F).contains(byte) ? Int(byte) - 0x20 : 0]
  }

  private static let table: [Glyph] = (UInt8(0x20)..<0x7F).map {
    let text = String(Unicode.Scalar($0))
    return Glyph(text: text, drawn: text, columns: 1)
  }
}
