/// A line split into words like in a POSIX shell, without expansions: blanks separate words, quotes
/// and backslashes protect special characters. It is the inverse of `Quoting.shellWord`.
///
/// The line is parsed by Unicode scalars, as a shell does: a combining mark does not change the
/// quote before it.
struct ShellWords: Equatable, Sendable {
  /// A word and its range in the line, quotes included; counted in characters.
  struct Word: Equatable, Sendable {
    var text: String
    var range: Range<Int>
  }

  private(set) var words: [Word] = []
  /// The quote that is open at the end of the line, or a backslash at its end; nil otherwise.
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
        // Inside double quotes a backslash before any other character is literal.
        if open != nil, !Self.escapable.contains(next) { text.append("\\") }
        text.append(next)
      case ("'", nil), ("\"", nil):
        start = start ?? place
        open = scalar
      case (_, .some(let quote)) where quote == scalar:
        open = nil
      case (_, nil) where scalar.properties.isWhitespace:
        // A blank with a combining mark ends one word and begins another.
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
