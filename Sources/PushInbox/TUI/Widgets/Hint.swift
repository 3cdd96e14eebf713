import InboxModel

/// A hint of the last line: keys, and one word for them.
struct Hint: Equatable, Sendable {
  var keys: String
  var words: String
  /// The key that a click on it presses; nil where there is more than one key.
  var key: Key?
  /// Whether it leaves the page.
  var isWayOut = false

  init(keys: String, words: String) {
    (self.keys, self.words) = (keys, words)
    key = Key(named: keys)
  }

  static let gap = 2
  /// With the gap after it.
  var columns: Int { SanitizedText(keys).columns + 1 + SanitizedText(words).columns + Self.gap }
}

/// Makes the hints of a page from the key table.
struct HintMaker {
  let scene: Scene

  /// The way out of a page, and its help.
  func wayOut(_ words: String? = nil) -> [Hint] {
    hints([.cancel], words).map { hint in
      var hint = hint
      hint.isWayOut = true
      return hint
    } + own([.help])
  }

  /// The way back from a filter.
  func listAll(_ list: FilteredList) -> [Hint] {
    scene.context.filter(of: list).isEmpty ? [] : own([.cancel])
  }

  /// Commands with the word of the key table; those that have nothing to do here are left away.
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

  /// The hint of some commands; none where there is no such hint.
  func hints(_ commands: [Command], _ words: String? = nil) -> [Hint] {
    [hint(commands, words)].compactMap(\.self)
  }

  /// The first key of each command and one word for them, by default that of the key table for the first that
  /// has one in this view; nil when a command has no key or does nothing in the view on top.
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
