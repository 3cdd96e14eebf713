import Testing

@testable import InboxModel

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("a\u{0}\t\r\u{1B}[2J\u{7F}\u{85}\u{9B}b", #"a\x00\x09\x0d\x1b[2J\x7f\x85\x9bb"#),
    ("a\nb", #"a\nb"#), ("\u{202E}\u{2066}\u{200B}\u{FEFF}", #"\u202e\u2066\u200b\ufeff"#),
    ("\u{FFFD}\u{FFFE}\u{FFFF}\u{10000}", "\u{FFFD}\\ufffe\\uffff\u{10000}"),
    ("\u{1FFFD}\u{1FFFE}\u{1FFFF}", "\u{1FFFD}\\u1fffe\\u1ffff"),
    ("\u{10FFFD}\u{10FFFE}\u{10FFFF}", "\u{10FFFD}\\u10fffe\\u10ffff"),
    ("\u{E0041}", #"\ue0041"#), ("é 漢字 👩‍👩‍👧 \\x1b", "é 漢字 👩‍👩‍👧 \\x1b"),
  ])
  func `plain text escapes characters that control, reorder or hide text`(
    text: String, cleaned: String
  ) {
    #expect(Array(PlainText.clean(text).utf8) == Array(cleaned.utf8))
    #expect(PlainText.clean(cleaned) == cleaned)
  }

  @Test func `noncharacters between the Arabic forms are escaped, their neighbours are not`() {
    for value in (0xFDCF...0xFDF0).compactMap({ Unicode.Scalar($0 as UInt32) }) {
      let isEscaped = (0xFDD0...0xFDEF).contains(value.value)
      let text = PlainText.clean(String(value))
      #expect(text == (isEscaped ? "\\u" + String(value.value, radix: 16) : String(value)))
    }
  }

  @Test func `noncharacters of every plane are escaped, their neighbours are not`() throws {
    for plane in UInt32(0)...16 {
      for (offset, isEscaped) in [(0xFFFD, false), (0xFFFE, true), (0xFFFF, true)]
        as [(UInt32, Bool)]
      {
        let scalar = try #require(Unicode.Scalar(plane << 16 | offset))
        let text = PlainText.clean(String(scalar))
        #expect(
          text.utf8.allSatisfy { $0 < 0x80 } == isEscaped, "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test func `line feeds of a multi-line text are preserved`() {
    #expect(PlainText.cleanLines("a\u{1B}\n\nb\r\n") == "a\\x1b\n\nb\\x0d\n")
    #expect(PlainText.cleanLines("") == "")
  }
}
