import InboxModel

/// The keys and the look of the screen.
struct ScreenLook: Equatable, Sendable {
  /// Which key does what.
  var keymap = Keymap.standard
  /// How text looks.
  private(set) var theme = Theme.standard
  /// Whether marks and lines are drawn with ASCII alone.
  var usesASCII = false
  /// Whether the program receives the mouse.
  var usesMouse = false
  /// The settings of keys and colors from which the tables were made.
  private var (keys, colors): ([String: String], [String: String]) = ([:], [:])

  init(keymap: Keymap = .standard, usesASCII: Bool = false, usesMouse: Bool = false) {
    self.keymap = keymap
    self.usesASCII = usesASCII
    self.usesMouse = usesMouse
  }

  /// The signs to draw with.
  var symbols: Symbols { usesASCII ? .ascii : .unicode }

  /// Makes keymap and theme anew when their settings changed.
  mutating func update(from settings: PhoneSettings) {
    guard (settings.keys, settings.colors) != (keys, colors) else { return }
    (keys, colors) = (settings.keys, settings.colors)
    let screen = ScreenSettings(settings)
    (keymap, theme) = (screen.keymap, screen.theme)
  }
}
