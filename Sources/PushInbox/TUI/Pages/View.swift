/// A view of the screen: its title in the help and the manual, and its keys. Keys are answered, the help is made
/// and the bottom line hints by it and the entries of ``Keymap`` alone.
struct View: Equatable, Sendable {
  let title: String
  let keys: KeyTable
  /// Whether it has a help of its own; other views have that of the view beneath.
  var hasHelp = true

  /// The meaning of a command there, in a few words; nil where it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? { keys.meaning(of: entry) }

  /// The heading under which the help lists a command.
  func section(of entry: Keymap.Entry) -> Keymap.Section { keys.section(of: entry) }
}
