import InboxModel

/// The line in which a setting is typed.
extension AppState {
  /// Answers a key while a setting is typed.
  mutating func receive(_ key: Key, in prompt: SettingPrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    prompt.line.note = nil
    switch key {
    case .enter: return submit(prompt, device)
    case .escape:
      layers.removeLast()
      return []
    case .tab:
      let words = prompt.candidates(device)
      if !words.isEmpty { prompt.line.note = .candidates(words) }
    default: _ = prompt.line.edit(key, history: [])
    }
    dialog = .setting(prompt)
    return []
  }

  /// Makes what was typed true; what cannot be stays to be mended.
  private mutating func submit(_ prompt: SettingPrompt, _ device: Phone) -> [Intent] {
    guard !prompt.isUnchanged else {
      layers.removeLast()
      return []
    }
    if prompt.subject == .fault { return addFault(prompt) }
    switch context(device).changes(by: prompt.pairs) {
    case .success(let changes):
      layers.removeLast()
      return update(\.settings, device) { page, context in
        page.select(prompt.path)
        if prompt.isNew { page.unfold(prompt.path, true) }
        page.make(changes, prompt.pairs, in: &context)
      }
    case .failure(let error):
      showProblem(error, in: prompt)
      return []
    }
  }

  private mutating func showProblem(_ error: SettingsError, in prompt: SettingPrompt) {
    var prompt = prompt
    prompt.line.note = .problem(error.message, 0..<prompt.line.field.characters.count)
    dialog = .setting(prompt)
  }

  /// Adds what was typed, as `fault add` does; what cannot be stays to be mended.
  private mutating func addFault(_ prompt: SettingPrompt) -> [Intent] {
    let words = ShellWords(prompt.line.field.characters).words.map(\.text)
    do throws(SettingsError) {
      _ = try FaultRule(words: words)
    } catch {
      showProblem(error, in: prompt)
      return []
    }
    layers.removeLast()
    return [.run(.fault(["add"] + words))]
  }
}
