import Testing

@testable import PushInbox

@Suite struct ScreenTests {
  /// Returns a screen that uses every drawing function.
  private func picture(_ size: Size, symbols: Symbols = .unicode) -> Screen {
    var screen = Screen(size: size, symbols: symbols)
    screen.box(row: 0, column: 0, width: size.columns, height: size.rows, title: "BANNER  Chat")
    screen.draw("Никита К 👍 漢字", row: 1, column: 2, style: .bold)
    screen.draw("a\u{1B}[2J\u{202E}b", row: 2, column: 2, style: .init(role: .bad))
    screen.draw("مرحبا e\u{301} 👩‍👩‍👧 ok", row: 3, column: 2)
    screen.draw("漢字表示", row: 4, column: size.columns - 4, columns: 3, style: .reversed)
    screen.fill(row: 4, column: 2, columns: 6, style: .underlined)
    return screen
  }

  @Test(arguments: [(40, 7), (20, 5), (5, 3), (1, 1)])
  func `a drawn screen equals its golden screen at each size`(_ columns: Int, _ rows: Int) throws {
    let screen = picture(Size(columns: columns, rows: rows))
    try expectScreen(screen, named: "screen-\(columns)x\(rows)")
  }

  @Test func `a screen without Unicode has ASCII lines`() throws {
    try expectScreen(
      picture(Size(columns: 40, rows: 7), symbols: .ascii), named: "screen-ascii-40x7")
  }

  @Test func `a picture has every run of cells at its position, and lines as paths`() {
    var screen = Screen(size: Size(columns: 12, rows: 3))
    screen.box(row: 0, column: 0, width: 12, height: 3)
    screen.draw("a<b 漢字", row: 1, column: 1, style: .bold)
    screen.fill(row: 1, column: 10, columns: 1, style: .reversed)
    let lines = screen.svg().split(separator: "\n").map(String.init)
    #expect(lines.first?.contains(#"viewBox="0 0 124.8 78""#) == true)
    #expect(
      lines.contains {
        $0.contains(#"x="20.4" y="43.5" textLength="33.6""#) && $0.hasSuffix(">a&lt;b </text>")
      })
    #expect(
      lines.contains {
        $0.contains(#"x="54" y="43.5" textLength="33.6""#) && $0.hasSuffix(">漢字</text>")
      })
    #expect(lines.contains { $0.contains(#"<rect x="96" y="30" width="8.4""#) })
    #expect(lines.filter { $0.hasPrefix("<path ") }.count == 4)
    #expect(!screen.svg().contains("┌"))
    #expect(lines.last == "</svg>")
  }

  @Test func `a picture has right-to-left letters in logical order`() {
    var screen = Screen(size: Size(columns: 6, rows: 1))
    screen.draw("cba ١", row: 0, column: 0)
    #expect(screen.svg().contains(">cba </text>"))
    screen.draw("אבג", row: 0, column: 0)
    #expect(
      screen.svg().contains(#"direction="rtl" unicode-bidi="embed" text-anchor="end">גבא</text>"#))
  }

  @Test func `drawing outside of the screen is clipped`() {
    for (columns, rows) in [(0, 0), (0, 3), (3, 0), (1, 1), (2, 2)] {
      var screen = picture(Size(columns: columns, rows: rows))
      let before = screen
      for (row, column) in [(-1, 0), (rows, 0), (0, columns), (-9, -9), (0, -20)] {
        screen.draw("漢字 text", row: row, column: column)
        screen.fill(row: row, column: column, columns: 5, style: .bold)
        screen.restyle(row: row, column: column, columns: 5) { $0.isBold = true }
      }
      screen.box(row: rows, column: columns, width: 9, height: 9)
      #expect(screen == before)
    }
  }

  @Test func `text that begins left of the edge shows its end`() {
    var screen = Screen(size: Size(columns: 4, rows: 1))
    #expect(screen.draw("漢字ab", row: 0, column: -1) == 6)
    #expect(screen.text() == " 字a")
  }

  @Test func `half of an overwritten wide character becomes blank`() {
    var screen = Screen(size: Size(columns: 6, rows: 1))
    screen.draw("漢字表", row: 0, column: 0)
    screen.draw("x", row: 0, column: 1)
    #expect(screen.text() == " x字表")
    screen.draw("y", row: 0, column: 2)
    #expect(screen.text() == " xy 表")
    screen.draw("漢", row: 0, column: 3)
    #expect(screen.text() == " xy漢")
    screen.draw("漢", row: 0, column: 2)
    #expect(screen.text() == " x漢")
    screen.draw("字", row: 0, column: 5)
    #expect(screen.text() == " x漢")
    for column in 0..<6 { #expect(screen[0, column].columns != 0 || column == 3) }
  }

  @Test func `drawing the same wide text again changes nothing`() {
    var screen = Screen(size: Size(columns: 6, rows: 1))
    screen.draw("漢字表", row: 0, column: 0)
    let before = screen
    screen.draw("漢字表", row: 0, column: 0)
    #expect(screen == before)
  }

  @Test func `draw returns the used columns`() {
    var screen = Screen(size: Size(columns: 10, rows: 1))
    #expect(screen.draw("漢字", row: 0, column: 0, columns: 3) == 2)
    #expect(screen.draw("abc", row: 0, column: 9) == 3)
  }

  @Test(arguments: WidthCase.all)
  func `a string is followed by the next cell at its width`(_ string: WidthCase) {
    var screen = Screen(size: Size(columns: 80, rows: 1))
    let text = SanitizedText(string.text)
    screen.draw(text + "|", row: 0, column: 0)
    #expect(screen[0, text.columns].text == "|")
  }
}
