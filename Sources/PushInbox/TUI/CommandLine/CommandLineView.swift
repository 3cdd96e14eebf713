/// The line after `:` or another label, in place of the hints, and its remark above the status.
struct CommandLineView {
  let scene: Scene
  let prompt: CommandPrompt
  var label: SanitizedText = ":"

  func draw(on screen: inout Screen) {
    let row = scene.layout.hints
    let width = scene.layout.size.columns
    screen.fill(row: row, column: 0, columns: width)
    let start = screen.draw(
      label, row: row, column: 0, cutTo: max(1, width / 2), style: Palette.accent)
    let line = TypedRow(prompt.field, width: width - start, cut: scene.symbols.ellipsis)
    screen.draw(line.text, row: row, column: start)
    screen.cursor = Screen.Position(
      row: row, column: start + screen.column(line.cursor, of: line.text))
    switch prompt.note {
    case .candidates(let candidates, let remarks):
      CandidatesView(
        scene: scene, candidates: candidates, remarks: remarks.map { SanitizedText($0) }
      )
      .draw(on: &screen)
    case .problem(let text, let place):
      let columns = line.columns(of: place)
      screen.restyle(row: row, column: start + columns.lowerBound, columns: columns.count) {
        $0 = Palette.bad
      }
      NoteView(scene: scene, text: SanitizedText(text), style: Palette.failure)
        .draw(on: &screen)
    case nil: break
    }
  }
}

/// The candidates of a word: a row each with its sentence, or all in a paragraph if there is no
/// sentence or not enough room.
struct CandidatesView {
  let scene: Scene
  let candidates: [Candidate]
  let remarks: [SanitizedText]

  func draw(on screen: inout Screen) {
    let size = scene.layout.size
    let limit = Layout.maximumCandidateRows(size)
    let cut = candidates.map(\.text).commonPrefix.prefixThroughLastSeparator.count
    let words = candidates.map { SanitizedText(String($0.text.dropFirst(cut))) }
    var lines = remarks
    if candidates.contains(where: { !$0.meaning.isEmpty }), lines.count + words.count <= limit {
      let width = words.map(\.columns).max() ?? 0
      lines += zip(words, candidates).map { word, candidate in
        (word.padded(to: width) + "  " + SanitizedText(candidate.meaning))
          .truncated(to: size.columns - 1, ellipsis: scene.symbols.ellipsis)
      }
    } else if !words.isEmpty {
      lines.append(words.dropFirst().reduce(words[0]) { $0 + "  " + $1 })
    }
    NoteView(scene: scene, lines: lines, style: .dim, limit: limit).draw(on: &screen)
  }
}

extension String {
  /// The part up to the last dot, colon or equals sign, such as `apps.com.example.chat.`.
  fileprivate var prefixThroughLastSeparator: Substring {
    lastIndex { ".:=".contains($0) }.map { self[...$0] } ?? ""
  }
}

/// A remark on as many rows as it needs, upwards from the status; it covers neither the status nor
/// the header.
struct NoteView {
  let scene: Scene
  let lines: [SanitizedText]
  let style: Style
  /// The maximum number of rows.
  let limit: Int

  /// Makes a remark of lines, on at most ``Layout/maximumNoteRows(_:)`` rows without a limit.
  init(scene: Scene, lines: [SanitizedText], style: Style, limit: Int? = nil) {
    self.scene = scene
    self.lines = lines
    self.style = style
    self.limit = limit ?? Layout.maximumNoteRows(scene.layout.size)
  }

  init(scene: Scene, text: SanitizedText, style: Style) {
    self.init(scene: scene, lines: [text], style: style)
  }

  func draw(on screen: inout Screen) {
    let size = scene.layout.size
    var rows: [SanitizedText] = []
    for line in lines where rows.count < limit {
      rows += line.wrapped(
        to: size.columns - 1, maxLines: limit - rows.count, ellipsis: scene.symbols.ellipsis)
    }
    for (number, line) in rows.enumerated() {
      let row = scene.layout.status - rows.count + number
      screen.fill(row: row, column: 0, columns: size.columns)
      screen.draw(line, row: row, column: 1, style: style)
    }
  }
}

/// One row of a text field, scrolled sideways so that its cursor is visible.
struct TypedRow {
  /// The visible text, with an ellipsis if its beginning is cut.
  private(set) var text: SanitizedText = ""
  /// The column of the cursor.
  private(set) var cursor = 0
  /// The first visible character, and the column after each character from there.
  private var first = 0
  private var ends: [Int] = []
  private var start = 0

  init(_ field: TextField, width: Int, cut: SanitizedText) {
    let glyphs = field.characters.map { SanitizedText(String($0)) }
    // The cursor needs its own column.
    let room = width - 1
    if glyphs[..<field.cursor].reduce(0, { $0 + $1.columns }) > room {
      text = cut
      first = field.cursor
      var used = cut.columns
      while first > 0, used + glyphs[first - 1].columns <= room {
        first -= 1
        used += glyphs[first].columns
      }
    }
    start = text.columns
    cursor = start
    for (place, glyph) in glyphs.enumerated().dropFirst(first) {
      guard text.columns + glyph.columns <= width else { break }
      text += glyph
      ends.append(text.columns)
      if place < field.cursor { cursor = text.columns }
    }
    text = text.asParagraph
  }

  /// Returns the visible columns of a range of characters.
  func columns(of range: Range<Int>) -> Range<Int> {
    let lower = column(before: range.lowerBound)
    return lower..<max(lower, column(before: range.upperBound))
  }

  private func column(before place: Int) -> Int {
    place <= first ? start : ends.prefix(place - first).last ?? start
  }
}
