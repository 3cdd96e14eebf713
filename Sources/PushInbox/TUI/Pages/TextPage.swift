import InboxModel

/// A page of scrolling text.
protocol TextPage: Page {
  /// The number of lines above the window.
  var scroll: Int { get set }
  /// Returns the text, wrapped to the width of the page.
  func lines(in context: PageContext) -> [StyledLine]
}

/// A text page that a search narrows to the lines with some words.
protocol NarrowedPage: TextPage {
  /// The words that each shown line contains; empty for all lines.
  var words: String { get }
  /// Shows the lines with some words, from the first one.
  mutating func find(_ words: String)
}

/// A page whose text stays complete while it is searched.
protocol SearchedPage: Page {
  /// The identity of the text to which a match belongs; nil while the page has none.
  var searchPlace: PageSearch.Place? { get }
  /// The selected line, otherwise the first one in the window.
  var firstLine: Int { get }
  /// Returns the text, wrapped to the width of the page.
  func lines(in context: PageContext) -> [StyledLine]
  /// Scrolls so that a line is visible.
  mutating func show(_ line: Int, in context: PageContext)
  /// Returns an addition to the message that the text does not contain a word: the other place on
  /// the page that does; empty for none.
  func remarkOnOtherText(with word: FoldedText, in context: PageContext) -> String
}

extension TextPage {
  /// Limits the scroll position to the text.
  mutating func settle(in context: PageContext) {
    let most = max(0, lines(in: context).count - Layout.pageRows(context.size))
    scroll = max(0, min(scroll, most))
  }

  /// Performs the commands of text pages: scrolls, opens the help, the manual or the search of
  /// lines. The commands of help and manual also close them.
  mutating func performOnText(_ command: Command, in context: inout PageContext) {
    switch command {
    case .help: context.open(HelpPage())
    case .manual: context.open(OutputPage.manual(width: PageMetrics.width(context.size)))
    case .commandLine, .mouse, .welcome, .compose: context.perform(command)
    case .filter:
      if let page = self as? any NarrowedPage {
        context.ask(LinePrompt(.find, text: page.words))
      }
    default: scroll = PageMetrics.scroll(scroll, by: command, size: context.size) ?? scroll
    }
  }
}

extension SearchedPage {
  func remarkOnOtherText(with word: FoldedText, in context: PageContext) -> String { "" }
}

extension SearchedPage where Self: TextPage {
  mutating func show(_ line: Int, in context: PageContext) {
    scroll = PageSearch.scroll(scroll, showing: line, rows: Layout.pageRows(context.size))
  }

  var firstLine: Int { scroll }
}
