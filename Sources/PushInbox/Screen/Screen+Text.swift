/// A screen as text, for `run --screen`, golden screens and tests.
extension Screen {
  /// The rows, joined by newlines, without blanks at their ends.
  func text() -> String {
    (0..<size.rows).map { row in
      Self.trimmed(cells(inRow: row).reduce(into: "") { $0 += $1.text }, blank: " ")
    }.joined(separator: "\n")
  }

  /// The styles of the rows, one letter a cell, without those of plain cells at their ends: `.` for plain,
  /// others in order of appearance. Below them a legend: `a bold`, `b bold red`.
  func styleMap() -> String {
    var legend: [(style: Style, letter: Character)] = [(.plain, ".")]
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let rows = (0..<size.rows).map { row in
      let line = cells(inRow: row).map { cell in
        if let known = legend.first(where: { $0.style == cell.style }) { return known.letter }
        let letter = legend.count <= letters.count ? letters[legend.count - 1] : "?"
        legend.append((cell.style, letter))
        return letter
      }
      return Self.trimmed(String(line), blank: ".")
    }
    let names = legend.dropFirst().map { "\($0.letter) \($0.style)" }
    return (rows + names).joined(separator: "\n")
  }

  /// A row without the blanks at its end.
  static func trimmed(_ line: String, blank: Character) -> String {
    guard let last = line.lastIndex(where: { $0 != blank }) else { return "" }
    return String(line[...last])
  }
}
