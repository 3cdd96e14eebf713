import InboxModel

/// A menu of a few things, each with a key of its own.
struct ChoiceView {
  let scene: Scene
  let choice: Choice

  func draw(on screen: inout Screen) {
    let dialog = DialogBox(scene: scene, title: SanitizedText(title, limit: 200))
    let rows = choice.rows(in: scene.context)
    let widest = rows.map { SanitizedText($0.title).columns }.max() ?? 0
    let lines = rows.map { row in
      var line = StyledLine(SanitizedText("\(row.key)  "), Palette.accent)
      line.append(
        SanitizedText(row.title).padded(
          to: min(widest, dialog.width / 2), ellipsis: scene.symbols.ellipsis))
      let left = dialog.width - line.parts.reduce(0) { $0 + $1.text.columns }
      line.append(
        SanitizedText("  " + row.remark).truncated(
          to: max(0, left), ellipsis: scene.symbols.ellipsis),
        .dim)
      return line
    }
    let origin = dialog.draw(lines, selected: choice.cursor, on: &screen)
    let first = dialog.first(of: rows.count, choice.cursor)
    for (number, row) in rows.dropFirst(first).prefix(dialog.mostLines).enumerated() {
      screen.clickable(
        .key(.character(row.key)), row: origin.row + number, column: origin.column,
        columns: dialog.width)
    }
  }

  private var title: String {
    switch choice.subject {
    case .snooze(let ids): "Snooze \(Words.pushes(ids)) for, or until"
    case .copy(let name): "Copy of \(name.text)"
    case .testPush: "Which test push?"
    }
  }
}
