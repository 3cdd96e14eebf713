import InboxModel

/// The last line while work goes on beside the screen that is waited for.
struct TaskView {
  let scene: Scene
  let task: String

  func draw(on screen: inout Screen) {
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
