import Foundation
import InboxModel

extension AppState {
  /// Answers a key: the sheet on top first, then the key table.
  mutating func press(_ key: Key, device: Phone) -> [Intent] {
    if message != nil { message = nil }
    var key = key
    var isTyped = sheets.last.map { $0.takesKeys || $0.hasLines } ?? false
    // The key of y may begin a no in another language.
    if case .question? = sheets.last { isTyped = true }
    if !isTyped, keymap[key] == nil, let latin = key.onLatinLayout { key = latin }
    if let intents = controlStory(key) { return intents }
    if sheets.last?.takesKeys == true {
      switch key {
      case .control("z"): return [.suspend]
      case .control("l"): return [.redraw]
      case .control("c"): key = .escape
      default: break
      }
    }
    // The other key of Enter, but where a text has several lines.
    if key == .control("j"), keymap[key] == nil, sheets.last?.hasLines != true { key = .enter }
    switch sheets.last {
    case .reply(let prompt): return type(key, in: prompt, device)
    case .actions(let menu): if let intents = choose(key, in: menu, device) { return intents }
    case .question(let question): if let intents = answer(key, question, device) { return intents }
    case .command(let prompt): return type(key, in: prompt, device)
    case .setting(let prompt): return type(key, in: prompt, device)
    case .key(let prompt): return bind(key, as: prompt, device)
    case .line(let prompt): return type(key, in: prompt, device)
    case .choice(let choice): if let intents = choose(key, in: choice, device) { return intents }
    case .filter(let prompt): return type(key, in: prompt, device)
    case .errand(let errand): return wait(key, for: errand)
    default: break
    }
    if let command = keymap[key], isUsed(command) { return obey(command, device: device) }
    // The last line of a story is not taken for this.
    if story == nil, sheets.last?.isPage ?? true, let name = key.shownName(usesASCII: usesASCII) {
      sayUnused(name)
    }
    return []
  }

  /// Says that a key does nothing in this view, and where those are that do.
  mutating func sayUnused(_ name: String) {
    say("\(name) has no function here. \(keymap.keys(of: .help)) lists the keys.")
  }

  /// Carries out a command of the key table where it has a meaning now.
  mutating func obey(_ command: Command, device: Phone) -> [Intent] {
    if let intents = answerAlertBox(by: command, device) { return intents }
    if searchPage(by: command, device) { return [] }
    if let intents = walkPane(by: command, device) { return intents }
    switch command {
    case .interrupt: return interrupt()
    case .quit: return [.quit]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .cancel: return cancel(device)
    case .back:
      if sheets.isEmpty { return leave(device) }
      sheets.removeLast()
      return []
    case .result where sheets.allSatisfy(\.isPage):
      if let result {
        go(to: result, .list, device)
      } else {
        say("No push was sent from here yet.")
      }
      return []
    case .otherPane: return goToOtherPane(device)
    case .inbox, .rejected, .log, .settings, .held, .lockScreen:
      guard sheets.allSatisfy(\.isPage) else { return [] }
      turn(to: command)
      return []
    default: break
    }
    if command == .unfoldAll, canCompare, compareWithMarked(device) { return [] }
    switch sheets.last {
    case .actions, .question, .reply, .command, .setting, .key, .filter, .choice, .line, .errand:
      return []
    case .settings: return adjust(by: command, device)
    case .rejected: return walkRefused(by: command, device)
    case .log: return walkLog(by: command, device)
    case .held: return walkHeld(by: command, device)
    case .lockScreen: return walkLockScreen(by: command, device)
    case .request where command == .dismiss || command == .undo:
      return removeRefused(by: command) ?? []
    case .request(let page) where turn(page, by: command): return []
    case .request where Self.meansRefused(command): break
    case .help, .output, .request:
      guard [.commandLine, .mouse, .welcome, .compose].contains(command) else {
        return scrollPage(by: command)
      }
    case .welcome:
      if command == .welcome {
        sheets.removeLast()
        return []
      }
    case .inspector(let inspector):
      if let intents = answerWhy(inspector, by: command, device) { return intents }
      if turn(inspector, by: command, device: device) { return [] }
    case nil:
      if walk(by: command, device: device) { return [] }
    }
    return carryOut(command, device: device)
  }

  /// Leaves, after a question where pushes would be lost.
  mutating func leave(_ device: Phone) -> [Intent] {
    let count = device.inbox.count + device.heldCount + device.silentCount + refused.unseen
    guard runtime.isEphemeral, count > 0 else { return [.quit] }
    sheets.append(.question(Question(subject: .quit(losing: count))))
    return []
  }

