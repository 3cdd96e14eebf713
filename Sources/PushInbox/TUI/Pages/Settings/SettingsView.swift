import InboxModel

/// The settings: a list of rows, and a description of the selected one below it.
struct SettingsView {
  let scene: Scene

  let page: SettingsPage
  private var width: Int { scene.layout.size.columns }
  private var cut: SanitizedText { scene.symbols.ellipsis }

  func draw(on screen: inout Screen) {
    let size = scene.layout.size
    let top = Layout.pageTop(size)
    if top > 1 {
      HeaderView(scene: scene).draw(on: &screen)
      screen.rule(row: 2)
    }
    tabs(row: top > 1 ? 1 : 0, on: &screen)
    let rows = page.rows(in: scene.context)
    let height = Layout.settingRows(size)
    for (number, row) in rows.dropFirst(page.top).prefix(height).enumerated() {
      let isSelected = page.top + number == page.place
      draw(row, isSelected: isSelected, row: top + number, on: &screen)
    }
    if rows.count > height, top > 1 {
      let last = min(rows.count, page.top + height)
      let words = SanitizedText(" \(page.top + 1)-\(last) of \(rows.count) ")
      screen.draw(words, row: 2, before: width - 1, style: .dim)
    }
    let foot = top + height
    guard foot < scene.layout.status, rows.indices.contains(page.place) else { return }
    screen.rule(row: foot)
    about(rows[page.place], row: foot + 1, on: &screen)
  }

  private func tabs(row: Int, on screen: inout Screen) {
    var column = width < 34 ? 0 : 1
    let tabs = SettingsPage.Tab.allCases
    let isTight = tabs.reduce(2) { $0 + $1.rawValue.count + 1 } >= width
    let words = tabs.map { tab in
      let isOpen = tab == page.tab
      // If not all tabs fit, the others are abbreviated, and the current one is cut to the rest.
      let few = width < 34 ? 2 : 3
      let left = max(4, width - column - 2 - (tabs.count - 1) * (few + 1))
      let letters = isTight ? (isOpen ? left : few) : tab.rawValue.count
      let name = String(tab.rawValue.prefix(letters))
      return SanitizedText(isOpen ? "[\(name)]" : name)
    }
    let gap = width < 66 ? 1 : 3
    let open = tabs.firstIndex(of: page.tab) ?? 0
    // If that is not enough, the first ones are left out until the current one fits.
    var first = 0
    while first < open,
      words[first...open].reduce(column - gap, { $0 + $1.columns + gap }) > width
    {
      first += 1
    }
    for place in tabs.indices.dropFirst(first) where column + words[place].columns <= width {
      let word = words[place]
      screen.clickable(.tab(place), row: row, column: column, columns: word.columns)
      column +=
        screen.draw(word, row: row, column: column, style: place == open ? .bold : .dim) + gap
    }
  }

  private func draw(_ row: SettingRow, isSelected: Bool, row line: Int, on screen: inout Screen) {
    let indent = 3 + 2 * row.depth
    let label = scene.line(row.label)
    switch row.kind {
    case .heading(let isOpen):
      let sign = isOpen ? scene.symbols.open : scene.symbols.folded
      screen.draw(sign, row: line, column: indent - 2)
    case .new: screen.draw("+", row: line, column: indent - 2)
    default: break
    }
    var right = width - 1
    let remark = SanitizedText(row.remark, limit: 200).truncated(to: width / 4, ellipsis: cut)
    if !remark.isEmpty, width >= 40 {
      screen.draw(remark, row: line, before: right, style: Palette.accent)
      right -= remark.columns + 2
    }
    if row.kind == .problem {
      let text = ("! " + label).truncated(to: width - 3, ellipsis: cut)
      screen.draw(text, row: line, column: 1, style: Palette.bad)
    } else {
      let column = valueColumn
      let room = (row.value.isEmpty ? right : column - 1) - indent
      let isHeading = if case .heading = row.kind { true } else { false }
      screen.draw(label, row: line, column: indent, cutTo: room, style: isHeading ? .bold : .plain)
      screen.draw(
        scene.line(row.value), row: line, column: column, cutTo: right - column,
        style: isHeading ? .dim : .plain)
    }
    if isSelected { screen.markSelected(row: line, columns: width) }
  }

  private var valueColumn: Int { width < 50 ? max(10, width * 11 / 20) : 34 }

  /// Draws two lines: the name in files and in `set` with the possible values, and the effect.
  /// Without a sentence about the effect the values are on the second line.
  private func about(_ row: SettingRow, row line: Int, on screen: inout Screen) {
    var first = StyledLine(scene.line(row.name ?? row.label), .bold)
    let meaning = row.meaning
    if meaning != nil, !row.about.isEmpty { first.append(scene.line("  " + row.about), .dim) }
    screen.draw(first, row: line, column: 1, columns: width - 2)
    screen.draw(
      scene.line(meaning ?? row.about), row: line + 1, column: 1, cutTo: width - 2, style: .dim)
  }
}
