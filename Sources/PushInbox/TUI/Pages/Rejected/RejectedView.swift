import InboxModel

/// The list of refused pushes, and what there is to say of the selected one beneath it.
struct RejectedView {
  let scene: Scene
  private let layout: ListLayout
  private let rows: [RejectedRequest]

  private var width: Int { scene.layout.size.columns }
  private var cut: SanitizedText { scene.symbols.ellipsis }
  private let page: RejectedPage
  private var list: RejectedList { scene.state.records.rejected }

  init(scene: Scene, page: RejectedPage) {
    self.scene = scene
    self.page = page
    layout = ListLayout(scene.layout.size, .rejected)
    rows = page.rows(in: scene.context)
  }

  func draw(on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    if let row = layout.reasons, !rows.isEmpty {
      let words = SanitizedText(" BY REASON   ") + scene.line(reasons(list.reasons.count))
      screen.draw(
        words.truncated(to: width - 1, ellipsis: cut), row: row, column: 0,
        style: page.isByReason ? .bold : .plain)
    }
    let columns = RefusedColumn.fitting(width)
    let heads = page.heads(in: scene.context)
    if let row = layout.titles {
      draw(columns.map { (SanitizedText($0.title), $0) }, row: row, style: .dim, on: &screen)
    }
    for (number, push) in rows.dropFirst(page.place.top).prefix(layout.list.rows).enumerated() {
      let row = layout.list.row + number
      let cells = columns.map { column in
        let mark = column.title == "REASON" ? self.mark(of: push, heads) : ""
        return (scene.line(mark + column.text(push, scene)), column)
      }
      draw(cells, row: row, style: .plain, on: &screen)
      if scene.state.actions.marked?.name == .refused(push.number) {
        screen.draw("=", row: row, column: 0, style: Palette.accent)
      }
      screen.clickable(.row(push.number), row: row, column: 0, columns: width)
      guard page.place.line == number else { continue }
      screen.draw(">", row: row, column: 0)
      screen.restyle(row: row, column: 0, columns: width) { $0.isReversed.toggle() }
      screen.cursor = Screen.Position(row: row, column: 0)
    }
    if rows.isEmpty { empty(on: &screen) }
    if let rule = layout.rule { screen.rule(row: rule) }
    if let number = page.place.selection, layout.detail.rows > 0 { detail(number, on: &screen) }
    counts(on: &screen)
  }

  /// Before the reason of the newest of several: whether the group is open, and how many there are.
  private func mark(of push: RejectedRequest, _ heads: [Int: RefusedGroup]) -> String {
    guard page.isByReason else { return "" }
    guard let group = heads[push.number], group.count > 1 else { return "  " }
    let isOpen = page.openReasons.contains(group.reason)
    let symbol = isOpen ? scene.symbols.open : scene.symbols.folded
    return "\(symbol.text) \(group.count)\(scene.symbols.times.text) "
  }

  private func draw(
    _ cells: [(SanitizedText, RefusedColumn)], row: Int, style: Style, on screen: inout Screen
  ) {
    var column = 1
    for (text, its) in cells {
      let room = min(its.columns - 1, width - column)
      guard room > 0 else { return }
      let shown = text.truncated(to: room, ellipsis: cut)
      let start = its.isRight ? column + room - 1 - shown.columns : column
      screen.draw(shown, row: row, column: max(column, start), style: style)
      column += room + 1
    }
  }

  private func empty(on screen: inout Screen) {
    let isFiltered = !scene.context.filter(of: .rejected).isEmpty
    let words =
      isFiltered
      ? "No refused push matches the filter."
      : "No refused pushes. A push that breaks a rule of Apple's, a line that is no JSON and a connection that fails stand here, with the cause and the cure."
    let lines = SanitizedText(words).wrapped(to: max(1, width - 4), maxLines: layout.list.rows)
    for (number, line) in lines.enumerated() {
      screen.draw(line, row: layout.list.row + number, column: 2, style: .dim)
    }
  }

  // MARK: The selected one

