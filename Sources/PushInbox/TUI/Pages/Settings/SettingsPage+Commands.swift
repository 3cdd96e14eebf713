import InboxModel

/// The commands of the settings.
extension SettingsPage {
  mutating func perform(_ command: Command, in context: inout PageContext) {
    let rows = rows(in: context)
    let row = rows.indices.contains(place) ? rows[place] : nil
    let height = Layout.settingRows(context.size)
    if command != .toggle,
      let count = ListPlace.steps(of: command, page: height, half: (height - 1) / 2, of: rows.count)
    {
      return move(by: count, in: rows)
    }
    switch command {
    case .nextTab, .otherPane: turn(by: 1)
    case .previousTab: turn(by: -1)
    case .fold, .unfold: if let row { fold(row, isOpen: command == .unfold) }
    case .foldAll, .unfoldAll: for row in rows { fold(row, isOpen: command == .unfoldAll) }
    case .toggle, .inspect: if let row { use(row, by: command, &context) }
    case .new: makeNew(beside: row, in: rows, &context)
    case .dismiss, .drop:
      if let row { removeOrDrop(row, command, &context) }
    case .write: askWhereToWrite(&context)
    case .whatIf: askWhatIf(&context)
    case .help, .manual, .welcome, .commandLine, .lock, .doNotDisturb, .previews, .grouping,
      .online, .clock, .showSummary, .testPush, .compose, .pause, .beep, .mouse:
      context.perform(command)
    default: break
    }
  }

  /// Asks for the path of the file to write the changes to.
  private func askWhereToWrite(_ context: inout PageContext) {
    guard !context.device.changes.inOrder.isEmpty else {
      return context.show(.nothingToWrite)
    }
    context.ask(LinePrompt(.writeSettings, text: "pushinbox.json5"))
  }

  /// Expands or collapses the name of the row, or the name it is under.
  private mutating func fold(_ row: SettingRow, isOpen: Bool) {
    if case .heading = row.kind {
      unfold(row.path, isOpen)
    } else if !isOpen, let heading = row.heading {
      unfold(heading, false)
      select(heading)
    }
  }

  private mutating func use(_ row: SettingRow, by command: Command, _ context: inout PageContext) {
    switch row.kind {
    case .heading(let isOpen): unfold(row.path, !isOpen)
    case .choice where row.value == "[x]" && row.isInstalled:
      context.ask(Question(subject: .uninstall(BundleID(row.path[1]))))
    case .choice(let words, let place): setNext(row, words, after: place, &context)
    case .text(let text): edit(.setting(row.path), row.label, text, &context)
    case .span(let text): edit(.span(row.path), row.label, text, &context)
    case .focus where command == .inspect:
      edit(.term(focus: row.path[1]), "\(row.path[1]), on, off, 1h or until 07:00", "", &context)
    case .focus(let isOn): set("focus", to: isOn ? "off" : row.path[1], in: &context)
    case .element(let word, let isIn):
      let path = SettingPath(row.path.dropLast()).text
      set(path + (isIn ? "-" : "+"), to: word, in: &context)
    case .part(let isThere):
      set(SettingPath(row.path).text, to: isThere ? "null" : "{}", in: &context)
    case .command(let command):
      context.ask(KeyPrompt(command: command, help: row.label))
    case .action(let command): context.perform(command)
    case .new(let subject): makeNew(subject, &context)
    case .fact, .problem, .fault: if !row.about.isEmpty { context.show(.result(row.about)) }
    }
  }

  // MARK: Changes

  /// Changes one setting; an invalid value is explained.
  mutating func set(_ key: String, to value: String, in context: inout PageContext) {
    switch context.changes(by: [(key, value)]) {
    case .success(let changes): make(changes, [(key, value)], in: &context)
    case .failure(let error): context.show(.failure(error.message))
    }
  }

  /// Makes changes that were parsed from keys and values.
  mutating func make(
    _ changes: [SettingChange], _ pairs: [(key: String, value: String)],
    in context: inout PageContext
  ) {
    lastChange = pairs.map { "\($0.key)=\($0.value)" }
    context.request(.changes(changes))
  }

