import InboxModel

/// The last line: a message for a while, else the keys that make sense now, from the key table.
struct HintsView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let row = scene.layout.hints
    if let message = scene.state.message {
      screen.draw(
        scene.line(" " + message.text).truncated(to: width, ellipsis: scene.symbols.ellipsis),
        row: row, column: 0, style: .bold)
      return
    }
    var used = 1
    for hint in hints {
      let keys = CleanText(hint.keys)
      let words = CleanText(" " + hint.words)
      guard used + keys.columns + words.columns <= width else { break }
      used += screen.draw(keys, row: row, column: used, style: Palette.accent)
      used += screen.draw(words, row: row, column: used) + 2
    }
  }

  private struct Hint {
    var keys: String
    var words: String
  }

  private var hints: [Hint] {
    switch scene.state.sheets.last {
    case .reply:
      [
        Hint(keys: "Enter", words: "send"), Hint(keys: "M-Enter", words: "new line"),
        Hint(keys: "Esc", words: "keep as draft"), Hint(keys: "^U", words: "clear"),
      ]
    case .actions:
      [
        Hint(keys: "1-9", words: "choose"), hint([.tap], "open"), hint([.dismiss], "dismiss"),
        hint([.cancel], "cancel"),
      ].compactMap(\.self)
    case .question: [Hint(keys: "y", words: "yes"), Hint(keys: "n", words: "no")]
    case .help:
      [hint([.next, .previous], "scroll"), hint([.cancel], "close")].compactMap(\.self)
    case .inspector:
      [
        hint([.previousTab, .nextTab], "tab"), hint([.next, .previous], "scroll"),
        hint([.cancel], "back"), hint([.nextGroup, .previousGroup], "next push"),
      ].compactMap(\.self) + own([.reply, .actions, .read, .dismiss, .help])
    case nil:
      scene.device.inbox.count == 0
        ? own([.testPush, .help]) + own([.back])
        : own([.inspect, .toggle, .reply, .actions, .read, .dismiss, .why, .help])
    }
  }

  /// Commands with the word of the key table; those that have nothing to do here are left away.
  private func own(_ commands: [Command]) -> [Hint] {
    let notification = scene.state.target(scene.device).flatMap { scene.device.inbox[$0] }
    let actions = notification.flatMap { scene.device.category(of: $0)?.actions } ?? []
    return commands.compactMap { command in
      switch command {
      case .reply where !actions.contains { $0.textInput != nil }: nil
      case .actions where actions.isEmpty: nil
      default: scene.state.keymap.entry(command)?.hint.flatMap { hint([command], $0) }
      }
    }
  }

  /// The first key of each command and one word for them; nil when none has a key.
  private func hint(_ commands: [Command], _ words: String) -> Hint? {
    let keys = commands.compactMap { scene.state.keymap.entry($0)?.keys.first?.name }
    return keys.isEmpty ? nil : Hint(keys: keys.joined(separator: " "), words: words)
  }
}
