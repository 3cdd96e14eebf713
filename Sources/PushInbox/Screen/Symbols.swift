/// The signs the program draws itself, in a set for terminals with Unicode and one for those without.
struct Symbols: Equatable, Sendable {
  var horizontal: SanitizedText
  var vertical: SanitizedText
  var topLeft: SanitizedText
  var topRight: SanitizedText
  var bottomLeft: SanitizedText
  var bottomRight: SanitizedText
  /// A group that is open, and one that is folded.
  var open: SanitizedText
  var folded: SanitizedText
  var unread: SanitizedText
  /// After a count: `3×` replaced.
  var times: SanitizedText
  var arrow: SanitizedText
  var dot: SanitizedText
  var ellipsis: SanitizedText

  /// A sentence of ours with the quotes there are in the set.
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
