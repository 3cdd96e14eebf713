import InboxModel

/// Everything that happens, a line each, the newest at the bottom; beneath it the selected one as
/// `pushinbox events` writes it.
struct LogView {
  let scene: Scene
  private let layout: ListLayout
  private let lines: [LogLine]

  private var width: Int { scene.layout.size.columns }
  private var cut: SanitizedText { scene.symbols.ellipsis }
  private let log: LogPage
  private var records: Records { scene.state.records }

  init(scene: Scene, page: LogPage) {
    self.scene = scene
    log = page
    layout = ListLayout(scene.layout.size, .log)
    lines = scene.state.records.events.lines
  }

  func draw(on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    if let top = log.queuesTop { return queues(from: top, on: &screen) }
    if let row = layout.titles { titles(row, on: &screen) }
    for (number, line) in lines.dropFirst(log.place.top).prefix(layout.list.rows).enumerated() {
      let row = layout.list.row + number
      draw(line.event, row: row, on: &screen)
      screen.clickable(.row(line.number), row: row, column: 0, columns: width)
      guard log.place.line == number else { continue }
      screen.draw(">", row: row, column: 0)
      screen.restyle(row: row, column: 0, columns: width) { $0.isReversed.toggle() }
      screen.cursor = Screen.Position(row: row, column: 0)
    }
    if lines.isEmpty { empty(on: &screen) }
    if let rule = layout.rule { screen.rule(row: rule) }
    if let event = log.selectedEvent(in: records) { detail(event, on: &screen) }
    counts(on: &screen)
  }

  /// The columns in which the parts of a line begin.
  private var columns: (word: Int, id: Int, app: Int, text: Int) {
    switch width {
    case ..<60: (10, 10, 10, 20)
    case ..<100: (14, 24, 30, 41)
    default: (14, 26, 34, 56)
    }
  }

  private func titles(_ row: Int, on screen: inout Screen) {
    let place = columns
    var titles = [(1, "TIME"), (place.word, "EVENT"), (place.text, "WHAT")]
    if width >= 60 {
      titles += [(place.id, "ID"), (place.app, width < 100 ? "APP" : "APP / THREAD")]
    }
    for (column, title) in titles {
      screen.draw(SanitizedText(title), row: row, column: column, style: .dim)
    }
  }

  private func draw(_ event: InboxEvent, row: Int, on screen: inout Screen) {
    let place = columns
    let words = EventWords(event)
    let time = width < 60 ? scene.clock.seconds(event.at) : scene.clock.precise(event.at)
    screen.draw(SanitizedText(time), row: row, column: 1, style: .dim)
    screen.draw(SanitizedText(words.word), row: row, column: place.word, style: words.style)
    if width >= 60 {
      if let id = event.id {
        screen.draw(SanitizedText("#\(id.rawValue)"), row: row, column: place.id)
      }
      let app = event.app.map(scene.device.appName) ?? ""
      let thread = event.thread ?? ""
      let name = scene.line(thread.isEmpty ? app : "\(app) / \(thread)")
      screen.draw(
        name.truncated(to: place.text - place.app - 1, ellipsis: cut), row: row, column: place.app)
    }
    screen.draw(
      scene.line(words.text).truncated(to: width - place.text - 1, ellipsis: cut), row: row,
      column: place.text)
  }

  /// The counts of numbered pushes, in the place of the list.
  private func queues(from top: Int, on screen: inout Screen) {
    if let row = layout.titles {
      screen.draw(
        SanitizedText("NUMBERED QUEUES"), row: row, column: 1, style: .dim)
    }
    let lines = LogPage.queueLines(in: scene.context)
    if lines.isEmpty {
      let isOn = !scene.device.settings.queue.apps.isEmpty
      drawNotice(
        isOn
          ? "No push was numbered yet."
          : "No app is numbered: :set queue.apps+=com.example.mail, or Queue in the settings.",
        on: &screen)
    }
    let bottom = (layout.rule.map { $0 - 1 } ?? layout.list.row + layout.list.rows - 1)
    for (row, line) in zip(layout.list.row...max(layout.list.row, bottom), lines.dropFirst(top)) {
      screen.draw(
        scene.line(line).truncated(to: width - 2, ellipsis: cut), row: row, column: 1,
        style: line.hasPrefix(" ") ? .plain : .bold)
    }
  }

  private func empty(on screen: inout Screen) {
    drawNotice(
      scene.context.filter(of: .log).isEmpty
        ? "Nothing has happened since the start. Every push, action and change of a setting is "
          + "listed here; what was refused earlier is in Rejected."
        : "No event matches the filter.", on: &screen)
  }

  private func drawNotice(_ words: String, on screen: inout Screen) {
    let rows = SanitizedText(words).wrapped(to: max(1, width - 4), maxLines: layout.list.rows)
    for (number, line) in rows.enumerated() {
      screen.draw(line, row: layout.list.row + number, column: 2, style: .dim)
    }
  }

  private func detail(_ event: InboxEvent, on screen: inout Screen) {
    let bytes = EventLine.line(event, timeZone: scene.device.settings.device.timeZone).dropLast()
    let text = SanitizedText(String(decoding: bytes, as: UTF8.self), limit: width * 12)
    let rows = text.wrapped(to: width - 2, maxLines: max(1, layout.detail.rows), ellipsis: cut)
    for (number, line) in rows.prefix(layout.detail.rows).enumerated() {
      screen.draw(line, row: layout.detail.row + number, column: 1, style: .dim)
    }
  }

  private func counts(on screen: inout Screen) {
    guard let row = layout.counts else { return }
    let filter = scene.context.filter(of: .log)
    let below = lines.count - log.place.place - 1
    let follow = log.follows ? "follow ON" : "follow OFF, \(Words.number(below)) below"
    let modes = scene.line("\(follow)   filter: \(filter.isEmpty ? "none" : filter.text)")
      .truncated(to: width * 2 / 3, ellipsis: cut)
    screen.draw(modes, row: row, before: width - 1)
    var words =
      Words.number(records.events.count) + (records.events.count == 1 ? " event" : " events")
    if !filter.isEmpty { words += ", \(Words.number(lines.count)) found" }
    if records.events.count > EventLog.limit { words += ", the newest are kept" }
    screen.draw(
      SanitizedText(" " + words).truncated(to: width - modes.columns - 3, ellipsis: cut), row: row,
      column: 0, style: .dim)
  }
}