  /// Whether a push is looked at that can be compared with the marked one.
  private var canCompare: Bool {
    switch sheets.last {
    case nil, .inspector, .rejected, .request, .held, .log: marked != nil
    default: false
    }
  }

  /// Gives the keys to the right pane of the inbox, or to the other pane of the inspector; where there is
  /// none, to the next tab.
  private mutating func goToOtherPane(_ device: Phone) -> [Intent] {
    if focusPane(true, device) { return [] }
    if sheets.isEmpty, Layout(self, device).detail.columns == 0 {
      say("The right pane needs \(Layout.wideColumns) columns.")
      return []
    }
    guard case .inspector(var inspector)? = sheets.last, Layout.panes(size) != nil else {
      return obey(.nextTab, device: device)
    }
    inspector.tab = inspector.tab == .payload ? inspector.beside : .payload
    sheets[sheets.count - 1] = .inspector(inspector)
    return []
  }

  /// Turns to a view, or away from the lock screen.
  private mutating func turn(to view: Command) {
    let isLeaving = view == .lockScreen && sheets.last == .lockScreen
    switch view {
    case .rejected:
      sheets = [.rejected]
      // The announced push is the one that is looked at.
      if refused.unseen > 0 { refused.place = ListPlace() }
    case .log: sheets = [.log]
    case .held: sheets = [.held]
    case .settings: sheets = [.settings]
    case .lockScreen: sheets = isLeaving ? [] : [.lockScreen]
    default:
      sheets = []
      pane.isFocused = false
    }
  }

  /// `^C`: closes what is open; the second one soon after leaves.
  private mutating func interrupt() -> [Intent] {
    if let last = interruptedAt, now.timeIntervalSince(last) < Self.patience { return [.quit] }
    interruptedAt = now
    keepDrafts()
    sheets = []
    banner = nil
    say("\(keymap.keys(of: .interrupt)) again to quit")
    return []
  }

  private mutating func cancel(_ device: Phone) -> [Intent] {
    if search != nil {
      search = nil
    } else if sheets.isEmpty, pane.isFocused {
      pane.isFocused = false
    } else if let list = filteredPage {
      setFilter(ListFilter(), of: list, device)
    } else if sheets.popLast() != nil {
      return []
    } else if filters[.inbox] != nil {
      // As the last line says; a banner goes by itself.
      setFilter(ListFilter(), of: .inbox, device)
    } else if banner != nil {
      banner = nil
    } else if marked != nil {
      unmark()
    }
    return []
  }

  /// The list of the page in front when it is narrowed: as in the inbox, that goes first.
  private var filteredPage: FilteredList? {
    let list: FilteredList? =
      switch sheets.last {
      case .rejected: .rejected
      case .log: .log
      default: nil
      }
    return list.flatMap { filter(of: $0).isEmpty ? nil : $0 }
  }

  /// Scrolls the help or an answer; the keys of help and manual open them and close them.
  private mutating func scrollPage(by command: Command) -> [Intent] {
    guard var sheet = sheets.popLast() else { return [] }
    switch (command, sheet) {
    case (.help, .help): return []
    case (.manual, .output(let page)) where page.kind == .manual: return []
    case (.help, _):
      sheets += [sheet, .help(HelpSheet())]
      return []
    case (.manual, _):
      sheets += [sheet, .output(.manual(width: Pages.width(size)))]
      return []
    case (.filter, _):
      sheets.append(sheet)
      if let words = sheet.words { sheets.append(.line(LinePrompt(.find, text: words))) }
      return []
    default: break
    }
    if let scroll = sheet.scroll { sheet.scroll = scrolled(scroll, by: command) ?? scroll }
    sheets.append(sheet)
    return []
  }

