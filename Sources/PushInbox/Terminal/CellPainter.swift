import CTermbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hands changed cells to ncurses, in styles this terminal has.
///
/// A cell takes the columns the screen says it has, on every machine: where the C library counts
/// otherwise, a space more or a sign in its place makes up for it, so nothing to the right ever moves.
struct CellPainter {
  private let usesColor: Bool

  /// Where the terminal has no color, or none is wanted, the other attributes remain.
  @MainActor init(usesColor: Bool) {
    self.usesColor =
      usesColor && has_colors() && start_color() == OK && use_default_colors() == OK
      && ctb_colors() >= 8
    guard self.usesColor else { return }
    for color in 0..<Int16(8) { init_pair(color + 1, color, -1) }
  }

  /// Writes a row where it differs from what was there.
  @MainActor func paint(
    _ cells: ArraySlice<Cell>, over old: ArraySlice<Cell>?, row: Int, columns: Int
  ) {
    guard var changed = Self.changed(cells, from: old) else { return }
    let start = cells.startIndex
    // From the left half on: ncurses has no right halves to write.
    while changed.lowerBound > start, cells[changed.lowerBound].columns == 0 {
      changed = changed.lowerBound - 1..<changed.upperBound
    }
    for index in changed where index - start < columns {
      write(cells[index], row: row, column: index - start, columns: columns)
    }
  }

  /// The stretch from the first cell that differs to the last.
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
        put([ctb_wcwidth(0xFFFD) == 1 ? 0xFFFD : UInt32(UInt8(ascii: "?"))], attributes, pair)
        used = 1
      }
    }
    while used < width {
      put([0x20], attributes, pair)
      used += 1
    }
  }

  @MainActor private func put(_ scalars: [UInt32], _ attributes: attr_t, _ pair: Int16) {
    // At the right end of the last row it reports an error for the cursor, and has drawn the cell.
    ctb_put(scalars, Int32(scalars.count), attributes, pair)
  }

  private func look(of style: Style) -> (attr_t, Int16) {
    var attributes: attr_t = 0
    if style.isBold { attributes |= ctb_bold() }
    if style.isDim { attributes |= ctb_dim() }
    if style.isUnderlined { attributes |= ctb_underline() }
    if style.isReversed { attributes |= ctb_reverse() }
    if style.isItalic { attributes |= ctb_italic() }
    return (attributes, usesColor ? style.foreground.rawValue : 0)
  }
}
