import InboxModel

/// One push with all its details: one tab, or two side by side.
struct InspectorView {
  let scene: Scene
  let inspector: InspectorPage

  func draw(on screen: inout Screen) {
    let panes = inspector.panes(scene.layout.size)
    let pages = scene.context.inspectorText(inspector.id, width: scene.layout.size.columns)
    for (tab, area) in panes {
      let lines = inspector.lines(of: tab, in: scene.context, width: area.columns)
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
      // The line between the two tabs.
      if area.column > PageMetrics.margin {
        for row in area.row..<area.row + area.rows {
          screen.draw(scene.symbols.vertical, row: row, column: area.column - 2, style: .dim)
        }
      }
    }
    title(pages.notification, on: &screen)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    let needed: [InspectorPage.Tab] = [.why, .payload]
    TabBar(
      scene: scene, names: InspectorPage.Tab.allCases.map(\.rawValue), open: inspector.tab.rawValue,
      needed: Set(needed.map(\.rawValue))
    ).draw(on: &screen)
  }

  /// Returns the selected line; nil on tabs without one.
  private func line(of tab: InspectorPage.Tab, height: Int) -> Int? {
    switch tab {
    case .payload: inspector.line
    case .why: inspector.whyLine(in: scene.context, height: height)
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
      name += scene.line(scene.name(of: notification))
      if let title = scene.device.visibleText(of: notification).title {
        name += "   " + scene.line(title)
      }
    }
    screen.draw(name, row: 0, column: 0, cutTo: right - 1, style: .bold)
  }
}
