/// The view on top. With the entries of ``Keymap`` it says which keys work there: keys are answered, the help
/// is made and the bottom line hints by ``meaning(of:)`` and ``hint(of:)`` alone.
enum ViewName: String, CaseIterable, Sendable {
  case inbox = "Inbox"
  /// The right pane of the inbox while it has the keys.
  case pane = "Right pane"
  case rejected = "Rejected"
  case log = "Log"
  case settings = "Settings"
  case held = "Held"
  case lockScreen = "Lock screen"
  case inspector = "Inspector"
  case request = "Refused push"
  /// The help, the manual, an answer: text over another view.
  case text = "Help, manual, answers"
  case welcome = "Welcome page"

  /// The views that have a help of their own; the help itself and the welcome page have that of the view beneath.
  static let withHelp = allCases.filter { $0 != .text && $0 != .welcome }
}

extension AppState {
  /// Where the person is, with the help or an answer over it or not.
  var view: ViewName {
    for sheet in sheets.reversed() {
      switch sheet {
      case .inspector: return .inspector
      case .request: return .request
      case .rejected: return .rejected
      case .log: return .log
      case .settings: return .settings
      case .held: return .held
      case .lockScreen: return .lockScreen
      default: continue
      }
    }
    return pane.isFocused ? .pane : .inbox
  }

  /// The view whose keys work now; nil under a dialog, a menu or a line being typed, which have keys of their own.
  var topView: ViewName? {
    switch sheets.last {
    case nil: view
    case .help, .output: .text
    case .welcome: .welcome
    case let sheet?: sheet.isPage ? view : nil
    }
  }

  /// Whether a command does something in the view on top.
  func isUsed(_ command: Command) -> Bool {
    guard let topView, let entry = keymap.entry(command) else { return true }
    // For a refused push the answer says why it is not on the phone.
    if refusedTarget != nil, Self.needsPhone(command) { return topView != .text }
    return topView.meaning(of: entry) != nil
  }
}

