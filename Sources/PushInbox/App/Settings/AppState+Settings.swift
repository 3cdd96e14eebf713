import InboxModel

/// The settings: what keys do there.
extension AppState {
  /// The rows of the page that is open.
  func settingRows(_ device: Device) -> [SettingRow] {
    SettingRows(self, device).rows
  }

  /// Answers a command while the settings are on top.
  mutating func adjust(by command: Command, _ device: Device) -> [Intent] {
    let rows = settingRows(device)
    let row = rows.indices.contains(settings.place) ? rows[settings.place] : nil
    let page = max(1, Layout.settingRows(size) - 1)
    switch command {
    case .next: settings.move(by: 1, in: rows)
    case .previous: settings.move(by: -1, in: rows)
    case .first: settings.move(by: -rows.count, in: rows)
    case .last: settings.move(by: rows.count, in: rows)
    case .halfDown: settings.move(by: max(1, page / 2), in: rows)
    case .halfUp: settings.move(by: -max(1, page / 2), in: rows)
    case .pageDown: settings.move(by: page, in: rows)
    case .pageUp: settings.move(by: -page, in: rows)
    case .nextTab: settings.turn(by: 1)
    case .previousTab: settings.turn(by: -1)
    case .fold, .unfold: if let row { fold(row, isOpen: command == .unfold) }
    case .foldAll, .unfoldAll: for row in rows { fold(row, isOpen: command == .unfoldAll) }
    case .toggle, .inspect: if let row { return use(row, device) }
    case .new: makeNew()
    case .drop, .dismiss: if let row { return drop(row, device) }
    case .whatIf: return askWhatIf()
    case .help, .commandLine, .lock, .doNotDisturb, .previews, .grouping, .testPush, .beep:
      return carryOut(command, device: device)
    default: break
    }
    return []
  }

  /// Opens or closes the name that the row is, or stands under.
  private mutating func fold(_ row: SettingRow, isOpen: Bool) {
    if case .heading = row.kind {
      settings.unfold(row.path, isOpen)
    } else if !isOpen, let heading = row.heading {
      settings.unfold(heading, false)
      settings.select(heading)
    }
  }

  private mutating func use(_ row: SettingRow, _ device: Device) -> [Intent] {
    switch row.kind {
    case .heading(let isOpen): settings.unfold(row.path, !isOpen)
    case .choice(let words, let place): return goOn(row, words, after: place, device)
    case .text(let text): edit(.setting(row.path), row.label, text)
    case .span(let text): edit(.span(focus: row.path[1]), row.label, text)
    case .focus(let isOn):
      let name = row.path[1]
      settings.lastChange = ["focus=\(isOn ? "off" : name)"]
      return [.change(isOn ? .focusOff(since: max(now, device.now)) : .focusOn(name, until: nil))]
    case .new: makeNew()
    case .fact, .problem: if !row.about.isEmpty { say(row.about) }
    }
    return []
  }

  /// The next word of a choice; after the last none at all, where the setting can do without.
  private mutating func goOn(
    _ row: SettingRow, _ words: [String], after place: Int?, _ device: Device
  ) -> [Intent] {
    let key = SettingPath(row.path).text
    let next = place.map { $0 + 1 } ?? 0
    let candidates = next < words.count ? [words[next]] : ["null"] + words.prefix(1)
    for word in candidates {
      let pairs = [(key: key, value: word)]
      if case .success(let changes) = read(pairs, device) { return make(changes, pairs) }
    }
    return []
  }

  // MARK: Changes

  private func read(
    _ pairs: [(key: String, value: String)], _ device: Device
  ) -> Result<[SettingChange], SettingsError> {
    Result { () throws(SettingsError) in
      try SettingChangeReader(now: max(now, device.now), phone: device.settings)
        .changes(pairs: pairs)
    }
  }

  private mutating func make(
    _ changes: [SettingChange], _ pairs: [(key: String, value: String)]
  ) -> [Intent] {
    settings.lastChange = pairs.map { "\($0.key)=\($0.value)" }
    return changes.map { .change($0) }
  }

  /// What the files say is in force again; of several settings at once after a question.
  private mutating func drop(_ row: SettingRow, _ device: Device) -> [Intent] {
    var paths = [row.path]
    if case .span = row.kind {
      paths = ["from", "to", "schedules"].map { Array(row.path.dropLast()) + [$0] }
    }
    let keys = device.changes.keys(at: paths)
    guard !keys.isEmpty else {
      say("nothing was changed here")
      return []
    }
    if case .heading = row.kind, keys.count > 1 {
      sheets.append(.question(Question(subject: .reset(keys, of: row.label))))
      return []
    }
    say("\(row.label): as the files say again")
    return [.reset(keys)]
  }

  private mutating func askWhatIf() -> [Intent] {
    guard !settings.lastChange.isEmpty else {
      say("change something first: then past pushes are tried with it")
      return []
    }
    let line = ["what-if"] + settings.lastChange
    return [
      .run(TypedCommand(line: line.map(ShellWords.quoted).joined(separator: " "), words: line))
    ]
  }

  // MARK: Typing

  private mutating func edit(
    _ subject: SettingPrompt.Subject, _ label: String, _ text: String = ""
  ) {
    sheets.append(.setting(SettingPrompt(subject, label: label, text: text)))
  }

  private mutating func makeNew() {
    switch settings.tab {
    case .focus: edit(.focus, "New Focus, its name")
    case .apps: edit(.app, "New app, its bundle id")
    default: say("a new Focus is made on the page of the Focuses, a new app on that of the apps")
    }
  }

  /// Answers a key while a setting is typed.
  mutating func type(_ key: Key, in prompt: SettingPrompt, _ device: Device) -> [Intent] {
    var prompt = prompt
    prompt.line.note = nil
    switch key {
    case .enter: return take(prompt, device)
    case .escape, .control("c"):
      sheets.removeLast()
      return []
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    case .tab:
      let words = prompt.candidates(device)
      if !words.isEmpty { prompt.line.note = .candidates(words) }
    default: _ = prompt.line.edit(key, history: [])
    }
    sheets[sheets.count - 1] = .setting(prompt)
    return []
  }

  /// Makes what was typed true; what cannot be stays to be mended.
  private mutating func take(_ prompt: SettingPrompt, _ device: Device) -> [Intent] {
    guard !prompt.isUnchanged else {
      sheets.removeLast()
      return []
    }
    switch read(prompt.pairs, device) {
    case .success(let changes):
      sheets.removeLast()
      settings.select(prompt.path)
      if prompt.isNew { settings.unfold(prompt.path, true) }
      return make(changes, prompt.pairs)
    case .failure(let error):
      var prompt = prompt
      prompt.line.note = .problem(error.message, 0..<prompt.line.field.characters.count)
      sheets[sheets.count - 1] = .setting(prompt)
      return []
    }
  }
}
