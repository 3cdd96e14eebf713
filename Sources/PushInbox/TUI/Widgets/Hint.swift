import InboxModel

/// A hint of the last line: keys, and one word for them.
struct Hint: Equatable, Sendable {
  var keys: String
  var words: String
  /// The key that a click on the hint presses; nil if it has several keys.
  var key: Key?
  /// Whether it closes the page.
  var isWayOut = false

  init(keys: String, words: String) {
    (self.keys, self.words) = (keys, words)
    key = Key(named: keys)
  }

  static let gap = 2
  /// The width in columns, including the gap after it.
  var columns: Int { SanitizedText(keys).columns + 1 + SanitizedText(words).columns + Self.gap }
}

/// A builder of hints from the key table of the top view.
struct HintMaker {
  let scene: Scene

  /// Returns the hints for closing a page and for its help.
  func wayOut(_ words: String? = nil) -> [Hint] {
    hints([.cancel], words).map { hint in
      var hint = hint
      hint.isWayOut = true
      return hint
    } + own([.help])
  }

  /// Returns the hint for removing a filter.
  func listAll(_ list: FilteredList) -> [Hint] {
    scene.context.filter(of: list).isEmpty ? [] : own([.cancel])
  }

  /// Returns hints for commands with the words of the key table, without commands that do nothing
  /// here.
  func own(_ commands: [Command]) -> [Hint] {
    let notification = scene.context.target?.id.flatMap { scene.device.inbox[$0] }
    let actions = notification.map(scene.device.choices) ?? []
    return commands.compactMap { command in
      switch command {
      case .reply where !actions.contains { $0.textInput != nil }: nil
      case .actions where actions.isEmpty: nil
      case .undo where scene.device.undoable == nil: nil
      case .showSummary where !scene.device.summaryHoldsAny: nil
      default: hint([command])
      }
    }
  }

  /// Returns the hint for some commands; empty if there is none.
  func hints(_ commands: [Command], _ words: String? = nil) -> [Hint] {
    [hint(commands, words)].compactMap(\.self)
  }

  /// Returns the first key of each command with one word for them, by default the hint of the first
  /// command that has one in this view; nil if a command has no key or does nothing in the top
  /// view.
  private func hint(_ commands: [Command], _ words: String? = nil) -> Hint? {
    let entries = commands.compactMap(scene.keymap.entry)
    let table = scene.state.pages.top?.view.keys
    guard entries.count == commands.count,
      entries.allSatisfy({ entry in table.map { $0.meaning(of: entry) != nil } ?? true }),
      let words = words
        ?? entries.lazy.compactMap({ entry in table.map { $0.hint(of: entry) } ?? entry.hint })
        .first
    else { return nil }
    let keys = entries.compactMap { $0.keys.first?.name }
    return keys.isEmpty ? nil : Hint(keys: keys.joined(separator: " "), words: words)
  }
}