extension ViewName {
  /// What a command does there, in a few words; nil where it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? {
    if let own = meanings[entry.command] { return own.isEmpty ? nil : own }
    switch entry.section {
    case .move: return moves.contains(entry.command) ? entry.help : nil
    case .item, .find: return [.inbox, .pane].contains(self) ? entry.help : nil
    case .settings: return self == .settings ? entry.help : nil
    case .phone, .feed: return [.request, .text, .welcome].contains(self) ? nil : entry.help
    case .views, .terminal: return entry.help
    }
  }

  /// The word of the bottom line for a command there; nil for one that does nothing, or is never hinted at.
  func hint(of entry: Keymap.Entry) -> String? {
    meaning(of: entry) == nil ? nil : hints[entry.command] ?? entry.hint
  }

  /// Under which heading a command stands there.
  func section(of entry: Keymap.Entry) -> Keymap.Section {
    switch (self, entry.command) {
    case (.rejected, .grouping), (.log, .follow), (.log, .grouping), (.request, .result),
      (.request, .compose):
      .item
    case (.settings, .new), (.settings, .dismiss): .settings
    default: entry.section
    }
  }

  /// The moving commands that do something there.
  private var moves: Set<Command> {
    let rows: Set<Command> = [
      .next, .previous, .first, .last, .halfDown, .halfUp, .pageDown, .pageUp,
    ]
    return switch self {
    case .inbox:
      rows.union([.nextGroup, .previousGroup, .fold, .unfold, .toggle, .foldAll, .unfoldAll])
    case .settings: rows.union([.fold, .unfold, .foldAll, .unfoldAll])
    case .rejected:
      rows.union([.nextGroup, .previousGroup, .fold, .unfold, .toggle, .foldAll, .unfoldAll])
    case .lockScreen: [.next, .previous, .first, .last]
    case .log, .held, .inspector, .request, .text, .pane: rows
    case .welcome: []
    }
  }

  /// Where a command does something else than its entry says; nothing at all where that is empty.
  private var meanings: [Command: String] {
    switch self {
    case .inbox:
      [
        .first: "newest, follow", .previousTab: "", .nextTab: "",
        .otherPane: "right pane", .new: "next match", .accept: "",
      ]
    case .pane:
      [
        .previousTab: "previous tab", .nextTab: "next tab", .fold: "previous tab",
        .unfold: "next tab", .otherPane: "to the list", .toggle: "page down",
        .nextGroup: "next push", .previousGroup: "previous push", .filter: "search the page",
        .new: "next match", .previousMatch: "previous match", .why: "why: the trace",
        .accept: "", .follow: "", .quiet: "",
      ]
    case .rejected:
      [
        .inspect: "inspect", .why: "why and the fix", .grouping: "by reason",
        .filter: "filter", .new: "next", .previousMatch: "previous",
        .nextGroup: "next reason", .previousGroup: "previous reason",
        .unfold: "unfold reason", .fold: "fold reason", .toggle: "fold, page down",
        .foldAll: "fold all",
        .accept: "accept anyway", .edit: "edit + resend", .resend: "resend",
        .save: "save as .apns", .pipe: "pipe body", .copy: "copy, asks what",
        .mark: "mark, to diff", .unfoldAll: "unfold all/diff", .dismiss: "remove",
        .clearAll: "clear all, asks", .undo: "undo a removal",
        .appState: "", .mute: "", .follow: "",
      ]
    case .log:
      [
        .inspect: "inspect", .why: "why: the trace", .filter: "filter",
        .follow: "follow or stay", .grouping: "numbered queues", .toggle: "page down",
        .tap: "open app", .reply: "reply", .actions: "actions, 1-9", .read: "read / unread",
        .readGroup: "group read", .dismiss: "dismiss", .snooze: "snooze", .undo: "undo",
        .edit: "edit + resend", .resend: "resend", .save: "save as .apns", .pipe: "pipe payload",
        .copy: "copy, asks what", .mark: "mark, to diff", .unfoldAll: "diff with mark",
        .accept: "accept anyway",
      ]
    case .settings:
      [
        .inspect: "edit", .toggle: "change", .previousTab: "previous page",
        .nextTab: "next page", .otherPane: "next page", .appState: "", .mute: "", .follow: "",
        .new: "new Focus, app",
        .dismiss: "remove, or drop",
      ]
    case .held:
      [
        .toggle: "page down", .inspect: "inspect", .why: "why: the trace", .undo: "undo",
        .edit: "edit + resend", .resend: "resend", .save: "save as .apns", .pipe: "pipe payload",
        .copy: "copy p i t c C v", .mark: "mark, to diff", .unfoldAll: "diff with mark",
        .follow: "",
      ]
    case .lockScreen:
      [
        .unfold: "spread out", .fold: "stack again", .toggle: "one or other",
        .inspect: "open app", .tap: "open app", .why: "why: the trace",
        .read: "read",
        .readGroup: "group read",
        .dismiss: "dismiss", .undo: "undo", .lockScreen: "leave it", .follow: "",
      ]
    case .inspector:
      [
        .nextGroup: "next push", .previousGroup: "previous push", .nextTab: "next tab",
        .previousTab: "previous tab", .otherPane: "pane or tab", .fold: "previous tab",
        .unfold: "next tab",
        .inspect: "try a change", .accept: "apply a change", .whatIf: "on past pushes",
        .toggle: "fold, unfold", .foldAll: "fold all", .unfoldAll: "unfold all/diff",
        .why: "why: the trace", .tap: "open app", .reply: "reply", .actions: "actions, 1-9",
        .read: "read / unread", .readGroup: "group read", .dismiss: "dismiss",
        .snooze: "snooze", .undo: "undo", .edit: "edit + resend", .resend: "resend",
        .save: "save as .apns", .pipe: "pipe payload", .copy: "copy, asks what",
        .mark: "mark, to diff", .follow: "", .filter: "search the page", .new: "next match",
        .previousMatch: "previous match",
      ]
    case .request:
      [
        .filter: "search the page", .new: "next match", .previousMatch: "previous match",
        .toggle: "page down", .nextTab: "Request or Raw", .previousTab: "Request or Raw",
        .otherPane: "Request or Raw", .fold: "Request or Raw", .unfold: "Request or Raw",
        .why: "to Request", .result: "go to push sent", .compose: "compose a push",
        .nextGroup: "next refused", .previousGroup: "previous refused",
        .accept: "accept anyway", .edit: "edit + resend",
        .resend: "resend", .save: "save as .apns", .pipe: "pipe body", .copy: "copy, asks what",
        .mark: "mark, to diff", .unfoldAll: "diff with mark", .dismiss: "remove",
        .undo: "undo a removal",
      ]
    case .text: [.toggle: "page down", .filter: "find lines", .result: "go to push sent"]
    case .welcome:
      [
        .testPush: "test push: menu", .compose: "compose a push", .result: "go to push sent",
        .doNotDisturb: "Do Not Disturb",
      ]
    }
  }

  /// The words of the bottom line that differ from those of the entries.
  private var hints: [Command: String] {
    switch self {
    case .inbox: [.new: "next", .pause: "go on", .cancel: "list all"]
    case .pane: [.nextTab: "tab", .otherPane: "list", .nextGroup: "next push", .cancel: "list"]
    case .rejected:
      [.edit: "edit", .grouping: "by reason", .dismiss: "remove", .cancel: "list all"]
    case .log: [.grouping: "queues", .cancel: "list all"]
    case .settings:
      [.nextTab: "page", .toggle: "change", .inspect: "edit", .cancel: "back"]
    case .held: [:]
    case .lockScreen: [.lockScreen: "leave lock screen"]
    case .inspector: [.nextTab: "tab", .nextGroup: "next push", .cancel: "back"]
    case .request: [.cancel: "back"]
    case .text: [.filter: "find", .cancel: "close"]
    case .welcome: [.cancel: "close"]
    }
  }
}
