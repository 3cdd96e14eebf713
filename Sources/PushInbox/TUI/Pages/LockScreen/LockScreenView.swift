import InboxModel

/// The drawing of the lock screen: the clock, the Live Activities, and the notifications in stacks.
struct LockScreenView {
  let scene: Scene
  /// Whether its keys work; false where it is shown in place of an empty list.
  private let hasKeys: Bool
  private let items: [LockItem]
  private let area: Area

  private var cut: SanitizedText { scene.symbols.ellipsis }
  private var size: Size { scene.layout.size }
  /// Whether there is room for the frame of the phone and for margins.
  private var isFramed: Bool { size.rows >= 20 && size.columns >= 50 }
  /// Whether each stack has a frame.
  private var hasEdges: Bool { size.rows >= 12 && size.columns >= 30 }

  init(scene: Scene, hasKeys: Bool = true) {
    self.scene = scene
    self.hasKeys = hasKeys
    items = LockItem.all(of: scene.device)
    let size = scene.layout.size
    let columns = min(size.columns, max(44, size.columns / 2))
    area = Area(
      column: (size.columns - columns) / 2, row: 1, columns: columns, rows: max(0, size.rows - 3))
  }

  func draw(on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    var inside = area
    if isFramed {
      screen.box(
        row: area.row, column: area.column, width: area.columns, height: area.rows, style: .dim)
      inside = Area(
        column: area.column + 2, row: area.row + 1, columns: area.columns - 4, rows: area.rows - 2)
    }
    let top = head(in: inside, on: &screen)
    let bottom = foot(in: inside, on: &screen)
    let room = Area(
      column: inside.column, row: top, columns: inside.columns, rows: max(0, bottom - top))
    stacks(in: room, on: &screen)
  }

  // MARK: Clock and state

  /// Draws the part above the stacks; returns the row below it.
  private func head(in area: Area, on screen: inout Screen) -> Int {
    let state = StyledLine(
      scene.isLocked ? "LOCKED" : "UNLOCKED", scene.isLocked ? Palette.warning : .plain)
    let time = SanitizedText(scene.clock.minutes(scene.clock.now))
    let focus = SanitizedText(focus, limit: 200)
    guard isFramed else {
      var line = StyledLine(time + "  ", .bold)
      line.parts += state.parts
      line.append("  " + focus)
      center(line, row: area.row, in: area, on: &screen)
      return area.row + 1
    }
    center(StyledLine(time, .bold), row: area.row, in: area, on: &screen)
    center(StyledLine(SanitizedText(scene.clock.longDay)), row: area.row + 1, in: area, on: &screen)
    var line = state
    if !focus.isEmpty { line.append("   " + focus, Palette.warning) }
    center(line, row: area.row + 2, in: area, on: &screen)
    return area.row + 4
  }

  private var focus: String {
    guard let focus = scene.device.focusInForce else { return "" }
    let until = focus.until.map { " until \(scene.clock.minutes($0))" }
    return (focus.name == .doNotDisturb ? "Do Not Disturb" : focus.name.text) + (until ?? "")
  }

  /// Draws the part below the stacks; returns its first row.
  private func foot(in area: Area, on screen: inout Screen) -> Int {
    let end = area.row + area.rows
    guard size.rows >= 9 else { return end }
    var words: [String] = []
    let inbox = scene.device.inbox
    let quietly = inbox.quietCount - inbox.silencedCount
    if inbox.silencedCount > 0 { words.append("\(inbox.silencedCount) silenced by Focus") }
    if quietly > 0 { words.append("\(quietly) quiet") }
    if scene.device.heldCount > 0 { words.append("\(scene.device.heldCount) held") }
    let quiet = words.isEmpty ? "nothing silenced or held" : words.joined(separator: ", ")
    guard isFramed else {
      center(
        StyledLine(SanitizedText(quiet, limit: 200), .dim), row: end - 1, in: area, on: &screen)
      return end - 1
    }
    center(StyledLine(SanitizedText(quiet, limit: 200), .dim), row: end - 3, in: area, on: &screen)
    guard hasKeys else { return end - 3 }
    let unlock = scene.isLocked ? "unlock+open app" : "open app"
    let isOnCard =
      scene.state.pages[LockScreenPage.self].selectedCard(on: scene.device) != nil
    let hints: [(Command, String)] =
      isOnCard
      ? [(.activities, "card"), (.inspect, unlock)]
      : [(.unfold, "expand"), (.inspect, unlock), (.lock, scene.isLocked ? "unlock" : "lock")]
    var line = StyledLine()
    for (command, words) in hints {
      guard let key = scene.keymap.key(of: command) else { continue }
      if !line.parts.isEmpty { line.append("   ") }
      line.append(SanitizedText(scene.context.usesASCII ? key.asciiName : key.name), Palette.accent)
      line.append(SanitizedText(" " + words))
    }
    center(line, row: end - 1, in: area, on: &screen)
    return end - 3
  }

  private func center(_ line: StyledLine, row: Int, in area: Area, on screen: inout Screen) {
    let columns = line.columns
    let column = area.column + max(0, (area.columns - columns) / 2)
    screen.draw(line, row: row, column: column, columns: area.columns)
  }

