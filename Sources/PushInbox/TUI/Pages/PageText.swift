import InboxModel

/// A builder for the text of a page: it sanitises text and wraps it to the width of the page.
struct PageText {
  let width: Int
  private(set) var lines: [StyledLine] = []

  /// The width of field labels in columns.
  static let labelColumns = 11

  init(width: Int) {
    self.width = max(1, width)
  }

  mutating func add(_ line: StyledLine) {
    lines.append(line)
  }

  /// Highlights words in the lines after the first `count`.
  mutating func mark(_ words: [FoldedText], after count: Int) {
    for place in lines.indices.dropFirst(count) { lines[place].words = words }
  }

  /// Adds an empty line, but never two in a row and none at the top.
  mutating func blank() {
    if let last = lines.last, !last.parts.isEmpty { lines.append(StyledLine()) }
  }

  /// Adds a heading.
  mutating func heading(_ words: String) {
    blank()
    lines.append(StyledLine(SanitizedText(words), .bold))
  }

  /// Adds a text with line breaks; each line is wrapped, its further rows indented by `hanging`.
  mutating func text(_ raw: String, indent: Int = 0, hanging: Int? = nil, style: Style = .plain) {
    let hanging = min(hanging ?? indent, width / 2)
    for line in SanitizedText.lines(of: raw, limit: Self.limit) {
      let rows = line.wrapped(to: max(1, width - max(indent, hanging)))
      for (number, row) in rows.enumerated() {
        add(StyledLine(Self.space(number == 0 ? indent : hanging) + row, style))
      }
    }
  }

  /// Adds a head and a text, whose further rows are indented to the same column; on a narrow page
  /// the text begins below the head.
  mutating func add(_ head: StyledLine, _ text: String, style: Style = .plain) {
    let isNarrow = width - head.columns < 20
    let column = isNarrow ? 4 : head.columns
    var head = head
    var rows = SanitizedText(text).wrapped(to: max(1, width - column))[...]
    if !isNarrow, let first = rows.popFirst() { head.append(first, style) }
    add(head)
    for row in rows where !(isNarrow && row.isEmpty) {
      add(StyledLine(Self.space(column) + row, style))
    }
  }

  /// Adds a label and its value; the further rows of a long value are indented to the same column.
  mutating func field(_ label: String, _ value: String, style: Style = .plain) {
    let column = min(Self.labelColumns, width / 2)
    var head = StyledLine(SanitizedText(label).padded(to: column), .dim)
    let rows = SanitizedText.lines(of: value, limit: Self.limit)
      .flatMap { $0.wrapped(to: max(1, width - column)) }
    for (number, row) in rows.enumerated() {
      if number == 0 {
        head.append(row, style)
        add(head)
      } else {
        add(StyledLine(Self.space(column) + row, style))
      }
    }
  }

  static func space(_ columns: Int) -> SanitizedText {
    SanitizedText(String(repeating: " ", count: max(0, columns)))
  }

  /// The maximum size of a line in bytes, larger than any payload.
  private static let limit = 70_000
}