  private func detail(_ number: Int, on screen: inout Screen) {
    let area = layout.detail
    guard width >= Layout.wideColumns, area.rows >= 8 else {
      guard let text = scene.context.requestText(number, width: width - 2) else {
        return
      }
      var page = PageText(width: width - 2)
      var head = StyledLine(
        SanitizedText(text.headline, limit: 400), Palette.bad.with { $0.isBold = true })
      head.append(SanitizedText("   R\(number)"), .dim)
      page.add(head)
      text.explain(to: &page)
      let inside = Area(column: 1, row: area.row, columns: width - 2, rows: area.rows)
      write(page.lines, in: inside, on: &screen)
      return
    }
    let half = width / 2
    let boxes = [(0, half, "REQUEST  R\(number)"), (half, width - half, "EXPLAIN")]
    for (column, columns, title) in boxes {
      screen.box(
        row: area.row, column: column, width: columns, height: area.rows,
        title: SanitizedText(title),
        style: .dim)
      guard let text = scene.context.requestText(number, width: columns - 4) else {
        continue
      }
      var page = PageText(width: columns - 4)
      if column == 0 {
        text.request(to: &page)
      } else {
        page.add(
          StyledLine(
            SanitizedText(text.headline, limit: 400), Palette.bad.with { $0.isBold = true }))
        text.explain(to: &page)
      }
      let inside = Area(
        column: column + 2, row: area.row + 1, columns: columns - 4, rows: area.rows - 2)
      write(page.lines, in: inside, on: &screen)
    }
  }

  private func write(_ lines: [StyledLine], in area: Area, on screen: inout Screen) {
    for (number, line) in lines.prefix(area.rows).enumerated() {
      screen.draw(line, row: area.row + number, column: area.column, columns: area.columns)
    }
    // What does not fit is on the page of its own.
    if lines.count > area.rows, area.rows > 0 {
      screen.draw(
        cut, row: area.row + area.rows - 1, before: area.column + area.columns, style: .dim)
    }
  }

  // MARK: Counts

  private func counts(on screen: inout Screen) {
    guard let row = layout.counts else { return }
    let filter = scene.context.filter(of: .rejected)
    var right: [String] = []
    if let marked = scene.state.actions.marked { right.append("= \(marked.name.text) marked") }
    if page.isByReason { right.append("by reason") }
    if !page.isByReason || width >= Layout.wideColumns {
      right.append("beep \(scene.state.beepsOnRefusal ? "ON" : "OFF")")
    }
    right.append("filter: \(filter.isEmpty ? "none" : filter.text)")
    let modes = scene.line(right.joined(separator: "   ")).truncated(to: width / 2, ellipsis: cut)
    screen.draw(modes, row: row, before: width - 1)
    let words = scene.line(" " + summary(filter))
    screen.draw(
      words.truncated(to: width - modes.columns - 3, ellipsis: cut), row: row, column: 0,
      style: .dim)
  }

  private func summary(_ filter: ListFilter) -> String {
    let (refused, accepted) = (scene.status.refused, scene.status.accepted)
    var words: [String] = []
    if !filter.isEmpty { words.append("\(rows.count) found") }
    let share = refused + accepted > 0 ? refused * 100 / (refused + accepted) : 0
    words.append(
      "\(Words.number(refused)) rejected of \(Words.number(refused + accepted)) (\(share) %)")
    if refused > list.rows.elements.count, !list.rows.elements.isEmpty {
      words.append("the newest \(Words.number(list.rows.elements.count)) here")
    }
    if layout.reasons == nil, page.isByReason { words.append(reasons(6)) }
    if width >= Layout.wideColumns, let first = list.rows.elements.first,
      let last = list.rows.elements.last
    {
      words.append("first \(scene.clock.precise(first.refusal.at))")
      words.append("last \(scene.clock.precise(last.refusal.at))")
    }
    return words.joined(separator: "  ")
  }

  /// `PayloadTooLarge 3  BadPriority 1`, the most frequent first.
  private func reasons(_ most: Int) -> String {
    list.reasons.prefix(most).map { "\($0.reason) \($0.count)" }.joined(separator: "  ")
  }
}
