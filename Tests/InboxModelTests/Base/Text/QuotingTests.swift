import InboxModel
import Testing

/// Text that another program parses. `Q` stands for a combining mark.
@Suite struct QuotingTests {
  /// Marks that form one Character with the preceding scalar.
  private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]

  private static let rows: [(form: @Sendable (String) -> String, text: String, quoted: String)] = [
    (Quoting.singleQuoted, "a'Qb", #"'a'\''Qb'"#), (Quoting.singleQuoted, "'Q", #"''\''Q'"#),
    (Quoting.singleQuoted, "Qa", "'Qa'"), (Quoting.singleQuoted, #"\Q"#, #"'\Q'"#),
    (Quoting.fishQuoted, #"'Q\Q"#, #"'\'Q\\Q'"#),
    (Quoting.xmlText, #"<Q>Q&Q"Q"#, #"&lt;Q&gt;Q&amp;Q"Q"#),
    (Quoting.xmlAttribute, #"<Q>Q&Q"Q"#, "&lt;Q&gt;Q&amp;Q&quot;Q"),
    (Quoting.doubleQuoted, #""Q\Q'Q"#, #""\"Q\\Q'Q""#),
  ]

  @Test func `quoting escapes a sign before any combining mark`() {
    for mark in Self.marks {
      for row in Self.rows {
        // Bytes are compared, since equal Strings may differ in bytes.
        let result = Array(row.form(marked(row.text, mark)).utf8)
        #expect(result == Array(marked(row.quoted, mark).utf8), "\(row.text)")
      }
    }
  }

  private func marked(_ text: String, _ mark: String) -> String {
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "Q") ? Array(mark.utf8) : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("abc", "abc"), ("a.b-c_d:e/f@g+h%i,j=k", "a.b-c_d:e/f@g+h%i,j=k"), ("-n", "-n"), ("", "''"),
    ("=ls", "'=ls'"), ("a b", "'a b'"), ("*", "'*'"), ("~", "'~'"), ("a{b,c}", "'a{b,c}'"),
    ("$x", "'$x'"), ("a\nb", "'a\nb'"), ("é", "'é'"), ("!", "'!'"), ("#", "'#'"), ("a;b", "'a;b'"),
    ("it's", #"'it'\''s'"#), (#"\"#, #"'\'"#), ("^", "'^'"), ("a\u{A0}b", "'a\u{A0}b'"),
  ])
  func `a shell word is bare only if no shell expands it`(text: String, word: String) {
    #expect(Quoting.shellWord(text) == word)
  }

  @Test(arguments: [
    ("a", "'a'"), ("", "''"), ("it's 100%\\", #"'it'\''s 100%%\\'"#), ("-n", #"'\055n'"#),
    ("a-n", "'a-n'"), ("a\nb\r\u{0}1\u{7F}", #"'a\nb\015\0001\177'"#),
    ("\u{1B}[2J\u{9B}é", #"'\033[2J\302\233é'"#), ("'\u{301}", "''\\''\u{301}'"),
  ])
  func `a printf format has no control characters`(text: String, format: String) {
    #expect(Quoting.printfFormat(Array(text.utf8)) == format)
  }

  @Test(arguments: [("a b%", "a%20b%25"), ("\u{1}é", "%01%C3%A9"), ("", "")])
  func `percent encoding writes two digits for each byte that is not kept`(
    text: String, encoded: String
  ) {
    #expect(
      Quoting.percentEncoded(text) { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
        == encoded)
  }

  @Test func `a printf format writes invalid UTF-8`() {
    #expect(Quoting.printfFormat([0x61, 0xFF, 0xC3, 0x62, 0x0A]) == #"'a\377\303b\n'"#)
  }
}
