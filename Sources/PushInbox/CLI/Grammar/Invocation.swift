import Foundation
import InboxModel

/// The command line with which another terminal addresses this inbox: the program's name, and the
/// options that select the inbox.
struct Invocation: Equatable, Sendable {
  /// The program: `pushinbox` if a shell finds this one by that name, otherwise its path.
  var program = "pushinbox"
  /// The options that select the inbox; empty for one that commands find without options.
  var options: [String] = []

  /// Returns a command line for a POSIX shell; the words are added unchanged.
  func line(_ words: String = "") -> String {
    (([program] + options).map(Quoting.shellWord) + (words.isEmpty ? [] : [words]))
      .joined(separator: " ")
  }

  /// Returns the command line in rows that fit a width if possible: broken between program, options
  /// and words, with a backslash at the end of all rows but the last.
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

  /// Returns the command line of a command that needs no inbox.
  func lineWithoutInbox(_ words: String) -> String {
    Invocation(program: program).line(words)
  }

  /// Returns a text in which this command line replaces the program's name in `` `pushinbox …` ``.
  func completed(_ text: String) -> String {
    text.components(separatedBy: "`pushinbox ").joined(separator: "`\(line()) ")
  }
}
