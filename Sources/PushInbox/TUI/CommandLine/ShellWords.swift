/// A line split into words as a POSIX shell does it, without anything a shell puts in their place: blanks
/// part words, quotes and backslashes keep what has a meaning. `Quoting.shellWord` writes a word so that it
/// is read here as it was.
///
/// The line is read by Unicode scalars, as a shell reads it: a combining mark does not change the
/// quote before it.
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
    var rest = line.enumerated().flatMap { place, character in
      character.unicodeScalars.map { (place: place, scalar: $0) }
    }[...]
    var start: Int?
    var text = String.UnicodeScalarView()
    var open: Unicode.Scalar?
    while let (place, scalar) = rest.popFirst() {
      switch (scalar, open) {
      case ("\\", nil), ("\\", "\""):
        start = start ?? place
        guard let next = rest.popFirst()?.scalar else {
          open = "\\"
          break
        }
        // Between double quotes a backslash before any other character is one.
        if open != nil, !Self.escapable.contains(next) { text.append("\\") }
        text.append(next)
      case ("'", nil), ("\"", nil):
        start = start ?? place
        open = scalar
      case (_, .some(let quote)) where quote == scalar:
        open = nil
      case (_, nil) where scalar.properties.isWhitespace:
        // A blank with a mark ends one word and begins another.
        if let begin = start { words.append(Word(text: String(text), range: begin..<place)) }
        (start, text) = (nil, String.UnicodeScalarView())
      default:
        start = start ?? place
        text.append(scalar)
      }
    }
    if let start { words.append(Word(text: String(text), range: start..<line.count)) }
    unfinished = open.map(Character.init)
  }

  private static let escapable: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
}
