/// What text is, as far as its looks go: what is drawn says one of these, the person says how it looks.
enum Role: String, CaseIterable, Sendable {
  /// Text and nothing else.
  case plain
  /// Keys, names of fields, whatever guides the eye.
  case accent
  /// What went well, what was shown.
  case good
  /// What keeps pushes quiet or late.
  case warning
  /// What was refused or failed.
  case bad
  /// The mark of what is unread.
  case unread
  /// What came quietly.
  case quiet
  /// A critical push, and one that is time-sensitive.
  case critical, timeSensitive
  /// Lines, times and remarks that stand back.
  case faint
}

/// How text looks: a color of the terminal, and attributes. There is no background: the person's own shines
/// through (`design/product.md` §5).
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
  /// What ``init(_:)`` reads, and the words of a golden screen's legend: `bold red`.
  var description: String {
    var words = Self.attributes.filter { self[keyPath: $0.path] }.map(\.word)
    if color != .standard || words.isEmpty { words.append("\(color)") }
    return words.joined(separator: " ")
  }
}

/// How the text of each role looks.
struct Theme: Equatable, Sendable {
  /// The looks of roles; one that is not there is plain.
  private var looks: [Role: Look]

  /// As it is by default: few colors of the terminal's own palette, which light and dark ones both have.
  static let standard = Theme(looks: [
    .accent: Look(.cyan), .good: Look(.green), .warning: Look(.yellow), .bad: Look(.red),
    .unread: Look(.cyan), .quiet: Look(.yellow), .critical: Look(.red, isBold: true),
    .timeSensitive: Look(.yellow), .faint: Look(isDim: true),
  ])

  subscript(role: Role) -> Look {
    get { looks[role] ?? Look() }
    set { looks[role] = newValue }
  }

  /// The look of a style: that of its role, with what the style adds.
  func look(of style: Style) -> Look {
    var look = self[style.role]
    look.isBold = look.isBold || style.isBold
    look.isUnderlined = look.isUnderlined || style.isUnderlined
    look.isItalic = look.isItalic || style.isItalic
    // In a selected row what is reversed anyway stands out by not being so.
    look.isReversed = look.isReversed != style.isReversed
    return look
  }
}
