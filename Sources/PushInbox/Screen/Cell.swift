/// One place of the screen.
struct Cell: Equatable, Sendable {
  /// One character with its marks; empty in the right half of a wide character.
  private(set) var text: String
  /// The width in columns: 1, 2, or 0 in the right half of a wide character.
  private(set) var columns: Int8
  var style: Style

  init(_ glyph: Glyph, style: Style) {
    text = glyph.drawn
    columns = Int8(glyph.columns)
    self.style = style
  }

  private init(text: String, columns: Int8, style: Style) {
    self.text = text
    self.columns = columns
    self.style = style
  }

  static let blank = Cell.space(.plain)

  static func space(_ style: Style) -> Cell { Cell(text: " ", columns: 1, style: style) }

  /// Returns the cell in the column after a wide character.
  static func rightHalf(_ style: Style) -> Cell { Cell(text: "", columns: 0, style: style) }
}
