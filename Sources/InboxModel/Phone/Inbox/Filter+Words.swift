import Foundation

extension Filter {
  /// A text that filters search.
  public enum Field: Sendable {
    case title, subtitle, body, thread, app, payload
  }

  /// Returns the words to highlight in a field: those that a filter searches for, without negated
  /// ones.
  public func words(in field: Field) -> [FoldedText] {
    terms.filter { !$0.isNegated }.compactMap { term in
      switch (term.condition, field) {
      case (.text(let word), _), (.title(let word), .title), (.body(let word), .body),
        (.payload(let word), .payload):
        word
      case (.json(_, let value?), .payload): FoldedText(value)
      default: nil
      }
    }
  }

  /// Returns a word of a filter, with a value that contains blanks or quotes in quotes.
  public static func word(_ key: String, _ value: String) -> String {
    let isPlain =
      !value.isEmpty && value.unicodeScalars.first != "\""
      && !value.unicodeScalars.contains { $0.properties.isWhitespace }
    guard !isPlain else { return "\(key):\(value)" }
    let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return "\(key):\"\(escaped)\""
  }
}
