import Testing

@testable import PushInbox

@Suite struct SanitizerTests {
  @Test func `the corpus of injections is complete`() {
    #expect(InjectionCase.all.count == 263)
  }

  @Test(arguments: InjectionCase.all)
  func `controls, overrides and hidden characters are not drawn`(_ injection: InjectionCase) {
    for raw in injection.texts {
      let clean = SanitizedText(raw)
      for glyph in clean.glyphs {
        #expect(!glyph.drawn.unicodeScalars.contains(where: isForbidden))
        #expect(glyph.drawn.unicodeScalars.count <= 1 + Sanitizer.marksLimit)
        #expect((1...2).contains(glyph.columns))
      }
      #expect(clean.text.utf8.count <= 4096)
      // The text may contain tags only in flags of regions.
      let flag = /\u{1F3F4}[\u{E0030}-\u{E007A}]{3,6}\u{E007F}/.matchingSemantics(.unicodeScalar)
      let text = clean.text.replacing(flag, with: "")
      #expect(!text.unicodeScalars.contains(where: isForbidden))
    }
  }

  @Test(arguments: InjectionCase.all)
  func `sanitising is idempotent`(_ injection: InjectionCase) {
    for raw in injection.texts {
      let once = SanitizedText(raw)
      let twice = SanitizedText(once.text)
      #expect(twice.text == once.text)
      #expect(twice.columns == once.columns)
      #expect(twice.glyphs.map(\.drawn) == once.glyphs.map(\.drawn))
    }
  }

  @Test(arguments: ["a\u{200E}", "\u{5D0}\u{200F}", String(repeating: "\u{200E}", count: 20)])
  func `cleaning twice changes nothing where the limit cuts right-to-left letters away`(
    start: String
  ) {
    let raw = start + String(repeating: "b", count: 20) + "\u{5D0}"
    for limit in 3...60 {
      let once = SanitizedText(raw, limit: limit)
      let twice = SanitizedText(once.text, limit: limit)
      #expect(twice.text == once.text, "\(limit)")
      #expect(twice.glyphs.map(\.drawn) == once.glyphs.map(\.drawn), "\(limit)")
    }
  }

  @Test(arguments: InjectionCase.all.filter(\.isKept))
  func `legitimate text is unchanged`(_ injection: InjectionCase) {
    for raw in injection.texts {
      #expect(Array(SanitizedText(raw).text.unicodeScalars) == Array(raw.unicodeScalars))
      #expect(!SanitizedText(raw).glyphs.contains { $0.isReplacement })
    }
  }

  @Test(arguments: InjectionCase.all.filter { !$0.visible.isEmpty && !$0.id.hasPrefix("raw-") })
  func `harmless text stays readable`(_ injection: InjectionCase) {
    let shown = injection.texts.flatMap { SanitizedText.lines(of: $0, limit: 16384) }.map(\.text)
    for word in injection.visible {
      #expect(shown.joined(separator: "\n").contains(word))
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var raw: String
    var shown: String
    var testDescription: String { shown }

    init(_ raw: String, _ shown: String) {
      self.raw = raw
      self.shown = shown
    }
  }

  @Test(arguments: [
    Row("a\tb", "a b"),
    Row("a\u{1B}[31mb", "a^[[31mb"),
    Row("a\u{0}\u{7F}b", "a^@^?b"),
    Row("one\r\ntwo", "one^M^Jtwo"),
    Row("a\u{9B}2Jb", "a\\u009b2Jb"),
    Row("invoice\u{202E}gpj.exe", "invoice\\u202egpj.exe"),
    Row("pay\u{200B}pal", "pay\\u200bpal"),
    Row("pay\u{200D}pal", "pay\\u200dpal"),
    Row("Hi\u{E0069}", "Hi\\u{e0069}"),
    Row("\u{1F3F4}\u{E0069}\u{E0067}", "🏴\\u{e0069}\\u{e0067}"),
    Row("\u{336}affected", "◌\u{336}affected"),
    Row("\u{200D}🔥", "\\u200d🔥"),
    Row("x\u{FE00}", "x\\ufe00"),
    Row("\u{3164}", "\\u3164"),
    Row("\u{E000}", "\\ue000"),
    Row("pass\u{AD}word", "pass-word"),
    Row("\u{1F1E9}\u{1F1EA}\u{1F1EB}", "DEF"),
    Row("👩\u{200D}👩\u{200D}👧", "👩"),
    Row("👍🏽👍", "👍👍"),
    Row("❤\u{FE0F}", "❤"),
    Row("1\u{FE0F}\u{20E3}", "1\u{20E3}"),
    Row("می\u{200C}خواهم", "می\u{200C}خواهم"),
    Row("שלום\u{200F} a\u{200E}", "שלום a"),
    Row("a\u{200E}", "a\\u200e"),
    Row("a\u{1161}", "a\\u1161"),
    Row("e\u{300}\u{301}\u{302}\u{303}\u{304}", "e\u{300}\u{301}\u{302}\u{303}"),
    Row(String(repeating: "\u{7}", count: 12), "^G^G^G^G^G^G^G^G…"),
  ])
  func `each kind of character has its replacement`(_ row: Row) {
    let shown = SanitizedText(row.raw).glyphs.map(\.drawn).joined()
    #expect(Array(shown.unicodeScalars) == Array(row.shown.unicodeScalars))
  }

  @Test func `replacements are marked, and no other glyphs`() {
    let marks = SanitizedText("a\u{1B}[").glyphs.map(\.isReplacement)
    #expect(marks == [false, true, true, false])
    #expect(!SanitizedText("a^[[").glyphs.contains { $0.isReplacement })
  }

  @Test(arguments: [0, 1, 3, 4, 10, 11])
  func `text over the limit is cut and ends in an ellipsis`(_ limit: Int) {
    let cut = SanitizedText("Здравствуйте", limit: limit)
    #expect(cut.text.utf8.count <= limit)
    #expect(limit < 3 || cut.text.hasSuffix("…"))
    #expect(SanitizedText("four", limit: 4).text == "four")
    #expect(SanitizedText(String(repeating: "\u{301}", count: 100_000)).text.hasSuffix("…"))
  }
}
