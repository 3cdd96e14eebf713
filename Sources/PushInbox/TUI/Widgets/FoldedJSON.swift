import InboxModel

/// A JSON text in lines, one per member, with sizes. Objects, arrays and long texts can be folded.
struct FoldedJSON {
  /// The path of a value: the index of the member or element at each depth.
  typealias Path = [Int]

  /// A line, and the value that folds there.
  struct Line: Equatable, Sendable {
    var line: StyledLine
    var fold: Path?
  }

  /// The length in bytes from which a text is collapsed at first.
  static let longText = 400

  let width: Int
  /// The folds that differ from their initial state.
  var toggled: Set<Path> = []
  let symbols: Symbols
  private(set) var lines: [Line] = []

  init(
    _ value: JSONValue, width: Int, toggled: Set<Path> = [], root: Path = [],
    symbols: Symbols = .unicode
  ) {
    self.width = max(1, width)
    self.toggled = toggled
    self.symbols = symbols
    write(value, root, key: nil, depth: 0, comma: "")
  }

  /// Returns all values that can be folded, and whether they are expanded at first.
  static func foldable(_ value: JSONValue, root: Path = []) -> [(path: Path, isOpenAtFirst: Bool)] {
    switch value {
    case .object(let object) where !object.isEmpty:
      [(root, true)]
        + object.members.enumerated().flatMap { foldable($1.value, root: root + [$0]) }
    case .array(let elements) where !elements.isEmpty:
      [(root, true)] + elements.enumerated().flatMap { foldable($1, root: root + [$0]) }
    case .string(let text) where text.utf8.count > longText: [(root, false)]
    default: []
    }
  }

  private mutating func write(
    _ value: JSONValue, _ path: Path, key: String?, depth: Int, comma: SanitizedText
  ) {
    switch value {
    case .object(let object) where !object.isEmpty:
      let members = object.members.enumerated()
      let last = object.members.count - 1
      container(value, path, key, depth, comma, "{", "}", object.members.count) { json in
        for (place, member) in members {
          json.write(
            member.value, path + [place], key: member.key, depth: depth + 1,
            comma: place < last ? "," : "")
        }
      }
    case .array(let elements) where !elements.isEmpty:
      container(value, path, key, depth, comma, "[", "]", elements.count) { json in
        for (place, element) in elements.enumerated() {
          json.write(
            element, path + [place], key: nil, depth: depth + 1,
            comma: place < elements.count - 1 ? "," : "")
        }
      }
    case .string(let text) where text.utf8.count > Self.longText:
      let written = JSONWriter.text(value)
      if toggled.contains(path) {
        add(written, key, depth, comma, fold: path)
      } else {
        var line = head(key, depth)
        let size = SanitizedText(" \(Words.number(written.utf8.count)) B")
        let used = line.columns
        let cut = SanitizedText(String(written.unicodeScalars.prefix(width)))
        line.append(
          cut.prefix(columns: max(1, width - used - size.columns - symbols.ellipsis.columns))
            + symbols.ellipsis)
        line.append(size, .dim)
        lines.append(Line(line: line, fold: path))
      }
    default: add(JSONWriter.text(value), key, depth, comma, fold: nil)
    }
  }

  private mutating func container(
    _ value: JSONValue, _ path: Path, _ key: String?, _ depth: Int, _ comma: SanitizedText,
    _ open: SanitizedText, _ close: SanitizedText, _ count: Int,
    _ members: (inout FoldedJSON) -> Void
  ) {
    let size = SanitizedText("  \(Words.number(FieldSizes.bytes(of: value))) B")
    var line = head(key, depth)
    if toggled.contains(path) {
      line.append(open + symbols.ellipsis + close + comma)
      line.append(SanitizedText("  \(count) inside,") + size.dropping(1), .dim)
      lines.append(Line(line: line, fold: path))
      return
    }
    line.append(open)
    line.append(size, .dim)
    lines.append(Line(line: line, fold: path))
    members(&self)
    lines.append(Line(line: StyledLine(indent(depth) + close + comma), fold: path))
  }

  /// Adds a complete value, wrapped to the width.
  private mutating func add(
    _ text: String, _ key: String?, _ depth: Int, _ comma: SanitizedText, fold: Path?
  ) {
    let first = head(key, depth)
    let keyColumns = first.parts.dropFirst().reduce(0) { $0 + $1.text.columns }
    let room = max(1, width - indent(depth).columns)
    // The key is part of the wrapped text, but is drawn separately.
    let whole = SanitizedText(
      (key.map { JSONWriter.text(.string($0)) + ": " } ?? "") + text, limit: Self.limit)
    let rows = (whole + comma).wrapped(to: max(1, room - Self.hanging))
    for (number, row) in rows.enumerated() {
      var line = StyledLine(indent(depth) + (number == 0 ? "" : PageText.space(Self.hanging)))
      if number == 0, keyColumns > 0, keyColumns <= row.columns {
        line.append(row.prefix(columns: keyColumns), Palette.accent)
        line.append(row.dropping(keyColumns))
      } else {
        line.append(row)
      }
      lines.append(Line(line: line, fold: fold))
    }
  }

  private func head(_ key: String?, _ depth: Int) -> StyledLine {
    var line = StyledLine(indent(depth))
    if let key {
      line.append(SanitizedText(JSONWriter.text(.string(key)) + ": ", limit: 400), Palette.accent)
    }
    return line
  }

  private func indent(_ depth: Int) -> SanitizedText {
    PageText.space(min(2 * depth, width / 2))
  }

  /// The indentation of further rows of a value in columns.
  private static let hanging = 2
  /// The maximum size in bytes, larger than any payload.
  private static let limit = 70_000
}
