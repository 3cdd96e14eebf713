/// The keys of a page: the commands that do something there, and what they do.
struct KeyTable: Equatable, Sendable {
  /// The commands that do what their entries say, beside those of the sections.
  var commands: Set<Command> = []
  /// The sections of the keymap whose commands do what their entries say; none moves.
  var sections: Set<Keymap.Section> = [.phone, .feed, .views, .terminal]
  /// The commands that do something else than their entries say; an empty text for those that do nothing.
  var meanings: [Command: String] = [:]
  /// The words of the bottom line that differ from those of the entries.
  var hints: [Command: String] = [:]
  /// The headings of the help that differ from the sections of the entries.
  var headings: [Command: Keymap.Section] = [:]

  /// The commands that move in every list and on every page of text.
  static let rows: Set<Command> = [
    .next, .previous, .first, .last, .halfDown, .halfUp, .pageDown, .pageUp,
  ]

  /// Returns the meaning of a command in a few words; nil if it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? {
    if let own = meanings[entry.command] { return own.isEmpty ? nil : own }
    return commands.contains(entry.command) || sections.contains(entry.section) ? entry.help : nil
  }

  /// The word of the bottom line for a command; nil for one that does nothing, or is never hinted at.
  func hint(of entry: Keymap.Entry) -> String? {
    meaning(of: entry) == nil ? nil : hints[entry.command] ?? entry.hint
  }

  /// The heading under which the help lists a command.
  func section(of entry: Keymap.Entry) -> Keymap.Section {
    headings[entry.command] ?? entry.section
  }
}
