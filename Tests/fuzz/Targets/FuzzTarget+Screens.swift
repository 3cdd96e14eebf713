import Foundation

@testable import InboxModel
@testable import PushInbox

// The terminal: any text is drawn without control characters and within its width.

extension FuzzTarget {
  static let screens = [sanitizedText, keys]

  private static let sanitizedText = FuzzTarget(
    "text on the screen",
    [
      "plain", "\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc (1)",
      "e\u{301}\u{1F468}\u{200D}\u{1F469}\u{4E00}\u{202E}",
      "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{200F}x\ny", "\u{1F1E9}\u{1F1EA}\u{1B}[31m\t|",
    ], words: ofTexts, stepsPerByte: 20_000
  ) { input in
    let raw = String(decoding: input, as: UTF8.self)
    let text = SanitizedText(raw)
    try expectDrawable(text)
    try expectHolds(
      SanitizedText(text.text).text == text.text, "sanitised again it differs: \(text.text)")
    let limited = SanitizedText(raw, limit: 30)
    try expectHolds(limited.text.utf8.count <= 30, "the limit is exceeded: \(limited.text)")
    for line in SanitizedText.lines(of: raw, limit: 100) { try expectDrawable(line) }
    for width in [1, 2, 7, 30] {
      // A wide character is clipped by a row of one column.
      let most = max(width, 2)
      for row in text.wrapped(to: width) + text.cut(to: width) {
        try expectHolds(row.columns <= most, "a row has \(row.columns) columns, not \(width)")
      }
      for part in [text.truncated(to: width), text.prefix(columns: width)] {
        try expectHolds(part.columns <= width, "a start has \(part.columns) columns, not \(width)")
      }
      try expectHolds(text.padded(to: width).columns == width, "it is not padded to \(width)")
      let glyphs = text.cut(to: width).flatMap(\.glyphs)
      try expectHolds(glyphs == text.glyphs, "cut to \(width) it has other characters")
    }
    try expectHolds(
      Bidi.order(of: text.glyphs).sorted() == Array(text.glyphs.indices),
      "the order leaves out characters, or repeats them")
    let plain = PlainText.clean(raw)
    try expectHolds(
      isClean(plain) && !plain.contains("\n") && PlainText.clean(plain) == plain,
      "plain text is not clean: \(plain)")
    return true
  }

  /// Throws if a text has control characters, or is drawn with other columns than it counts.
  private static func expectDrawable(_ text: SanitizedText) throws {
    try expectHolds(
      isClean(text.text) && !text.text.unicodeScalars.contains("\n"),
      "control characters: \(text.text.debugDescription)")
    for order in [TextOrder.logical, .visual, .terminal] {
      var screen = Screen(size: Size(columns: 24, rows: 1), order: order)
      screen.draw(text, row: 0, column: 0)
      let cells = screen.cells(inRow: 0)
      try expectHolds(
        cells.reduce(0) { $0 + Int($1.columns) } == 24,
        "the cells of a row have \(cells.map(\.columns)) columns")
      for cell in cells {
        try expectHolds(
          isClean(cell.text) && cell.text.unicodeScalars.count <= 2 + Sanitizer.marksLimit,
          "a cell cannot be drawn: \(cell.text.debugDescription)")
      }
    }
  }

  /// UTF-8 as a terminal sends it; U+E000 and the next 1,023 scalars are the key codes of ncurses,
  /// 256 and up, U+F8FE and U+F8FF the marks of a paste.
  private static let keys = FuzzTarget(
    "keys of a terminal",
    [
      "a\u{1}\r", "\u{1B}[<0;10;5M", "\u{1B}x\u{1B}\u{1B}[M!!!", "\u{F8FE}a\rb\u{F8FF}c",
      "\u{1B}]0;t\u{7}q", "\u{E003}\u{E009}",
    ],
    words: ["\u{1B}", "\u{1B}[", "\u{1B}[<65;1;1M", "\u{1B}P", "\u{1B}\\", "\u{1B}O", "\u{F8FE}"]
  ) { input in
    var rest = String(decoding: input, as: UTF8.self).unicodeScalars[...]
    let hasPaste = rest.contains("\u{F8FE}")
    let keys = KeyParser { _ in
      rest.popFirst().map { scalar in
        switch scalar.value {
        case 0xE000..<0xE400: .code(scalar.value - 0xE000 + 256)
        case 0xF8FE: .code(KeyParser.pasteBegins)
        case 0xF8FF: .code(KeyParser.pasteEnds)
        default: .scalar(scalar)
        }
      }
    }.readKeys()
    try expectHolds(rest.isEmpty, "input is left")
    for key in keys {
      switch key {
      case .mouse(let mouse):
        try expectHolds(
          (0..<65_535).contains(mouse.row) && (0..<65_535).contains(mouse.column),
          "the mouse is at \(mouse)")
      case .pasted(let text):
        try expectHolds(
          hasPaste && text.unicodeScalars.count <= KeyParser.pasteLimit
            && !text.unicodeScalars.contains("\r"), "a paste is read otherwise")
      case .character(let character), .alt(let character):
        let scalars = character.unicodeScalars
        try expectHolds(
          scalars.count == 1 && scalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" },
          "a control character is typed as \(key)")
      default: break
      }
    }
    return !keys.isEmpty
  }
}
