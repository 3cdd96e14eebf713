import InboxModel

/// The frame of everything that scrolls: a head of two lines, a rule, the page.
struct PageFrame {
  let scene: Scene
  let lines: [StyledLine]
  let scroll: Int

  func draw(on screen: inout Screen) {
    let size = scene.layout.size
    let rows = Layout.pageRows(size)
    let top = Layout.pageTop(size)
    if top == 3 { screen.rule(row: 2) }
    if top == 3, lines.count > rows {
      let words = CleanText(" \(scroll + 1)-\(min(lines.count, scroll + rows)) of \(lines.count) ")
      screen.draw(words, row: 2, before: size.columns - 1, style: .dim)
    }
    let width = size.columns - Pages.margin
    for (number, line) in lines.dropFirst(scroll).prefix(rows).enumerated() {
      screen.draw(line, row: top + number, column: Pages.margin, columns: width)
    }
  }
}

/// One push in full.
struct InspectorView {
  let scene: Scene
  let inspector: Inspector

  func draw(on screen: inout Screen) {
    let lines = Pages.lines(of: .inspector(inspector), scene.state, scene.device) ?? []
    PageFrame(scene: scene, lines: lines, scroll: inspector.scroll).draw(on: &screen)
    if inspector.tab == .payload { line(on: &screen) }
    title(on: &screen)
    if Layout.pageTop(scene.layout.size) > 1 { tabs(on: &screen) }
  }

  /// The line of the payload stood on.
  private func line(on screen: inout Screen) {
    let size = scene.layout.size
    let line = inspector.line - inspector.scroll
    guard (0..<Layout.pageRows(size)).contains(line) else { return }
    let row = Layout.pageTop(size) + line
    screen.draw(">", row: row, column: 0, style: Palette.accent)
    screen.restyle(row: row, column: 0, columns: size.columns) { $0.isBold = true }
    screen.cursor = Screen.Position(row: row, column: 0)
  }

  private func title(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let pages = Pages.inspectorPages(inspector.id, scene.state, scene.device, width: width)
    var name = CleanText(" #\(inspector.id.rawValue)  ")
    var right = width
    if let notification = pages.notification {
      let outcome = CleanText(notification.outcome.rawValue.uppercased())
      let time = CleanText("  " + scene.clock.row(notification.receivedAt))
      screen.draw(time, row: 0, before: width - 1)
      right = width - 1 - time.columns - outcome.columns
      screen.draw(outcome, row: 0, column: right, style: Palette.outcome(notification.outcome))
      let thread = notification.threadIdentifier
      let app = scene.device.appName(notification.app)
      name += scene.line(thread.isEmpty ? app : "\(app) / \(thread)")
      if let title = scene.device.visibleText(of: notification).title {
        name += "   " + scene.line(title)
      }
    }
    screen.draw(
      name.truncated(to: right - 1, ellipsis: scene.symbols.ellipsis), row: 0, column: 0,
      style: .bold)
  }

  private func tabs(on screen: inout Screen) {
    let width = scene.layout.size.columns
    var column = 1
    for (number, tab) in Inspector.Tab.allCases.enumerated() {
      let isOpen = tab == inspector.tab
      // Where they do not all fit the open one stays.
      if width < 58, !isOpen, tab != .why, tab != .payload { continue }
      let word = CleanText(isOpen ? "[\(tab.rawValue)]" : " \(tab.rawValue) ")
      screen.clickable(.tab(number), row: 1, column: column, columns: word.columns)
      column += screen.draw(word, row: 1, column: column, style: isOpen ? .bold : .plain) + 1
    }
    let keys = [Command.previousTab, .nextTab]
      .compactMap { scene.state.keymap.entry($0)?.keys.first?.name }.joined(separator: " ")
    let hint = CleanText("\(keys) switch tabs")
    if column + hint.columns + 1 < width {
      screen.draw(hint, row: 1, before: width - 1, style: .dim)
    }
  }
}

/// All keys and marks.
struct HelpView {
  let scene: Scene
  let page: HelpSheet

  func draw(on screen: inout Screen) {
    let lines = Pages.lines(of: .help(page), scene.state, scene.device) ?? []
    PageFrame(scene: scene, lines: lines, scroll: page.scroll).draw(on: &screen)
    screen.draw(
      CleanText(" Help: \(scene.state.view.rawValue)") + scene.found(page.words), row: 0,
      column: 0, style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    screen.draw(
      CleanText(
        #" Keys differ from view to view. Each can be changed: keys: { "m": "read" }"#
      )
      .truncated(to: scene.layout.size.columns, ellipsis: scene.symbols.ellipsis),
      row: 1, column: 0, style: .dim)
  }
}

/// What a command said.
struct OutputView {
  let scene: Scene
  let page: OutputPage

  func draw(on screen: inout Screen) {
    PageFrame(scene: scene, lines: page.rows, scroll: page.scroll).draw(on: &screen)
    let width = scene.layout.size.columns
    let cut = scene.symbols.ellipsis
    screen.draw(
      (scene.line(" " + page.title) + scene.found(page.words)).truncated(
        to: width, ellipsis: cut), row: 0, column: 0, style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    screen.draw(
      CleanText(" " + page.summary).truncated(to: width, ellipsis: cut), row: 1, column: 0,
      style: .dim)
  }
}

extension Scene {
  /// What the lines on show are narrowed by, after the title of their page.
  fileprivate func found(_ words: String) -> CleanText {
    words.isEmpty ? "" : line("   /" + words)
  }
}
