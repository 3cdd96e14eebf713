import InboxModel

/// A page being written: text from outside comes in raw, is cleaned and broken to the width of the page.
struct PageText {
  let width: Int
  private(set) var lines: [StyledLine] = []

  /// Columns of the labels of fields.
  static let labelColumns = 11

  init(width: Int) {
    self.width = max(1, width)
  }

  mutating func add(_ line: StyledLine) {
    lines.append(line)
  }

  /// Has words marked in the lines after the first ones.
  mutating func mark(_ words: [FoldedText], after count: Int) {
    for place in lines.indices.dropFirst(count) { lines[place].words = words }
  }

  /// An empty line, but never two of them and none at the top.
  mutating func blank() {
    if let last = lines.last, !last.parts.isEmpty { lines.append(StyledLine()) }
  }

  /// A heading over what follows.
  mutating func heading(_ words: String) {
    blank()
    lines.append(StyledLine(SanitizedText(words), .bold))
  }

  /// A text with its own line breaks, each line broken to the width, further lines indented by `hanging`.
  mutating func text(_ raw: String, indent: Int = 0, hanging: Int? = nil, style: Style = .plain) {
    let hanging = min(hanging ?? indent, width / 2)
    for line in SanitizedText.lines(of: raw, limit: Self.limit) {
      let rows = line.wrapped(to: max(1, width - max(indent, hanging)))
      for (number, row) in rows.enumerated() {
        add(StyledLine(Self.space(number == 0 ? indent : hanging) + row, style))
      }
    }
  }

  /// A head and a text that goes on under itself; on a narrow page the text stands under the head.
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

  /// A label and its value; a value too long goes on under itself.
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

  /// The most bytes of a line: more than the largest payload has.
  private static let limit = 70_000
}
