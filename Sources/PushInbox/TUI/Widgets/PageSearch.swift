import InboxModel

/// A text that is searched on a page that stays whole, as in `less`.
struct PageSearch: Equatable, Sendable {
  /// As typed; empty while nothing is.
  var text = ""
  /// The line of the latest match, from 0; nil when there is none.
  var line: Int?
  /// The page of that line: another one is searched from where it is scrolled to.
  fileprivate var page: Page?
  /// The line at the top of the window, or stood on, when the search began.
  var start: Int

  var word: FoldedText { FoldedText(text) }

  fileprivate enum Page: Equatable {
    case push(NotificationID, Inspector.Tab)
    case request(Int, RequestPage.Tab)
  }
}

extension AppState {
  /// The page that is searched: an inspected push, a refused one, or the right pane while it has the keys.
  private enum SearchedPage: Equatable {
    case inspector(Inspector)
    case request(RequestPage)
    case pane
  }

  private var searchedPage: SearchedPage? {
    var sheets = sheets[...]
    if case .line(let prompt)? = sheets.last, prompt.subject == .find { sheets.removeLast() }
    return switch sheets.last {
    case .inspector(let inspector): .inspector(inspector)
    case .request(let page): .request(page)
    case nil: pane.isFocused ? .pane : nil
    default: nil
    }
  }

  /// Carries out the commands that mean a search; false for others, and where no page can be searched.
  mutating func searchPage(by command: Command, _ device: Phone) -> Bool {
    guard let page = searchedPage else { return false }
    switch command {
    case .filter:
      search = PageSearch(start: firstLine(of: page))
      sheets.append(.line(LinePrompt(.find)))
    case .new, .previousMatch:
      guard search != nil else {
        say("\(keymap.keys(of: .filter)) searches this page")
        return true
      }
      goToNextMatch(on: page, down: command == .new, device)
    default: return false
    }
    return true
  }

  /// Looks for a text from where the search began, while it is typed; the empty one ends the search.
  mutating func findOnPage(_ text: String, _ device: Phone) {
    guard let page = searchedPage, var search else { return }
    let isOver = !sheets.contains { if case .line = $0 { true } else { false } }
    search.text = text
    search.line = nil
    self.search = text.isEmpty && isOver ? nil : search
    let matches = matches(on: page, device)
    self.search?.line = matches.first { $0 >= search.start } ?? matches.first
    show(self.search?.line ?? search.start, of: page, device)
  }

  private mutating func goToNextMatch(on page: SearchedPage, down: Bool, _ device: Phone) {
    guard let search else { return }
    let matches = matches(on: page, device)
    guard let first = matches.first, let last = matches.last else {
      return say("“\(search.text)” is not on this page" + otherPane(with: search.word, device))
    }
    let current = search.line ?? firstLine(of: page) - (down ? 1 : 0)
    let next = down ? matches.first { $0 > current } : matches.last { $0 < current }
    let line = next ?? (down ? first : last)
    if next == nil { say("the search went on from the \(down ? "top" : "bottom")") }
    self.search?.line = line
    show(line, of: page, device)
  }

  /// ` but on Payload: Tab goes there` where the other pane of an inspector has the text; else empty.
  private func otherPane(with word: FoldedText, _ device: Phone) -> String {
    guard case .inspector(let inspector)? = searchedPage, let panes = Layout.panes(size) else {
      return ""
    }
    let tab = inspector.tab == .payload ? inspector.beside : .payload
    let columns = tab == .payload ? panes.right.columns : panes.left.columns
    let found = Pages.lines(of: tab, inspector, self, device, width: columns)
      .contains { !word.ranges(in: $0.glyphTexts).isEmpty }
    return found ? " but on \(tab.rawValue): \(keymap.keys(of: .otherPane)) goes there" : ""
  }

  /// The lines with the text that is looked for.
  private func matches(on page: SearchedPage, _ device: Phone) -> [Int] {
    guard let search, !search.text.isEmpty else { return [] }
    let word = search.word
    return lines(of: page, device).enumerated().compactMap { place, line in
      word.ranges(in: line.glyphTexts).isEmpty ? nil : place
    }
  }

  private func lines(of page: SearchedPage, _ device: Phone) -> [StyledLine] {
    switch page {
    case .inspector(let inspector): Pages.lines(of: .inspector(inspector), self, device) ?? []
    case .request(let page): Pages.lines(of: .request(page), self, device) ?? []
    case .pane: PanePages.lines(self, device)
    }
  }

  /// The line that is stood on, else the first one in the window.
  private func firstLine(of page: SearchedPage) -> Int {
    switch page {
    case .inspector(let inspector):
      inspector.tab == .payload ? inspector.line : inspector.scroll
    case .request(let page): page.scroll
    case .pane: pane.scroll
    }
  }

  /// Scrolls so that a line is in the window.
  private mutating func show(_ line: Int, of page: SearchedPage, _ device: Phone) {
    let rows = Layout.pageRows(size)
    let place = sheets.lastIndex(where: \.isPage)
    switch page {
    case .inspector(var inspector):
      if inspector.tab == .payload {
        inspector.line = line
        inspector.keepLineInView(of: lines(of: page, device).count, height: rows)
      } else {
        inspector.scroll = Self.scroll(inspector.scroll, showing: line, rows: rows)
      }
      if let place { sheets[place] = .inspector(inspector) }
    case .request(var request):
      request.scroll = Self.scroll(request.scroll, showing: line, rows: rows)
      if let place { sheets[place] = .request(request) }
    case .pane:
      let rows = PanePages.rows(Layout(self, device))
      // Its first and its last row may say how much is not seen.
      pane.scroll = max(0, Self.scroll(pane.scroll + 1, showing: line, rows: rows - 2) - 1)
    }
  }

  /// The same where the line is in the window, else with the line a third down.
  private static func scroll(_ scroll: Int, showing line: Int, rows: Int) -> Int {
    (scroll..<max(scroll, scroll + rows)).contains(line) ? scroll : max(0, line - rows / 3)
  }

  /// Ends a search whose pages are gone, and forgets the match on another page than the one that is open.
  mutating func settleSearch() {
    guard search != nil else { return }
    let open: PageSearch.Page
    switch searchedPage {
    case .inspector(let inspector): open = .push(inspector.id, inspector.tab)
    case .request(let page): open = .request(page.number, page.tab)
    case .pane: open = .push(pane.id ?? 0, pane.tab)
    case nil:
      search = nil
      return
    }
    if search?.page != nil, search?.page != open { search?.line = nil }
    search?.page = open
  }
}

extension StyledLine {
  /// The texts of its glyphs.
  var glyphTexts: [String] { parts.flatMap { $0.text.glyphs.map(\.text) } }
}
