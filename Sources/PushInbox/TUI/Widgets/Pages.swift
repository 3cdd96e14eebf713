import InboxModel

/// The text of what scrolls: made here, so that the state knows how far it goes and the views draw it.
enum Pages {
  /// Columns left free on either side of a page.
  static let margin = 1

  /// Columns of the text of a page.
  static func width(_ size: Size) -> Int { max(1, size.columns - 2 * margin) }

  /// How many lines the top sheet has; nil for one that does not scroll.
  static func lineCount(_ state: AppState, _ device: Phone) -> Int? {
    lines(state, device)?.count
  }

  /// The lines of the top sheet; nil for one that does not scroll.
  static func lines(_ state: AppState, _ device: Phone) -> [StyledLine]? {
    state.sheets.last.flatMap { lines(of: $0, state, device) }
  }

  /// The lines of a sheet; nil for one that does not scroll.
  static func lines(of sheet: Sheet, _ state: AppState, _ device: Phone) -> [StyledLine]? {
    let width = width(state.size)
    switch sheet {
    case .help(let page):
      return HelpPage(
        view: state.view, keymap: state.keymap, symbols: state.symbols, width: width,
        words: page.words
      ).lines
    case .inspector(let inspector):
      return lines(
        of: inspector.tab, inspector, state, device, width: inspector.area(state.size).columns)
    case .output(let page): return page.rows
    case .request(let page):
      guard let pages = state.refusedPages(page.number, device, width: width) else {
        return [StyledLine("Nothing is kept of this one any more.", .dim)]
      }
      return marked(pages.lines(page.tab), state, isSearched: true)
    default: return nil
    }
  }

  /// The lines of a page of the inspector.
  static func lines(
    of tab: Inspector.Tab, _ inspector: Inspector, _ state: AppState, _ device: Phone, width: Int
  ) -> [StyledLine] {
    var pages = inspectorPages(inspector.id, state, device, width: width)
    pages.toggled = inspector.toggled
    pages.whyPlace = inspector.why
    if tab == .timeline { pages.events = state.log.events(of: inspector.id) }
    return marked(pages.lines(tab), state, isSearched: tab == inspector.tab)
  }

  /// The lines with what is looked for on their page.
  ///
  /// - Parameter isSearched: whether theirs is the page that the keys mean.
  static func marked(_ lines: [StyledLine], _ state: AppState, isSearched: Bool) -> [StyledLine] {
    guard isSearched, let search = state.search, !search.text.isEmpty else { return lines }
    let word = search.word
    return lines.map { line in
      var line = line
      line.search = word
      return line
    }
  }

  static func inspectorPages(
    _ id: NotificationID, _ state: AppState, _ device: Phone, width: Int
  ) -> InspectorPages {
    InspectorPages(
      id: id, detail: state.detail(of: id),
      view: state.expansion.flatMap { $0.id == id ? $0.view : nil }, device: device,
      clock: ScreenClock(timeZone: device.settings.device.timeZone, now: state.now), width: width,
      symbols: state.symbols, filter: state.filter(of: .inbox).filter)
  }
}
