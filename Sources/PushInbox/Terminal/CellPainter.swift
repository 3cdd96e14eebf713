import CTermbox

/// Writes changed cells with ncurses, in styles that this terminal supports.
///
/// A cell occupies as many columns as the screen declares, on every machine. Where the C library
/// computes another width, a space or a substitute makes up for it, so that cells to the right
/// never move.
struct CellPainter {
  /// The number of colors: 256, 16, 8, or 0.
  private let colorCount: Int
  private var theme = Theme.standard
  /// The ncurses color pairs of the roles.
  private var pairs: [Role: Int16] = [:]

  /// Creates a painter. Without color, the other attributes remain.
  @MainActor init(usesColor: Bool) {
    let hasColor =
      usesColor && has_colors() && start_color() == OK && use_default_colors() == OK
    colorCount =
      switch hasColor ? ctb_colors() : 0 {
      case 256: 256
      case 16..<256: 16
      // With more than 256 colors only the first eight have the numbers of the palette.
      case 8...: 8
      default: 0
      }
    use(.standard)
  }

  /// Sets the theme for cells painted from now on.
  @MainActor mutating func use(_ theme: Theme) {
    self.theme = theme
    pairs = [:]
    guard colorCount > 0 else { return }
    for (index, role) in Role.allCases.enumerated() {
      guard let color = theme[role].color.number(among: colorCount) else { continue }
      pairs[role] = Int16(index + 1)
      init_pair(Int16(index + 1), Int16(color), -1)
    }
  }

  /// Writes the changed part of a row.
  ///
  /// - Returns: Whether the row has changed.
  @MainActor func paint(
    _ cells: ArraySlice<Cell>, over old: ArraySlice<Cell>?, row: Int, columns: Int
  ) -> Bool {
    guard var changed = Self.changed(cells, from: old) else { return false }
    let start = cells.startIndex
    // Starts at the left half of a wide character: ncurses cannot write right halves.
    while changed.lowerBound > start, cells[changed.lowerBound].columns == 0 {
      changed = changed.lowerBound - 1..<changed.upperBound
    }
    for index in changed where index - start < columns {
      write(cells[index], row: row, column: index - start, columns: columns)
    }
    return true
  }

  /// Returns the range from the first changed cell to the last one; nil if none changed.
  private static func changed(
    _ cells: ArraySlice<Cell>, from old: ArraySlice<Cell>?
  ) -> Range<Int>? {
    guard let old, old.count == cells.count else { return cells.isEmpty ? nil : cells.indices }
    guard var low = cells.indices.first(where: { cells[$0] != old[$0] }) else { return nil }
    var high = cells.endIndex
    while cells[high - 1] == old[high - 1] { high -= 1 }
    low = min(low, high - 1)
    return low..<high
  }

  @MainActor private func write(_ cell: Cell, row: Int, column: Int, columns: Int) {
    let width = Int(cell.columns)
    guard width > 0 else { return }
    move(Int32(row), Int32(column))
    let (attributes, pair) = look(of: cell.style)
    var used = 0
    if column + width <= columns {
      let scalars = cell.text.unicodeScalars.map(\.value)
      let libraryWidth = Int(ctb_wcwidth(scalars.first ?? 0))
      if (1...width).contains(libraryWidth) {
        let known = scalars.prefix(1) + scalars.dropFirst().filter { ctb_wcwidth($0) == 0 }
        put(Array(known), attributes, pair)
        used = libraryWidth
      } else {
        put([substitute(for: scalars.first)], attributes, pair)
        used = 1
      }
    }
    while used < width {
      put([0x20], attributes, pair)
      used += 1
    }
  }

  /// Returns the substitute for a character that cannot be drawn: U+FFFD, or in a locale without it
  /// the nearest ASCII character for a symbol of the program itself.
  @MainActor private func substitute(for scalar: UInt32?) -> UInt32 {
    if ctb_wcwidth(0xFFFD) == 1 { return 0xFFFD }
    let sign: Unicode.Scalar =
      switch scalar.flatMap(Unicode.Scalar.init) {
      case "“", "”": "\""
      case "‘", "’": "'"
      case "–", "—": "-"
      case "…", "·": "."
      case "×": "x"
      case "→": ">"
      case "←": "<"
      case "↑": "^"
      case "↓": "v"
      default: "?"
      }
    return sign.value
  }

  @MainActor private func put(_ scalars: [UInt32], _ attributes: attr_t, _ pair: Int16) {
    // At the end of the last row it reports an error for the cursor, but has drawn the cell.
    ctb_put(scalars, Int32(scalars.count), attributes, pair)
  }

  private func look(of style: Style) -> (attr_t, Int16) {
    let look = theme.look(of: style)
    // Most terminals with eight colors draw bold text brighter.
    let bright = colorCount == 8 ? look.color : .standard
    var attributes: attr_t = 0
    if look.isBold || bright.isBright { attributes |= ctb_bold() }
    if look.isDim || bright == .palette(8) { attributes |= ctb_dim() }
    if look.isUnderlined { attributes |= ctb_underline() }
    if look.isReversed { attributes |= ctb_reverse() }
    if look.isItalic { attributes |= ctb_italic() }
    return (attributes, pairs[style.role] ?? 0)
  }
}
