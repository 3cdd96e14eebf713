import InboxModel

/// The drawing of ``CardSection``: a head, and one or two rows for each card.
struct CardSectionView {
  let scene: Scene

  private var area: Area { scene.layout.cards }
  private var section: CardSection { scene.state.pages.inbox.cards }
  private var cut: SanitizedText { scene.symbols.ellipsis }
  /// The columns at which titles and content states begin.
  private static let titleColumn = 5
  private static let stateColumn = 7

  func draw(on screen: inout Screen) {
    guard area.rows > 0 else { return }
    let cards = section.cards(on: scene.device)
    guard let first = cards.first else { return }
    let visible = scene.layout.visibleCards
    head(first, count: cards.count, visible: visible, on: &screen)
    let rows = scene.layout.cardRows
    for (number, card) in cards.dropFirst(section.top).prefix(visible).enumerated() {
      let row = area.row + 1 + number * rows
      draw(CardText(card, in: scene.context, clock: scene.clock), row: row, rows: rows, on: &screen)
      for row in row..<row + rows {
        screen.clickable(
          .row(card.id.rawValue), row: row, column: area.column, columns: area.columns)
      }
      if section.isFocused, section.selection == card.id { markSelected(row, on: &screen) }
    }
    if area.rows > 1 + visible * rows, visible > 0 {
      screen.rule(row: area.row + area.rows - 1, column: area.column, columns: area.columns)
    }
  }

  private func markSelected(_ row: Int, on screen: inout Screen) {
    screen.markSelected(row: row, column: area.column, columns: area.columns)
  }

  /// Draws the head; without room for cards with the content of the first one.
  private func head(
    _ first: ActivityCard, count: Int, visible: Int, on screen: inout Screen
  ) {
    let row = area.row
    let mark = visible > 0 ? scene.symbols.open : scene.symbols.folded
    screen.draw(mark, row: row, column: area.column + 1)
    var column = area.column + 3
    let name = area.columns < 50 ? "Live" : "Live Activities"
    column += screen.draw(SanitizedText(name), row: row, column: column, style: .bold) + 1
    let hidden = visible > 0 && visible < count
    let words =
      hidden ? "\(section.top + 1)-\(section.top + visible) of \(count)" : String(count)
    column += screen.draw(SanitizedText(words), row: row, column: column, style: .dim) + 2
    if visible == 0 {
      let text = CardText(first, in: scene.context, clock: scene.clock)
      let right = ending(text, row: row, on: &screen)
      let room = right - column
      if room >= 10 {
        var line = StyledLine(text.title + "  ")
        line.parts += text.state(columns: room).parts
        screen.draw(
          line.truncated(to: room, ellipsis: cut), row: row, column: column, columns: room)
      }
    }
    screen.clickable(.row(0), row: row, column: area.column, columns: area.columns)
    if section.isFocused, section.selection == nil { markSelected(row, on: &screen) }
  }

  private func draw(_ text: CardText, row: Int, rows: Int, on screen: inout Screen) {
    let right = ending(text, row: row, on: &screen)
    let start = area.column + Self.titleColumn
    let room = max(0, right - start)
    var line = StyledLine(text.title, .bold)
    if rows > 1 {
      line.append("  ")
      line.append(text.app, .dim)
      line.append("  ")
      line.parts += text.attributes(columns: max(1, room - line.columns)).parts
      let column = area.column + Self.stateColumn
      let columns = max(1, area.columns - Self.stateColumn - 1)
      screen.draw(text.state(columns: columns), row: row + 1, column: column, columns: columns)
    } else {
      line = line.truncated(to: max(6, room / 3), ellipsis: cut)
      line.append("  ")
      line.parts += text.state(columns: max(1, room - line.columns)).parts
    }
    screen.draw(line.truncated(to: room, ellipsis: cut), row: row, column: start, columns: room)
  }

  /// Draws state, number and age at the end of a row; returns the column before them.
  private func ending(_ text: CardText, row: Int, on screen: inout Screen) -> Int {
    var right = area.column + area.columns - 1 - text.age.columns
    screen.draw(text.age, row: row, column: right, style: .dim)
    if area.columns >= 50 {
      let id = SanitizedText(text.card.id.text)
      right -= max(3, id.columns) + 2
      screen.draw(id, row: row, column: right, style: .dim)
    }
    if let status = text.status {
      right -= status.text.columns + 1
      screen.draw(status.text, row: row, column: right, style: status.style)
    }
    return right - 1
  }
}
