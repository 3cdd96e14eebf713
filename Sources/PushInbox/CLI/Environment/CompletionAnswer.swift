import InboxModel

/// The words that complete a line of a shell.
struct CompletionAnswer {
  /// The first line is `files` if the name of a file can complete the word, otherwise `words`. Each
  /// other line is a word, a tab and its meaning; a line that begins with a tab is a remark on the
  /// setting of the word. All text is escaped.
  let lines: [String]

  init(to line: String, _ device: Phone, filters: [String]) {
    // The program may be named by a path.
    let typed = line.drop(while: \.isWhitespace).drop { !$0.isWhitespace }
    let words = CommandWords(place: .shell, device: device, filters: filters)
    let completion = Completion(line: typed, words)
    lines =
      [completion.takesFiles ? "files" : "words"]
      + completion.candidates.map {
        PlainText.clean($0.text) + "\t" + PlainText.clean($0.meaning)
      } + completion.remarks.map { "\t" + PlainText.clean($0) }
  }
}
