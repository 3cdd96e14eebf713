/// The look of text: a color of the terminal, and attributes. There is no background: that of the terminal shines
/// through.
struct Look: Hashable, Sendable {
  var color = Color.standard
  var isBold = false
  var isDim = false
  var isItalic = false
  var isUnderlined = false
  var isReversed = false

  /// The words beside those of a color.
  private static let attributes:
    [(word: String, path: any WritableKeyPath<Look, Bool> & Sendable)] = [
      ("bold", \.isBold), ("dim", \.isDim), ("italic", \.isItalic), ("underlined", \.isUnderlined),
      ("reversed", \.isReversed),
    ]

  /// Every word that may stand in a look.
  static let words = attributes.map(\.word) + ["bright", "default"] + Color.names

  init(_ color: Color = .standard, isBold: Bool = false, isDim: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
  }

  /// Reads attributes and a color in any order, or one of both: `bold bright red`; nil for anything else.
  init?(_ text: String) {
    var words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return nil }
    for (word, path) in Self.attributes {
      self[keyPath: path] = words.contains(word)
      words.removeAll { $0 == word }
    }
    guard !words.isEmpty else { return }
    guard let color = Color(words.joined(separator: " ")) else { return nil }
    self.color = color
  }
}

extension Look: CustomStringConvertible {
  /// The text that ``init(_:)`` parses, and the words of a golden screen's legend: `bold red`.
  var description: String {
    var words = Self.attributes.filter { self[keyPath: $0.path] }.map(\.word)
    if color != .standard || words.isEmpty { words.append("\(color)") }
    return words.joined(separator: " ")
  }
}
