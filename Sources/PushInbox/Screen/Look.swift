/// The look of text: a color and attributes. There is no background color, so that the terminal's
/// shows through.
struct Look: Hashable, Sendable {
  var color = Color.standard
  var isBold = false
  var isDim = false
  var isItalic = false
  var isUnderlined = false
  var isReversed = false

  /// The words for attributes.
  private static let attributes:
    [(word: String, path: any WritableKeyPath<Look, Bool> & Sendable)] = [
      ("bold", \.isBold), ("dim", \.isDim), ("italic", \.isItalic), ("underlined", \.isUnderlined),
      ("reversed", \.isReversed),
    ]

  /// All words that a look may contain.
  static let words = attributes.map(\.word) + ["bright", "default"] + Color.names

  init(_ color: Color = .standard, isBold: Bool = false, isDim: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
  }

  /// Parses attributes and a color in any order, or one of them: `bold bright red`; nil for
  /// anything else.
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
  /// The text that ``init(_:)`` parses, also used in the legend of golden screens: `bold red`.
  var description: String {
    var words = Self.attributes.filter { self[keyPath: $0.path] }.map(\.word)
    if color != .standard || words.isEmpty { words.append("\(color)") }
    return words.joined(separator: " ")
  }
}
