import InboxModel

/// What the scheduled summary holds and what was snoozed, as it will enter: by its time, then the most
/// relevant first; beneath it the selected push.
struct HeldView {
  let scene: Scene
  private let layout: ListLayout
  private let pushes: [HeldPush]

  private var width: Int { scene.layout.size.columns }
  private var cut: SanitizedText { scene.symbols.ellipsis }
  private let place: ListPlace

  init(scene: Scene, place: ListPlace) {
    self.scene = scene
    self.place = place
    layout = .held(scene.layout.size)
    pushes = scene.device.heldByRelevance
  }

  func draw(on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    if let row = layout.titles { titles(row, on: &screen) }
    for (number, push) in pushes.dropFirst(place.top).prefix(layout.list.rows).enumerated() {
      let row = layout.list.row + number
      draw(push, row: row, on: &screen)
      screen.clickable(
        .row(push.notification.id.rawValue), row: row, column: 0, columns: width)
      guard place.line == number else { continue }
      screen.draw(">", row: row, column: 0)
      screen.restyle(row: row, column: 0, columns: width) { $0.isReversed.toggle() }
      screen.cursor = Screen.Position(row: row, column: 0)
    }
    if pushes.isEmpty { empty(on: &screen) }
    if let rule = layout.rule { screen.rule(row: rule) }
    if pushes.indices.contains(place.place) { detail(pushes[place.place], on: &screen) }
    counts(on: &screen)
  }

  /// Where each part of a row begins; without room for both the reason goes into the detail.
  private var columns: (why: Int, app: Int, text: Int) {
    switch width {
    case ..<60: (11, 11, 11)
    case ..<100: (12, 21, 33)
    default: (19, 29, 47)
    }
  }

  private func titles(_ row: Int, on screen: inout Screen) {
    var titles = [(1, "ENTERS"), (columns.text, "WHAT")]
    if width >= 60 { titles += [(columns.why, "WHY"), (columns.app, "APP")] }
    for (column, title) in titles {
      screen.draw(SanitizedText(title), row: row, column: column, style: .dim)
    }
  }

  private func draw(_ push: HeldPush, row: Int, on screen: inout Screen) {
    let notification = push.notification
    let columns = columns
    let time = SanitizedText(scene.clock.shortly(push.until))
    screen.draw(time.truncated(to: columns.why - 2, ellipsis: cut), row: row, column: 1)
    let app = scene.line(scene.device.appName(notification.app))
    let text = scene.device.visibleText(of: notification)
    var column = columns.text
    if width >= 60 {
      screen.draw(
        SanitizedText(Self.reason(notification)), row: row, column: columns.why, style: .dim)
      screen.draw(
        app.truncated(to: columns.text - columns.app - 1, ellipsis: cut), row: row,
        column: columns.app)
    } else {
      column += screen.draw(
        app.truncated(to: max(0, width - column - 1), ellipsis: cut), row: row, column: column,
        style: .dim)
      column += 1
    }
    for (part, style) in [(text.title, Style.bold), (text.subtitle, .plain), (text.body, .plain)] {
      guard let part, column + 1 < width else { continue }
      column += screen.draw(
        scene.line(part).truncated(to: width - column - 1, ellipsis: cut), row: row,
        column: column, style: style)
      column += 2
    }
  }

  private static func reason(_ notification: DeliveredNotification) -> String {
    notification.reason == .summaryHeld ? "summary" : notification.reason.rawValue
  }

  private func empty(on screen: inout Screen) {
    let words =
      "Nothing is held. What the scheduled summary holds and what is snoozed stands here until it enters the list."
    let rows = SanitizedText(words).wrapped(to: max(1, width - 4), maxLines: layout.list.rows)
    for (number, line) in rows.enumerated() {
      screen.draw(line, row: layout.list.row + number, column: 2, style: .dim)
    }
  }

  // MARK: The selected one

  private func detail(_ push: HeldPush, on screen: inout Screen) {
    let area = layout.detail
    guard area.rows > 0 else { return }
    let notification = push.notification
    let text = scene.device.visibleText(of: notification)
    var page = PageText(width: width - 2)
    let app = scene.device.appName(notification.app)
    let thread = notification.threadIdentifier
    var head = StyledLine(
      scene.line("#\(notification.id.rawValue)  " + (thread.isEmpty ? app : "\(app) / \(thread)")),
      .bold)
    let score = notification.relevanceScore
    let relevance = score == 0 ? "" : "  relevance \(JSONNumber(score).text)"
    head.append(
      SanitizedText(
        "  \(notification.reason.rawValue)\(relevance)  came \(scene.clock.row(notification.date))"
      ), .dim)
    page.add(head)
    if let title = text.title { page.text(title, style: .bold) }
    for line in [text.subtitle, text.body].compactMap(\.self) { page.text(line) }
    for (number, line) in page.lines.prefix(area.rows).enumerated() {
      screen.draw(line, row: area.row + number, column: 1, columns: width - 2)
    }
    if page.lines.count > area.rows {
      screen.draw(cut, row: area.row + area.rows - 1, before: width - 1, style: .dim)
    }
  }

  private func counts(on screen: inout Screen) {
    guard let row = layout.counts else { return }
    let kept = pushes.count { $0.notification.reason == .summaryHeld }
    let waiting = scene.device.atExtensionCount
    let snoozed = pushes.count - kept
    var words: [String] = []
    if kept > 0 { words.append("\(kept) for the summary") }
    if snoozed > 0 { words.append("\(snoozed) snoozed") }
    if waiting > 0 { words.append(Words.count(waiting, "at its extension", "at their extensions")) }
    screen.draw(
      SanitizedText(" " + words.joined(separator: ", ")).truncated(to: width, ellipsis: cut),
      row: row,
      column: 0, style: .dim)
  }
}
