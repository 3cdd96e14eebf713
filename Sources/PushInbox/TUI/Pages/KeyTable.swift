/// The keys of a page: the commands that work there, and their meanings.
struct KeyTable: Equatable, Sendable {
  /// The commands that do what their keymap entries say, in addition to those of ``sections``.
  var commands: Set<Command> = []
  /// The sections of the keymap whose commands do what their entries say. None of them has movement
  /// commands.
  var sections: Set<Keymap.Section> = [.phone, .feed, .views, .terminal]
  /// The commands with another meaning than their entries say; an empty text for those that do
  /// nothing.
  var meanings: [Command: String] = [:]
  /// The hints of the bottom line that differ from those of the entries.
  var hints: [Command: String] = [:]
  /// The headings of the help that differ from the sections of the entries.
  var headings: [Command: Keymap.Section] = [:]

  /// The movement commands of all lists and text pages.
  static let rows: Set<Command> = [
    .next, .previous, .first, .last, .halfDown, .halfUp, .pageDown, .pageUp,
  ]

  /// Returns the meaning of a command in a few words; nil if it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? {
    if let own = meanings[entry.command] { return own.isEmpty ? nil : own }
    return commands.contains(entry.command) || sections.contains(entry.section) ? entry.help : nil
  }

  /// Returns the hint of a command in the bottom line; nil for a command that does nothing or has
  /// no hint.
  func hint(of entry: Keymap.Entry) -> String? {
    meaning(of: entry) == nil ? nil : hints[entry.command] ?? entry.hint
  }

  /// Returns the heading under which the help lists a command.
  func section(of entry: Keymap.Entry) -> Keymap.Section {
    headings[entry.command] ?? entry.section
  }
}
