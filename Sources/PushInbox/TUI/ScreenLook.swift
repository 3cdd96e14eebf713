import InboxModel

/// The keys and the look of the screen.
struct ScreenLook: Equatable, Sendable {
  /// The keys and their commands.
  private(set) var keymap = Keymap.standard
  /// The styles of text.
  private(set) var theme = Theme.standard
  /// Whether symbols and lines are drawn only with ASCII.
  let usesASCII: Bool
  /// Whether the program receives mouse events.
  var usesMouse: Bool
  /// The settings of keys and colors from which the tables were derived.
  private var (keys, colors): ([String: String], [String: String]) = ([:], [:])

  init(usesASCII: Bool, usesMouse: Bool) {
    self.usesASCII = usesASCII
    self.usesMouse = usesMouse
  }

  /// The symbols to draw with.
  var symbols: Symbols { usesASCII ? .ascii : .unicode }

  /// Updates keymap and theme if their settings have changed.
  mutating func update(from settings: PhoneSettings) {
    guard (settings.keys, settings.colors) != (keys, colors) else { return }
    (keys, colors) = (settings.keys, settings.colors)
    let screen = ScreenSettings(settings)
    (keymap, theme) = (screen.keymap, screen.theme)
  }
}
