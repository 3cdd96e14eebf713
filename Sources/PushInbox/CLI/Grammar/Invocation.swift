import Foundation
import InboxModel

/// The words with which a command in another terminal reaches this inbox: the program as it is called there, and
/// the options that name the inbox.
struct Invocation: Equatable, Sendable {
  /// The program: `pushinbox` where a shell finds this one by that name, else its path.
  var program = "pushinbox"
  /// The options that name the inbox; empty for one that commands find by themselves.
  var options: [String] = []

  /// A command line for a POSIX shell; the words are written as they are.
  func line(_ words: String = "") -> String {
    (([program] + options).map(Quoting.shellWord) + (words.isEmpty ? [] : [words]))
      .joined(separator: " ")
  }

  /// The same in rows that fit a width where they can: broken between program, options and words, with a
  /// backslash at the end of all but the last.
  func rows(_ words: String, width: Int) -> [String] {
    let line = line(words)
    guard line.count > width, !options.isEmpty else { return [line] }
    let parts = [Quoting.shellWord(program), options.map(Quoting.shellWord).joined(separator: " ")]
    var rows: [String] = []
    for part in parts + [words] {
      if let last = rows.last, last.count + 1 + part.count + 2 <= width {
        rows[rows.count - 1] = last + " " + part
      } else {
        rows.append(rows.isEmpty ? part : "  " + part)
      }
    }
    return rows.enumerated().map { $0.offset < rows.count - 1 ? $0.element + " \\" : $0.element }
  }

  /// A command that needs no inbox.
  func lineWithoutInbox(_ words: String) -> String {
    Invocation(program: program).line(words)
  }

  /// A text in which commands stand as `` `pushinbox …` ``, with these words in their place.
  func completed(_ text: String) -> String {
    text.components(separatedBy: "`pushinbox ").joined(separator: "`\(line()) ")
  }
}
