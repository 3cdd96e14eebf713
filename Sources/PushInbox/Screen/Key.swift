/// A key, independent of the bytes that the terminal sends for it.
enum Key: Hashable, Sendable {
  /// A key that types a character: letters, digits, punctuation, the space bar; one grapheme.
  case character(Character)
  /// Control and a lower-case letter, except for combinations that are other keys below.
  case control(Character)
  /// Alt, or Escape immediately before, and a key that types a character.
  case alt(Character)
  case altEnter
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// `F1` to `F12`.
  case function(Int)
  /// Text between the marks of a bracketed paste; never handled as commands.
  case pasted(String)
  /// A mouse press, or a turn of its wheel.
  case mouse(Mouse)
}

extension Key {
  /// The name of the key in help and configuration: `m`, `^D`, `M-x`, `Enter`, `Space`, `↓`, `F1`.
  var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "^" + letter.uppercased()
    case .alt(let character): "M-" + String(character)
    case .function(let number): "F" + String(number)
    case .pasted: "paste"
    case .mouse: "mouse"
    default: Self.named.first { $0.key == self }?.name ?? ""
    }
  }

  /// ``name`` with words for the arrows.
  var asciiName: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: name
    }
  }

  /// Returns the name that is shown to the user; nil for pastes and mouse events.
  func shownName(usesASCII: Bool) -> String? {
    switch self {
    case .pasted, .mouse: nil
    default: usesASCII ? asciiName : name
    }
  }

  /// Parses ``name``; words and `^D` in any case, and `Up`, `Down`, `Left`, `Right` for arrows.
  init?(named text: String) {
    let word = text.lowercased()
    if let named = Self.named.first(where: { $0.name.lowercased() == word || $0.word == word }) {
      self = named.key
    } else if word == "space" {
      self = .character(" ")
    } else if text.count == 1, let character = text.first {
      self = .character(character)
    } else if text.count == 2, text.first == "^", let letter = word.last, letter.isLetter,
      letter.isASCII
    {
      self = .control(letter)
    } else if text.count == 3, text.hasPrefix("M-"), let character = text.last {
      self = .alt(character)
    } else if word.first == "f", let number = Int(word.dropFirst()), (1...12).contains(number) {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// The names that are words, and the function keys.
  static let names = named.map(\.name) + ["Space"] + (1...12).map { "F\($0)" }

  private static let named: [(key: Key, name: String, word: String)] = [
    (.altEnter, "M-Enter", "alt-enter"), (.enter, "Enter", "return"), (.escape, "Esc", "escape"),
    (.tab, "Tab", "tab"), (.backTab, "S-Tab", "backtab"), (.backspace, "Backspace", "backspace"),
    (.delete, "Delete", "del"), (.up, "↑", "up"), (.down, "↓", "down"), (.left, "←", "left"),
    (.right, "→", "right"), (.home, "Home", "home"), (.end, "End", "end"),
    (.pageUp, "PgUp", "pageup"), (.pageDown, "PgDn", "pagedown"),
  ]
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}
