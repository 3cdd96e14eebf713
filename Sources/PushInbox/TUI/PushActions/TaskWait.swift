import InboxModel

/// The notice in the last line that a background task is running; Esc ends the task.
struct TaskWait: Dialog {
  /// The description of the task, in a few words.
  let task: String

  static let acceptsText = true

  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    guard key == .escape else { return true }
    context.close()
    context.show(.ended(task))
    context.request(.endTask)
    return true
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    let row = scene.layout.hints
    let width = scene.layout.size.columns
    let key = SanitizedText("^C ends it")
    screen.fill(row: row, column: 0, columns: width)
    let words = scene.line("running: " + task)
      .truncated(to: max(1, width - key.columns - 4), ellipsis: scene.symbols.ellipsis)
    let used = screen.draw(words, row: row, column: 1, style: .bold)
    screen.draw(key, row: row, column: used + 3, style: Palette.accent)
    screen.clickable(.key(.escape), row: row, column: used + 3, columns: key.columns)
  }
}
