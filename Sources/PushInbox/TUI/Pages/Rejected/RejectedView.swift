import InboxModel

/// The list of rejected pushes, and the details of the selected one below it.
struct RejectedView: ListView {
  let scene: Scene
  let layout: ListLayout
  let items: [RejectedRequest]
  private let page: RejectedPage
  private let columns: [RejectedColumn]
  private let heads: [Int: RejectedGroup]

  private var list: RejectedList { scene.state.records.rejected }
  var place: ListPlace { page.place }

  init(scene: Scene, page: RejectedPage) {
    self.scene = scene
    self.page = page
    layout = RejectedPage.layout(scene.layout.size)
    items = page.rows(in: scene.context)
    columns = RejectedColumn.fitting(scene.layout.size.columns)
    heads = page.heads(in: scene.context)
  }

  func drawTitles(row: Int, on screen: inout Screen) {
    if let row = layout.reasons, !items.isEmpty {
      let words = SanitizedText(" BY REASON   ") + scene.line(reasons(list.reasons.count))
      let style: Style = page.isByReason ? .bold : .plain
      screen.draw(words, row: row, column: 0, cutTo: width - 1, style: style)
    }
    draw(columns.map { (SanitizedText($0.title), $0) }, row: row, style: .dim, on: &screen)
  }

  func number(of push: RejectedRequest) -> Int { push.number }

  func draw(_ push: RejectedRequest, row: Int, on screen: inout Screen) {
    let cells = columns.map { column in
      let mark = column.title == "REASON" ? self.mark(of: push) : ""
      return (scene.line(mark + column.text(push, scene)), column)
    }
    draw(cells, row: row, style: .plain, on: &screen)
    if scene.state.actions.marked?.name == .rejected(push.number) {
      screen.draw("=", row: row, column: 0, style: Palette.accent)
    }
  }

  /// Returns the text before the reason of a group's newest push: whether it is expanded, and its
  /// count.
  private func mark(of push: RejectedRequest) -> String {
    guard page.isByReason else { return "" }
    guard let group = heads[push.number], group.count > 1 else { return "  " }
    let isOpen = page.openReasons.contains(group.reason)
    let symbol = isOpen ? scene.symbols.open : scene.symbols.folded
    return "\(symbol.text) \(group.count)\(scene.symbols.times.text) "
  }

  private func draw(
    _ cells: [(SanitizedText, RejectedColumn)], row: Int, style: Style, on screen: inout Screen
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

  var notice: String {
    scene.context.filter(of: .rejected).isEmpty
      ? "No rejected pushes. Pushes that Apple would reject, invalid lines and failed connections are listed here, with cause and fix."
      : "No rejected push matches the filter."
  }

  // MARK: The selected push

  func drawDetail(on screen: inout Screen) {
    let area = layout.detail
    guard let number = place.selection, area.rows > 0 else { return }
    guard width >= Layout.wideColumns, area.rows >= 8 else {
      let inside = Area(column: 1, row: area.row, columns: width - 2, rows: area.rows)
      draw(number, in: inside, on: &screen) { text, page in
        text.explain(to: &page, remark: "   R\(number)")
      }
      return
    }
    let half = width / 2
    let boxes = [(0, half, "REQUEST  R\(number)"), (half, width - half, "EXPLAIN")]
    for (column, columns, title) in boxes {
      screen.box(
        row: area.row, column: column, width: columns, height: area.rows,
        title: SanitizedText(title), style: .dim)
      let inside = Area(
        column: column + 2, row: area.row + 1, columns: columns - 4, rows: area.rows - 2)
      draw(number, in: inside, on: &screen) { text, page in
        if column == 0 { text.request(to: &page) } else { text.explain(to: &page) }
      }
    }
  }

  /// Draws text about a rejected push as far as it fits; its page has all of it.
  private func draw(
    _ number: Int, in area: Area, on screen: inout Screen,
    _ write: (RequestText, inout PageText) -> Void
  ) {
    guard let text = scene.context.requestText(number, width: area.columns) else { return }
    var page = PageText(width: area.columns)
    write(text, &page)
    draw(page.lines, in: area, on: &screen)
  }

  // MARK: Counts

  func drawCounts(row: Int, on screen: inout Screen) {
    let filter = scene.context.filter(of: .rejected)
    var right: [String] = []
    if let marked = scene.state.actions.marked { right.append("= \(marked.name.text) marked") }
    if page.isByReason { right.append("by reason") }
    if !page.isByReason || width >= Layout.wideColumns {
      right.append("beep \(scene.state.beepsOnRejection ? "ON" : "OFF")")
    }
    right.append("filter: \(filter.isEmpty ? "none" : filter.text)")
    let modes = scene.line(right.joined(separator: "   ")).truncated(to: width / 2, ellipsis: cut)
    screen.draw(modes, row: row, before: width - 1)
    let words = scene.line(" " + summary(filter))
    screen.draw(words, row: row, column: 0, cutTo: width - modes.columns - 3, style: .dim)
  }

  private func summary(_ filter: ListFilter) -> String {
    let (rejected, accepted) = (scene.status.rejected, scene.status.accepted)
    var words: [String] = []
    if !filter.isEmpty { words.append("\(items.count) found") }
    let share = rejected + accepted > 0 ? rejected * 100 / (rejected + accepted) : 0
    words.append(
      "\(Words.number(rejected)) rejected of \(Words.number(rejected + accepted)) (\(share) %)")
    if rejected > list.rows.elements.count, !list.rows.elements.isEmpty {
      words.append("the newest \(Words.number(list.rows.elements.count)) here")
    }
    if layout.reasons == nil, page.isByReason { words.append(reasons(6)) }
    if width >= Layout.wideColumns, let first = list.rows.elements.first,
      let last = list.rows.elements.last
    {
      words.append("first \(scene.clock.precise(first.at))")
      words.append("last \(scene.clock.precise(last.at))")
    }
    return words.joined(separator: "  ")
  }

  /// Returns reasons with counts, the most frequent first: `PayloadTooLarge 3  BadPriority 1`.
  private func reasons(_ most: Int) -> String {
    list.reasons.prefix(most).map { "\($0.reason) \($0.count)" }.joined(separator: "  ")
  }
}
