/// The signs the program draws itself, in a set for terminals with Unicode and one for those without.
struct Symbols: Equatable, Sendable {
  var horizontal: CleanText
  var vertical: CleanText
  var topLeft: CleanText
  var topRight: CleanText
  var bottomLeft: CleanText
  var bottomRight: CleanText
  /// A group that is open, and one that is folded.
  var open: CleanText
  var folded: CleanText
  var unread: CleanText
  /// After a count: `3×` replaced.
  var times: CleanText
  var arrow: CleanText
  var dot: CleanText
  var ellipsis: CleanText

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
