/// A box over the list with a few lines in it; without the box where there is no room for one.
struct DialogBox {
  let scene: Scene
  var title: SanitizedText
  var remark: SanitizedText = ""
  var style = Palette.accent

  /// The most columns a box has.
  private static let widest = 74

  private var hasBox: Bool { Layout.framesDialogs(scene.layout.size) }

  /// Columns of the lines.
  var width: Int {
    hasBox
      ? min(Self.widest, scene.layout.size.columns - 2) - 4 : max(1, scene.layout.size.columns - 2)
  }

  /// The number of lines for which there is room.
  var mostLines: Int { Layout.dialogRows(scene.layout.size) }

  /// Draws the lines, so many that the selected one is among them.
  ///
  /// - Parameter selected: the place of the line under the cursor of a menu.
  /// - Returns: where the first line begins.
  @discardableResult
  func draw(
    _ lines: [StyledLine], selected: Int? = nil, on screen: inout Screen
  ) -> Screen.Position {
    let first = first(of: lines.count, selected)
    let origin = draw(Array(lines.dropFirst(first).prefix(mostLines)), on: &screen)
    if let selected {
      screen.markSelected(
        row: origin.row + selected - first, column: origin.column - 1, columns: width + 1)
    }
    return origin
  }

  /// The place of the first line that is drawn of so many.
  func first(of count: Int, _ selected: Int?) -> Int {
    max(0, min((selected ?? 0) - mostLines + 1, count - 1))
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
    // The whole rows: ends of words beside a box read like part of it.
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
