/// A screen as text, for `run --screen` and for tests.
extension Screen {
  /// The rows, joined by newlines, without blanks at their ends.
  func text() -> String {
    (0..<size.rows).map { row in
      Self.trimmed(cells(inRow: row).reduce(into: "") { $0 += $1.text }, blank: " ")
    }.joined(separator: "\n")
  }

  /// A row without the blanks at its end.
  static func trimmed(_ line: String, blank: Character) -> String {
    guard let last = line.lastIndex(where: { $0 != blank }) else { return "" }
    return String(line[...last])
  }
}
