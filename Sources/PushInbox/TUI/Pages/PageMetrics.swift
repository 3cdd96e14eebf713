import InboxModel

/// Measures and highlighting of the text of pages.
enum PageMetrics {
  /// The number of blank columns on either side of a page.
  static let margin = 1

  /// Returns the width of a page's text in columns.
  static func width(_ size: Size) -> Int { max(1, size.columns - 2 * margin) }

  /// Returns the lines with the searched text highlighted; unchanged without a search.
  static func marked(_ lines: [StyledLine], _ search: PageSearch?) -> [StyledLine] {
    guard let search, !search.text.isEmpty else { return lines }
    let word = search.word
    return lines.map { line in
      var line = line
      line.search = word
      return line
    }
  }

  /// Returns the first line of a window that contains a line: as near as possible to its old
  /// position, without unnecessary empty rows.
  static func top(_ top: Int, showing line: Int, of count: Int, height: Int) -> Int {
    let near = max(min(top, line), line - max(1, height) + 1)
    return max(0, min(near, count - height))
  }

  /// Returns the scroll position after a movement command; nil for other commands.
  /// ``Page/settle(in:)`` corrects a position beyond the end.
  ///
  /// - Parameter rows: The number of rows of the window; nil for a page's.
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
