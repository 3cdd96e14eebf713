import InboxModel

/// The settings: what keys do there.
extension AppState {
  /// The rows of the page that is open.
  func settingRows(_ device: Phone) -> [SettingRow] {
    SettingRows(self, device).rows
  }

  /// Answers a command while the settings are on top.
  mutating func adjust(by command: Command, _ device: Phone) -> [Intent] {
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
    case .toggle, .inspect: if let row { return use(row, by: command, device) }
    case .new: makeNew(beside: row, in: rows)
    case .dismiss, .drop:
      if case .fault(let number) = row?.kind { return endFault(number) }
      if command == .dismiss, let row, row.isElement { return remove(row, device) }
      if let row { return drop(row, device) }
    case .write: askWhereToWrite(device)
    case .whatIf: return askWhatIf()
    case .help, .manual, .welcome, .commandLine, .lock, .doNotDisturb, .previews, .grouping,
      .online, .clock, .showSummary, .testPush, .compose, .pause, .beep, .mouse:
      return carryOut(command, device: device)
    default: break
    }
    return []
  }

  /// Asks for the file that what was changed here is to stand in.
  private mutating func askWhereToWrite(_ device: Phone) {
    guard !device.changes.inOrder.isEmpty else {
      return say("nothing is changed here: there is nothing to write")
    }
    sheets.append(.line(LinePrompt(.writeSettings, text: "pushinbox.json5")))
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

  private mutating func use(
    _ row: SettingRow, by command: Command, _ device: Phone
  ) -> [Intent] {
    switch row.kind {
    case .heading(let isOpen): settings.unfold(row.path, !isOpen)
    case .choice where row.value == "[x]" && row.isInstalled:
      sheets.append(.question(Question(subject: .uninstall(BundleID(rawValue: row.path[1])))))
    case .choice(let words, let place): return goOn(row, words, after: place, device)
    case .text(let text): edit(.setting(row.path), row.label, text)
    case .span(let text): edit(.span(row.path), row.label, text)
    case .focus where command == .inspect:
      edit(.term(focus: row.path[1]), "\(row.path[1]), on, off, 1h or until 07:00")
    case .focus(let isOn): return set("focus", to: isOn ? "off" : row.path[1], device)
    case .element(let word, let isIn):
      return set(SettingPath(row.path.dropLast()).text + (isIn ? "-" : "+"), to: word, device)
    case .part(let isThere):
      return set(SettingPath(row.path).text, to: isThere ? "null" : "{}", device)
    case .command(let command): sheets.append(.key(KeyPrompt(command: command, help: row.label)))
    case .deed(let command): return carryOut(command, device: device)
    case .new(let subject): makeNew(subject)
    case .fact, .problem, .fault: if !row.about.isEmpty { say(row.about) }
    }
    return []
  }

  mutating func set(_ key: String, to value: String, _ device: Phone) -> [Intent] {
    switch read([(key, value)], device) {
    case .success(let changes): return make(changes, [(key, value)])
    case .failure(let error):
      say(error.message, isFailure: true)
      return []
    }
  }

  /// The next word of a choice; after the last none at all, where the setting can do without.
  private mutating func goOn(
    _ row: SettingRow, _ words: [String], after place: Int?, _ device: Phone
  ) -> [Intent] {
    let key =
      row.path.first == "mute" ? row.path.joined(separator: ".") : SettingPath(row.path).text
    let next = place.map { $0 + 1 } ?? 0
    let candidates = next < words.count ? [words[next]] : ["null"] + words.prefix(1)
    for word in candidates {
      let pairs = [(key: key, value: word)]
      if case .success(let changes) = read(pairs, device) { return make(changes, pairs) }
    }
    return []
  }

  // MARK: Changes

  func read(
    _ pairs: [(key: String, value: String)], _ device: Phone
  ) -> Result<[SettingChange], SettingsError> {
    Result { () throws(SettingsError) in
      let changes = try SettingChangeReader(now: max(now, device.now), phone: device.settings)
        .changes(pairs: pairs)
      try ScreenSettings.check(changes, over: device.settings)
      return changes
    }
  }

  private mutating func make(
    _ changes: [SettingChange], _ pairs: [(key: String, value: String)]
  ) -> [Intent] {
    settings.lastChange = pairs.map { "\($0.key)=\($0.value)" }
    return changes.map { .change($0) }
  }

  /// What the files say is in force again; of a whole name after a question.
  private mutating func drop(_ row: SettingRow, _ device: Phone) -> [Intent] {
    let paths: [[String]] =
      switch row.kind {
      case .span:
        ["from", "to", "days", "timeZone", "schedules"].map { row.path.prefix(2) + [$0] }
      case .command(let command): device.settings.keys(of: command).map { ["keys", $0] }
      default: [SettingPath(row.path).whole.path.components]
      }
    let keys = device.changes.keys(at: paths)
    guard !keys.isEmpty else {
      say("nothing was changed here")
      return []
    }
    if case .heading = row.kind {
      sheets.append(.question(Question(subject: .reset(keys, of: row.label))))
      return []
    }
    return reset(keys, of: row.label)
  }

  mutating func reset(_ keys: [String], of name: String) -> [Intent] {
    say("\(name): as the files say again")
    return [.reset(keys)]
  }

  /// Takes one of a list of objects out of it; one with a name after a question.
  private mutating func remove(_ row: SettingRow, _ device: Phone) -> [Intent] {
    if case .new = row.kind { return [] }
    if case .heading = row.kind {
      sheets.append(.question(Question(subject: .remove(row.path, of: row.label))))
      return []
    }
    return set(SettingPath(row.path).text, to: "null", device)
  }

  private mutating func askWhatIf() -> [Intent] {
    guard !settings.lastChange.isEmpty else {
      say("change something first: then past pushes are tried with it")
      return []
    }
    let line = ["what-if"] + settings.lastChange
    return [
      .run(TypedCommand(line: line.map(Quoting.shellWord).joined(separator: " "), words: line))
    ]
  }

  // MARK: Typing

  private mutating func edit(
    _ subject: SettingPrompt.Subject, _ label: String, _ text: String = ""
  ) {
    sheets.append(.setting(SettingPrompt(subject, label: label, text: text)))
  }

  /// Makes what can be made under the name the row stands at or under, else what the page holds.
  private mutating func makeNew(beside row: SettingRow?, in rows: [SettingRow]) {
    var scope = row?.path
    repeat {
      for row in rows where row.heading == scope {
        if case .new(let subject) = row.kind { return makeNew(subject) }
      }
      guard let path = scope else { break }
      scope = rows.first { $0.path == path }?.heading
    } while true
    say("a new Focus, app, category or fault is made on their pages")
  }

  private mutating func makeNew(_ subject: SettingPrompt.Subject) {
    switch subject {
    case .focus: edit(subject, "New Focus, its name")
    case .app: edit(subject, "New app, its bundle id")
    case .category: edit(subject, "New category, NAME or BUNDLE NAME")
    case .action: edit(subject, "New action, its identifier")
    case .span: edit(subject, "New schedule")
    case .fault: edit(subject, "New fault")
    case .setting, .term: break
    }
  }

  /// Answers a key while a setting is typed.
  mutating func type(_ key: Key, in prompt: SettingPrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    prompt.line.note = nil
    switch key {
    case .enter: return take(prompt, device)
    case .escape:
      sheets.removeLast()
      return []
    case .tab:
      let words = prompt.candidates(device)
      if !words.isEmpty { prompt.line.note = .candidates(words) }
    default: _ = prompt.line.edit(key, history: [])
    }
    sheets[sheets.count - 1] = .setting(prompt)
    return []
  }

  /// Makes what was typed true; what cannot be stays to be mended.
  private mutating func take(_ prompt: SettingPrompt, _ device: Phone) -> [Intent] {
    guard !prompt.isUnchanged else {
      sheets.removeLast()
      return []
    }
    if prompt.subject == .fault { return takeFault(prompt) }
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
