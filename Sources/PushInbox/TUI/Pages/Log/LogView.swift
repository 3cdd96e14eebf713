import InboxModel

/// The list of events, the newest at the bottom; below it the selected event in the format of
/// `pushinbox events`.
struct LogView: ListView {
  let scene: Scene
  let layout: ListLayout
  let items: [LogLine]
  private let log: LogPage
  private var records: Records { scene.state.records }

  var place: ListPlace { log.place }

  init(scene: Scene, page: LogPage) {
    self.scene = scene
    log = page
    layout = LogPage.layout(scene.layout.size)
    items = scene.state.records.events.lines
  }

  func draw(on screen: inout Screen) {
    guard let top = log.queuesTop else { return drawList(on: &screen) }
    HeaderView(scene: scene).draw(on: &screen)
    drawQueues(from: top, on: &screen)
  }

  /// The first columns of the parts of a line.
  private var columns: (word: Int, id: Int, app: Int, text: Int) {
    switch width {
    case ..<60: (10, 10, 10, 20)
    case ..<100: (14, 24, 30, 41)
    default: (14, 26, 34, 56)
    }
  }

  func drawTitles(row: Int, on screen: inout Screen) {
    let place = columns
    let titles = [(1, "TIME"), (place.word, "EVENT"), (place.text, "WHAT")]
    let others = [(place.id, "ID"), (place.app, width < 100 ? "APP" : "APP / THREAD")]
    draw(titles + (width < 60 ? [] : others), row: row, on: &screen)
  }

  func number(of line: LogLine) -> Int { line.number }

  func draw(_ line: LogLine, row: Int, on screen: inout Screen) {
    let (event, place) = (line.event, columns)
    let words = EventWords(event)
    let time = width < 60 ? scene.clock.seconds(event.at) : scene.clock.precise(event.at)
    screen.draw(SanitizedText(time), row: row, column: 1, style: .dim)
    screen.draw(SanitizedText(words.word), row: row, column: place.word, style: words.style)
    if width >= 60 {
      if let id = event.id {
        screen.draw(SanitizedText("#\(id.rawValue)"), row: row, column: place.id)
      }
      let app = event.app.map(scene.device.appName) ?? ""
      let name = scene.line(Words.name(app, thread: event.thread ?? ""))
      screen.draw(name, row: row, column: place.app, cutTo: place.text - place.app - 1)
    }
    let text = scene.line(words.text)
    screen.draw(text, row: row, column: place.text, cutTo: width - place.text - 1)
  }

  /// Draws the counts of the numbered queues in place of the list.
  private func drawQueues(from top: Int, on screen: inout Screen) {
    if let row = layout.titles { draw([(1, "NUMBERED QUEUES")], row: row, on: &screen) }
    let lines = LogPage.queueLines(in: scene.context)
    if lines.isEmpty {
      let isOn = !scene.device.settings.queue.apps.isEmpty
      drawNotice(
        isOn
          ? "No push was numbered yet."
          : "No app is numbered: choose one with :set queue.apps+=com.example.mail.",
        on: &screen)
    }
    let bottom = (layout.rule.map { $0 - 1 } ?? layout.list.row + layout.list.rows - 1)
    for (row, line) in zip(layout.list.row...max(layout.list.row, bottom), lines.dropFirst(top)) {
      let style: Style = line.hasPrefix(" ") ? .plain : .bold
      screen.draw(scene.line(line), row: row, column: 1, cutTo: width - 2, style: style)
    }
  }

  var notice: String {
    scene.context.filter(of: .log).isEmpty
      ? "Nothing has happened since the start. Every push, action and change of a setting is "
        + "listed here; earlier rejections are in Rejected."
      : "No event matches the filter."
  }

  func drawDetail(on screen: inout Screen) {
    guard let event = log.selectedEvent(in: records) else { return }
    let bytes = EventLine.line(event, timeZone: scene.device.settings.device.timeZone).dropLast()
    let text = SanitizedText(String(decoding: bytes, as: UTF8.self), limit: width * 12)
    let rows = text.wrapped(to: width - 2, maxLines: max(1, layout.detail.rows), ellipsis: cut)
    for (number, line) in rows.prefix(layout.detail.rows).enumerated() {
      screen.draw(line, row: layout.detail.row + number, column: 1, style: .dim)
    }
  }

  func drawCounts(row: Int, on screen: inout Screen) {
    let filter = scene.context.filter(of: .log)
    let below = items.count - place.place - 1
    let follow = log.follows ? "follow ON" : "follow OFF, \(Words.number(below)) below"
    let modes = scene.line("\(follow)   filter: \(filter.isEmpty ? "none" : filter.text)")
      .truncated(to: width * 2 / 3, ellipsis: cut)
    screen.draw(modes, row: row, before: width - 1)
    let count = records.events.count
    var words = " " + Words.number(count) + (count == 1 ? " event" : " events")
    if !filter.isEmpty { words += ", \(Words.number(items.count)) found" }
    if count > EventLog.limit { words += ", the newest are stored" }
    let room = width - modes.columns - 3
    screen.draw(SanitizedText(words), row: row, column: 0, cutTo: room, style: .dim)
  }
}
