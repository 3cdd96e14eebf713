/// Text that is safe to draw: the only kind that the screen accepts.
///
/// Creating one sanitises the text: ``init(_:limit:)`` accepts text from anywhere. It is one line;
/// text with line breaks needs ``lines(of:limit:)``.
struct SanitizedText: Equatable, Sendable {
  /// The glyphs in logical order.
  private(set) var glyphs: [Glyph]
  /// The width in terminal columns.
  private(set) var columns: Int
  /// Whether it contains right-to-left text.
  private(set) var isBidirectional: Bool

  /// Sanitises text from outside.
  ///
  /// - Parameter limit: The maximum size in bytes of UTF-8; longer text is cut and ends in `…`.
  init(_ raw: String, limit: Int = 4096) {
    self.init(glyphs: Sanitizer.glyphs(of: raw, limit: limit))
  }

  private init(glyphs: [Glyph]) {
    self.glyphs = glyphs
    columns = glyphs.reduce(0) { $0 + $1.columns }
    isBidirectional = glyphs.contains { $0.direction != nil }
  }

  /// The whole sanitised text, for logs, plain output and the clipboard.
  var text: String {
    glyphs.reduce(into: "") { $0 += $1.text }
  }

  var isEmpty: Bool { glyphs.isEmpty }

  /// Sanitises text from outside that may contain line breaks, and splits it there.
  ///
  /// - Parameter limit: The maximum size of each line in bytes, and the maximum number of lines.
  static func lines(of raw: String, limit: Int = 4096) -> [SanitizedText] {
    raw.unicodeScalars.split(separator: "\n", maxSplits: limit, omittingEmptySubsequences: false)
      .map { line in
        SanitizedText(String(line.last == "\r" ? line.dropLast() : line), limit: limit)
      }
  }

  /// The same text as one paragraph, if it was concatenated from parts of one.
  var asParagraph: SanitizedText {
    guard isBidirectional else { return self }
    var glyphs = glyphs
    Bidi.resolve(&glyphs)
    return SanitizedText(glyphs: glyphs)
  }

  static func + (left: SanitizedText, right: SanitizedText) -> SanitizedText {
    var sum = left
    sum += right
    return sum
  }

  static func += (left: inout SanitizedText, right: SanitizedText) {
    left.glyphs += right.glyphs
    left.columns += right.columns
    left.isBidirectional = left.isBidirectional || right.isBidirectional
  }
}

extension SanitizedText {
  /// Returns the longest start that fits; a wide character that would exceed the limit is left out.
  func prefix(columns limit: Int) -> SanitizedText {
    guard columns > limit else { return self }
    return SanitizedText(glyphs: Array(glyphs[..<end(from: 0, columns: limit)]))
  }

  /// Returns the text, or its start with an ellipsis if it is wider than `limit`.
  func truncated(to limit: Int, ellipsis: SanitizedText = "…") -> SanitizedText {
    guard columns > limit else { return self }
    let kept = prefix(columns: limit - ellipsis.columns)
    return kept + ellipsis.prefix(columns: limit).following(kept.glyphs.last ?? glyphs.first)
  }

  /// Returns the text as the end of the paragraph to which a glyph belongs.
  private func following(_ glyph: Glyph?) -> SanitizedText {
    guard let base = glyph?.direction?.base else { return self }
    return SanitizedText(
      glyphs: glyphs.map { glyph in
        var glyph = glyph
        glyph.direction = Direction(level: base, base: base)
        return glyph
      })
  }

  /// Returns the text without a number of columns at its start; a wide character that is cut is
  /// left out.
  func dropping(_ columns: Int) -> SanitizedText {
    SanitizedText(glyphs: Array(glyphs[end(from: 0, columns: columns)...]))
  }

  /// Cuts the text into rows of a width, at any character.
  ///
  /// - Returns: At least one row.
  func cut(to width: Int) -> [SanitizedText] {
    var rows: [SanitizedText] = []
    var start = 0
    repeat {
      let end = min(max(end(from: start, columns: width), start + 1), glyphs.count)
      rows.append(SanitizedText(glyphs: Array(glyphs[start..<end])))
      start = end
    } while start < glyphs.count
    return rows
  }

  /// Returns the text followed by spaces up to a width, or cut with an ellipsis.
  func padded(to width: Int, ellipsis: SanitizedText = "…") -> SanitizedText {
    let cut = truncated(to: width, ellipsis: ellipsis)
    guard cut.columns < width else { return cut }
    return cut + SanitizedText(glyphs: Array(repeating: .space, count: width - cut.columns))
  }

  /// Breaks the text into rows at spaces and beside wide characters; a word wider than a row is
  /// cut.
  ///
  /// - Returns: At least one row; the last of `maxLines` ends in an ellipsis if text is left over.
  ///   Rows of a right-to-left paragraph begin on the right: all are as wide as the widest.
  func wrapped(to width: Int, maxLines: Int = .max, ellipsis: SanitizedText = "…")
    -> [SanitizedText]
  {
    let rows = broken(to: width, maxLines: maxLines, ellipsis: ellipsis)
    guard rows.count > 1, glyphs.first?.direction?.base == 1 else { return rows }
    return rows.map { row in
      let room = Array(repeating: Glyph.space, count: max(0, width - row.columns))
      return row + SanitizedText(glyphs: room).following(glyphs.first)
    }
  }

  private func broken(to width: Int, maxLines: Int, ellipsis: SanitizedText) -> [SanitizedText] {
    guard width > 0, maxLines > 0 else { return [] }
    var rows: [SanitizedText] = []
    var start = 0
    repeat {
      if rows.count == maxLines - 1 {
        rows.append(
          SanitizedText(glyphs: Array(glyphs[start...])).truncated(to: width, ellipsis: ellipsis))
        return rows
      }
      var end = end(from: start, columns: width)
      // A wide character in a row of one column is included; the screen clips it.
      if end == start, start < glyphs.count { end = start + 1 }
      if end < glyphs.count, let rest = lastBreak(from: start, upTo: end) { end = rest }
      rows.append(SanitizedText(glyphs: Array(glyphs[start..<end])).droppingTrailingSpaces())
      start = end
      while start < glyphs.count, glyphs[start].isSpace, start > 0 { start += 1 }
    } while start < glyphs.count
    return rows
  }

  /// Returns the index after the last glyph that fits.
  private func end(from start: Int, columns limit: Int) -> Int {
    var used = 0
    var index = start
    while index < glyphs.count, used + glyphs[index].columns <= limit {
      used += glyphs[index].columns
      index += 1
    }
    return index
  }

  /// Returns the last position before `end` at which the row may break; nil if there is none.
  private func lastBreak(from start: Int, upTo end: Int) -> Int? {
    (start + 1..<end + 1).last { index in
      glyphs[index].isSpace || glyphs[index - 1].isSpace
        || (glyphs[index].columns == 2 && glyphs[index - 1].columns == 2)
    }
  }

  private func droppingTrailingSpaces() -> SanitizedText {
    SanitizedText(glyphs: Array(glyphs[..<((glyphs.lastIndex { !$0.isSpace } ?? -1) + 1)]))
  }
}

extension SanitizedText: ExpressibleByStringLiteral {
  init(stringLiteral words: String) {
    self.init(words)
  }
}

extension SanitizedText: CustomStringConvertible {
  var description: String { text }
}
