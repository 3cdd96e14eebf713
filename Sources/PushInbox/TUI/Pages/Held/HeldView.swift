import InboxModel

/// The list of held notifications in order of delivery: by time, then the most relevant first.
/// Below it is the selected push.
struct HeldView: ListView {
  let scene: Scene
  let layout: ListLayout
  let items: [HeldPush]
  let place: ListPlace

  let notice =
    "Nothing is held. Pushes that wait for the scheduled summary or are snoozed appear here until "
    + "they enter the list."

  init(scene: Scene, place: ListPlace) {
    self.scene = scene
    self.place = place
    layout = HeldPage.layout(scene.layout.size)
    items = scene.device.heldByRelevance
  }

  /// The first columns of the parts of a row. If there is no room for the reason, it is only in the
  /// detail.
  private var columns: (why: Int, app: Int, text: Int) {
    switch width {
    case ..<60: (11, 11, 11)
    case ..<100: (12, 21, 33)
    default: (19, 29, 47)
    }
  }

  func drawTitles(row: Int, on screen: inout Screen) {
    let titles = [(1, "ENTERS"), (columns.text, "WHAT")]
    let others = width < 60 ? [] : [(columns.why, "WHY"), (columns.app, "APP")]
    draw(titles + others, row: row, on: &screen)
  }

  func number(of push: HeldPush) -> Int { push.notification.id.rawValue }

  func draw(_ push: HeldPush, row: Int, on screen: inout Screen) {
    let notification = push.notification
    let columns = columns
    let time = SanitizedText(scene.clock.shortly(push.until))
    screen.draw(time, row: row, column: 1, cutTo: columns.why - 2)
    let app = scene.line(scene.device.appName(notification.app))
    let text = scene.device.visibleText(of: notification)
    var column = columns.text
    if width >= 60 {
      let reason = notification.reason == .summaryHeld ? "summary" : notification.reason.rawValue
      screen.draw(SanitizedText(reason), row: row, column: columns.why, style: .dim)
      screen.draw(app, row: row, column: columns.app, cutTo: columns.text - columns.app - 1)
    } else {
      let room = max(0, width - column - 1)
      column += screen.draw(app, row: row, column: column, cutTo: room, style: .dim) + 1
    }
    for (part, style) in [(text.title, Style.bold), (text.subtitle, .plain), (text.body, .plain)] {
      guard let part, column + 1 < width else { continue }
      let room = width - column - 1
      column += screen.draw(scene.line(part), row: row, column: column, cutTo: room, style: style)
      column += 2
    }
  }

  // MARK: The selected push

  func drawDetail(on screen: inout Screen) {
    let area = layout.detail
    guard items.indices.contains(place.place), area.rows > 0 else { return }
    let notification = items[place.place].notification
    let text = scene.device.visibleText(of: notification)
    var page = PageText(width: width - 2)
    // Parts are drawn one by one: a name that is written from right to left does not move the
    // others.
    var head = StyledLine(SanitizedText("#\(notification.id.rawValue)  "), .bold)
    head.append(scene.line(scene.name(of: notification)), .bold)
    let score = notification.relevanceScore
    let relevance = score == 0 ? "" : "  relevance \(JSONNumber(score).text)"
    let came = scene.clock.row(notification.date)
    head.append(SanitizedText("  \(notification.reason.rawValue)\(relevance)  came \(came)"), .dim)
    page.add(head)
    if let title = text.title { page.text(title, style: .bold) }
    for line in [text.subtitle, text.body].compactMap(\.self) { page.text(line) }
    let inside = Area(column: 1, row: area.row, columns: width - 2, rows: area.rows)
    draw(page.lines, in: inside, on: &screen)
  }

  func drawCounts(row: Int, on screen: inout Screen) {
    let kept = items.count { $0.notification.reason == .summaryHeld }
    let waiting = scene.device.atExtensionCount
    let snoozed = items.count - kept
    var words: [String] = []
    if kept > 0 { words.append("\(kept) for the summary") }
    if snoozed > 0 { words.append("\(snoozed) snoozed") }
    if waiting > 0 { words.append(waiting.counted("at its extension", "at their extensions")) }
    let text = SanitizedText(" " + words.joined(separator: ", "))
    screen.draw(text, row: row, column: 0, cutTo: width, style: .dim)
  }
}
