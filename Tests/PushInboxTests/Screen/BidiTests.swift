import InboxModel
import Testing

@testable import PushInbox

/// Right-to-left text. Expected rows are in visual order: the first character is the leftmost cell,
/// regardless of how an editor shows it.
@Suite struct BidiTests {
  /// A text, and the scalars of its cells from left to right.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var cells: [String]

    init(_ name: String, _ text: String, _ cells: [String]) {
      (testDescription, self.text, self.cells) = (name, text, cells)
    }

    /// Cells of one scalar each.
    init(_ name: String, _ text: String, _ visual: String) {
      self.init(name, text, visual.unicodeScalars.map { String($0) })
    }

    // Hebrew: \u{5E9} shin, \u{5DC} lamed, \u{5D5} vav, \u{5DD} mem.
    static let all = [
      Row("one word", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{5DD}\u{5D5}\u{5DC}\u{5E9}"),
      Row("two words", "\u{5E9}\u{5DC} \u{5D5}\u{5DD}", "\u{5DD}\u{5D5} \u{5DC}\u{5E9}"),
      Row("Latin first", "ab \u{5E9}\u{5DC}.", "ab \u{5DC}\u{5E9}."),
      Row("Latin last", "\u{5E9}\u{5DC} ab.", ".ab \u{5DC}\u{5E9}"),
      Row("a number stays readable", "\u{5E9}\u{5DC} 12.50", "12.50 \u{5DC}\u{5E9}"),
      Row("a number before it", "12 \u{5E9}\u{5DC}", "\u{5DC}\u{5E9} 12"),
      Row("brackets are mirrored", "\u{5E9} (\u{5DC})", "(\u{5DC}) \u{5E9}"),
      Row("brackets around Latin", "\u{5E9} (ab)", "(ab) \u{5E9}"),
      Row("brackets in Latin text", "a (\u{5E9}\u{5DC}) b", "a (\u{5DC}\u{5E9}) b"),
      Row(
        "marks stay on their letter", "\u{5E9}\u{5C1}\u{5B8}\u{5DC}",
        ["\u{5DC}", "\u{5E9}\u{5C1}\u{5B8}"]),
      Row(
        "wide characters keep two cells", "\u{5E9}\u{6F22}\u{5DC}",
        ["\u{5DC}", "\u{6F22}", "", "\u{5E9}"]),
      Row("a kept mark of direction counts", "\u{5E9}!\u{200E} b", " b!\u{5E9}"),
      // seen, lam, alef, meem in their joining forms.
      Row(
        "Arabic letters join", "\u{633}\u{644}\u{627}\u{645}",
        "\u{FEE1}\u{FE8E}\u{FEE0}\u{FEB3}"),
      Row(
        "vowels do not part Arabic letters", "\u{628}\u{64E}\u{628}",
        ["\u{FE90}", "\u{FE91}\u{64E}"]),
      Row("what a sender may not do is still named", "\u{5E9}\u{202E}", "u202e\\\u{5E9}"),
      Row("left to right alone is left alone", "a (b) 1", "a (b) 1"),
    ]
  }

  private func screen(_ order: TextOrder, columns: Int = 20) -> Screen {
    Screen(size: Size(columns: columns, rows: 1), order: order)
  }

  private func cells(_ screen: Screen, _ count: Int) -> [String] {
    screen.cells(inRow: 0).prefix(count).map(\.text)
  }

  @Test(arguments: Row.all)
  func `right-to-left text is in visual order, in the same number of cells`(row: Row) {
    var screen = screen(.visual)
    let text = SanitizedText(row.text)
    #expect(screen.draw(text, row: 0, column: 0) == row.cells.count)
    #expect(cells(screen, row.cells.count) == row.cells)
    #expect(screen[0, row.cells.count] == .blank)
    #expect(text.columns == row.cells.count)
  }

  @Test(arguments: Row.all)
  func `plain text keeps its logical order`(row: Row) {
    let text = SanitizedText(row.text)
    var logical = screen(.logical)
    logical.draw(text, row: 0, column: 0)
    let drawn = text.glyphs.flatMap { [$0.drawn] + ($0.columns == 2 ? [""] : []) }
    #expect(cells(logical, drawn.count) == drawn)
    #expect(SanitizedText(text.text).text == text.text)
  }

