import Foundation
import InboxModel

extension AppState {
  /// Answers a key: the dialog on top first, then the key table.
  mutating func press(_ key: Key, device: Phone) -> [Intent] {
    if message != nil { message = nil }
    var key = key
    var isTyped = dialog.map { $0.takesText || $0.takesEveryKey } ?? false
    // The key of y may begin a no in another language.
    if case .question? = dialog { isTyped = true }
    if !isTyped, keymap[key] == nil, let latin = key.onLatinLayout { key = latin }
    if let intents = controlStory(key) { return intents }
    if dialog?.takesText == true {
      switch key {
      case .control("z"): return [.suspend]
      case .control("l"): return [.redraw]
      case .control("c"): key = .escape
      default: break
      }
    }
    // The other key of Enter, but where a text has several lines.
    if key == .control("j"), keymap[key] == nil, dialog?.takesEveryKey != true { key = .enter }
    if let dialog, let intents = receive(key, in: dialog, device) { return intents }
    if let command = keymap[key], isUsed(command, device) {
      return perform(command, device: device)
    }
    // The last line of a story is not taken for this.
    if story == nil, layers.last?.isPage ?? true, let name = key.shownName(usesASCII: usesASCII) {
      sayUnused(name)
    }
    return []
  }

  /// Answers a key while a dialog is on top; nil for a key that the dialog does not receive.
  private mutating func receive(_ key: Key, in dialog: Dialog, _ device: Phone) -> [Intent]? {
    switch dialog {
    case .reply(let prompt): receive(key, in: prompt, device)
    case .actions(let menu): choose(key, in: menu, device)
    case .question(let question): answer(key, question, device)
    case .command(let prompt): receive(key, in: prompt, device)
    case .setting(let prompt): receive(key, in: prompt, device)
    case .key(let prompt): bind(key, as: prompt, device)
    case .line(let prompt): receive(key, in: prompt, device)
    case .choice(let choice): choose(key, in: choice, device)
    case .filter(let prompt): receive(key, in: prompt, device)
    case .task(let task): wait(key, for: task)
    }
  }

  /// Says that a key does nothing in this view, and where those are that do.
  mutating func sayUnused(_ name: String) {
    showMessage("\(name) has no function here. \(keymap.keys(of: .help)) lists the keys.")
  }

  /// Carries out a command of the key table where it has a meaning now.
  mutating func perform(_ command: Command, device: Phone) -> [Intent] {
    if let intents = answerAlertBox(by: command, device) { return intents }
    if searchPage(by: command, device) { return [] }
    switch command {
    case .interrupt: return interrupt()
    case .quit: return [.quit]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .cancel: return cancel(device)
    case .back: return goBack(device)
    case .result where layers.allSatisfy(\.isPage): return goToResult(device)
    case .otherPane where layers.isEmpty: return focusOtherPane(device)
    case .inbox, .rejected, .log, .settings, .held, .lockScreen:
      if layers.allSatisfy(\.isPage) { turn(to: command) }
      return []
    default: break
    }
    if command == .unfoldAll, canCompare, compareWithMarked(device) { return [] }
    return performOnPage(command, device)
  }

  private mutating func goBack(_ device: Phone) -> [Intent] {
    if layers.popLast() != nil { return [] }
    guard pages.inbox.pane.isFocused else { return leave(device) }
    pages.inbox.pane.isFocused = false
    return []
  }

  private mutating func goToResult(_ device: Phone) -> [Intent] {
    if let result {
      go(to: result, .list, device)
    } else {
      showMessage("No push was sent from here yet.")
    }
    return []
  }

  /// Leaves, after a question where pushes would be lost.
  mutating func leave(_ device: Phone) -> [Intent] {
    let count = device.inbox.count + device.heldCount + device.silentCount + records.rejected.unseen
    guard runtime.isEphemeral, count > 0 else { return [.quit] }
    ask(.question(Question(subject: .quit(losing: count))))
    return []
  }

  /// Whether a push is looked at that can be compared with the marked one.
  private var canCompare: Bool {
    guard marked != nil, let entry = keymap.entry(.mark) else { return false }
    return topView?.meaning(of: entry) != nil
  }

  /// Gives the keys to the right pane of the inbox, or back to the list.
  private mutating func focusOtherPane(_ device: Phone) -> [Intent] {
    if pages.inbox.pane.isFocused {
      pages.inbox.pane.isFocused = false
    } else if !focusPane(device), Layout(self, device).detail.columns == 0 {
      showMessage("The right pane needs \(Layout.wideColumns) columns.")
    }
    return []
  }

  /// Gives the keys to the right pane of the inbox; false where there is none.
  mutating func focusPane(_ device: Phone) -> Bool {
    guard pages.inbox.hasPane(in: context(device)) else { return false }
    pages.inbox.pane.isFocused = true
    search = nil
    return true
  }

  /// Turns to a view, or away from the lock screen.
  private mutating func turn(to view: Command) {
    let isLeaving = view == .lockScreen && layers.last == .lockScreen
    switch view {
    case .rejected:
      layers = [.rejected]
      // The announced push is the one that is looked at.
      if records.rejected.unseen > 0 { pages.rejected.place = ListPlace() }
    case .log: layers = [.log]
    case .held: layers = [.held]
    case .settings: layers = [.settings]
    case .lockScreen: layers = isLeaving ? [] : [.lockScreen]
    default:
      layers = []
      pages.inbox.pane.isFocused = false
    }
  }

  /// `^C`: closes what is open; the second one soon after leaves.
  private mutating func interrupt() -> [Intent] {
    if let last = interruptedAt, now.timeIntervalSince(last) < Self.patience { return [.quit] }
    interruptedAt = now
    storeDrafts()
    layers = []
    banner = nil
    showMessage("\(keymap.keys(of: .interrupt)) again to quit")
    return []
  }

  private mutating func cancel(_ device: Phone) -> [Intent] {
    if search != nil {
      search = nil
    } else if layers.isEmpty, pages.inbox.pane.isFocused {
      pages.inbox.pane.isFocused = false
    } else if let list = filteredPage {
      setFilter(ListFilter(), of: list, device)
    } else if layers.popLast() != nil {
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

  /// The list of the page on top if it is narrowed: as in the inbox, the filter goes first.
  private var filteredPage: FilteredList? {
    topPage?.filteredList.flatMap { filter(of: $0).isEmpty ? nil : $0 }
  }

  /// Inspects the push of the next row of the inbox, or of the one before.
  mutating func inspectNext(down: Bool, _ device: Phone) {
    guard let layer = layers.last, var inspector = layer.page(InspectorPage.self) else { return }
    let rows = rows(device)
    // The head of an unfolded group means the same push as its first entry: two steps are enough.
    for _ in 0..<2 {
      pages.inbox.position.move(by: down ? 1 : -1, in: rows)
      guard let id = pages.inbox.position.selection.flatMap(rows.notification), id != inspector.id
      else { continue }
      inspector.turn(to: id)
      topPage = inspector
      return
    }
  }
}
