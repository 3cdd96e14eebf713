import InboxModel

/// What stands under the list, or beside it: the selected push, and the counts.
struct SelectionView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let layout = scene.layout
    if let rule = layout.rule { screen.rule(row: rule) }
    guard
      let id = scene.state.position.selection.flatMap({
        scene.state.rows(scene.device).notification(on: $0)
      }), let notification = scene.state.listed(id, scene.device)
    else { return }
    if let row = layout.preview { lines(notification, row: row, on: &screen) }
    if layout.detail.columns > 0 { pane(notification, on: &screen) }
  }

  /// Two lines: what it is and how it came out; the payload.
  private func lines(_ notification: DeliveredNotification, row: Int, on screen: inout Screen) {
    let width = scene.layout.size.columns
    let detail = scene.state.detail(of: notification.id)
    let verdict = verdict(notification)
    let style = Palette.outcome(notification.outcome)
    screen.draw(verdict, row: row, before: width - 1, style: style)
    let facts = CleanText(
      " " + facts(notification, detail).joined(separator: "  "), limit: width * 4)
    screen.draw(
      facts.truncated(to: width - verdict.columns - 3, ellipsis: scene.symbols.ellipsis), row: row,
      column: 0)
    guard let detail else { return }
    let payload: CleanText
    if scene.device.visibleText(of: notification).isHidden {
      let key = scene.state.keymap.entry(.inspect)?.keys.first?.name ?? ""
      payload = CleanText("the payload is hidden with the preview, \(key) shows it")
    } else {
      let bytes = detail.record.delivery.payload.bytes.prefix(width * 4)
      payload = scene.line(String(decoding: bytes, as: UTF8.self))
    }
    screen.draw(
      payload.truncated(to: width - 2, ellipsis: scene.symbols.ellipsis), row: row + 1, column: 1,
      style: .dim)
  }

  private func facts(_ notification: DeliveredNotification, _ detail: PushDetail?) -> [String] {
    var facts = ["#\(notification.id.rawValue)", scene.device.appName(notification.app)]
    if !notification.threadIdentifier.isEmpty { facts[1] += "/" + notification.threadIdentifier }
    let priority = detail.map { " p\($0.record.delivery.headers.priority.rawValue)" } ?? ""
    facts.append((notification.pushType?.rawValue ?? "alert") + priority)
    if let category = notification.categoryIdentifier { facts.append(category) }
    facts.append("\(notification.payloadSize) B")
    return facts
  }

  /// `SHOWN banner list sound`, `QUIET dnd.schedule`
  private func verdict(_ notification: DeliveredNotification) -> CleanText {
    let word = notification.outcome.rawValue.uppercased()
    let rest =
      notification.outcome == .shown
      ? notification.presented.names.joined(separator: " ") : notification.reason.rawValue
    return CleanText("\(word) \(rest)", limit: 200)
  }

  /// The selected push beside the list: the pages of the inspector one after the other, as far as they go.
  private func pane(_ notification: DeliveredNotification, on screen: inout Screen) {
    let area = scene.layout.detail
    for row in area.row..<area.row + scene.layout.list.rows {
      screen.draw(scene.symbols.vertical, row: row, column: area.column - 2, style: .dim)
    }
    let width = area.columns - 1
    let pages = Pages.inspectorPages(notification.id, scene.state, scene.device, width: width)
    var page = PageText(width: width)
    pages.summary(of: notification, to: &page)
    if let trace = pages.detail?.trace { why(trace, to: &page) }
    if pages.detail != nil, !scene.device.visibleText(of: notification).isHidden {
      page.heading("PAYLOAD  \(Words.number(notification.payloadSize)) B")
      for line in pages.payload([]) { page.add(line.line) }
    }
    if let delivery = pages.detail?.record.delivery {
      page.heading("HEADERS")
      pages.headers(delivery, to: &page)
    }
    let verdict = CleanText(notification.outcome.rawValue.uppercased())
    let name =
      CleanText("#\(notification.id.rawValue)  ")
      + scene.line(
        scene.device.appName(notification.app) + " / " + notification.threadIdentifier)
    screen.draw(
      name.truncated(to: width - verdict.columns - 1, ellipsis: scene.symbols.ellipsis),
      row: area.row, column: area.column, style: .bold)
    screen.draw(
      verdict, row: area.row, before: area.column + width,
      style: Palette.outcome(notification.outcome))
    screen.rule(row: area.row + 1, column: area.column, columns: width)
    for (number, line) in page.lines.prefix(max(0, area.rows - 2)).enumerated() {
      screen.draw(line, row: area.row + 2 + number, column: area.column, columns: width)
    }
  }

  /// The steps that decided or changed something, and how to see the others.
  private func why(_ trace: Trace, to page: inout PageText) {
    let telling = trace.steps.filter { $0.result == .stop || $0.result == .note }
    guard !telling.isEmpty else { return }
    let key = scene.state.keymap.entry(.why)?.keys.first?.name ?? ""
    page.heading("WHY  (\(key) for all \(trace.steps.count) steps)")
    for step in telling {
      page.field(
        step.name.rawValue, step.because + (step.code.map { "  [\($0.rawValue)]" } ?? ""),
        style: step.result == .stop ? .bold : .plain)
    }
  }
}
