import InboxModel

/// The list: single pushes, one row each; heads of groups with their entries; collapsed groups with
/// the leading entry and the summary line.
struct InboxView {
  let scene: Scene
  private let rows: InboxRows
  /// The filter of the list, whose words are highlighted.
  private let filter: Filter

  private var area: Area { scene.layout.list }
  /// The columns at which app names and the texts of entries begin.
  private static let nameColumn = 5
  private static let textColumn = 7

  /// Whether times of today include seconds.
  private var hasSeconds: Bool { area.columns >= 60 }
  /// The width of the time column, with one blank after it.
  private var timeColumns: Int { hasSeconds ? 9 : 7 }

  init(scene: Scene) {
    self.scene = scene
    rows = scene.context.inboxRows
    filter = scene.context.filter(of: .inbox).filter
  }

  func draw(on screen: inout Screen) {
    guard let selection = scene.state.pages.inbox.position.selection else { return }
    var row = selection
    var line = min(scene.state.pages.inbox.position.line, max(0, area.rows - 1))
    let heading = rows.headingLines(of: selection)
    screen.cursor = Screen.Position(row: area.row + line + heading, column: 0)
    while line > 0, let above = rows.row(before: row) {
      line -= rows.lines(of: above)
      row = above
    }
    var next: Row? = row
    while line < area.rows, let row = next {
      draw(row, isSelected: row == selection, line: line, on: &screen)
      line += rows.lines(of: row)
      next = rows.row(after: row)
    }
  }

  private func draw(_ row: Row, isSelected: Bool, line: Int, on screen: inout Screen) {
    var line = line
    switch row {
    case .entry(let id, _):
      guard let notification = rows.inbox[id] else { return }
      let shown = scene.device.visibleText(of: notification)
      entry(notification, shown, line: line, time: true, on: &screen)
    case .group(let key):
      guard let group = rows.inbox.group(key) else { return }
      if let day = rows.heading(of: group) {
        text(SanitizedText(scene.clock.heading(day)), line, 3, .dim, &screen)
        line += 1
      }
      let isOpen = rows.isOpen(group)
      if group.count == 1 {
        single(group, line: line, on: &screen)
        break
      }
      head(group, isOpen: isOpen, line: line, on: &screen)
      if !isOpen {
        let shown = scene.device.visibleText(of: group)
        entry(group.newest, shown, line: line + 1, time: false, on: &screen)
        if !shown.isHidden, let summary = scene.device.summaryLine(of: group) {
          let width = area.columns - Self.textColumn - 1
          text(
            scene.line(summary).truncated(to: width, ellipsis: scene.symbols.ellipsis),
            line + 2, Self.textColumn, .dim, &screen)
        }
      }
    }
    clickable(row, line: line, on: &screen)
    // While the section above has the focus, its selection is the only one.
    if isSelected, !scene.state.pages.inbox.cards.isFocused, let row = visible(line) {
      screen.draw(">", row: row, column: area.column)
      // Either the list or the right pane has the focus.
      let isFocused = !scene.state.pages.inbox.pane.isFocused
      screen.restyle(row: row, column: area.column, columns: area.columns) { style in
        if isFocused { style.isReversed.toggle() } else { style.isBold = true }
      }
    }
  }

  /// Makes a row clickable: a click selects it, on the mark of a group it folds the group.
  private func clickable(_ row: Row, line: Int, on screen: inout Screen) {
    guard let id = rows.notification(on: row) else { return }
    for line in line..<line + rows.lines(of: row) - rows.headingLines(of: row) {
      guard let place = visible(line) else { continue }
      let target: ClickTarget =
        if case .group = row { .head(id.rawValue) } else { .entry(id.rawValue) }
      screen.clickable(target, row: place, column: area.column, columns: area.columns)
    }
    if case .group(let key) = row, let group = rows.inbox.group(key), rows.canFold(group),
      let place = visible(line)
    {
      screen.clickable(.fold(id.rawValue), row: place, column: area.column, columns: 3)
    }
  }