  /// Commands that move in the list; false for others.
  private mutating func walk(by command: Command, device: Phone) -> Bool {
    let rows = rows(device)
    let height = Layout(self, device).list.rows
    switch command {
    case .next: position.move(by: 1, in: rows)
    case .previous: position.move(by: -1, in: rows)
    case .first:
      position.jump(toEnd: false, in: rows)
      follows = true
    case .last: position.jump(toEnd: true, in: rows)
    case .halfDown: position.page(by: max(1, height / 2), in: rows)
    case .halfUp: position.page(by: -max(1, height / 2), in: rows)
    case .pageDown: position.page(by: max(1, height - 1), in: rows)
    case .pageUp: position.page(by: -max(1, height - 1), in: rows)
    case .new: goToMatch(down: true, in: rows)
    case .previousMatch: goToMatch(down: false, in: rows)
    case .nextGroup: position.moveGroup(down: true, in: rows)
    case .previousGroup: position.moveGroup(down: false, in: rows)
    case .fold: fold(open: false, in: rows)
    case .unfold: fold(open: true, in: rows)
    case .toggle: fold(open: nil, in: rows)
    case .foldAll: foldAll(open: false, in: rows)
    case .unfoldAll: foldAll(open: true, in: rows)
    default: return false
    }
    return true
  }

  /// Goes to the next entry, and unfolds the group it leaves behind. The head of a group means its newest
  /// entry, so that a step may be two or three rows.
  private mutating func goToMatch(down: Bool, in rows: InboxRows) {
    if down, case .group(let key)? = position.selection { folds.set(key, open: true) }
    var rows = rows
    rows.folds = folds
    let old = position.selection.flatMap(rows.notification)
    for _ in 0..<3 where position.selection.flatMap(rows.notification) == old {
      position.move(by: down ? 1 : -1, in: rows)
    }
    if position.selection.flatMap(rows.notification) == old {
      say(down ? "This is the last match." : "This is the first match.")
    }
  }

  /// Folds or unfolds the selected group; nil turns it over.
  private mutating func fold(open: Bool?, in rows: InboxRows) {
    guard let key = position.selection?.group, let group = rows.inbox.group(key),
      rows.canFold(group)
    else { return }
    let open = open ?? !rows.isOpen(group)
    folds.set(key, open: open)
    if !open { position.select(.group(key)) }
  }

  private mutating func foldAll(open: Bool, in rows: InboxRows) {
    folds.setAll(open: open)
    if !open, let key = position.selection?.group { position.select(.group(key)) }
  }

  /// Commands that move in the inspector; false for others.
  private mutating func turn(_ inspector: Inspector, by command: Command, device: Phone) -> Bool {
    var inspector = inspector
    if inspector.tab == .payload, let moved = move(inspector, by: command, device) {
      sheets[sheets.count - 1] = .inspector(moved)
      return true
    }
    switch command {
    case .nextTab, .unfold: inspector.tab = inspector.tab.turned(by: 1)
    case .previousTab, .fold: inspector.tab = inspector.tab.turned(by: -1)
    case .why: inspector.tab = .why
    case .nextGroup, .previousGroup:
      let rows = rows(device)
      // The head of an unfolded group means the same push as its first entry: two steps are enough.
      for _ in 0..<2 where target(device) == inspector.id {
        position.move(by: command == .nextGroup ? 1 : -1, in: rows)
        guard let id = position.selection.flatMap(rows.notification), id != inspector.id
        else { continue }
        inspector.turn(to: id)
        break
      }
    case .inspect, .toggle, .foldAll, .unfoldAll: break
    default:
      guard let scroll = scrolled(inspector.scroll, by: command) else { return false }
      inspector.scroll = scroll
    }
    sheets[sheets.count - 1] = .inspector(inspector)
    return true
  }

  /// A scroll position after a moving command; nil for other commands. Beyond the end is put right by
  /// ``clampScroll(_:)``.
  func scrolled(_ scroll: Int, by command: Command, page: Int? = nil) -> Int? {
    let page = max(1, page ?? Layout.pageRows(size))
    switch command {
    case .next: return scroll + 1
    case .previous: return scroll - 1
    case .first: return 0
    case .last: return .max / 2
    case .halfDown: return scroll + max(1, page / 2)
    case .halfUp: return scroll - max(1, page / 2)
    case .pageDown, .toggle: return scroll + page
    case .pageUp: return scroll - page
    default: return nil
    }
  }

  /// Keeps sheets from being scrolled beyond their text.
  mutating func clampScroll(_ device: Phone) {
    if keepWhyInView(device) { return }
    guard let scroll = sheets.last?.scroll, let lines = Pages.lineCount(self, device)
    else { return }
    if case .inspector(var inspector) = sheets.last, inspector.tab == .payload {
      inspector.keepLineInView(of: lines, height: Layout.pageRows(size))
      sheets[sheets.count - 1] = .inspector(inspector)
      return
    }
    let most = max(0, lines - Layout.pageRows(size))
    sheets[sheets.count - 1].scroll = max(0, min(scroll, most))
  }
}
