import Testing

@testable import PushInbox

@Suite struct SanitizedTextTests {
  @Test func `lines are split before they are sanitised`() {
    #expect(SanitizedText.lines(of: "a\r\nb\n\nc\rd").map(\.text) == ["a", "b", "", "c^Md"])
    #expect(SanitizedText.lines(of: "").map(\.text) == [""])
    #expect(SanitizedText.lines(of: String(repeating: "\n", count: 9), limit: 4).count == 5)
  }

  @Test(arguments: [
    (0, ""), (1, "…"), (2, "…"), (3, "漢…"), (4, "漢…"), (5, "漢字…"), (6, "漢字表"), (7, "漢字表"),
  ])
  func `a wide character is never cut in half`(_ width: Int, _ shown: String) {
    #expect(SanitizedText("漢字表").truncated(to: width).text == shown)
  }

  @Test func `a cut in ASCII ends in dots`() {
    #expect(SanitizedText("Hello world").truncated(to: 8, ellipsis: "...").text == "Hello...")
    #expect(SanitizedText("Hello").truncated(to: 2, ellipsis: "...").text == "..")
    #expect(SanitizedText("Hello").padded(to: 7).text == "Hello  ")
    #expect(SanitizedText("Hello").padded(to: 3).text == "He…")
  }

  struct Wrap: CustomTestStringConvertible, Sendable {
    var text: SanitizedText
    var width: Int
    var lines = Int.max
    var rows: [String]
    var testDescription: String { "\(text) in \(width)" }
  }

  @Test(arguments: [
    Wrap(text: "the quick brown fox", width: 9, rows: ["the quick", "brown fox"]),
    Wrap(text: "the quick brown fox", width: 10, rows: ["the quick", "brown fox"]),
    Wrap(text: "the quick brown fox", width: 9, lines: 1, rows: ["the quic…"]),
    Wrap(text: "the quick brown fox", width: 9, lines: 2, rows: ["the quick", "brown fox"]),
    Wrap(text: "abcdefgh", width: 3, rows: ["abc", "def", "gh"]),
    Wrap(text: "ab  cd", width: 2, rows: ["ab", "cd"]),
    Wrap(text: "  indented", width: 20, rows: ["  indented"]),
    Wrap(text: "見漢字表", width: 5, rows: ["見漢", "字表"]),
    Wrap(text: "漢字", width: 1, rows: ["漢", "字"]),
    Wrap(text: "", width: 5, rows: [""]),
    Wrap(text: "a", width: 0, rows: []),
    Wrap(text: "word ", width: 4, rows: ["word"]),
  ])
  func `wrapped words stay whole if they fit`(_ wrap: Wrap) {
    #expect(wrap.text.wrapped(to: wrap.width, maxLines: wrap.lines).map(\.text) == wrap.rows)
  }

  @Test(arguments: InjectionCase.all, [1, 20, 41])
  func `cutting and wrapping preserve all glyphs`(_ injection: InjectionCase, _ width: Int) {
    for raw in injection.texts {
      let text = SanitizedText(raw)
      for row in text.wrapped(to: width) + [text.truncated(to: width), text.padded(to: width)] {
        #expect(row.columns <= max(width, 2))
        #expect(!row.glyphs.contains { $0.drawn.unicodeScalars.contains(where: isForbidden) })
        #expect(
          SanitizedText(row.text, limit: 32768).glyphs.map(\.drawn) == row.glyphs.map(\.drawn))
      }
    }
  }
}
