import InboxModel

/// The measures of the text of pages, and its marks.
enum PageMetrics {
  /// Columns left free on either side of a page.
  static let margin = 1

  /// Columns of the text of a page.
  static func width(_ size: Size) -> Int { max(1, size.columns - 2 * margin) }

  /// The lines with the text that is searched on their page; nil where none is.
  static func marked(_ lines: [StyledLine], _ search: PageSearch?) -> [StyledLine] {
    guard let search, !search.text.isEmpty else { return lines }
    let word = search.word
    return lines.map { line in
      var line = line
      line.search = word
      return line
    }
  }

  /// A scroll position after a moving command; nil for other commands. A position beyond the end is corrected
  /// by ``Page/settle(in:)``.
  ///
  /// - Parameter rows: the rows of the window; by default those of a page.
  static func scroll(
    _ scroll: Int, by command: Command, size: Size, rows: Int? = nil
  ) -> Int? {
    let page = max(1, rows ?? Layout.pageRows(size))
    return switch command {
    case .next: scroll + 1
    case .previous: scroll - 1
    case .first: 0
    case .last: .max / 2
    case .halfDown: scroll + max(1, page / 2)
    case .halfUp: scroll - max(1, page / 2)
    case .pageDown, .toggle: scroll + page
    case .pageUp: scroll - page
    default: nil
    }
  }
}