  private func head(_ group: NotificationGroup, isOpen: Bool, line: Int, on screen: inout Screen) {
    guard visible(line) != nil else { return }
    if rows.canFold(group) {
      text(isOpen ? scene.symbols.open : scene.symbols.folded, line, 1, .plain, &screen)
    }
    if group.unread > 0 { text(scene.symbols.unread, line, 3, Palette.unread, &screen) }
    var right = area.columns - 1
    right = ending(time(of: group.newest), line, right, .plain, &screen)
    right = min(right, area.columns - timeColumns)
    let counts =
      area.columns < 50
      ? "\(group.unread)/\(group.count)" : "\(group.unread) new of \(group.count)"
    right = ending(SanitizedText(counts), line, right - 1, .dim, &screen) - 2
    let cut = scene.symbols.ellipsis
    let name = SanitizedText(scene.device.appName(group.key.app), limit: 200)
    let room = max(0, right - Self.nameColumn)
    let shown = name.truncated(to: min(room, max(10, room / 2)), ellipsis: cut)
    let style = Style(isBold: group.unread > 0)
    text(shown, line, Self.nameColumn, style, &screen, words: filter.words(in: .app))
    let thread = Self.nameColumn + max(area.columns < 50 ? 0 : 10, shown.columns + 1)
    let key = SanitizedText(Words.thread(of: group.key), limit: 400)
    text(
      key.truncated(to: right - thread, ellipsis: cut), line, thread, .dim, &screen,
      words: filter.words(in: .thread))
  }

  /// Draws the only push of its group on one row: mark, app, thread, text, remarks, time.
  private func single(_ group: NotificationGroup, line: Int, on screen: inout Screen) {
    guard visible(line) != nil else { return }
    let notification = group.newest
    let cut = scene.symbols.ellipsis
    if let mark = Self.mark(of: notification) { text(mark.0, line, 1, mark.1, &screen) }
    if scene.state.actions.marked?.name == .entry(notification.id) {
      text("=", line, 2, Palette.accent, &screen)
    }
    if !notification.isRead { text(scene.symbols.unread, line, 3, Palette.unread, &screen) }
    let shown = scene.device.visibleText(of: group)
    let right = remarks(on: notification, shown, time: true, line: line, on: &screen)
    let room = max(0, right - Self.nameColumn)
    // The columns are the same for all rows, with or without remarks.
    let isWide = area.columns - timeColumns - Self.nameColumn >= 40
    var column = Self.nameColumn
    // If there is room only for one of both, the text is more useful than the app's name.
    if room >= 14 {
      let app = SanitizedText(scene.device.appName(notification.app), limit: 200)
        .truncated(to: isWide ? 14 : max(6, room / 4), ellipsis: cut)
      text(
        app, line, column, Style(isBold: !notification.isRead), &screen,
        words: filter.words(in: .app))
      column += max(isWide ? 10 : 0, app.columns + 1)
    }
    if room >= 40, !notification.threadIdentifier.isEmpty {
      let thread = SanitizedText(notification.threadIdentifier.text, limit: 400)
        .truncated(to: room / 5, ellipsis: cut)
      text(thread, line, column, .dim, &screen, words: filter.words(in: .thread))
      column += thread.columns + 1
    }
    content(shown, of: notification, line: line, from: column, to: right, on: &screen)
  }

  private func entry(
    _ notification: DeliveredNotification, _ shown: VisibleText, line: Int, time: Bool,
    on screen: inout Screen
  ) {
    guard visible(line) != nil else { return }
    if scene.state.actions.marked?.name == .entry(notification.id) {
      text("=", line, 2, Palette.accent, &screen)
    }
    if !notification.isRead { text(scene.symbols.unread, line, 4, Palette.unread, &screen) }
    if let mark = Self.mark(of: notification) { text(mark.0, line, 5, mark.1, &screen) }
    let right = remarks(on: notification, shown, time: time, line: line, on: &screen)
    content(shown, of: notification, line: line, from: Self.textColumn, to: right, on: &screen)
  }

  /// Draws the time, the marks and the remark at the end of a row; returns the column where the
  /// text before them ends.
  private func remarks(
    on notification: DeliveredNotification, _ shown: VisibleText, time: Bool, line: Int,
    on screen: inout Screen
  ) -> Int {
    if time { _ = ending(self.time(of: notification), line, area.columns - 1, .dim, &screen) }
    var right = area.columns - timeColumns - 1
    right = ending(trailing(notification, shown), line, right, .dim, &screen)
    if area.columns >= 60, let note = Self.remark(on: notification) {
      right = ending(SanitizedText(note, limit: 200), line, right - 1, Palette.warning, &screen)
    }
    return right - 1
  }

