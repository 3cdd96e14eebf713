import InboxModel

/// Waits for the key that a command is to get.
struct KeyPrompt: Equatable, Sendable {
  let command: Command
  /// What the command does.
  let help: String
  /// Why the key pressed last cannot be had.
  var problem: String?
}

extension AppState {
  /// Answers the key pressed: it is the command's from now on.
  mutating func bind(_ key: Key, as prompt: KeyPrompt, _ device: Phone) -> [Intent] {
    switch key {
    case .escape, .control("c"):
      layers.removeLast()
      return []
    case .pasted: return []
    default: break
    }
    guard keymap[key] != prompt.command else {
      layers.removeLast()
      showMessage("\(key.name) does that already")
      return []
    }
    // As it may be spelled already.
    let name = device.settings.keys.keys.sorted().first { Key(named: $0) == key } ?? key.name
    let setting = (key: SettingPath(["keys", name]).text, value: prompt.command.rawValue)
    switch context(device).changes(by: [setting]) {
    case .success(let changes):
      let loser = keymap[key].flatMap(keymap.entry)
      layers.removeLast()
      showMessage("\(key.name): \(prompt.help)" + (loser.map { ", and no more \($0.help)" } ?? ""))
      return changes.map { .change($0) }
    case .failure(let error):
      dialog = .key(
        KeyPrompt(command: prompt.command, help: prompt.help, problem: error.message))
      return []
    }
  }
}