  // MARK: Stacks

  /// The lines of an item: of a stack title, text, and the number of further notifications.
  private struct Stack {
    var item: LockItem
    var lines: [StyledLine]
    var isSelected: Bool
    /// Whether it has one line and no frame, because there is no room for more.
    var isCompact = false
  }

  private func stacks(in area: Area, on screen: inout Screen) {
    guard let selected = scene.state.pages[LockScreenPage.self].selected(of: items), area.rows > 0
    else {
      center(
        StyledLine("No notifications", .dim), row: area.row + area.rows / 2, in: area, on: &screen)
      return
    }
    let edges = hasEdges ? 2 : 0
    var shown = stacks(around: selected.place, rows: area.rows, in: area)
    // The number of hidden stacks has its own row, unless no row is left.
    if shown.count < items.count, area.rows > edges + 1 {
      shown = stacks(around: selected.place, rows: area.rows - 1, in: area)
    }
    let hidden = items.count - shown.count
    let end = area.row + area.rows - (hidden > 0 && area.rows > edges + 1 ? 1 : 0)
    var row = area.row
    for stack in shown {
      let edges = stack.isCompact ? 0 : edges
      let rows = min(stack.lines.count, end - row - edges)
      guard rows > 0 else { break }
      draw(stack, rows: rows, row: row, in: area, on: &screen)
      row += rows + edges
    }
    if hidden > 0, row < area.row + area.rows {
      let areStacks = scene.device.activities.lockScreenCount == 0
      let kind = areStacks ? hidden == 1 ? " stack" : " stacks" : ""
      let words = SanitizedText("\(hidden) more\(kind)")
      center(StyledLine(words, .dim), row: row, in: area, on: &screen)
    }
  }

