/// A screen as text, for golden files, `run --screen` and the plain eye.
extension Screen {
  /// The rows, joined by newlines, without blanks at their ends.
  func text() -> String {
    (0..<size.rows).map { row in
      Self.trimmed(cells(inRow: row).reduce(into: "") { $0 += $1.text }, blank: " ")
    }.joined(separator: "\n")
  }

  /// One letter a cell: `.` for plain, others in order of appearance, then a legend of the letters.
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

  private static func trimmed(_ line: String, blank: Character) -> String {
    guard let last = line.lastIndex(where: { $0 != blank }) else { return "" }
    return String(line[...last])
  }
}
