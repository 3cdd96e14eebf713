/// A line split into words as a POSIX shell does it, without anything a shell puts in their place: blanks
/// part words, quotes and backslashes keep what has a meaning.
struct ShellWords: Equatable, Sendable {
  /// A word, and where it stands in the line, quotes included; counted in characters.
  struct Word: Equatable, Sendable {
    var text: String
    var range: Range<Int>
  }

  private(set) var words: [Word] = []
  /// The quote that is open at the end of the last word, or the backslash after which nothing comes.
  private(set) var unfinished: Character?

  init(_ line: some Collection<Character>) {
    var start: Int?
    var text = ""
    var characters = Array(line).enumerated().makeIterator()
    while let (place, character) = characters.next() {
      switch (character, unfinished) {
      case ("\\", nil), ("\\", "\""):
        let quote = unfinished
        start = start ?? place
        guard let (_, next) = characters.next() else {
          unfinished = "\\"
          break
        }
        // Between double quotes a backslash before any other character is one.
        if quote != nil, !Self.escapable.contains(next) { text.append("\\") }
        text.append(next)
      case ("'", nil), ("\"", nil):
        start = start ?? place
        unfinished = character
      case (_, .some(let quote)) where quote == character:
        unfinished = nil
      case (_, nil) where character.isWhitespace:
        if let begin = start { words.append(Word(text: text, range: begin..<place)) }
        (start, text) = (nil, "")
      default:
        start = start ?? place
        text.append(character)
      }
    }
    if let start { words.append(Word(text: text, range: start..<line.count)) }
  }

  private static let escapable: Set<Character> = ["\"", "\\", "$", "`"]

  /// A word so written that it is read as this text.
  static func quoted(_ text: String) -> String {
    let isPlain = !text.contains { $0.isWhitespace || "'\"\\".contains($0) }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
