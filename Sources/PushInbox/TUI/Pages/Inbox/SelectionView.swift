import InboxModel

/// The area below the list, or beside it: the selected push, and the counts.
struct SelectionView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let layout = scene.layout
    if let rule = layout.rule { screen.rule(row: rule) }
    let inbox = scene.state.pages.inbox
    if inbox.cards.isFocused {
      if let card = inbox.selectedCard(on: scene.device) { draw(card, on: &screen) }
      return
    }
    guard let id = inbox.selectedPush(in: scene.context),
      let notification = inbox.listed(id, on: scene.device)
    else { return }
    if let row = layout.preview { lines(notification, row: row, on: &screen) }
    if layout.detail.columns > 0 { pane(notification, on: &screen) }
  }

  /// Draws two lines: the push and its outcome; the payload.
  private func lines(_ notification: DeliveredNotification, row: Int, on screen: inout Screen) {
    let width = scene.layout.size.columns
    let detail = scene.state.records.detail(of: notification.id)
    let verdict = verdict(notification)
    let style = Palette.outcome(notification.outcome)
    screen.draw(verdict, row: row, before: width - 1, style: style)
    let room = width - verdict.columns - 4
    screen.draw(
      facts(notification, detail).truncated(to: room, ellipsis: scene.symbols.ellipsis),
      row: row, column: 1, columns: room)
    guard let detail else { return }
    let payload: SanitizedText
    if scene.device.visibleText(of: notification).isHidden {
      let key = scene.keymap.keyName(of: .inspect)
      payload = SanitizedText("the payload is hidden with the preview, \(key) shows it")
    } else {
      let bytes = detail.record.delivery.payload.bytes.prefix(width * 4)
      payload = scene.line(String(decoding: bytes, as: UTF8.self))
    }
    screen.draw(payload, row: row + 1, column: 1, cutTo: width - 2, style: .dim)
  }

  /// Returns the number, the app with the thread, the push type with the priority, the category and
  /// the size.
  private func facts(_ notification: DeliveredNotification, _ detail: InspectedPush?) -> StyledLine
  {
    var app = scene.device.appName(notification.app)
    if !notification.threadIdentifier.isEmpty { app += "/\(notification.threadIdentifier)" }
    let priority = detail.map { " p\($0.record.delivery.headers.priority.rawValue)" } ?? ""
    var facts = [app, (notification.pushType?.rawValue ?? "alert") + priority]
    if let category = notification.categoryIdentifier { facts.append(category.text) }
    facts.append("\(Words.number(notification.payloadSize)) B")
    // Parts are drawn one by one: a name that is written from right to left does not move the
    // others.
    var line = StyledLine(SanitizedText("#\(notification.id.rawValue)"))
    for fact in facts {
      line.append("  ")
      line.append(SanitizedText(fact, limit: scene.layout.size.columns * 4))
    }
    return line
  }

  /// Returns the outcome and the places of presentation: `SHOWN banner list sound`, `QUIET
  /// dnd.schedule`.
  private func verdict(_ notification: DeliveredNotification) -> SanitizedText {
    let word = notification.outcome.rawValue.uppercased()
    let rest =
      notification.outcome == .shown
      ? notification.presented.names.joined(separator: " ") : notification.reason.rawValue
    return SanitizedText("\(word) \(rest)", limit: 200)
  }

  /// Draws the selected card in place of a push.
  private func draw(_ card: ActivityCard, on screen: inout Screen) {
    let layout = scene.layout
    let text = CardText(card, in: scene.context, clock: scene.clock)
    let status = text.status ?? .init(text: "RUNNING", style: Palette.good)
    var title = StyledLine(SanitizedText("\(card.id.text)  "), .bold)
    title.append(text.title, .bold)
    title.append("  " + text.app)
    if let row = layout.preview {
      let width = layout.size.columns
      screen.draw(status.text, row: row, before: width - 1, style: status.style)
      let room = width - status.text.columns - 4
      screen.draw(
        title.truncated(to: room, ellipsis: scene.symbols.ellipsis), row: row, column: 1,
        columns: room)
      screen.draw(
        text.state(columns: width - 2), row: row + 1, column: 1, columns: width - 2)
    }
    guard layout.detail.columns > 0 else { return }
    let area = layout.detail
    let width = DetailPane.width(layout)
    separator(style: .dim, on: &screen)
    screen.draw(
      title.truncated(
        to: width - status.text.columns - 1, ellipsis: scene.symbols.ellipsis),
      row: area.row, column: area.column, columns: width)
    screen.draw(
      status.text, row: area.row, before: area.column + width, style: status.style)
    screen.rule(row: area.row + 1, column: area.column, columns: width)
    var page = PageText(width: width)
    ActivityText(card, in: scene.context).write(to: &page)
    let rows = max(0, area.rows - DetailPane.top)
    var seen = Array(page.lines.prefix(rows))
    if page.lines.count > rows, rows > 1 {
      let more = (page.lines.count - rows + 1).counted("more line")
      let key = scene.keymap.keyName(of: .inspect)
      seen[rows - 1] = cut("\(more)  \(key) opens the card")
    }
    for (number, line) in seen.enumerated() {
      screen.draw(
        line, row: area.row + DetailPane.top + number, column: area.column, columns: width)
    }
  }

  /// Draws the line between the list and the right pane.
  private func separator(style: Style, on screen: inout Screen) {
    let (area, layout) = (scene.layout.detail, scene.layout)
    for row in area.row..<area.row + layout.cards.rows + layout.list.rows {
      screen.draw(scene.symbols.vertical, row: row, column: area.column - 2, style: style)
    }
  }

  /// Draws the selected push beside the list.
  private func pane(_ notification: DeliveredNotification, on screen: inout Screen) {
    let area = scene.layout.detail
    let pane = scene.state.pages.inbox.pane
    separator(style: pane.isFocused ? Palette.accent : .dim, on: &screen)
    for row in area.row..<area.row + area.rows {
      screen.clickable(.pane, row: row, column: area.column - 1, columns: area.columns + 1)
    }
    let width = DetailPane.width(scene.layout)
    let verdict = SanitizedText(notification.outcome.rawValue.uppercased())
    // Parts are drawn one by one: a name that is written from right to left does not move the
    // number.
    var title = StyledLine(SanitizedText("#\(notification.id.rawValue)  "), .bold)
    title.append(scene.line(scene.name(of: notification)), .bold)
    let room = width - verdict.columns - 1
    screen.draw(
      title.truncated(to: room, ellipsis: scene.symbols.ellipsis),
      row: area.row, column: area.column, columns: room)
    screen.draw(
      verdict, row: area.row, before: area.column + width,
      style: Palette.outcome(notification.outcome))
    if pane.isFocused {
      screen.restyle(row: area.row, column: area.column, columns: width) { $0.isReversed.toggle() }
    }
    page(width: width, on: &screen)
  }

  /// Draws the rule with the tabs or the name of the tab, the text, and the number of hidden lines.
  private func page(width: Int, on screen: inout Screen) {
    let (area, pane) = (scene.layout.detail, scene.state.pages.inbox.pane)
    screen.rule(row: area.row + 1, column: area.column, columns: width)
    tabs(width: width, on: &screen)
    let lines = scene.state.pages.inbox.lines(in: scene.context)
    let rows = max(0, area.rows - DetailPane.top)
    let below = lines.count - pane.scroll - rows
    var seen = Array(lines.dropFirst(pane.scroll).prefix(rows))
    // The lines that state the number of hidden lines replace one more line each.
    if seen.count > 2, pane.scroll > 0 {
      seen[0] = cut("\((pane.scroll + 1).counted("line")) above")
    }
    if seen.count > 2, below > 0 {
      let key = scene.keymap.key(of: .otherPane)?.name
      let hint = pane.isFocused ? "" : key.map { "  \($0) scrolls" } ?? ""
      let more = (below + 1).counted("more line")
      seen[seen.count - 1] = cut(more + hint)
    }
    for (number, line) in seen.enumerated() {
      screen.draw(
        line, row: area.row + DetailPane.top + number, column: area.column, columns: width)
    }
  }

  private func cut(_ words: String) -> StyledLine {
    StyledLine(scene.symbols.ellipsis + SanitizedText(" " + words), .dim)
  }

  /// Draws the tabs while the pane has the focus, otherwise the name of a tab other than the
  /// summary.
  private func tabs(width: Int, on screen: inout Screen) {
    let (area, pane) = (scene.layout.detail, scene.state.pages.inbox.pane)
    guard pane.isFocused else {
      if pane.tab != .summary {
        screen.draw(
          SanitizedText(" \(pane.tab.rawValue) "), row: area.row + 1, column: area.column + 1)
      }
      return
    }
    var column = area.column
    for (number, tab) in InspectorPage.Tab.allCases.enumerated() {
      let isOpen = tab == pane.tab
      let word = SanitizedText(isOpen ? "[\(tab.rawValue)]" : " \(tab.rawValue) ")
      guard column + word.columns <= area.column + width else { break }
      screen.clickable(.tab(number), row: area.row + 1, column: column, columns: word.columns)
      column += screen.draw(word, row: area.row + 1, column: column, style: isOpen ? .bold : .plain)
    }
  }
}
