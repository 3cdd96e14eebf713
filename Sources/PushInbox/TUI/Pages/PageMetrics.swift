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

  /// The first line of a window with a line in it, as near as that can be to where it was, without needless empty
  /// rows.
  static func top(_ top: Int, showing line: Int, of count: Int, height: Int) -> Int {
    let near = max(min(top, line), line - max(1, height) + 1)
    return max(0, min(near, count - height))
  }

  /// A scroll position after a moving command; nil for other commands. A position beyond the end is corrected
  /// by ``Page/settle(in:)``.
  ///
  /// - Parameter rows: the rows of the window; by default those of a page.
  static func scroll(_ scroll: Int, by command: Command, size: Size, rows: Int? = nil) -> Int? {
    let page = max(1, rows ?? Layout.pageRows(size))
    return switch command {
    case .first: 0
    case .last: .max / 2
    default:
      ListPlace.steps(of: command, page: page + 1, half: page / 2, of: 0).map { scroll + $0 }
    }
  }
}
