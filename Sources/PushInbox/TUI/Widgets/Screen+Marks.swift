import InboxModel

/// Highlighting of searched words: reversed, which needs no color; on a reversed row they are not
/// reversed.
extension Screen {
  /// Highlights words in a text that was drawn.
  ///
  /// - Parameters:
  ///   - part: The glyphs in which the words are searched; nil for all.
  ///   - columns: The maximum number of columns used for the text.
  mutating func mark(
    _ words: [FoldedText], in text: SanitizedText, part: Range<Int>? = nil, row: Int, column: Int,
    columns: Int = .max
  ) {
    guard !words.isEmpty else { return }
    let part = (part ?? text.glyphs.indices).clamped(to: text.glyphs.indices)
    let pieces = text.glyphs[part].map(\.text)
    let found = words.flatMap { $0.ranges(in: pieces) }.map {
      $0.lowerBound + part.lowerBound..<$0.upperBound + part.lowerBound
    }
    mark(Set(found.flatMap { Array($0) }), of: text, row: row, column: column, columns: columns)
  }

  /// Highlights glyphs of a text that was drawn.
  fileprivate mutating func mark(
    _ glyphs: Set<Int>, of text: SanitizedText, row: Int, column: Int, columns: Int
  ) {
    guard !glyphs.isEmpty else { return }
    var used = 0
    for (place, glyph) in text.glyphs.enumerated() {
      if glyphs.contains(place), used + glyph.columns <= columns {
        restyle(
          row: row, column: column + self.column(used, of: text), columns: glyph.columns
        ) { $0.isReversed.toggle() }
      }
      used += glyph.columns
    }
  }

  /// Highlights the words of a line, and the matches of the search on its page.
  mutating func mark(_ line: StyledLine, row: Int, column: Int, columns: Int) {
    guard !line.words.isEmpty || line.search != nil else { return }
    // A match may span several parts.
    let pieces = line.glyphTexts
    let searched = line.search?.ranges(in: pieces).flatMap { Array($0) } ?? []
    var (first, used) = (0, 0)
    for part in line.parts {
      let count = part.text.glyphs.count
      var glyphs = Set(searched.filter { (first..<first + count).contains($0) }.map { $0 - first })
      if part.style.role != .faint {
        let own = Array(pieces[first..<first + count])
        glyphs.formUnion(line.words.flatMap { $0.ranges(in: own) }.flatMap { Array($0) })
      }
      mark(glyphs, of: part.text, row: row, column: column + used, columns: columns - used)
      first += count
      used += part.text.columns
    }
  }
}
