import InboxModel

/// A search for a text on a page, which stays complete, as in `less`.
struct PageSearch: Equatable, Sendable {
  /// The searched text as typed; may be empty.
  var text = ""
  /// The line of the latest match, from 0; nil without one.
  var line: Int?
  /// The text that contains that line. Other texts are searched from their scroll position.
  var place: Place?
  /// The selected line, or the first line in the window, when the search began.
  var start: Int

  var word: FoldedText { FoldedText(text) }

  /// The identity of a searched text.
  struct Place: Equatable, Sendable {
    var title: String
    var number = 0
    var tab = ""
  }

  /// Returns the scroll position at which a line is visible: unchanged if it already is, otherwise
  /// with the line a third down.
  static func scroll(_ scroll: Int, showing line: Int, rows: Int) -> Int {
    (scroll..<max(scroll, scroll + rows)).contains(line) ? scroll : max(0, line - rows / 3)
  }
}

extension PageSearch {
  /// Performs the commands of a search. Returns false for others, and if no page can be searched.
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
        context.show(.searchesPage(context.keymap))
      }
    default: return false
    }
    return true
  }

  /// Searches for a text while it is typed, from where the search began; nil ends the search. A
  /// page without search is narrowed to the lines with the text.
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
      return context.show(.notOnPage(text, elsewhere))
    }
    let current = line ?? page.firstLine - (down ? 1 : 0)
    let next = down ? matches.first { $0 > current } : matches.last { $0 < current }
    if next == nil {
      context.show(.searchContinued(fromTop: down))
    }
    let line = next ?? (down ? first : last)
    search.line = line
    context.request(.setSearch(search))
    Self.show(line, &context)
  }

  /// Returns the lines that contain the searched text.
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

  /// Returns the search adjusted to the text that is open now: nil if there is none, and without a
  /// match of another text.
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
