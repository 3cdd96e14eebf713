import Testing

@testable import PushInbox

/// Keys of what a terminal sends (xterm, "Xterm Control Sequences").
@Suite struct KeyParserTests {
  /// Returns the keys of scalars that arrive at once; the scalars U+E000 and U+E001 are the marks
  /// of a paste.
  private func keys(_ text: String) -> [Key] {
    var rest = text.unicodeScalars[...]
    return KeyParser { _ in
      rest.popFirst().map { scalar in
        switch scalar {
        case "\u{E000}": .code(KeyParser.pasteBegins)
        case "\u{E001}": .code(KeyParser.pasteEnds)
        default: .scalar(scalar)
        }
      }
    }.readKeys()
  }

  @Test(
    arguments: [
      ("aé", ["a", "é"]), ("\r\t\u{7F}", [.enter, .tab, .backspace]),
      ("\u{1}\0", [.control("a"), .control("@")]),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}x", [.escape, .alt("x")]), ("\u{1B}\r", [.altEnter]),
      ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}]", [.alt("]")]),
      ("\u{E000}a\rb\u{1B}[A\u{E001}c", [.pasted("a\nb\u{1B}[A"), "c"]),
      ("\u{1B}\u{E000}a", [.escape, .pasted("a")]),
    ] as [(String, [Key])])
  func `typed, escaped and pasted scalars are keys`(input: String, expected: [Key]) {
    #expect(keys(input) == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;10;5M", .press, 4, 9), ("\u{1B}[<64;1;1M", .wheelUp, 0, 0),
      ("\u{1B}[<81;65535;2M", .wheelDown, 1, 65_534),
    ] as [(String, Mouse.Kind, Int, Int)])
  func `a mouse sequence is a press or a turn of the wheel`(
    input: String, kind: Mouse.Kind, row: Int, column: Int
  ) {
    #expect(keys(input) == [.mouse(Mouse(kind: kind, row: row, column: column))])
  }

  @Test(arguments: [
    "\u{1B}[<0;10;5m", "\u{1B}[<0;0;5M", "\u{1B}[<0;+1;5M", "\u{1B}[<0;65536;5M", "\u{1B}[<2;1;1M",
    "\u{1B}[<0;1M", "\u{1B}[M!!!", "\u{1B}[99~", "\u{1B}]0;title\u{7}", "\u{1B}P1$r\u{1B}\\",
    "\u{1B}Ox",
  ])
  func `an unknown sequence is dropped as a whole`(sequence: String) {
    #expect(keys(sequence + "q") == ["q"])
  }

  @Test func `a paste keeps its first scalars`() {
    let text = String(repeating: "x", count: KeyParser.pasteLimit + 1)
    #expect(keys("\u{E000}\(text)\u{E001}q") == [.pasted(String(text.dropLast())), "q"])
  }
}
