import InboxModel
import Testing

@testable import PushInbox

@Suite struct ShellWordsTests {
  @Test(
    arguments: [
      ("", []), ("   ", []), ("ls", ["ls"]), (" set  lock=locked ", ["set", "lock=locked"]),
      (#"send "two words" x"#, ["send", "two words", "x"]), ("a 'b \"c' d", ["a", "b \"c", "d"]),
      (#"one\ word"#, ["one word"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), (#"'a\'"#, [#"a\"#]),
      (#"a"b"'c'd"#, ["abcd"]), (#"x '' """#, ["x", "", ""]),
      ("ls 'app:\"a b\"'", ["ls", "app:\"a b\""]),
      ("send Привет\t📱", ["send", "Привет", "📱"]), ("a$HOME *", ["a$HOME", "*"]),
    ] as [(String, [String])])
  func `a line is split like in a shell`(line: String, words: [String]) {
    let split = ShellWords(line)
    #expect(split.words.map(\.text) == words)
    #expect(split.unfinished == nil)
  }

  @Test(arguments: [(#"a "b c"#, "\"", 2..<6), ("a 'b", "'", 2..<4), (#"ab\"#, "\\", 0..<3)])
  func `an open quote at the end is reported with its word`(
    line: String, sign: Character, place: Range<Int>
  ) {
    let split = ShellWords(line)
    #expect(split.unfinished == sign)
    #expect(split.words.last?.range == place)
  }

  @Test func `words have their ranges, quotes included`() {
    #expect(ShellWords(#" a "b c"  d"#).words.map(\.range) == [1..<2, 3..<8, 10..<11])
  }

  @Test(arguments: ["plain", "two words", "it's", #"a"b\c"#, "", "📱 x"])
  func `quoted words are parsed as the originals`(text: String) {
    #expect(ShellWords(Quoting.shellWord(text)).words.map(\.text) == [text])
  }
}
