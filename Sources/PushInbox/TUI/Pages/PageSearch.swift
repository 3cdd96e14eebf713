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
  struct Place: Equatable, Sendable {
    var title: String
    var number = 0
    var tab = ""
  }

  /// The same where the line is in the window, else with the line a third down.
  static func scroll(_ scroll: Int, showing line: Int, rows: Int) -> Int {
    (scroll..<max(scroll, scroll + rows)).contains(line) ? scroll : max(0, line - rows / 3)
  }
}

extension PageSearch {
  /// Carries out the commands that mean a search. Returns false for others, and where no page can be searched.
  static func perform(_ command: Command, in context: inout PageContext) -> Bool {
    guard let (_, page) = context.pages.searched else { return false }
    switch command {
    case .filter:
      context.request(.setSearch(PageSearch(start: page.firstLine)))
      context.ask(LinePrompt(.find))
    case .new, .previousMatch:
      if let search = context.search {
        search.selectNextMatch(on: page, down: command == .new, in: &context)
      } else {
        context.showMessage("\(context.keymap.keys(of: .filter)) searches this page")
      }
    default: return false
    }
    return true
  }

  /// Looks for a text while it is typed, from where the search began; nil ends the search. A page that is no
  /// searched one is narrowed to the lines with the text.
  static func find(_ text: String?, in context: inout PageContext) {
    guard var search = context.search else {
      return context.changePages { pages, _ in pages.narrow(to: text ?? "") }
    }
    guard let (place, page) = context.pages.searched else { return }
    search.text = text ?? ""
    let matches = search.matches(on: page, in: context.at(place))
    search.line = matches.first { $0 >= search.start } ?? matches.first
    context.request(.setSearch(text == nil ? nil : search))
    show(search.line ?? search.start, &context)
  }

  private func selectNextMatch(on page: any SearchedPage, down: Bool, in context: inout PageContext)
  {
    var search = self
    let matches = matches(on: page, in: context)
    guard let first = matches.first, let last = matches.last else {
      let elsewhere = page.remarkOnOtherText(with: word, in: context)
      return context.showMessage("“\(text)” is not on this page" + elsewhere)
    }
    let current = line ?? page.firstLine - (down ? 1 : 0)
    let next = down ? matches.first { $0 > current } : matches.last { $0 < current }
    if next == nil {
      context.showMessage("the search went on from the \(down ? "top" : "bottom")")
    }
    let line = next ?? (down ? first : last)
    search.line = line
    context.request(.setSearch(search))
    Self.show(line, &context)
  }

  /// The lines with the text that is looked for.
  private func matches(on page: any SearchedPage, in context: PageContext) -> [Int] {
    guard !text.isEmpty else { return [] }
    let word = word
    return page.lines(in: context).enumerated().compactMap { place, line in
      word.ranges(in: line.glyphTexts).isEmpty ? nil : place
    }
  }

  private static func show(_ line: Int, _ context: inout PageContext) {
    context.changePages { pages, context in pages.show(line: line, in: context) }
  }

  /// The search on the page that is open now: nil where its pages are gone, and without the match of another one.
  func settled(on place: Place?) -> PageSearch? {
    guard let place else { return nil }
    var search = self
    if self.place != nil, self.place != place { search.line = nil }
    search.place = place
    return search
  }
}

extension StyledLine {
  var glyphTexts: [String] { parts.flatMap { $0.text.glyphs.map(\.text) } }
}
