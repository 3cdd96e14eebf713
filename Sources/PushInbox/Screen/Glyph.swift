/// What one cell of the screen can hold: a character with its marks, or a picture that stands for it.
struct Glyph: Equatable, Sendable {
  /// The scalars of the text it stands for; safe to print.
  var text: String
  /// What is drawn for them: ``text``, or less where terminals do not agree what the whole is wide.
  var drawn: String
  /// 1 or 2.
  var columns: Int
  /// Whether it was put in place of something that must not reach a terminal.
  var isReplacement = false
  /// Where it stands in text that has both directions; nil elsewhere, and in what the program says itself.
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
