import InboxModel

/// The frame of scrolling text: a head of two lines, a rule, the text.
struct PageFrame {
  let scene: Scene
  let lines: [StyledLine]
  let scroll: Int
  let area: Area
  /// The name of the tab, if it is one of two.
  var name: StyledLine.Part?

  init(
    scene: Scene, lines: [StyledLine], scroll: Int, area: Area? = nil,
    name: StyledLine.Part? = nil
  ) {
    self.scene = scene
    self.lines = lines
    self.area = area ?? Layout.page(scene.layout.size)
    // A tab without the focus is not scrolled when its text gets shorter.
    self.scroll = max(0, min(scroll, lines.count - self.area.rows))
    self.name = name
  }

  func draw(on screen: inout Screen) {
    if area.row > 1 { rule(on: &screen) }
    for (number, line) in lines.dropFirst(scroll).prefix(area.rows).enumerated() {
      screen.draw(line, row: area.row + number, column: area.column, columns: area.columns)
    }
  }

  private func rule(on screen: inout Screen) {
    let row = area.row - 1
    screen.rule(row: row, column: area.column - PageMetrics.margin)
    if let name { screen.draw(name.text, row: row, column: area.column + 1, style: name.style) }
    guard lines.count > area.rows else { return }
    let last = min(lines.count, scroll + area.rows)
    let words = SanitizedText(" \(scroll + 1)-\(last) of \(lines.count) ")
    screen.draw(words, row: row, before: area.column + area.columns, style: .dim)
  }
}

extension Scene {
  /// Returns the filter of the lines, for display after the title of the page.
  func found(_ words: String) -> SanitizedText {
    words.isEmpty ? "" : line("   /" + words)
  }
}