  /// Sets the next value of a choice; after the last one none, if the setting permits that.
  private mutating func setNext(
    _ row: SettingRow, _ words: [String], after place: Int?, _ context: inout PageContext
  ) {
    let key =
      row.path.first == "mute" ? row.path.joined(separator: ".") : SettingPath(row.path).text
    let next = place.map { $0 + 1 } ?? 0
    let candidates = next < words.count ? [words[next]] : ["null"] + words.prefix(1)
    for word in candidates {
      let pairs = [(key: key, value: word)]
      if case .success(let changes) = context.changes(by: pairs) {
        return make(changes, pairs, in: &context)
      }
    }
  }

  private mutating func removeOrDrop(
    _ row: SettingRow, _ command: Command, _ context: inout PageContext
  ) {
    if case .fault(let number) = row.kind {
      return context.request(.run(.fault(["rm", String(number)])))
    }
    if command == .dismiss, row.isElement { return remove(row, &context) }
    drop(row, &context)
  }

  /// Resets the changes of a row, those of a whole name after a question. The values of the files
  /// apply again.
  private mutating func drop(_ row: SettingRow, _ context: inout PageContext) {
    let paths: [[String]] =
      switch row.kind {
      case .span:
        FocusSettings.keysOfSchedules.map { row.path.prefix(2) + [$0] }
      case .command(let command):
        context.device.settings.keys(of: command).map { ["keys", $0] }
      default: [SettingPath(row.path).whole.path.components]
      }
    let keys = context.device.changes.keys(at: paths)
    guard !keys.isEmpty else { return context.show(.nothingToReset(row.label)) }
    if case .heading = row.kind {
      return context.ask(Question(subject: .reset(keys, of: row.label)))
    }
    reset(keys, of: row.label, in: &context)
  }

  /// Resets the changes of some keys.
  func reset(_ keys: [String], of name: String, in context: inout PageContext) {
    context.show(.reset(name))
    context.request(.reset(keys))
  }

  /// Removes an element from a list of objects; one with a name after a question.
  private mutating func remove(_ row: SettingRow, _ context: inout PageContext) {
    if case .new = row.kind { return }
    if case .heading = row.kind {
      return context.ask(Question(subject: .remove(row.path, of: row.label)))
    }
    set(SettingPath(row.path).text, to: "null", in: &context)
  }

  private func askWhatIf(_ context: inout PageContext) {
    guard !lastChange.isEmpty else {
      return context.show(.nothingToTry)
    }
    context.request(.run(TypedCommand(words: ["what-if"] + lastChange)))
  }

  // MARK: Typing

  private func edit(
    _ subject: SettingPrompt.Subject, _ label: String, _ text: String,
    _ context: inout PageContext
  ) {
    context.ask(SettingPrompt(subject, label: label, text: text))
  }

  /// Creates an element of the name the row is at or under, otherwise of the current tab.
  private func makeNew(
    beside row: SettingRow?, in rows: [SettingRow], _ context: inout PageContext
  ) {
    var scope = row?.path
    repeat {
      for row in rows where row.heading == scope {
        if case .new(let subject) = row.kind { return makeNew(subject, &context) }
      }
      guard let path = scope else { break }
      scope = rows.first { $0.path == path }?.heading
    } while true
    context.show(.nothingNewHere)
  }

  private func makeNew(_ subject: SettingPrompt.Subject, _ context: inout PageContext) {
    let label: String
    switch subject {
    case .focus: label = "New Focus, its name"
    case .app: label = "New app, its bundle id"
    case .category: label = "New category, NAME or BUNDLE NAME"
    case .action: label = "New action, its identifier"
    case .span: label = "New schedule"
    case .fault: label = "New fault"
    case .setting, .term: return
    }
    edit(subject, label, "", &context)
  }
}

extension PageContext {
  /// Parses keys and values of `set` as changes.
  func changes(by pairs: [(key: String, value: String)]) -> Result<[SettingChange], SettingsError> {
    Result { () throws(SettingsError) in
      let changes = try SettingChangeReader(now: max(now, device.now), phone: device.settings)
        .changes(pairs: pairs)
      try ScreenSettings.check(changes, over: device.settings)
      return changes
    }
  }
}

extension TypedCommand {
  /// Creates the command of a key.
  init(words: [String]) {
    self.init(line: words.map(Quoting.shellWord).joined(separator: " "), words: words)
  }

  /// Returns the command `fault` with some words.
  static func fault(_ words: [String]) -> TypedCommand { TypedCommand(words: ["fault"] + words) }
}
