/// A key as the person pressed it, whatever bytes the terminal sent for it.
enum Key: Hashable, Sendable {
  /// A key that types: letters, digits, signs, the space bar; one grapheme.
  case character(Character)
  /// Control and a lower-case letter; never the keys named below.
  case control(Character)
  /// Alt (or Escape at once followed) and a typing key.
  case alt(Character)
  case altEnter
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// `F1` to `F12`.
  case function(Int)
  /// Text that came between the marks of a bracketed paste: never taken for commands.
  case pasted(String)
  /// The mouse was pressed, or its wheel turned.
  case mouse(Mouse)
}

extension Key {
  /// The key as help and configuration spell it: `m`, `^D`, `M-x`, `Enter`, `Space`, `↓`, `F1`.
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

  /// The name as it is shown to the person; nil for what is no key of a keyboard.
  func shownName(usesASCII: Bool) -> String? {
    switch self {
    case .pasted, .mouse: nil
    default: usesASCII ? asciiName : name
    }
  }

  /// Reads ``name``; words and `^D` in any case, arrows as `Up`, `Down`, `Left`, `Right` too.
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

  /// Names that are words, and the function keys.
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
