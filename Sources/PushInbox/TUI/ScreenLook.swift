import InboxModel

/// The keys and the look of the screen.
struct ScreenLook: Equatable, Sendable {
  /// Which key does what.
  private(set) var keymap = Keymap.standard
  /// The styles of text.
  private(set) var theme = Theme.standard
  /// Whether marks and lines are drawn with ASCII alone.
  let usesASCII: Bool
  /// Whether the program receives the mouse.
  var usesMouse: Bool
  /// The settings of keys and colors from which the tables were made.
  private var (keys, colors): ([String: String], [String: String]) = ([:], [:])

  init(usesASCII: Bool, usesMouse: Bool) {
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
