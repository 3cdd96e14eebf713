import InboxModel

/// The completions of the word before the cursor.
struct Completion {
  /// The word so far, and its range in the line.
  let word: String
  let range: Range<Int>
  /// The candidates in the order of their tables; all begin with the word.
  let candidates: [Candidate]
  /// Whether the name of a file can complete the word too.
  private(set) var takesFiles = false
  /// Whether the line is a filter, whose words are not quoted as in a shell.
  private var isFilter = false

  /// Completes a word of a command line.
  ///
  /// - Parameter line: The line up to the cursor; in a shell without the name of the program.
  init(line: some Collection<Character>, _ source: CommandWords) {
    var split = ShellWords(line).words
    if split.last.map({ $0.range.upperBound < line.count }) ?? true {
      split.append(ShellWords.Word(text: "", range: line.count..<line.count))
    }
    let last = split[split.count - 1]
    (word, range) = (last.text, last.range)
    let texts = split.map(\.text)
    let words = source.place == .screen ? TypedLine.command(in: texts) : texts
    let offer = source.offer(for: word, after: Array(words.dropLast()))
    takesFiles = offer.takesFiles
    candidates = offer.candidates.filter { [word] in $0.text.hasPrefix(word) }
  }

  /// Completes a word of a filter.
  ///
  /// - Parameter line: The filter up to the cursor.
  init(filter line: some Collection<Character>, _ source: CommandWords) {
    var (start, isQuoted) = (0, false)
    for (place, character) in line.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted { start = place + 1 }
    }
    word = String(line.dropFirst(start))
    range = start..<line.count
    isFilter = true
    candidates = source.filterWords(for: word).filter { [word] in
      // The typed word may lack the quote before a value.
      let plain = String(String.UnicodeScalarView($0.text.unicodeScalars.filter { $0 != "\"" }))
      return $0.text.hasPrefix(word) || plain.hasPrefix(word)
    }
  }

  /// The sentence about the setting that the word sets, or to which all candidates belong, and the
  /// form of its value if that cannot be listed; empty if there is no such setting.
  var remarks: [String] {
    let words = word.contains("=") ? [word] : candidates.map(\.text)
    let keys = Set(words.map { $0.firstIndex(of: "=").map($0.prefix(upTo:)) })
    guard !isFilter, keys.count == 1, let key = keys.first?.map(String.init),
      let meaning = SettingChange.meaning(of: key)
    else { return [] }
    return [meaning] + [SettingPath(key: key)?.formOfFreeValue].compactMap(\.self)
  }

  /// Returns a candidate as it is written in the line.
  func written(_ candidate: String) -> String {
    isFilter ? candidate : Quoting.shellWord(candidate)
  }
}
