/// A view of the screen: its title in the help and the manual, and its keys. Key handling, the help
/// and the hints of the bottom line are derived only from it and the entries of ``Keymap``.
struct View: Equatable, Sendable {
  let title: String
  let keys: KeyTable
  /// Whether it has its own help; other views have that of the view below.
  var hasHelp = true

  /// Returns the meaning of a command in a few words; nil if it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? { keys.meaning(of: entry) }

  /// Returns the heading under which the help lists a command.
  func section(of entry: Keymap.Entry) -> Keymap.Section { keys.section(of: entry) }
}