  /// Returns the items that fit, in order. The selected one is always included, even if it is too
  /// long alone; then the most relevant Live Activity, critical stacks and the newest one, the
  /// other Live Activities, those above the selected one, and those below it. Further Live
  /// Activities have a line each.
  private func stacks(around selected: Int, rows: Int, in area: Area) -> [Stack] {
    let wanted = wanted(besides: selected)
    var found = [selected: stack(selected, selected, area)]
    // The selected one leaves a row for each.
    if !wanted.isEmpty, let lines = found[selected]?.lines {
      let most = max(1, rows - wanted.count - (hasEdges ? 2 : 0))
      found[selected]?.lines = Array(lines.prefix(most))
    }
    var left = rows - height(found[selected])
    for (number, place) in wanted.enumerated() {
      let rest = wanted.count - number - 1
      var stack = stack(place, selected, area)
      if height(stack) > left - rest { stack = compact(stack, in: area) }
      guard height(stack) <= left else { continue }
      found[place] = stack
      left -= height(stack)
    }
    func add(_ places: some Sequence<Int>) {
      for place in places where found[place] == nil {
        let stack = stack(place, selected, area)
        guard height(stack) <= left else { return }
        found[place] = stack
        left -= height(stack)
      }
    }
    add(items.indices.filter { items[$0].isUrgent })
    add((0..<selected).reversed())
    add(selected + 1..<items.count)
    // Rows that are left have a Live Activity each.
    for place in items.indices where left > 0 && found[place] == nil {
      guard case .activity = items[place] else { break }
      found[place] = compact(stack(place, selected, area), in: area)
      left -= 1
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the items that are shown together with Live Activities, in one line each if need be:
  /// the most relevant Live Activity, and of the stacks the critical ones and the newest.
  private func wanted(besides selected: Int) -> [Int] {
    guard case .activity = items.first else { return [] }
    let stacks = items.indices.filter { if case .stack = items[$0] { true } else { false } }
    let critical = stacks.filter { items[$0].isUrgent }
    let newest = stacks.prefix(1).filter { !critical.contains($0) }
    return ([0] + critical + newest).filter { $0 != selected }
  }

  /// Returns the number of rows of a stack with its frame.
  private func height(_ stack: Stack?) -> Int {
    guard let stack else { return 0 }
    return stack.lines.count + (hasEdges && !stack.isCompact ? 2 : 0)
  }

  /// Returns an item in one line: its app, and what its frame has in the first line.
  private func compact(_ stack: Stack, in area: Area) -> Stack {
    let width = max(1, area.columns - 4)
    var line = StyledLine()
    switch stack.item {
    case .activity(let card):
      let text = CardText(card, in: scene.context, clock: scene.clock)
      line = StyledLine(text.title + "  ", .bold)
      line.parts += text.state(columns: width).parts
    case .stack:
      // Without frames the line has the name already.
      if hasEdges { line = StyledLine(edge(of: stack.item).name + "  ", .dim) }
      line.parts += stack.lines.first?.parts ?? []
    }
    var stack = stack
    (stack.lines, stack.isCompact) = ([line.truncated(to: width, ellipsis: cut)], true)
    return stack
  }

  private func stack(_ place: Int, _ selected: Int, _ area: Area) -> Stack {
    let width = max(1, area.columns - (hasEdges ? 4 : 2))
    let lines =
      switch items[place] {
      case .activity(let card): self.lines(card, width: width)
      case .stack(let card): self.lines(card, width: width)
      }
    return Stack(item: items[place], lines: lines, isSelected: place == selected)
  }

  /// Returns the lines of a Live Activity: type and attributes, content state.
  private func lines(_ card: ActivityCard, width: Int) -> [StyledLine] {
    let text = CardText(card, in: scene.context, clock: scene.clock)
    var head = StyledLine(text.title, .bold)
    head.append("  ")
    guard hasEdges else {
      head.parts += text.state(columns: width).parts
      return [head.truncated(to: width, ellipsis: cut)]
    }
    head.parts += text.attributes(columns: width).parts
    let rows = size.rows >= 30 ? 5 : size.rows >= 20 ? 3 : 1
    let state = rows == 1 ? [text.state(columns: width)] : text.table(width: width, rows: rows)
    return [head.truncated(to: width, ellipsis: cut)] + state
  }

  private func lines(_ card: LockCard, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    let shown = scene.device.stackText(top: card.top, in: card.key, card.stack)
    // Hidden content is one line, expanded or not.
    if scene.state.pages[LockScreenPage.self].expanded == .stack(card.key), !shown.text.isHidden {
      let entries = scene.device.inbox.notifications(in: card.key).lazy.filter(\.isOnLockScreen)
      for (number, entry) in entries.prefix(Self.maximumSpread).enumerated() {
        if number > 0 { lines.append(StyledLine()) }
        lines += self.lines(scene.device.visibleText(of: entry), width: width)
      }
      let rest = card.stack.count - Self.maximumSpread
      if rest > 0 {
        lines.append(StyledLine(scene.line(scene.device.moreText(rest)), .dim))
      }
    } else {
      lines = self.lines(shown.text, others: shown.others, width: width)
    }
    if !hasEdges, let first = lines.first {
      lines[0] = StyledLine(
        SanitizedText(scene.device.appName(card.key.app) + "  ", limit: 200), .dim)
      lines[0].parts += first.parts
    }
    return lines
  }

  /// The maximum number of entries that an expanded stack shows.
  private static let maximumSpread = 5

  /// Returns the lines of a text as it is visible now, and of the notice about the notifications
  /// below.
  private func lines(_ visible: VisibleText, others: String? = nil, width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (text, style) in [(visible.title, Style.bold), (visible.subtitle, .plain)] {
      guard let text, !text.isEmpty else { continue }
      lines.append(StyledLine(scene.line(text).truncated(to: width, ellipsis: cut), style))
    }
    let more = others.map {
      "  (" + scene.line($0).truncated(to: width / 2, ellipsis: cut) + ")"
    }
    let body = scene.line(visible.body ?? "")
    let rows = size.rows >= 30 ? 3 : hasEdges ? 2 : 1
    let room = max(1, width - (more?.columns ?? 0))
    if body.columns <= room {
      if !body.isEmpty || more != nil { lines.append(StyledLine(body)) }
    } else {
      lines += body.wrapped(to: room, maxLines: rows, ellipsis: cut).map { StyledLine($0) }
    }
    if lines.isEmpty { lines = [StyledLine("(no text)", .dim)] }
    if let more { lines[lines.count - 1].append(more, .dim) }
    return lines
  }

  /// Returns the app's name with a label, and the time of an item.
  private func edge(of item: LockItem) -> (name: SanitizedText, time: SanitizedText) {
    switch item {
    case .stack(let card):
      let label = scene.device.label(of: card.top.level).map { "  " + $0 } ?? ""
      return (
        SanitizedText(scene.device.appName(card.key.app) + label, limit: 200),
        SanitizedText(scene.clock.row(card.top.date))
      )
    case .activity(let card):
      let text = CardText(card, in: scene.context, clock: scene.clock)
      let status = text.status.map { $0.text + "  " } ?? ""
      return (text.app + "  Live Activity", status + text.age)
    }
  }

  private func draw(_ stack: Stack, rows: Int, row: Int, in area: Area, on screen: inout Screen) {
    let style: Style = stack.isSelected ? Palette.accent : .dim
    let hasEdges = hasEdges && !stack.isCompact
    for row in row..<row + rows + (hasEdges ? 2 : 0) {
      screen.clickable(
        .row(stack.item.number), row: row, column: area.column, columns: area.columns)
    }
    if stack.isSelected { screen.cursor = Screen.Position(row: row, column: area.column) }
    if hasEdges {
      let (name, time) = edge(of: stack.item)
      screen.box(
        row: row, column: area.column, width: area.columns, height: rows + 2, title: name,
        style: style)
      screen.draw(
        " " + time + " ", row: row, before: area.column + area.columns - 2, style: style)
    }
    for (number, line) in stack.lines.prefix(rows).enumerated() {
      screen.draw(
        line, row: row + number + (hasEdges ? 1 : 0), column: area.column + 2,
        columns: area.columns - (hasEdges ? 4 : 2))
    }
    // The selection must be recognisable without color.
    if stack.isSelected {
      screen.draw(">", row: row + (hasEdges ? 1 : 0), column: area.column, style: style)
    }
  }
}
