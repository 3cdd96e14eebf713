import InboxModel

/// A prompt, a menu or a question above a page: its state, keys, hints and drawing.
///
/// Like a page it changes only itself, and adds other requests to the ``PageContext``, closing
/// included.
protocol Dialog: LayerContent {
  /// Whether it is a text prompt or waits for a task: `^C` cancels it, `^Z` and `^L` keep their
  /// meanings.
  static var acceptsText: Bool { get }
  /// Whether its text has several lines, or it receives every key unchanged.
  static var acceptsEveryKey: Bool { get }
  /// Whether letters of another keyboard layout are received as typed, not translated to the keys
  /// in their places.
  static var acceptsLetters: Bool { get }
  /// Whether it is about a push: the inbox does not follow new pushes meanwhile.
  var isAboutPush: Bool { get }

  /// Handles a key. Returns false for a key that keeps its meaning without the dialog.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool
  /// Returns the hints of the last line.
  func hints(_ maker: HintMaker) -> [Hint]
  func draw(_ scene: Scene, on screen: inout Screen)
}

extension Dialog {
  static var acceptsText: Bool { false }
  static var acceptsEveryKey: Bool { false }
  static var acceptsLetters: Bool { acceptsText || acceptsEveryKey }
  var isAboutPush: Bool { false }

  func hints(_ maker: HintMaker) -> [Hint] { [] }
}

/// The cursor of a menu.
enum MenuCursor {
  /// Returns the index after a key that moves the cursor; nil for other keys.
  static func moved(_ cursor: Int, by key: Key, of count: Int, _ keymap: Keymap) -> Int? {
    guard let command = keymap[key], command != .toggle,
      let steps = ListPlace.steps(of: command, page: count, of: count)
    else { return nil }
    return max(0, min(cursor + steps, count - 1))
  }

  /// Whether a key chooses the row at the cursor.
  static func isChosen(by key: Key, _ keymap: Keymap) -> Bool {
    key == .enter || keymap[key] == .inspect
  }
}
