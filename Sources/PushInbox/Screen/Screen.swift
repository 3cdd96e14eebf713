/// A grid of cells that the terminal shows. A value, so that views are tested by comparing screens.
///
/// Rows and columns count from zero at the top left. Drawing outside of the grid is clipped.
struct Screen: Equatable, Sendable {
  let size: Size
  /// The symbols to draw with.
  let symbols: Symbols
  /// The side that reorders right-to-left text.
  let order: TextOrder
  /// The position of the visible cursor; nil for none.
  var cursor: Position?
  /// The parts that can be clicked, later ones above earlier ones.
  var clickables: [Clickable] = []
  private var cells: [Cell]

  /// A position on the screen.
  struct Position: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  init(size: Size, symbols: Symbols = .unicode, order: TextOrder = .logical) {
    self.size = size
    self.order = order
    self.symbols = symbols
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The cell at a position; a blank one outside of the grid.
  subscript(row: Int, column: Int) -> Cell {
    contains(row: row, column: column) ? cells[row * size.columns + column] : .blank
  }

  /// Returns the cells of a row, left to right; none outside of the grid.
  func cells(inRow row: Int) -> ArraySlice<Cell> {
    guard (0..<size.rows).contains(row) else { return [] }
    return cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Draws one line of text.
  ///
  /// - Parameter columns: The maximum number of columns; nil for up to the right edge.
  /// - Returns: The width of the text in columns, those beyond the edges included.
  @discardableResult
  mutating func draw(
    _ text: SanitizedText, row: Int, column: Int, columns: Int? = nil, style: Style = .plain
  ) -> Int {
    var used = 0
    let limit = columns ?? .max
    for glyph in glyphs(of: text, columns: min(limit, size.columns - column)) {
      guard used + glyph.columns <= limit else { break }
      if column + used >= size.columns { return min(text.columns, limit) }
      put(glyph, row: row, column: column + used, style: style)
      used += glyph.columns
    }
    return text.isBidirectional ? min(text.columns, limit) : used
  }

  /// Returns the glyphs for a number of columns: cut at the end of the text, which may be on the
  /// left.
  private func glyphs(of text: SanitizedText, columns: Int) -> [Glyph] {
    guard text.isBidirectional, order != .logical else { return text.glyphs }
    let shown = text.prefix(columns: max(0, columns)).glyphs
    return order == .visual ? Bidi.arranged(shown) : Bidi.isolated(shown)
  }

  /// Returns the column at which the glyph at a column of the text is drawn; for the column after
  /// the last one, the end of the text.
  func column(_ column: Int, of text: SanitizedText) -> Int {
    guard text.isBidirectional, order == .visual else { return column }
    let before = text.prefix(columns: column).glyphs.count
    guard before < text.glyphs.count else {
      return text.glyphs.last?.direction?.base == 1 ? 0 : column
    }
    return Bidi.order(of: text.glyphs).prefix { $0 != before }
      .reduce(0) { $0 + text.glyphs[$1].columns }
  }

  /// Makes a part of a row blank in a style.
  mutating func fill(row: Int, column: Int, columns: Int, style: Style = .plain) {
    guard (0..<size.rows).contains(row) else { return }
    let start = max(0, column)
    let end = column < size.columns ? column + min(columns, size.columns - column) : start
    for column in start..<max(start, end) { set(.space(style), row: row, column: column) }
  }

  /// Changes the style of a part of a row; the text stays.
  mutating func restyle(row: Int, column: Int, columns: Int, _ change: (inout Style) -> Void) {
    for column in max(0, column)..<max(0, column, min(size.columns, column + columns))
    where contains(row: row, column: column) {
      change(&cells[row * size.columns + column].style)
    }
  }

  /// Draws a frame, with a title in its upper edge if there is one. The content inside stays.
  mutating func box(
    row: Int, column: Int, width: Int, height: Int, title: SanitizedText = "", style: Style = .plain
  ) {
    guard width > 0, height > 0 else { return }
    let bottom = row + height - 1
    let right = column + width - 1
    for column in max(0, column)...max(0, min(right, size.columns)) where column <= right {
      draw(symbols.horizontal, row: row, column: column, style: style)
      draw(symbols.horizontal, row: bottom, column: column, style: style)
    }
    for row in max(0, row)...max(0, min(bottom, size.rows)) where row <= bottom {
      draw(symbols.vertical, row: row, column: column, style: style)
      draw(symbols.vertical, row: row, column: right, style: style)
    }
    draw(symbols.topLeft, row: row, column: column, style: style)
    draw(symbols.topRight, row: row, column: right, style: style)
    draw(symbols.bottomLeft, row: bottom, column: column, style: style)
    draw(symbols.bottomRight, row: bottom, column: right, style: style)
    guard !title.isEmpty, width > 4 else { return }
    let shown = title.truncated(to: width - 4, ellipsis: symbols.ellipsis)
    draw(" " + shown + " ", row: row, column: column + 1, style: style)
  }

  private func contains(row: Int, column: Int) -> Bool {
    (0..<size.rows).contains(row) && (0..<size.columns).contains(column)
  }

  /// Sets a glyph; blanks replace a wide one that does not fit.
  private mutating func put(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    let style = glyph.isReplacement ? style.replacement : style
    if glyph.columns == 1 {
      set(Cell(glyph, style: style), row: row, column: column)
    } else if contains(row: row, column: column), contains(row: row, column: column + 1) {
      set(Cell(glyph, style: style), row: row, column: column)
      set(.rightHalf(style), row: row, column: column + 1, isPartOfLeft: true)
    } else {
      set(.space(style), row: row, column: column)
      set(.space(style), row: row, column: column + 1)
    }
  }

  /// Sets a cell. The other half of an overwritten wide character becomes blank.
  private mutating func set(_ cell: Cell, row: Int, column: Int, isPartOfLeft: Bool = false) {
    guard contains(row: row, column: column) else { return }
    let index = row * size.columns + column
    let old = cells[index]
    if old.columns == 0, !isPartOfLeft, column > 0 {
      cells[index - 1] = .space(cells[index - 1].style)
    }
    if old.columns == 2, column + 1 < size.columns {
      cells[index + 1] = .space(cells[index + 1].style)
    }
    cells[index] = cell
  }
}
