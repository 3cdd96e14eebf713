/// Where the person is: what keys mean hangs on it, and so do the help and the hints.
enum ViewName: String, CaseIterable, Sendable {
  case inbox = "Inbox"
  case rejected = "Rejected"
  case log = "Log"
  case settings = "Settings"
  case held = "Held"
  case lockScreen = "Lock screen"
  case inspector = "Inspector"
  case request = "Refused push"
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
    return .inbox
  }
}

extension ViewName {
  /// What a command does there, in a few words; nil where it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? {
    if let own = meanings[entry.command] { return own.isEmpty ? nil : own }
    switch entry.section {
    case .move: return moves.contains(entry.command) ? entry.help : nil
    case .item: return self == .inbox ? entry.help : nil
    case .find: return self == .inbox ? entry.help : nil
    case .settings: return self == .settings ? entry.help : nil
    case .phone, .feed: return self == .request ? nil : entry.help
    case .views, .terminal: return entry.help
    }
  }

  /// Under which heading a command stands there.
  func section(of entry: Keymap.Entry) -> Keymap.Section {
    switch (self, entry.command) {
    case (.rejected, .grouping), (.log, .follow), (.log, .grouping): .item
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
    case .log, .held, .inspector, .request: rows
    }
  }

  /// Where a command does something else than its entry says; nothing at all where that is empty.
  private var meanings: [Command: String] {
    switch self {
    case .inbox:
      [
        .first: "newest, follow", .previousTab: "", .nextTab: "", .otherPane: "",
        .new: "next match", .accept: "",
      ]
    case .rejected:
      [
        .inspect: "the request", .why: "why and the fix", .grouping: "by reason",
        .filter: "filter", .new: "next", .previousMatch: "previous",
        .nextGroup: "next reason", .previousGroup: "previous reason",
        .unfold: "open a reason", .fold: "close it", .toggle: "open/close, page",
        .foldAll: "close all",
        .accept: "accept anyway", .edit: "edit + resend", .resend: "resend",
        .save: "save as .apns", .pipe: "pipe body", .copy: "copy, asks what",
        .mark: "mark, to diff", .unfoldAll: "open all/diff", .dismiss: "remove",
        .clearAll: "clear all, asks", .undo: "undo a removal",
        .appState: "", .mute: "", .follow: "",
      ]
    case .log:
      [
        .inspect: "inspect", .why: "why: the trace", .filter: "filter", .appState: "",
        .mute: "", .follow: "follow or stay", .grouping: "numbered queues",
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
        .appState: "", .follow: "",
      ]
    case .lockScreen:
      [
        .unfold: "spread out", .fold: "stack again", .toggle: "one or other",
        .inspect: "unlock and open", .why: "why: the trace", .read: "read",
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
        .why: "why: the trace", .tap: "tap: open app", .reply: "reply", .actions: "actions, 1-9",
        .read: "read / unread", .readGroup: "group read", .dismiss: "dismiss",
        .mark: "mark, to diff",
      ]
    case .request:
      [
        .toggle: "page down", .nextTab: "Request or Raw", .previousTab: "Request or Raw",
        .nextGroup: "next refused", .previousGroup: "previous refused",
        .accept: "accept anyway", .edit: "edit + resend",
        .resend: "resend", .save: "save as .apns", .pipe: "pipe body", .copy: "copy, asks what",
        .mark: "mark, to diff", .unfoldAll: "diff with mark", .dismiss: "remove",
        .undo: "undo a removal",
      ]
    }
  }
}
