import Foundation
import Testing

/// Text that a shell or a terminal would execute.
enum HostileText {
  /// Marks that join the character before them to one Character.
  static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}"]

  /// Words that a shell would expand, split or run without quotes. The commands create the file
  /// `pwned`.
  static let forShells = [
    "", "a b", "it's", "a'b\"c`d", "\\", "a\\", "\\'", "'", "''", "\"", "$HOME", "${HOME}",
    "$(touch pwned)",
    "`touch pwned`", "; touch pwned; ", "& touch pwned &", "&& touch pwned", "|| touch pwned",
    "| touch pwned", "> pwned", ">>pwned", "(touch pwned)", "{ touch pwned; }", "\ntouch pwned\n",
    "'\ntouch pwned\n'", "'; touch pwned; '", "\"; touch pwned; \"", "*", "?", "[a-z]*", "~",
    "~root",
    "a=~", "{a,b}", "{1..3}", "!!", "!touch", "^a^b", "#x", "=ls", "<(touch pwned)",
    "=(touch pwned)",
    "$'\\n'", "$\"x\"", "a\tb", "\r", "\u{1B}[31m", "\u{7F}", "\u{9B}m", "-n", "--", "%s", "%", "@",
    "x=y",
    "é", "漢字", "👩‍👩‍👧", "\u{202E}abc", "a\u{A0}b", "\u{3000}", "’", "＇", "\u{FFFE}",
  ]

  /// Returns the texts unchanged, and after a quote with each of the marks.
  static func afterQuotes(_ texts: [String]) -> [String] {
    texts + marks.flatMap { mark in texts.map { "'\(mark)\($0)" } }
  }

  /// Returns the Big List of Naughty Strings; nil if the shared test data is missing.
  static func naughty() throws -> [String]? {
    guard let root = SharedCorpora.root else { return nil }
    let file = root.appending(path: "corpora/naughty-strings/blns.json")
    return try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
  }
}