  private func time(of notification: DeliveredNotification) -> SanitizedText {
    SanitizedText(
      hasSeconds ? scene.clock.wideRow(notification.date) : scene.clock.row(notification.date))
  }

  private func content(
    _ visible: VisibleText, of notification: DeliveredNotification, line: Int, from column: Int,
    to right: Int, on screen: inout Screen
  ) {
    let cut = scene.symbols.ellipsis
    let room = max(0, right - column)
    let parts = [visible.subtitle, visible.body].compactMap(\.self).filter { !$0.isEmpty }
    let body = parts.joined(separator: " \(scene.symbols.dot) ")
    var column = column
    if let title = visible.title, !title.isEmpty {
      let most = parts.isEmpty ? room : max(min(room, 12), room * 2 / 5)
      let shown = scene.line(title).truncated(to: most, ellipsis: cut)
      let words = visible.isHidden ? [] : filter.words(in: .title)
      text(shown, line, column, Style(isBold: !notification.isRead), &screen, words: words)
      column += max(room < 40 ? 0 : 12, shown.columns) + 1
    }
    let rest = scene.line(body).truncated(to: right - column, ellipsis: cut)
    text(rest, line, column, .plain, &screen)
    guard !filter.isEmpty, !visible.isHidden, let row = self.visible(line) else { return }
    // The subtitle precedes the body.
    let subtitle = visible.subtitle.map { $0.isEmpty || parts.count < 2 ? $0 : $0 + " " } ?? ""
    let start = scene.line(subtitle).glyphs.count
    for (words, part) in [
      (filter.words(in: .subtitle), 0..<start), (filter.words(in: .body), start..<Int.max),
    ] {
      screen.mark(
        words, in: rest, part: part, row: row, column: area.column + column,
        columns: max(0, area.columns - column))
    }
  }

  /// Returns the mark of a notification: `!` critical, `T` time-sensitive, `~` quiet.
  private static func mark(of notification: DeliveredNotification) -> (SanitizedText, Style)? {
    if notification.outcome == .quiet { return ("~", Palette.quiet) }
    switch notification.level {
    case .critical: return ("!", Palette.critical)
    case .timeSensitive: return ("T", Palette.timeSensitive)
    case .active, .passive: return nil
    }
  }

  /// Returns the remark at the end of the line.
  private static func remark(on notification: DeliveredNotification) -> String? {
    if notification.outcome == .quiet { return "quiet: \(notification.reason.rawValue)" }
    if let note = notification.textNote { return note.rawValue }
    return notification.level == .critical ? "critical" : nil
  }

  /// Returns the marks at the end of the line: `#` hidden, `+` has actions, `replaced 3×`.
  private func trailing(
    _ notification: DeliveredNotification, _ visible: VisibleText
  ) -> SanitizedText {
    var marks = SanitizedText("")
    if notification.replaced > 0 {
      let word = area.columns < 60 ? "" : "replaced "
      marks += SanitizedText("\(word)\(notification.replaced)") + scene.symbols.times + " "
    }
    marks += visible.isHidden ? "#" : " "
    let hasActions = scene.device.category(of: notification)?.actions.isEmpty == false
    return marks + (hasActions ? "+" : " ")
  }

  // MARK: Positions

  /// Returns the row of the screen for a line of the list; nil if it is not visible.
  private func visible(_ line: Int) -> Int? {
    (0..<area.rows).contains(line) ? area.row + line : nil
  }

  private func text(
    _ text: SanitizedText, _ line: Int, _ column: Int, _ style: Style, _ screen: inout Screen,
    words: [FoldedText] = []
  ) {
    guard let row = visible(line) else { return }
    let columns = max(0, area.columns - column)
    screen.draw(text, row: row, column: area.column + column, columns: columns, style: style)
    screen.mark(words, in: text, row: row, column: area.column + column, columns: columns)
  }

  /// Draws text that ends before a column; returns the column where it begins.
  private func ending(
    _ text: SanitizedText, _ line: Int, _ column: Int, _ style: Style, _ screen: inout Screen
  ) -> Int {
    let start = column - text.columns
    if start >= 0 { self.text(text, line, start, style, &screen) }
    return start
  }
}
