import InboxModel

/// The last line: a temporary message, otherwise the keys that apply now, from the key table. A
/// message that is too long for the line is shown above the status.
struct HintsView {
  let scene: Scene
  private var maker: HintMaker { HintMaker(scene: scene) }

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let row = scene.layout.hints
    if let message = scene.state.notices.message {
      let style = message.isFailure ? Palette.failure : .bold
      let words = message.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let text = SanitizedText(words)
      guard text.columns >= width else {
        screen.draw(text, row: row, column: 1, style: style)
        return
      }
      NoteView(scene: scene, text: text, style: style).draw(on: &screen)
    }
    // The last hint is the help, or the way to close the page; both are kept, in this order, when
    // other hints do not fit.
    let demoHints = demoHints
    let storyKeys = Set(demoHints.map(\.keys))
    let hints = demoHints + self.hints.filter { !storyKeys.contains($0.keys) }
    let ends = hints.suffix(hints.dropLast().last?.isWayOut == true ? 2 : 1)
    let room = width - ends.reduce(0) { $0 + $1.columns } + Hint.gap
    var used = 1 + notice(room: room - 1 - Hint.gap, row: row, on: &screen)
    for hint in hints.dropLast(ends.count) {
      guard used + hint.columns <= room else { break }
      used += draw(hint, row: row, column: used, on: &screen)
    }
    for hint in ends where used < width {
      used += draw(hint, row: row, column: used, on: &screen)
    }
  }

  /// Draws the announcement of a rejection; returns the used columns, including the gap after it.
  private func notice(room: Int, row: Int, on screen: inout Screen) -> Int {
    guard let notice = scene.state.notices.rejection, room > 0 else { return 0 }
    // The push's own page shows more.
    if scene.state.pages.layers.last?.page(RequestPage.self)?.number == notice.push.number {
      return 0
    }
    let key = scene.keymap.key(of: .rejected)
    let text = SanitizedText(notice.text(key: key?.name ?? "", columns: room), limit: 400)
      .truncated(to: room, ellipsis: scene.symbols.ellipsis)
    if let key { screen.clickable(.key(key), row: row, column: 1, columns: text.columns) }
    screen.draw(text, row: row, column: 1, style: Palette.failure)
    return text.columns + Hint.gap
  }

  private func draw(_ hint: Hint, row: Int, column: Int, on screen: inout Screen) -> Int {
    if let key = hint.key {
      screen.clickable(.key(key), row: row, column: column, columns: hint.columns - Hint.gap)
    }
    let keys = screen.draw(
      SanitizedText(hint.keys), row: row, column: column, style: Palette.accent)
    screen.draw(SanitizedText(hint.words), row: row, column: column + keys + 1)
    return hint.columns
  }

  private var demoHints: [Hint] {
    scene.state.pages.allowsDemoKeys ? scene.state.demo?.hints ?? [] : []
  }

  private var hints: [Hint] { alertBoxHints ?? searchHints ?? pageHints }

  /// The keys of a search on a page; nil without one, and while its text is typed.
  private var searchHints: [Hint]? {
    if scene.state.pages.dialog is LinePrompt { return nil }
    return scene.state.search.map { _ in
      maker.hints([.new, .previousMatch], "next match") + maker.hints([.filter], "search")
        + maker.hints([.next, .previous]) + maker.wayOut("end the search")
    }
  }

  private var alertBoxHints: [Hint]? { AlertBox(in: scene.context)?.hints(maker) }

  private var pageHints: [Hint] {
    scene.state.pages.top?.hints(maker) ?? scene.state.pages.dialog?.hints(maker) ?? []
  }
}
