/// The difference of two screens, as a unified diff without context lines.
///
/// Rows are compared by position, since a screen has fixed positions; the numbers are rows from 1.
public enum RowDiff {
  /// Returns the lines of the diff; empty if the texts are equal.
  ///
  /// - Parameters:
  ///   - expected: The golden text, lines with `-`.
  ///   - got: The drawn text, lines with `+`.
  public static func lines(expected: String, got: String) -> [String] {
    let (old, new) = (rows(expected), rows(got))
    var lines: [String] = []
    var row = 0
    let count = max(old.count, new.count)
    func differ(at row: Int) -> Bool {
      !(old.indices ~= row && new.indices ~= row && old[row].utf8.elementsEqual(new[row].utf8))
    }
    while row < count {
      let start = row
      while row < count, differ(at: row) { row += 1 }
      if row > start {
        let (removed, added) = (old.clamped(start..<row), new.clamped(start..<row))
        lines.append("@@ -\(range(start, removed.count)) +\(range(start, added.count)) @@")
        lines += removed.map { "-" + $0 } + added.map { "+" + $0 }
      }
      row += 1
    }
    if lines.isEmpty, !expected.utf8.elementsEqual(got.utf8) {
      lines.append("\\ the end of the last line differs")
    }
    return lines
  }

  private static func rows(_ text: String) -> [String] {
    var rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    if rows.last == "" { rows.removeLast() }
    return rows
  }

  /// Returns `5` or `5,2`: the first row and the count; `4,0` for none after row 4.
  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }
}

extension [String] {
  /// Returns the elements at the valid ones of the indices.
  fileprivate func clamped(_ range: Range<Int>) -> ArraySlice<String> {
    self[range.clamped(to: startIndex..<endIndex)]
  }
}
