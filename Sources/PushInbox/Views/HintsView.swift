import InboxModel

/// The last line: a message for a while, else the keys that make sense now, from the key table. A message
/// too long for the line stands over the status.
struct HintsView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let row = scene.layout.hints
    if let message = scene.state.message {
      let style = message.isFailure ? Palette.bad.with { $0.isBold = true } : .bold
      let words = message.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let text = CleanText(words)
      guard text.columns >= width else {
        screen.draw(text, row: row, column: 1, style: style)
        return
      }
      NoteView(scene: scene, text: text, style: style).draw(on: &screen)
    }
    // The last hint is the help, or the way out; both stay, in this order of need, when others find no room.
    let storyHints = storyHints
    let storyKeys = Set(storyHints.map(\.keys))
    let hints = storyHints + self.hints.filter { !storyKeys.contains($0.keys) }
    let ends = hints.suffix(hints.dropLast().last?.isWayOut == true ? 2 : 1)
    let room = width - ends.reduce(0) { $0 + $1.columns } + Hint.gap
    var used = 1 + notice(room: room - 1 - Hint.gap, row: row, on: &screen)
    for hint in hints.dropLast(ends.count) {
      guard used + hint.columns <= room else { break }
      used += draw(hint, row: row, column: used, on: &screen)
    }
    for hint in ends where used < width {
      used += draw(hint, row: row, column: used, on: &screen)
    }
  }

  /// What was refused last; returns the columns used, with the gap after it.
  private func notice(room: Int, row: Int, on screen: inout Screen) -> Int {
    guard let notice = scene.state.refusalNotice, room > 0 else { return 0 }
    let key = scene.state.keymap.entry(.rejected)?.keys.first
    let text = CleanText(notice.text(key: key?.name ?? "", columns: room), limit: 400)
      .truncated(to: room, ellipsis: scene.symbols.ellipsis)
    if let key { screen.clickable(.key(key), row: row, column: 1, columns: text.columns) }
    screen.draw(text, row: row, column: 1, style: Palette.bad.with { $0.isBold = true })
    return text.columns + Hint.gap
  }

  private func draw(_ hint: Hint, row: Int, column: Int, on screen: inout Screen) -> Int {
    if let key = hint.key {
      screen.clickable(.key(key), row: row, column: column, columns: hint.columns - Hint.gap)
    }
    let keys = screen.draw(CleanText(hint.keys), row: row, column: column, style: Palette.accent)
    screen.draw(CleanText(hint.words), row: row, column: column + keys + 1)
    return hint.columns
  }

  private struct Hint {
    var keys: String
    var words: String
    /// What a click on it presses; nil where there is more than one key.
    var key: Key?
    /// Whether it leaves the page.
    var isWayOut = false

    init(keys: String, words: String) {
      (self.keys, self.words) = (keys, words)
      key = Key(named: keys)
    }

    static let gap = 2
    /// With the gap after it.
    var columns: Int { CleanText(keys).columns + 1 + CleanText(words).columns + Self.gap }
  }

  private var storyHints: [Hint] {
    guard let story = scene.state.story, scene.state.storyHasKeys else { return [] }
    guard !story.isOver else {
      return [
        Hint(keys: "r", words: "replay"), Hint(keys: "n", words: "next: \(story.next)"),
        Hint(keys: ",", words: "back"), Hint(keys: "q", words: "leave"),
        Hint(keys: "Esc", words: "use the phone"),
      ]
    }
    return [
      Hint(keys: "Space", words: story.isPaused ? "go on" : "pause"),
      Hint(keys: ".", words: "step"), Hint(keys: ",", words: "back"),
    ]
  }

  private var hints: [Hint] { alertBoxHints ?? pageHints }

  /// The keys of an open alert box; nil when none is on show.
  private var alertBoxHints: [Hint]? {
    scene.state.alertBox(scene.device).map { notification in
      let opens = notification.openLabel.flatMap { _ in hint([.inspect], "open the app") }
      return [opens, hint([.cancel], "close for good"), hint([.why], "why")].compactMap(\.self)
        + own([.help])
    }
  }

  private var pageHints: [Hint] {
    switch scene.state.sheets.last {
    case .reply:
      [
        Hint(keys: "Enter", words: "send"), Hint(keys: "^J", words: "new line"),
        Hint(keys: AppState.editorKey.name, words: "editor"),
        Hint(keys: "^U", words: "clear"),
        Hint(keys: "Esc", words: "keep as draft"),
      ]
    case .actions(let id):
      choices(of: id)
        + [
          scene.device.inbox[id]?.openLabel.flatMap { _ in hint([.tap], "open") },
          hint([.dismiss], "dismiss"), hint([.cancel], "cancel"),
        ]
        .compactMap(\.self)
    case .question: [Hint(keys: "y", words: "yes"), Hint(keys: "n", words: "no")]
    case .help:
      [hint([.next, .previous], "scroll"), hint([.filter], "find"), hint([.cancel], "close")]
        .compactMap(\.self)
    case .welcome:
      own([.testPush, .commandLine])
        + [hint([.doNotDisturb], "Do Not Disturb")].compactMap(\.self) + wayOut("close")
    case .output:
      [hint([.next, .previous], "scroll"), hint([.filter], "find")].compactMap(\.self)
        + own([.commandLine]) + wayOut("close")
    case .command, .setting, .key, .filter, .line, .errand: []
    case .choice(let choice):
      // What each key means stands in the menu.
      [
        Hint(
          keys: scene.state.rows(of: choice, scene.device).map { String($0.key) }
            .joined(separator: " "), words: "choose")
      ] + [hint([.cancel], "cancel")].compactMap(\.self)
    case .settings:
      [
        hint([.previousTab, .nextTab], "page"), hint([.toggle], "change"),
        hint([.inspect], "edit"),
      ].compactMap(\.self) + own([.new, .drop, .whatIf]) + wayOut("back")
    case .rejected:
      [refused([.inspect], scene.state.closedReason == nil ? "request" : "open")]
        .compactMap(\.self) + listAll(.rejected)
        + [
          refused([.accept], "accept"), refused([.copy], "copy"),
          refused([.edit], "edit"), hint([.grouping], "by reason"), hint([.filter], "filter"),
          refused([.dismiss], "remove"),
        ].compactMap(\.self) + own([.commandLine, .help])
    case .log where scene.state.log.queuesTop != nil:
      [hint([.next, .previous], "scroll"), hint([.grouping], "events")].compactMap(\.self)
        + own([.commandLine, .help])
    case .log:
      [hint([.inspect], "inspect")].compactMap(\.self) + listAll(.log)
        + [
          hint([.why], "why"), hint([.filter], "filter"), hint([.follow], "follow"),
          hint([.grouping], "queues"),
        ]
        .compactMap(\.self) + own([.commandLine, .help])
    case .held:
      [hint([.inspect], "inspect"), hint([.why], "why")].compactMap(\.self)
        + own([.showSummary, .undo, .commandLine, .help])
    case .lockScreen:
      [
        hint([.lockScreen], "leave lock screen"),
        hint([.lock], scene.isLocked ? "unlock" : "lock"), hint([.previews], "previews"),
        hint([.doNotDisturb], "Do Not Disturb"),
      ].compactMap(\.self) + own([.why, .help])
    case .request:
      [hint([.next, .previous], "scroll")].compactMap(\.self)
        + own([.accept, .copy, .edit, .resend]) + wayOut("back")
    case .inspector(let inspector):
      [
        Layout.panes(scene.layout.size).flatMap { _ in hint([.otherPane], "pane") },
        hint([.previousTab, .nextTab], "tab"),
      ].compactMap(\.self)
        + whyHints(inspector)
        + [
          inspector.tab == .payload || inspector.tab == .why
            ? hint([.toggle], "fold") : hint([.next, .previous], "scroll"),
          hint([.nextGroup, .previousGroup], "next push"),
          inspector.tab == .why ? nil : hint([.why], "why"),
        ].compactMap(\.self) + own([.reply, .actions, .read, .dismiss, .copy, .edit, .resend])
        + wayOut("back")
    case nil: inbox
    }
  }

  /// The keys for what would have shown a push, on its page Why.
  private func whyHints(_ inspector: Inspector) -> [Hint] {
    guard inspector.tab == .why,
      scene.state.detail(of: inspector.id)?.trace.wouldShowIf.isEmpty == false
    else { return [] }
    return [
      hint([.inspect], "try"), hint([.accept], "apply"), hint([.whatIf], "past pushes"),
    ].compactMap(\.self)
  }

  /// The digits of a menu that has something to choose.
  private func choices(of id: NotificationID) -> [Hint] {
    guard let notification = scene.device.inbox[id] else { return [] }
    return switch min(scene.state.offeredActions(of: notification, scene.device).count, 9) {
    case 0: []
    case 1: [Hint(keys: "1", words: "choose")]
    case let last: [Hint(keys: "1-\(last)", words: "choose")]
    }
  }

  /// The way out of a page, and its help.
  private func wayOut(_ words: String) -> [Hint] {
    var cancel = hint([.cancel], words)
    cancel?.isWayOut = true
    return [cancel].compactMap(\.self) + own([.help])
  }

  /// What can be done with what is selected, the most worth knowing first: what finds no room is left away
  /// from the end.
  private var inbox: [Hint] {
    let focus = [hint([.doNotDisturb], "Do Not Disturb")].compactMap(\.self)
    if scene.device.inbox.count == 0 {
      return own([.undo, .testPush, .commandLine]) + focus + own([.back, .settings, .help])
    }
    let all = listAll(.inbox)
    let isFiltered = !all.isEmpty
    if scene.state.found?.count == 0 {
      return [hint([.filter], "change the filter")].compactMap(\.self) + all
        + own([.testPush, .commandLine, .help])
    }
    var hints = own([.inspect]) + all
    if isFiltered { hints += [hint([.new, .previousMatch], "next")].compactMap(\.self) }
    if scene.state.isPaused { hints += [hint([.pause], "go on")].compactMap(\.self) }
    hints += own([.reply, .why]) + focus
    if let isOpen = scene.state.selectedGroupIsOpen(scene.device) {
      hints += [hint([.toggle], isOpen ? "fold" : "unfold")].compactMap(\.self)
    }
    return hints + own([.actions, .dismiss, .read, .filter, .commandLine, .help])
  }

  /// The way back from a filter.
  private func listAll(_ list: FilteredList) -> [Hint] {
    scene.state.filter(of: list).isEmpty ? [] : [hint([.cancel], "list all")].compactMap(\.self)
  }

  /// Commands with the word of the key table; those that have nothing to do here are left away.
  private func own(_ commands: [Command]) -> [Hint] {
    let notification = scene.state.target(scene.device).flatMap { scene.device.inbox[$0] }
    let actions = notification.map(scene.device.choices) ?? []
    return commands.compactMap { command in
      switch command {
      case .reply where !actions.contains { $0.textInput != nil }: nil
      case .actions where actions.isEmpty: nil
      case .undo where scene.device.undoable == nil: nil
      case .showSummary where !scene.device.summaryHoldsAny: nil
      default: scene.state.keymap.entry(command)?.hint.flatMap { hint([command], $0) }
      }
    }
  }

  /// The same for commands that mean the selected refused push, where there is one.
  private func refused(_ commands: [Command], _ words: String) -> Hint? {
    scene.state.refused.place.selection == nil ? nil : hint(commands, words)
  }

  /// The first key of each command and one word for them; nil when none has a key.
  private func hint(_ commands: [Command], _ words: String) -> Hint? {
    let keys = commands.compactMap { scene.state.keymap.entry($0)?.keys.first?.name }
    return keys.isEmpty ? nil : Hint(keys: keys.joined(separator: " "), words: words)
  }
}
