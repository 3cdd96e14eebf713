/// A box above the list with a few lines; without a frame if there is no room for one.
struct DialogBox {
  let scene: Scene
  var title: SanitizedText
  var remark: SanitizedText = ""
  var style = Palette.accent

  /// The maximum width of a box in columns.
  private static let widest = 74

  private var hasBox: Bool { Layout.framesDialogs(scene.layout.size) }

  /// The width of the lines in columns.
  var width: Int {
    hasBox
      ? min(Self.widest, scene.layout.size.columns - 2) - 4 : max(1, scene.layout.size.columns - 2)
  }

  /// The number of lines that fit.
  var maximumLines: Int { Layout.dialogRows(scene.layout.size) }

  /// Draws as many lines as fit, including the selected one.
  ///
  /// - Parameter selected: The index of the selected line of a menu.
  /// - Returns: The position of the first line.
  @discardableResult
  func draw(
    _ lines: [StyledLine], selected: Int? = nil, on screen: inout Screen
  ) -> Screen.Position {
    let first = first(of: lines.count, selected)
    let origin = draw(Array(lines.dropFirst(first).prefix(maximumLines)), on: &screen)
    if let selected {
      screen.markSelected(
        row: origin.row + selected - first, column: origin.column - 1, columns: width + 1)
    }
    return origin
  }

  /// Returns the index of the first drawn line of `count`.
  func first(of count: Int, _ selected: Int?) -> Int {
    max(0, min((selected ?? 0) - maximumLines + 1, count - 1))
  }

  private func draw(_ lines: [StyledLine], on screen: inout Screen) -> Screen.Position {
    let shown = lines[...]
    let size = scene.layout.size
    if !hasBox {
      for row in 1..<max(1, size.rows - 2) {
        screen.fill(row: row, column: 0, columns: size.columns)
      }
      screen.draw(title, row: 1, column: 1, cutTo: width, style: .bold)
      let origin = Screen.Position(row: 2, column: 1)
      write(shown, at: origin, on: &screen)
      return origin
    }
    let height = shown.count + 2
    let left = (size.columns - width - 4) / 2
    let top = max(1, (size.rows - 2 - height) / 2)
    // Clears whole rows, since parts of words beside a box would seem to belong to it.
    for row in top..<top + height { screen.fill(row: row, column: 0, columns: size.columns) }
    screen.box(row: top, column: left, width: width + 4, height: height, title: title, style: style)
    if !remark.isEmpty, title.columns + remark.columns + 8 < width {
      screen.draw(" " + remark + " ", row: top, before: left + width + 2, style: style)
    }
    let origin = Screen.Position(row: top + 1, column: left + 2)
    write(shown, at: origin, on: &screen)
    return origin
  }

  private func write(
    _ lines: ArraySlice<StyledLine>, at origin: Screen.Position, on screen: inout Screen
  ) {
    for (number, line) in lines.enumerated() {
      screen.draw(line, row: origin.row + number, column: origin.column, columns: width)
    }
  }
}