  @Test(arguments: Row.all)
  func `for a terminal that reorders, each field ends with a directional mark`(row: Row) {
    var screen = screen(.terminal)
    screen.draw(SanitizedText(row.text) + " " + SanitizedText(row.text), row: 0, column: 0)
    let count = row.cells.count
    let marked = screen.cells(inRow: 0).enumerated().filter { $1.text.hasSuffix("\u{200E}") }
    let isLatin = row.text.utf8.allSatisfy { $0 < 0x80 }
    let last = SanitizedText(row.text).glyphs.last?.columns ?? 1
    #expect(
      marked.map(\.offset) == (isLatin ? [] : [count - last, 2 * count + 1 - last]))
  }

  @Test func `a cut removes the logical end of right-to-left text, on the left`() {
    let text = SanitizedText("\u{5E9}\u{5DC}\u{5D5}\u{5DD} abc")
    for (width, expected) in [
      (8, "abc \u{5DD}\u{5D5}\u{5DC}\u{5E9}"), (7, "…a \u{5DD}\u{5D5}\u{5DC}\u{5E9}"),
      (4, "…\u{5D5}\u{5DC}\u{5E9}"), (1, "…"),
    ] {
      var screen = screen(.visual)
      screen.draw(text.truncated(to: width), row: 0, column: 0)
      #expect(screen.text() == expected)
    }
    // The same at the end of a field or of the screen.
    var field = screen(.visual)
    #expect(field.draw(text, row: 0, column: 0, columns: 3) == 3)
    #expect(field.text() == "\u{5D5}\u{5DC}\u{5E9}")
    var narrow = screen(.visual, columns: 3)
    #expect(narrow.draw(text, row: 0, column: 0) == 8)
    #expect(narrow.text() == "\u{5D5}\u{5DC}\u{5E9}")
  }

  @Test func `a paragraph has the same direction in every row`() {
    // The second row has no letter of the paragraph's direction.
    let rows = SanitizedText("\u{5E9}\u{5DC} ab. cd!").wrapped(to: 7)
    var screen = Screen(size: Size(columns: 7, rows: 2), order: .visual)
    for (row, text) in rows.enumerated() { screen.draw(text, row: row, column: 0) }
    #expect(screen.text() == " ab. \u{5DC}\u{5E9}\n    !cd")
  }

  @Test func `adjacent fields do not affect each other's order`() {
    var screen = screen(.visual)
    let word = SanitizedText("\u{5E9}\u{5DC}")
    screen.draw(word.padded(to: 4) + "| " + word + " " + SanitizedText("1"), row: 0, column: 1)
    #expect(screen.text() == " \u{5DC}\u{5E9}  | \u{5DC}\u{5E9} 1")
  }

  @Test func `the cursor is on the letter it precedes`() {
    let field = TextField("\u{5E9}\u{5DC} ab")
    let row = TypedRow(field, width: 20, cut: "…")
    var screen = screen(.visual)
    screen.draw(row.text, row: 0, column: 0)
    #expect(screen.text() == "ab \u{5DC}\u{5E9}")
    #expect((0...5).map { screen.column($0, of: row.text) } == [4, 3, 2, 0, 1, 0])
    #expect((0...5).map { self.screen(.logical).column($0, of: row.text) } == Array(0...5))
  }

  /// An environment, and the side that reorders there by default.
  @Test(
    arguments: [
      ([:], TextOrder.visual), (["TERM": "xterm-256color"], .visual),
      (["VTE_VERSION": "7600"], .visual),
      (["VTE_VERSION": "7600", "TMUX": "/tmp/t,1,0"], .terminal),
      (["VTE_VERSION": "5202", "TMUX": "/tmp/t,1,0"], .visual),
      (["VTE_VERSION": "x", "STY": "1.pts"], .visual), (["TMUX": "/tmp/t,1,0"], .visual),
      (["KONSOLE_VERSION": "230804"], .terminal), (["KONSOLE_VERSION": ""], .visual),
      (["TERM_PROGRAM": "Apple_Terminal"], .terminal), (["TERM_PROGRAM": "iTerm.app"], .visual),
      (["MLTERM": "3.9.0"], .terminal), (["WT_SESSION": "1"], .terminal),
      (["KITTY_WINDOW_ID": "1"], .terminal),
    ] as [([String: String], TextOrder)])
  func `the automatic text order follows the terminal, other orders are fixed`(
    environment: [String: String], order: TextOrder
  ) {
    #expect(TextOrder(.auto, environment: environment) == order)
    #expect(TextOrder(.app, environment: environment) == .visual)
    #expect(TextOrder(.terminal, environment: environment) == .terminal)
    #expect(TextOrder(.off, environment: environment) == .logical)
  }
}
