import InboxModel

/// The drawing of the prompt of an action with text input.
struct ReplyView {
  let scene: Scene
  let prompt: ReplyPrompt

  func draw(on screen: inout Screen) {
    let notification = scene.device.inbox[prompt.id]
    let visible = notification.map(scene.device.visibleText)
    let app = notification.map { scene.device.appName($0.app) } ?? ""
    let dialog = DialogBox(
      scene: scene,
      title: scene.line(
        [prompt.action.title, visible?.title ?? (app.isEmpty ? "#\(prompt.id.rawValue)" : app)]
          .joined(separator: ": ")),
      remark: scene.line(button))
    let cut = scene.symbols.ellipsis
    let quote = scene.line(visible.map { "> " + ($0.body ?? $0.title ?? "") } ?? "")
    var head = [StyledLine(quote.truncated(to: dialog.width, ellipsis: cut), .dim), StyledLine()]
    var foot = [StyledLine()]
    for fact in facts(app) {
      foot.append(StyledLine(scene.line(fact).truncated(to: dialog.width, ellipsis: cut), .dim))
    }
    let typed = TypedText(prompt.field, width: dialog.width)
    if dialog.maximumLines < head.count + foot.count + 1 { (head, foot) = ([], []) }
    let room = max(1, dialog.maximumLines - head.count - foot.count)
    let first = max(0, min(typed.cursor.row, typed.rows.count - 1) - room + 1)
    var lines = typed.rows.dropFirst(first).prefix(room).map { StyledLine($0) }
    if prompt.field.isEmpty, let placeholder = prompt.action.textInput?.placeholder {
      lines = [StyledLine(scene.line(placeholder), .dim)]
    }
    let origin = dialog.draw(head + lines + foot, on: &screen)
    screen.cursor = Screen.Position(
      row: origin.row + head.count + typed.cursor.row - first,
      column: origin.column
        + min(
          screen.column(typed.cursor.column, of: typed.rows[typed.cursor.row]), dialog.width))
  }

  private var button: String { prompt.action.textInput?.button ?? "Send" }

  private func facts(_ app: String) -> [String] {
    if scene.device.inbox[prompt.id] == nil {
      return [ScreenMessage.notInList([prompt.id]).text, "Esc keeps the text"]
    }
    let needsUnlock = scene.isLocked && prompt.action.needsUnlock
    let opens = prompt.action.options.contains(.foreground) ? "yes" : "no"
    return [
      "\(button) sends the text to \(app)",
      "Needs unlock: \(needsUnlock ? "yes, asked on sending" : "no")   Opens the app: \(opens)   "
        + "Length \(prompt.field.characters.count) / \(TextField.limit)",
    ]
  }
}

/// A text field wrapped into rows, with the position of its cursor.
struct TypedText {
  private(set) var rows: [SanitizedText] = [""]
  private(set) var cursor = Screen.Position(row: 0, column: 0)

  init(_ field: TextField, width: Int) {
    for (place, character) in field.characters.enumerated() {
      if place == field.cursor { mark() }
      if character == "\n" {
        rows.append("")
        continue
      }
      let glyphs = SanitizedText(String(character))
      if rows[rows.count - 1].columns + glyphs.columns > width { rows.append("") }
      rows[rows.count - 1] += glyphs
    }
    if field.cursor == field.characters.count { mark() }
    rows = rows.map(\.asParagraph)
  }

  private mutating func mark() {
    cursor = Screen.Position(row: rows.count - 1, column: rows[rows.count - 1].columns)
  }
}
