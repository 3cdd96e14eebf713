/// The symbols that the program draws, in a Unicode set and an ASCII set.
struct Symbols: Equatable, Sendable {
  var horizontal: SanitizedText
  var vertical: SanitizedText
  var topLeft: SanitizedText
  var topRight: SanitizedText
  var bottomLeft: SanitizedText
  var bottomRight: SanitizedText
  /// The marks of an expanded and of a collapsed group.
  var open: SanitizedText
  var folded: SanitizedText
  var unread: SanitizedText
  /// The sign after a count: `3×` replaced.
  var times: SanitizedText
  var arrow: SanitizedText
  var dot: SanitizedText
  var ellipsis: SanitizedText

  /// Returns a text of the program with the quotation marks of the set.
  func own(_ text: String) -> String {
    guard self == .ascii else { return text }
    return String(text.map { "“”".contains($0) ? "\"" : $0 })
  }

  static let unicode = Symbols(
    horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└",
    bottomRight: "┘", open: "▾", folded: "▸", unread: "●", times: "×", arrow: "→", dot: "·",
    ellipsis: "…")
  static let ascii = Symbols(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", open: "-", folded: "+", unread: "*", times: "x", arrow: "->", dot: ".",
    ellipsis: "...")
}
