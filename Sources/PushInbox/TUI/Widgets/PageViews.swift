import InboxModel

/// The frame of everything that scrolls: a head of two lines, a rule, the page.
struct PageFrame {
  let scene: Scene
  let lines: [StyledLine]
  let scroll: Int
  let area: Area
  /// What the page is called, where it is one of two.
  var name: StyledLine.Part?

  init(
    scene: Scene, lines: [StyledLine], scroll: Int, area: Area? = nil,
    name: StyledLine.Part? = nil
  ) {
    self.scene = scene
    self.lines = lines
    self.area = area ?? Layout.page(scene.layout.size)
    // A page without the keys is not moved when it gets shorter.
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
    screen.rule(row: row, column: area.column - Pages.margin)
    if let name { screen.draw(name.text, row: row, column: area.column + 1, style: name.style) }
    guard lines.count > area.rows else { return }
    let last = min(lines.count, scroll + area.rows)
    let words = SanitizedText(" \(scroll + 1)-\(last) of \(lines.count) ")
    screen.draw(words, row: row, before: area.column + area.columns, style: .dim)
  }
}

/// One push in full: a page, or two beside each other.
struct InspectorView {
  let scene: Scene
  let inspector: Inspector

  func draw(on screen: inout Screen) {
    let panes = inspector.panes(scene.layout.size)
    let pages = Pages.inspectorPages(
      inspector.id, scene.state, scene.device, width: scene.layout.size.columns)
    for (tab, area) in panes {
      let lines = Pages.lines(
        of: tab, inspector, scene.state, scene.device, width: area.columns)
      let isMeant = tab == inspector.tab
      let size =
        tab == .payload ? pages.notification.map { "  \(Words.number($0.payloadSize)) B" } : nil
      let name = StyledLine.Part(
        text: SanitizedText(" \(tab.rawValue)\(size ?? "") "), style: isMeant ? .bold : .dim)
      PageFrame(
        scene: scene, lines: lines, scroll: inspector.scroll(of: tab), area: area,
        name: panes.count > 1 ? name : nil
      ).draw(on: &screen)
      if isMeant, let line = line(of: tab, height: area.rows) {
        mark(line, in: area, on: &screen)
      }
      // The line between it and the pane before it.
      if area.column > Pages.margin {
        for row in area.row..<area.row + area.rows {
          screen.draw(scene.symbols.vertical, row: row, column: area.column - 2, style: .dim)
        }
      }
    }
    title(pages.notification, on: &screen)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    let needed: [Inspector.Tab] = [.why, .payload]
    TabBar(
      scene: scene, names: Inspector.Tab.allCases.map(\.rawValue), open: inspector.tab.rawValue,
      needed: Set(needed.map(\.rawValue))
    ).draw(on: &screen)
  }

  /// The line stood on; nil on pages without one.
  private func line(of tab: Inspector.Tab, height: Int) -> Int? {
    switch tab {
    case .payload: inspector.line
    case .why: scene.state.whyLine(of: inspector, scene.device, height: height)
    default: nil
    }
  }

  private func mark(_ line: Int, in area: Area, on screen: inout Screen) {
    let line = line - inspector.scroll
    guard (0..<area.rows).contains(line) else { return }
    let (row, column) = (area.row + line, area.column - 1)
    screen.draw(">", row: row, column: column, style: Palette.accent)
    screen.restyle(row: row, column: column, columns: area.columns + 1) { $0.isBold = true }
    screen.cursor = Screen.Position(row: row, column: column)
  }

  private func title(_ notification: DeliveredNotification?, on screen: inout Screen) {
    let width = scene.layout.size.columns
    var name = SanitizedText(" #\(inspector.id.rawValue)  ")
    var right = width
    if let notification {
      let outcome = SanitizedText(notification.outcome.rawValue.uppercased())
      let moment = notification.date
      let time = SanitizedText(
        "  " + (width < Layout.wideColumns ? scene.clock.row(moment) : scene.clock.full(moment)))
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
}

/// The tabs of a page, under its title.
struct TabBar {
  let scene: Scene
  let names: [String]
  let open: String
  /// Those that stay beside the open one where they do not all fit; nil for all.
  var needed: Set<String>?

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    var column = 1
    for (number, name) in names.enumerated() {
      let isOpen = name == open
      if width < 58, !isOpen, needed?.contains(name) == false { continue }
      let word = SanitizedText(isOpen ? "[\(name)]" : " \(name) ")
      screen.clickable(.tab(number), row: 1, column: column, columns: word.columns)
      column += screen.draw(word, row: 1, column: column, style: isOpen ? .bold : .plain) + 1
    }
    let keys = [Command.previousTab, .nextTab]
      .compactMap { scene.state.keymap.entry($0)?.keys.first?.name }.joined(separator: " ")
    let hint = SanitizedText("\(keys) switch tabs")
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
      SanitizedText(" Help: \(scene.state.view.rawValue)") + scene.found(page.words), row: 0,
      column: 0, style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    let settings = scene.state.keymap.keys(of: .settings)
    screen.draw(
      SanitizedText(" Other views have other keys. \(settings), page Keys, changes them.")
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
      SanitizedText(" " + page.summary).truncated(to: width, ellipsis: cut), row: 1, column: 0,
      style: .dim)
  }
}

extension Scene {
  /// What the lines on show are narrowed by, after the title of their page.
  fileprivate func found(_ words: String) -> SanitizedText {
    words.isEmpty ? "" : line("   /" + words)
  }
}
