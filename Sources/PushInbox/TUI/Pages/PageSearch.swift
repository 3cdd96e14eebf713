import InboxModel

/// A text that is searched on a page that stays whole, as in `less`.
struct PageSearch: Equatable, Sendable {
  /// As typed; empty while nothing is.
  var text = ""
  /// The line of the latest match, from 0; nil when there is none.
  var line: Int?
  /// The page of that line: another one is searched from where it is scrolled to.
  var place: Place?
  /// The line at the top of the window, or stood on, when the search began.
  var start: Int

  var word: FoldedText { FoldedText(text) }

  /// The identity of a text that is searched.
  enum Place: Equatable, Sendable {
    case push(NotificationID, InspectorPage.Tab)
    case request(Int, RequestPage.Tab)
  }

  /// The same where the line is in the window, else with the line a third down.
  static func scroll(_ scroll: Int, showing line: Int, rows: Int) -> Int {
    (scroll..<max(scroll, scroll + rows)).contains(line) ? scroll : max(0, line - rows / 3)
  }
}

extension AppState {
  /// The text that is searched: of a page, or of the right pane while it has the keys.
  private enum SearchedText {
    case page(any SearchedPage, at: Int)
    case pane
  }

  private var searched: SearchedText? {
    var place = layers.count - 1
    if case .line(let prompt)? = dialog, prompt.subject == .find { place -= 1 }
    guard place >= 0 else { return pages.inbox.pane.isFocused ? .pane : nil }
    return (page(of: layers[place]) as? any SearchedPage).map { .page($0, at: place) }
  }

  /// Carries out the commands that mean a search; false for others, and where no page can be searched.
  mutating func searchPage(by command: Command, _ device: Phone) -> Bool {
    guard let page = searched else { return false }
    switch command {
    case .filter:
      search = PageSearch(start: firstLine(of: page))
      ask(.line(LinePrompt(.find)))
    case .new, .previousMatch:
      guard search != nil else {
        showMessage("\(keymap.keys(of: .filter)) searches this page")
        return true
      }
      goToNextMatch(on: page, down: command == .new, device)
    default: return false
    }
    return true
  }

  /// Looks for a text from where the search began, while it is typed; the empty one ends the search.
  mutating func findOnPage(_ text: String, _ device: Phone) {
    guard let page = searched, var search else { return }
    let isOver = !layers.contains { if case .dialog(.line) = $0 { true } else { false } }
    search.text = text
    search.line = nil
    self.search = text.isEmpty && isOver ? nil : search
    let matches = matches(on: page, device)
    self.search?.line = matches.first { $0 >= search.start } ?? matches.first
    show(self.search?.line ?? search.start, of: page, device)
  }

  private mutating func goToNextMatch(on page: SearchedText, down: Bool, _ device: Phone) {
    guard let search else { return }
    let matches = matches(on: page, device)
    guard let first = matches.first, let last = matches.last else {
      return showMessage(
        "“\(search.text)” is not on this page" + otherPane(with: search.word, device))
    }
    let current = search.line ?? firstLine(of: page) - (down ? 1 : 0)
    let next = down ? matches.first { $0 > current } : matches.last { $0 < current }
    let line = next ?? (down ? first : last)
    if next == nil { showMessage("the search went on from the \(down ? "top" : "bottom")") }
    self.search?.line = line
    show(line, of: page, device)
  }

  /// ` but on Payload: Tab goes there` where the other pane of an inspector has the text; else empty.
  private func otherPane(with word: FoldedText, _ device: Phone) -> String {
    guard case .page(let page, _)? = searched, let inspector = page as? InspectorPage,
      let panes = Layout.panes(size)
    else { return "" }
    let tab = inspector.tab == .payload ? inspector.beside : .payload
    let columns = tab == .payload ? panes.right.columns : panes.left.columns
    let found = inspector.lines(of: tab, in: context(device), width: columns)
      .contains { !word.ranges(in: $0.glyphTexts).isEmpty }
    return found ? " but on \(tab.rawValue): \(keymap.keys(of: .otherPane)) goes there" : ""
  }

  /// The lines with the text that is looked for.
  private func matches(on page: SearchedText, _ device: Phone) -> [Int] {
    guard let search, !search.text.isEmpty else { return [] }
    let word = search.word
    return lines(of: page, device).enumerated().compactMap { place, line in
      word.ranges(in: line.glyphTexts).isEmpty ? nil : place
    }
  }

  private func lines(of text: SearchedText, _ device: Phone) -> [StyledLine] {
    switch text {
    case .page(let page, let place): page.lines(in: context(device, of: place))
    case .pane: pages.inbox.paneLines(in: context(device))
    }
  }

  /// The line that is stood on, else the first one in the window.
  private func firstLine(of text: SearchedText) -> Int {
    switch text {
    case .page(let page, _): page.firstLine
    case .pane: pages.inbox.pane.scroll
    }
  }

  /// Scrolls so that a line is in the window.
  private mutating func show(_ line: Int, of text: SearchedText, _ device: Phone) {
    switch text {
    case .page(var page, let place):
      page.show(line, in: context(device, of: place))
      setPage(page, of: layers[place], at: place)
    case .pane:
      let rows = DetailPane.rows(Layout(self, device))
      // Its first and its last row may say how much is not seen.
      pages.inbox.pane.scroll = max(
        0, PageSearch.scroll(pages.inbox.pane.scroll + 1, showing: line, rows: rows - 2) - 1)
    }
  }

  /// Ends a search whose pages are gone, and forgets the match on another page than the one that is open.
  mutating func settleSearch() {
    guard search != nil else { return }
    let place: PageSearch.Place
    switch searched {
    case .page(let page, _): place = page.searchPlace
    case .pane: place = .push(pages.inbox.pane.id ?? 0, pages.inbox.pane.tab)
    case nil:
      search = nil
      return
    }
    if search?.place != nil, search?.place != place { search?.line = nil }
    search?.place = place
  }
}

extension StyledLine {
  /// The texts of its glyphs.
  var glyphTexts: [String] { parts.flatMap { $0.text.glyphs.map(\.text) } }
}
