import InboxModel

/// A prompt, a menu or a question over a page: its state, the keys that it answers, its hints and its drawing.
///
/// As a page it changes nothing but itself, and requests the rest of the ``PageContext``, closing included.
protocol Dialog: LayerContent {
  /// Whether text is typed into it, or it waits: `^C` gives it up, `^Z` and `^L` mean the terminal.
  static var takesText: Bool { get }
  /// Whether the text has several lines, or any key is received as it is.
  static var takesEveryKey: Bool { get }
  /// Whether letters of another layout stand for themselves, not for the keys of their places.
  static var takesLetters: Bool { get }
  /// Whether it is about a push: the inbox does not follow new pushes meanwhile.
  var isAboutPush: Bool { get }

  /// Answers a key. Returns false for a key that means what it does without the dialog.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool
  /// The hints of the last line.
  func hints(_ maker: HintMaker) -> [Hint]
  func draw(_ scene: Scene, on screen: inout Screen)
}

extension Dialog {
  static var takesText: Bool { false }
  static var takesEveryKey: Bool { false }
  static var takesLetters: Bool { takesText || takesEveryKey }
  var isAboutPush: Bool { false }

  func hints(_ maker: HintMaker) -> [Hint] { [] }
}

/// The place of the cursor in a menu.
enum MenuCursor {
  /// The place after a key that moves the cursor; nil for other keys.
  static func moved(_ cursor: Int, by key: Key, of count: Int, _ keymap: Keymap) -> Int? {
    guard let command = keymap[key], command != .toggle,
      let steps = ListPlace.steps(of: command, page: count, of: count)
    else { return nil }
    return max(0, min(cursor + steps, count - 1))
  }

  /// Whether a key chooses the row under the cursor.
  static func isChosen(by key: Key, _ keymap: Keymap) -> Bool {
    key == .enter || keymap[key] == .inspect
  }
}
