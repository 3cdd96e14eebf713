import InboxModel

/// A page of text that scrolls.
protocol TextPage: Page {
  /// The number of lines above the window.
  var scroll: Int { get set }
  /// The text, broken to the width of the page.
  func lines(in context: PageContext) -> [StyledLine]
}

/// A page of text that a search narrows to the lines with some words.
protocol NarrowedPage: TextPage {
  /// The words that the lines on show have; empty for all lines.
  var words: String { get }
  /// Shows the lines with some words, from the first one on.
  mutating func find(_ words: String)
}

/// A page with a text that stays whole while it is searched.
protocol SearchedPage: Page {
  /// The identity of the text: a match belongs to one. Nil while the page has none.
  var searchPlace: PageSearch.Place? { get }
  /// The line that is stood on, else the first one in the window.
  var firstLine: Int { get }
  /// The text, broken to the width of the page.
  func lines(in context: PageContext) -> [StyledLine]
  /// Scrolls so that a line is in the window.
  mutating func show(_ line: Int, in context: PageContext)
  /// Returns an addition to the message that the text lacks a word: the other place on the page that has it; empty for none.
  func remarkOnOtherText(with word: FoldedText, in context: PageContext) -> String
}

extension TextPage {
  /// Keeps the text from being scrolled beyond its end.
  mutating func settle(in context: PageContext) {
    let most = max(0, lines(in: context).count - Layout.pageRows(context.size))
    scroll = max(0, min(scroll, most))
  }

  /// Scrolls by a moving command, opens the help, the manual and the search of lines; the commands that open
  /// the help or the manual close it as well.
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
