import InboxModel

/// A line of a page: parts of text, each with its style.
struct StyledLine: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    var text: SanitizedText
    var style: Style
  }

  var parts: [Part] = []
  /// The words that are highlighted, except in faint parts: labels and remarks.
  var words: [FoldedText] = []
  /// The searched text of the page, which is highlighted everywhere.
  var search: FoldedText?

  init(_ parts: Part...) {
    self.parts = parts
  }

  init(_ text: SanitizedText, _ style: Style = .plain) {
    parts = [Part(text: text, style: style)]
  }

  mutating func append(_ text: SanitizedText, _ style: Style = .plain) {
    parts.append(Part(text: text, style: style))
  }

  /// The width in columns.
  var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }

  /// Returns the line, or its start with an ellipsis if it is wider than `limit`.
  func truncated(to limit: Int, ellipsis: SanitizedText) -> StyledLine {
    guard columns > limit else { return self }
    var (line, left) = (StyledLine(), limit)
    (line.words, line.search) = (words, search)
    for part in parts where left > 0 {
      // The ellipsis takes a column of the last visible part.
      let isLast = part.text.columns >= left
      let text = isLast ? part.text.prefix(columns: left - ellipsis.columns) + ellipsis : part.text
      line.append(text, part.style)
      left -= text.columns
      if isLast { break }
    }
    return line
  }
}
