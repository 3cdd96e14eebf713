import InboxModel

/// The list when nothing matches its filter: the filter, and how to remove it.
struct NothingFoundView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let area = scene.layout.list
    let text = scene.context.filter(of: .inbox).text
    let keys = scene.keymap
    let lines = [
      scene.line(
        (scene.state.pages.inbox.search == nil ? "Nothing matches  " : "Searching  ") + text),
      SanitizedText(
        "\(keys.keys(of: .filter)) changes it, \(keys.keys(of: .cancel)) lists everything again"),
    ]
    for (number, line) in lines.enumerated() where number + 1 < area.rows {
      screen.draw(
        line, row: area.row + 1 + number, column: 3, cutTo: area.columns - 3,
        style: number == 0 ? .plain : .dim)
    }
    if let rule = scene.layout.rule { screen.rule(row: rule) }
  }
}
