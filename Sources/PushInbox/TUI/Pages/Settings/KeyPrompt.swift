import InboxModel

/// A prompt for the key of a command.
struct KeyPrompt: Dialog {
  let command: Command
  /// The effect of the command, in a few words.
  let help: String
  /// The reason why the last pressed key cannot be used.
  var problem: String?

  static let acceptsEveryKey = true

  /// Binds a key to the command.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    switch key {
    case .escape, .control("c"): context.close()
    case .pasted: break
    case _ where context.keymap[key] == command:
      context.close()
      context.show(.keyHasCommand(key))
    default: bind(key, &context)
    }
    return true
  }

  private mutating func bind(_ key: Key, _ context: inout PageContext) {
    // The settings may already have it in another spelling.
    let names = context.device.settings.keys.keys.sorted()
    let name = names.first { Key(named: $0) == key } ?? key.name
    let setting = (key: SettingPath(["keys", name]).text, value: command.rawValue)
    switch context.changes(by: [setting]) {
    case .success(let changes):
      let loser = context.keymap[key].flatMap(context.keymap.entry)
      context.close()
      context.show(.keyBound(key, help, loser: loser?.help))
      context.request(.changes(changes))
    case .failure(let error): problem = error.message
    }
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    let row = scene.layout.hints
    let width = scene.layout.size.columns
    screen.fill(row: row, column: 0, columns: width)
    let text = SanitizedText("The new key for \(help)? Esc for none")
    screen.draw(text, row: row, column: 1, cutTo: width - 1, style: Palette.accent)
    if let problem {
      NoteView(scene: scene, text: SanitizedText(problem), style: Palette.failure).draw(on: &screen)
    }
  }
}
