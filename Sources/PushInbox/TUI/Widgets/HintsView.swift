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
      let text = SanitizedText(words)
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

  /// Draws the last refusal; returns the columns used, with the gap after it.
  private func notice(room: Int, row: Int, on screen: inout Screen) -> Int {
    guard let notice = scene.state.refusalNotice, room > 0 else { return 0 }
    // Its own page shows more.
    if case .request(let page)? = scene.state.sheets.last, page.number == notice.push.number {
      return 0
    }
    let key = scene.state.keymap.entry(.rejected)?.keys.first
    let text = SanitizedText(notice.text(key: key?.name ?? "", columns: room), limit: 400)
      .truncated(to: room, ellipsis: scene.symbols.ellipsis)
    if let key { screen.clickable(.key(key), row: row, column: 1, columns: text.columns) }
    screen.draw(text, row: row, column: 1, style: Palette.bad.with { $0.isBold = true })
    return text.columns + Hint.gap
  }

  private func draw(_ hint: Hint, row: Int, column: Int, on screen: inout Screen) -> Int {
    if let key = hint.key {
      screen.clickable(.key(key), row: row, column: column, columns: hint.columns - Hint.gap)
    }
    let keys = screen.draw(
      SanitizedText(hint.keys), row: row, column: column, style: Palette.accent)
    screen.draw(SanitizedText(hint.words), row: row, column: column + keys + 1)
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
    var columns: Int { SanitizedText(keys).columns + 1 + SanitizedText(words).columns + Self.gap }
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

  private var hints: [Hint] { alertBoxHints ?? searchHints ?? paneHints ?? pageHints }

  /// The keys of a search on a page; nil while none goes on, or its text is typed.
  private var searchHints: [Hint]? {
    if case .line? = scene.state.sheets.last { return nil }
    return scene.state.search.map { _ in
      hints([.new, .previousMatch], "next match") + hints([.filter], "search")
        + hints([.next, .previous]) + wayOut("end the search")
    }
  }

  /// The keys of the right pane while it has them.
  private var paneHints: [Hint]? {
    guard scene.state.topView == .pane else { return nil }
    return hints([.next, .previous]) + hints([.previousTab, .nextTab])
      + hints([.nextGroup, .previousGroup]) + own([.otherPane, .filter])
      + (scene.state.pane.tab == .why ? hints([.inspect], "inspect, try") : own([.inspect]))
      + own([.reply, .actions, .dismiss]) + wayOut()
  }

  /// The keys of an open alert box; nil when none is on show.
  private var alertBoxHints: [Hint]? {
    scene.state.alertBox(scene.device).map { notification in
      let opens = notification.openLabel.flatMap { _ in hint([.inspect], "open app") }
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
    case .actions(let menu):
      choices(of: menu.id)
        + [
          hint([.next, .previous], "move"), Hint(keys: "Enter", words: "choose"),
          scene.device.inbox[menu.id]?.openLabel.flatMap { _ in hint([.tap], "open app") },
          hint([.dismiss], "dismiss"), hint([.cancel], "cancel"),
        ]
        .compactMap(\.self)
    case .question: [Hint(keys: "y", words: "yes"), Hint(keys: "n", words: "no")]
    case .help: hints([.next, .previous]) + own([.filter, .cancel])
    case .welcome: own([.testPush, .commandLine, .doNotDisturb]) + wayOut()
    case .output: hints([.next, .previous]) + own([.filter, .commandLine]) + wayOut()
    case .command, .setting, .key, .filter, .line, .errand: []
    case .choice:
      // The letters stand in the menu.
      [hint([.next, .previous], "move")].compactMap(\.self)
        + [Hint(keys: "Enter", words: "choose")]
        + [hint([.cancel], "cancel")].compactMap(\.self)
    case .settings:
      hints([.previousTab, .nextTab]) + own([.toggle, .inspect, .new, .drop, .whatIf]) + wayOut()
    case .rejected:
      selected([.inspect], scene.state.closedReason == nil ? nil : "unfold") + listAll(.rejected)
        + selected([.accept]) + selected([.copy]) + selected([.edit])
        + own([.grouping, .filter]) + selected([.dismiss]) + own([.commandLine, .help])
    case .log where scene.state.log.queuesTop != nil:
      hints([.next, .previous]) + hints([.grouping], "events") + own([.commandLine, .help])
    case .log:
      own([.inspect]) + listAll(.log)
        + own([.why, .filter, .follow, .grouping, .copy, .edit, .resend, .commandLine, .help])
    case .held: own([.inspect, .why, .showSummary, .undo, .commandLine, .help])
    case .lockScreen:
      own([.lockScreen]) + hints([.lock], scene.isLocked ? "unlock" : nil)
        + own([.previews, .doNotDisturb, .why, .help])
    case .request:
      hints([.next, .previous]) + own([.accept, .copy, .edit, .resend]) + wayOut()
    case .inspector(let inspector):
      (Layout.panes(scene.layout.size) == nil ? [] : own([.otherPane]))
        + hints([.previousTab, .nextTab]) + whyHints(inspector)
        + ([.payload, .why].contains(inspector.tab) ? own([.toggle]) : hints([.next, .previous]))
        + hints([.nextGroup, .previousGroup]) + (inspector.tab == .why ? [] : own([.why]))
        + own([.reply, .actions, .read, .dismiss, .copy, .edit, .resend]) + wayOut()
    case nil: inbox
    }
  }

  /// The keys for what would have shown a push, on its page Why.
  private func whyHints(_ inspector: Inspector) -> [Hint] {
    guard inspector.tab == .why,
      scene.state.detail(of: inspector.id)?.trace.wouldShowIf.isEmpty == false
    else { return [] }
    return hints([.inspect], "try") + hints([.accept], "apply") + hints([.whatIf], "past pushes")
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
  private func wayOut(_ words: String? = nil) -> [Hint] {
    hints([.cancel], words).map { hint in
      var hint = hint
      hint.isWayOut = true
      return hint
    } + own([.help])
  }

  /// What can be done with what is selected, the most worth knowing first: what finds no room is left away
  /// from the end.
  private var inbox: [Hint] {
    if scene.device.inbox.count == 0, !scene.state.listsSilent {
      return own([
        .undo, .testPush, .compose, .commandLine, .doNotDisturb, .back, .settings, .help,
      ])
    }
    let all = listAll(.inbox)
    let isFiltered = !all.isEmpty
    if scene.state.found?.count == 0 {
      return hints([.filter], "change the filter") + all + own([.testPush, .commandLine, .help])
    }
    var hints = own([.inspect]) + all
    if isFiltered { hints += self.hints([.new, .previousMatch]) }
    if scene.state.isPaused { hints += own([.pause]) }
    hints += own([.reply, .why, .doNotDisturb])
    if let isOpen = scene.state.selectedGroupIsOpen(scene.device) {
      hints += self.hints([.toggle], isOpen ? nil : "unfold")
    }
    return hints + own([.actions, .dismiss, .read, .filter, .commandLine, .help])
  }

  /// The way back from a filter.
  private func listAll(_ list: FilteredList) -> [Hint] {
    scene.state.filter(of: list).isEmpty ? [] : own([.cancel])
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
      default: hint([command])
      }
    }
  }

  /// The same for commands that mean the selected refused push, where there is one.
  private func selected(_ commands: [Command], _ words: String? = nil) -> [Hint] {
    scene.state.refused.place.selection == nil ? [] : hints(commands, words)
  }

  private func hints(_ commands: [Command], _ words: String? = nil) -> [Hint] {
    [hint(commands, words)].compactMap(\.self)
  }

  /// The first key of each command and one word for them, by default that of the key table for the first that
  /// has one in this view; nil when a command has no key or does nothing in the view on top.
  private func hint(_ commands: [Command], _ words: String? = nil) -> Hint? {
    let entries = commands.compactMap(scene.state.keymap.entry)
    let view = scene.state.topView
    guard entries.count == commands.count,
      entries.allSatisfy({ entry in view.map { $0.meaning(of: entry) != nil } ?? true }),
      let words = words
        ?? entries.lazy.compactMap({ entry in view.map { $0.hint(of: entry) } ?? entry.hint }).first
    else { return nil }
    let keys = entries.compactMap { $0.keys.first?.name }
    return keys.isEmpty ? nil : Hint(keys: keys.joined(separator: " "), words: words)
  }
}
