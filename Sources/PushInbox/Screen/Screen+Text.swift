/// A screen as text, for `run --screen`, golden screens and tests.
extension Screen {
  /// Returns the rows, joined by newlines, without trailing blanks.
  func text() -> String {
    (0..<size.rows).map { row in
      Self.trimmed(cells(inRow: row).reduce(into: "") { $0 += $1.text }, blank: " ")
    }.joined(separator: "\n")
  }

  /// Returns the styles of the rows, one letter per cell, without trailing plain cells: `.` for
  /// plain, other letters in order of appearance. Below them is a legend: `a bold`, `b bold red`.
  func styleMap() -> String {
    var legend: [(look: Look, letter: Character)] = [(Look(), ".")]
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let rows = (0..<size.rows).map { row in
      let line = cells(inRow: row).map { cell in
        let look = Theme.standard.look(of: cell.style)
        if let known = legend.first(where: { $0.look == look }) { return known.letter }
        let letter = legend.count <= letters.count ? letters[legend.count - 1] : "?"
        legend.append((look, letter))
        return letter
      }
      return Self.trimmed(String(line), blank: ".")
    }
    let names = legend.dropFirst().map { "\($0.letter) \($0.look)" }
    return (rows + names).joined(separator: "\n")
  }

  /// Returns a row without trailing blanks.
  static func trimmed(_ line: String, blank: Character) -> String {
    guard let last = line.lastIndex(where: { $0 != blank }) else { return "" }
    return String(line[...last])
  }
}
